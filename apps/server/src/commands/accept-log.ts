// npm run evidence:accept: an operator says that the log of evidence goes on as it is, and why; the log says so for good.
import { storedServerSecret, serverSecret } from '../platform/access/server-secret.ts';
import { readOptions, runProgram, UsageError } from './command-line.ts';
import { openUsedStore, type OwnerStore } from '../platform/db/open-owner-store.ts';
import { type Env, EnvError, readEnv } from '../env.ts';
import { type Acceptance, acceptLog, DamagedLog } from '../patrol/evidence/accept-log.queries.ts';
import { faultSentence } from '../patrol/evidence/log-fault.ts';
import { logSecretsOf } from '../patrol/evidence/log-keys.ts';
import { checkStoredHead } from '../patrol/evidence/seal-logs.queries.ts';
import { makeSealing, type Sealing } from '../patrol/evidence/sealing.ts';
import { storedHeadsFolder } from '../patrol/evidence/stored-heads.ts';

const usage = `Compares the logs of evidence with their last heads, which DATA_DIR keeps in sealed-heads, and has one that did not grow out
of its head go on all the same. A server does not seal such a log: it was cut or rewritten by somebody who writes to the database,
or the database was put back without "npm run restore". Find out which, and restore a backup, before you accept anything.

  npm run evidence:accept                             compares every log; exits with 1 where one did not grow out of its head
  npm run evidence:accept -- --tenant acme            compares that of one tenant
  npm run evidence:accept -- --tenant acme --reason "..."
                                                      writes the reason into the log, for good, and lets sealing go on
  npm run evidence:accept -- --tenant acme --reason "..." --restart
                                                      first deletes what is left of the log, where nothing can be appended to it

The head of before stays beside the new one in sealed-heads: it proves what the log once was. With several DATA_DIRs, run it with each.
The database is the one that the server uses: DATABASE_URL, else the embedded one in DATA_DIR (./data).`;

const options = {
  tenant: { type: 'string' },
  reason: { type: 'string' },
  restart: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

const reasonLength = { min: 10, max: 500 };

interface Named {
  /** Null for all. */
  readonly slug: string | null;
  /** Null to compare alone. */
  readonly acceptance: Pick<Acceptance, 'reason' | 'isRestart'> | null;
}

function readArguments(): Named | null {
  const { values } = readOptions({ options }, usage);
  if (values.help === true) return null;
  const { tenant: slug = null, reason: given, restart: isRestart } = values;
  const reason = given?.trim();
  if (reason === undefined) {
    if (isRestart) throw new UsageError('--restart: say why with --reason.', usage);
    return { slug, acceptance: null };
  }
  if (slug === null) throw new UsageError('--reason: name one tenant with --tenant.', usage);
  if (reason.length < reasonLength.min || reason.length > reasonLength.max)
    throw new UsageError(
      `--reason: write ${reasonLength.min} to ${reasonLength.max} characters; who reads the log in years has nothing else.`,
    );
  return { slug, acceptance: { reason, isRestart } };
}

/** None is made: the heads that it signed would be no one's. */
async function sealingOf(env: Env): Promise<Sealing> {
  const own = env.serverSecret ?? (await storedServerSecret(env.dataDir));
  if (own === null && env.evidenceSecrets.length === 0)
    throw new EnvError(
      'There is no secret to sign with. Set DATA_DIR or SERVER_SECRET as the server has it.',
    );
  return makeSealing({
    secrets: logSecretsOf(env.evidenceSecrets, serverSecret(own ?? '', env.formerServerSecrets)),
    folder: storedHeadsFolder(env.dataDir),
    // Problems are printed below.
    onProblem: () => {},
  });
}

interface FoundTenant {
  readonly id: string;
  readonly slug: string;
}

async function findTenants({ owner }: OwnerStore, slug: string | null): Promise<FoundTenant[]> {
  const all = owner.selectFrom('tenants').select(['tenant_id as id', 'slug']).orderBy('slug');
  const found = await (slug === null ? all : all.where('slug', '=', slug)).execute();
  if (slug !== null && found.length === 0) throw new UsageError(`--tenant ${slug}: there is no such tenant.`);
  return found;
}

/** How many did not grow out of their heads. */
async function compare(
  store: OwnerStore,
  tenants: readonly FoundTenant[],
  sealing: Sealing,
): Promise<number> {
  let faults = 0;
  for (const { id, slug } of tenants) {
    const fault = await checkStoredHead(store.owner, id, sealing);
    if (fault !== null) faults += 1;
    console.log(`${slug}: ${fault === null ? 'as it should be' : `not sealed: ${faultSentence(fault)}`}`);
  }
  return faults;
}

async function accept(
  store: OwnerStore,
  { id, slug }: FoundTenant,
  sealing: Sealing,
  acceptance: NonNullable<Named['acceptance']>,
): Promise<void> {
  const accepted = await acceptLog(store.owner, id, sealing, { ...acceptance, atMs: Date.now() }).catch(
    (error: unknown) => {
      if (!(error instanceof DamagedLog)) throw error;
      throw new UsageError(
        `${slug}: nothing can be appended to what is left of the log. Restore a backup; if there is none, add --restart.`,
      );
    },
  );
  if (accepted === null) {
    console.log(`${slug}: as it should be; there is nothing to accept.`);
    return;
  }
  const { fault, head, aside } = accepted;
  console.log(`${slug}: accepted, though ${faultSentence(fault)}.`);
  console.log(
    `It goes on with ${head.size} records. The log, the audit log and "npm run verify" say so from now on.`,
  );
  if (aside !== null)
    console.log(`The head of before is kept in ${storedHeadsFolder(readEnv().dataDir)}/${aside}.`);
}

async function main(): Promise<number> {
  const named = readArguments();
  if (named === null) {
    console.log(usage);
    return 0;
  }
  const env = readEnv();
  const sealing = await sealingOf(env);
  const store = await openUsedStore(env);
  try {
    const tenants = await findTenants(store, named.slug);
    const [tenant] = tenants;
    if (named.acceptance === null || tenant === undefined)
      return (await compare(store, tenants, sealing)) === 0 ? 0 : 1;
    await accept(store, tenant, sealing, named.acceptance);
    return 0;
  } finally {
    await store.close();
  }
}

runProgram(main);
