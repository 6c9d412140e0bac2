// npm run restore: an installation out of a backup, as it was; or a trial of that which touches nothing.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { diskFiles } from '../platform/adapters/files/disk-files.ts';
import { readOptions, runProgram, UsageError } from './command-line.ts';
import { storedServerSecret, readServerSecret, serverSecret } from '../platform/access/server-secret.ts';
import { BackupError, framesOf } from '../lifecycle/backup/backup-file.ts';
import { removeNow, whenLeaving } from '../platform/db/embedded/when-leaving.ts';
import { readPassphrase } from '../lifecycle/backup/backup-key.ts';
import { type BackupContents, checkBackup } from '../lifecycle/backup/check-backup.ts';
import { reading } from '../lifecycle/backup/make-backup.ts';
import { intoDataFolder, intoEmptyDatabase, keepSecret } from '../lifecycle/backup/restore-targets.ts';
import { restoreBackup } from '../lifecycle/backup/restore-backup.ts';
import type { Db } from '../platform/db/database.ts';
import { connectionOf } from '../platform/db/open-store.ts';
import { type Env, readEnv } from '../env.ts';
import { repeatErasures } from '../lifecycle/erasures/repeat-erasures.ts';
import { noteRestore } from '../patrol/evidence/accept-log.queries.ts';
import { logSecretsOf } from '../patrol/evidence/log-keys.ts';
import { makeSealing, type Sealing } from '../patrol/evidence/sealing.ts';
import { StoredDays } from '../patrol/evidence/stored-days.ts';
import { StoredHeads, storedHeadsFolder } from '../patrol/evidence/stored-heads.ts';
import { findTenantIds } from '../platform/jobs/tenant-ids.queries.ts';
import { verifyAll } from '../lifecycle/verification/verification.service.ts';
import { reportMissingFiles } from './missing-files.ts';
import { reachFiles } from './reach-files.ts';
import { printLine } from './visible-text.ts';

const usage = `Restores what "npm run backup" wrote, also one of an older version or of another PostgreSQL.

  npm run restore -- FILE                        into DATA_DIR, or into DATABASE_URL, which must be an empty database
  npm run restore -- FILE --replace              keeps a database that is in DATA_DIR aside instead of refusing
  npm run restore -- FILE --check                reads the backup and says what is in it
  npm run restore -- FILE --rehearse             restores it into a folder of its own, recounts everything, removes it again
  npm run restore -- FILE --key-file KEYFILE     for a backup that is encrypted

Stop the product first. The backup is read to its end before anything is changed. Exits with 0; with 3 where all is done,
but the backup lacks files that records speak of; with 1 where a rehearsal finds differences or nothing could be done.`;

const options = {
  replace: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  rehearse: { type: 'boolean', default: false },
  'key-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Options {
  readonly file: string;
  readonly mayReplace: boolean;
  readonly only: 'check' | 'rehearse' | null;
  readonly passphrase: string | null;
}

async function readArguments(): Promise<Options | null> {
  const { values, positionals } = readOptions({ options, allowPositionals: true }, usage);
  if (values.help === true) return null;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('Name one backup.', usage);
  if (values.check && values.rehearse) throw new UsageError('Say --check or --rehearse.');
  return {
    file,
    mayReplace: values.replace,
    only: values.check ? 'check' : values.rehearse ? 'rehearse' : null,
    passphrase: await readPassphrase(values['key-file']),
  };
}

const framesIn = <T>(
  { file, passphrase }: Options,
  read: (frames: ReturnType<typeof framesOf>) => Promise<T>,
) => reading(file, (handle) => read(framesOf(handle, passphrase)));

const described = ({ rows, tables, madeAt, files, jobs }: BackupContents): string =>
  `${rows} rows of ${tables} tables as of ${madeAt}, ${files} files, ${jobs} jobs`;

