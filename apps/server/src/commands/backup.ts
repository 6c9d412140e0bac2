// npm run backup: all of an installation in one file, made while it is used and read again before it is called one.
import fs from 'node:fs/promises';
import path from 'node:path';
import { storedServerSecret } from '../platform/access/server-secret.ts';
import { readOptions, runProgram, UsageError } from './command-line.ts';
import { BackupError } from '../lifecycle/backup/backup-file.ts';
import { readPassphrase } from '../lifecycle/backup/backup-key.ts';
import { makeBackup } from '../lifecycle/backup/make-backup.ts';
import { ownerPoolOf } from '../platform/db/database.ts';
import { openUsedStore } from '../platform/db/open-owner-store.ts';
import { type Env, readEnv } from '../env.ts';
import { reportMissingFiles } from './missing-files.ts';
import { reachFiles } from './reach-files.ts';

const usage = `Writes a backup: the database as of one moment, the files, and the server's secret if the data folder keeps it.
The product may go on running. The file is read again and compared before it gets its name.

  npm run backup                        writes DATA_DIR/backups/watchpost-<time>.backup
  npm run backup -- --to FILE           writes FILE, which must not exist
  npm run backup -- --key-file KEYFILE  encrypts it with the text in KEYFILE (at least 20 characters); keep both, apart

Exits with 0, or with 3 where files that records speak of are not in the store: the backup is made, and names them.
Anyone who has an unencrypted backup has all the product's data. "npm run restore" restores it.
The database is the one that the server uses: DATABASE_URL, else the embedded one in DATA_DIR (./data).`;

const options = {
  to: { type: 'string' },
  'key-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const defaultFolder = ({ dataDir }: Env): string =>
  path.join(
    dataDir,
    'backups',
    `watchpost-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`,
  );

async function requireNew(file: string): Promise<void> {
  const found = await fs.stat(file).catch(() => null);
  if (found !== null) throw new UsageError(`${file} exists: name another file, or move that one away.`);
}

async function main(): Promise<number> {
  const { values } = readOptions({ options }, usage);
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const env = readEnv();
  const file = path.resolve(values.to ?? defaultFolder(env));
  await requireNew(file);
  const passphrase = await readPassphrase(values['key-file']);
  const files = await reachFiles(env);
  const store = await openUsedStore(env);
  try {
    const storedSecret = await storedServerSecret(env.dataDir);
    const made = await makeBackup(
      {
        pool: ownerPoolOf(store.owner),
        files,
        secret: env.serverSecret === null ? storedSecret : null,
      },
      file,
      passphrase,
    );
    console.log(
      `${file}: ${made.rows} rows of ${made.tables} tables as of ${made.madeAt}, ${made.files} files, ${made.jobs} jobs, ` +
        `${(made.bytes / 2 ** 20).toFixed(1)} MB, ${passphrase === null ? 'not encrypted' : 'encrypted'}; read again and whole.`,
    );
    if (!made.hasSecret)
      console.log('SERVER_SECRET is not in it: keep it apart, the restored server needs the same.');
    return reportMissingFiles(made.missingFiles);
  } finally {
    await store.close();
  }
}

runProgram(main, [BackupError]);
