// npm run verify: recounts everything from its source and exits with 1 when something kept differs from it.
import fs from 'node:fs/promises';
import { whyUnreadable } from '../platform/adapters/files/named-file.ts';
import { storedServerSecret, serverSecret } from '../platform/access/server-secret.ts';
import { readOptions, runProgram, UsageError } from './command-line.ts';
import { openUsedStore, type OwnerStore } from '../platform/db/open-owner-store.ts';
import { type Env, readEnv } from '../env.ts';
import { parseSavedHeads } from '@watchpost/domain/evidence/saved-head-files';
import { anchorOf } from '../patrol/evidence/anchors.ts';
import { StoredDays } from '../patrol/evidence/stored-days.ts';
import { StoredHeads, storedHeadsFolder } from '../patrol/evidence/stored-heads.ts';
import { verifyAll } from '../lifecycle/verification/verification.service.ts';
import { reachFiles } from './reach-files.ts';
import { printLine } from './visible-text.ts';

const usage = `Recounts every tenant's counters from its rounds, and every round from its scans and plan; checks the signatures of
codes, and what was said of scans made with them; makes each log of evidence again from the records as they are stored and names
what was altered, removed, inserted or backdated since it was sealed; follows the numbers and signatures of every phone, and
names what they lack or have twice (chainBroken); compares each log with its last head in DATA_DIR. What retention removed is read from its archives, in the file store.
From which records a guard's name was erased, by law, is said and is no difference.

  npm run verify                  exits with 0 when all is as it should be, with 1 when something differs
  npm run verify -- --limit 1000  shows up to so many differences of a tenant (default 50)

  npm run verify -- --evidence FILE   also checks that the log has grown out of what was kept of it: the log that an evidence
                                      file was made of, a head, or the note of one (as in a mail, c2sp.org/tlog-checkpoint)

The database is the one that the server uses: DATABASE_URL, else the embedded one in DATA_DIR (./data). Nothing is changed.`;

const options = {
  limit: { type: 'string', default: '50' },
  evidence: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/** How many differences to show and which files to read; null to show the usage instead. */
function readSettings(): { limit: number; files: readonly string[] } | null {
  const { values } = readOptions({ options }, usage);
  if (values.help === true) return null;
  if (!/^\d{1,9}$/.test(values.limit))
    throw new UsageError(`--limit ${values.limit}: not a whole number`, usage);
  return { limit: Number(values.limit), files: values.evidence ?? [] };
}

const withoutSecret =
  "Not checked: whether the keys of the logs of evidence are this installation's. Set SERVER_SECRET or DATA_DIR as the server has it.";

/** None where neither settings nor the data folder say: none is made, as nothing is changed. */
async function secretsOf({ evidenceSecrets, serverSecret: own, formerServerSecrets, dataDir }: Env) {
  const stored = own ?? (await storedServerSecret(dataDir));
  const keys = [...evidenceSecrets, ...(stored === null ? [] : [stored]), ...formerServerSecrets];
  return keys.map((key) => serverSecret(key));
}

const withoutHeads = ({ dataDir }: Env) =>
  `Not compared: logs whose last head is not in ${storedHeadsFolder(dataDir)}. Set DATA_DIR as the server has it.`;

/** Whether there is a log that this folder has never had a head of. */
async function hasUncompared(owner: OwnerStore['owner'], heads: StoredHeads): Promise<boolean> {
  const known = await heads.tenantIds();
  const logs = await owner
    .selectFrom('tenants as t')
    .select('t.tenant_id as id')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('log_heads as h').select('h.size').whereRef('h.tenant_id', '=', 't.tenant_id')),
    )
    .execute();
  return logs.some(({ id }) => !known.has(id));
}

async function readHead(file: string) {
  const text = await fs.readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--evidence ${file}: ${whyUnreadable(error)}.`);
  });
  const stored = parseSavedHeads(text);
  if (stored === null)
    throw new UsageError(`--evidence ${file}: neither an evidence file, a head nor the note of one`);
  return anchorOf(stored);
}

async function main(): Promise<number> {
  const settings = readSettings();
  if (settings === null) {
    console.log(usage);
    return 0;
  }
  const { limit } = settings;
  const env = readEnv();
  const anchors = await Promise.all(settings.files.map(readHead));
  const files = await reachFiles(env);
  const secrets = await secretsOf(env);
  const storedHeads = new StoredHeads(storedHeadsFolder(env.dataDir));
  const store = await openUsedStore(env);
  let found = 0;
  try {
    for await (const { slug, rounds, differences, notes } of verifyAll(store.owner, {
      secrets,
      anchors,
      files,
      storedHeads,
      storedDays: new StoredDays(storedHeadsFolder(env.dataDir)),
    })) {
      printLine(`${slug}: ${rounds} rounds, ${differences.length} differences`);
      for (const difference of differences.slice(0, limit)) printLine(`  ${difference}`);
      if (differences.length > limit) console.log(`  and ${differences.length - limit} more`);
      for (const note of notes.slice(0, limit)) printLine(`  to know: ${note}`);
      if (notes.length > limit) console.log(`  and ${notes.length - limit} more to know`);
      found += differences.length;
    }
    if (await hasUncompared(store.owner, storedHeads)) console.log(withoutHeads(env));
  } finally {
    await store.close();
  }
  if (secrets.length === 0) console.log(withoutSecret);
  console.log(found === 0 ? 'Everything agrees.' : `${found} differences.`);
  return found === 0 ? 0 : 1;
}

runProgram(main);