async function restore(options: Options, env: Env, contents: BackupContents): Promise<void> {
  const { dataDir } = env;
  const storedSecret = await storedServerSecret(dataDir);
  if (contents.hasSecret && env.serverSecret === null && storedSecret !== null && !options.mayReplace) {
    throw new BackupError(`${dataDir} is an installation already. Name another DATA_DIR, or say --replace.`);
  }
  const files = await reachFiles(env, 'write');
  const fill = async (owner: Db) => {
    await framesIn(options, (frames) =>
      restoreBackup(frames, {
        owner,
        files,
        saveSecret: async (secret) => {
          if (env.serverSecret === null) await keepSecret(dataDir, secret, options.mayReplace);
        },
      }),
    );
    const folder = storedHeadsFolder(dataDir);
    // Before anything is sealed: the log is what it was when the backup was made.
    const stored = { heads: new StoredHeads(folder), days: new StoredDays(folder) };
    await noteRestores(owner, stored, contents.madeAt);
    const sealing = async () =>
      makeSealing({
        secrets: logSecretsOf(env.evidenceSecrets, await readServerSecret(env, dataDir)),
        folder,
        onProblem: (sentence) => console.error(sentence),
      });
    const erased = await repeatErasures({ owner, files, sealing });
    if (erased > 0) console.log(`Guards erased since the backup, and erased again: ${erased}.`);
  };
  if (env.databaseUrl !== null) {
    await intoEmptyDatabase(connectionOf(env.databaseUrl), fill);
  } else {
    const { aside } = await intoDataFolder({ dataDir, mayReplace: options.mayReplace }, fill);
    if (aside !== null) console.log(`The database of before is kept aside as ${aside}.`);
  }
  console.log(`Restored ${described(contents)}. "npm run verify" recounts it; then start the product.`);
}

/** Each log says from now on that it was restored; a stored head that was ahead of the backup stays beside the new one. */
async function noteRestores(
  owner: Db,
  stored: Pick<Sealing, 'heads' | 'days'>,
  madeAt: string,
): Promise<void> {
  let behind = 0;
  for (const id of await findTenantIds(owner))
    if ((await noteRestore(owner, id, stored, { madeAt, atMs: Date.now() })) !== null) behind += 1;
  if (behind > 0)
    console.log(
      `Logs of evidence that had grown since the backup: ${behind}. Each says that it was restored, and goes on from there.`,
    );
}

/** Everything that a restore does, in a folder that is thrown away. Resolves with how much differs. */
async function rehearse(options: Options, env: Env, contents: BackupContents): Promise<number> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'watchpost-rehearsal-'));
  let stay = () => {};
  try {
    await fs.chmod(folder, 0o755);
    const { serverSecret: own, evidenceSecrets, formerServerSecrets } = env;
    const secrets = [...evidenceSecrets, ...(own === null ? [] : [own]), ...formerServerSecrets];
    const files = diskFiles(path.join(folder, 'files'));
    const { filled } = await intoDataFolder({ dataDir: folder, mayReplace: false }, async (owner) => {
      // Registered after the database, so that it stops before its folder is deleted.
      stay = whenLeaving(() => removeNow(folder));
      await framesIn(options, (frames) =>
        restoreBackup(frames, {
          owner,
          files,
          saveSecret: async (secret) => void secrets.push(secret),
        }),
      );
      console.log(`Restored ${described(contents)}; recounting ...`);
      let found = 0;
      for await (const { slug, rounds, differences } of verifyAll(owner, {
        secrets: secrets.map((key) => serverSecret(key)),
        anchors: [],
        files,
      })) {
        printLine(`${slug}: ${rounds} rounds, ${differences.length} differences`);
        for (const difference of differences.slice(0, 20)) printLine(`  ${difference}`);
        found += differences.length;
      }
      return found;
    });
    const agreeing = contents.missingFiles.length === 0 ? 'Everything agrees.' : 'All that is there agrees.';
    console.log(filled === 0 ? agreeing : `${filled} differences.`);
    return filled;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
    stay();
  }
}

async function main(): Promise<number> {
  const options = await readArguments();
  if (options === null) {
    console.log(usage);
    return 0;
  }
  const env = readEnv();
  const contents = await framesIn(options, checkBackup);
  if (options.only === 'check') console.log(`Whole: ${described(contents)}.`);
  else if (options.only === 'rehearse') {
    if ((await rehearse(options, env, contents)) > 0) return 1;
  } else await restore(options, env, contents);
  return reportMissingFiles(contents.missingFiles);
}

runProgram(main, [BackupError]);
