// npm run verify: recounts everything from its source and exits with 1 when something kept differs from it.
import { parseArgs } from 'node:util';
import { openOwnerStore, sentenceOf } from './db/open-owner-store.ts';
import { readEnv } from './env.ts';
import { verifyAll } from './features/verification/verification.service.ts';

const usage = `Recounts every tenant's counters from its rounds, and every round from its scans and plan; checks the signatures of
codes, and what was said of scans made with them.

  npm run verify                  exits with 0 when all is as it should be, with 1 when something differs
  npm run verify -- --limit 1000  shows up to so many differences of a tenant (default 50)

The database is the one that the server uses: DATABASE_URL, else the embedded one in DATA_DIR (./data). Nothing is changed.`;

class UsageError extends Error {}

/** How many differences to show; null to show the usage instead. */
function readLimit(args: string[]): number | null {
  const options = {
    limit: { type: 'string', default: '50' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values } = parseArgs({ args, options });
    if (values.help === true) return null;
    if (!/^\d{1,9}$/.test(values.limit)) throw new RangeError(`--limit ${values.limit}: not a whole number`);
    return Number(values.limit);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

async function main(): Promise<number> {
  const limit = readLimit(process.argv.slice(2));
  if (limit === null) {
    console.log(usage);
    return 0;
  }
  const store = await openOwnerStore(readEnv());
  let found = 0;
  try {
    for await (const { slug, rounds, differences } of verifyAll(store.owner)) {
      console.log(`${slug}: ${rounds} rounds, ${differences.length} differences`);
      for (const difference of differences.slice(0, limit)) console.log(`  ${difference}`);
      if (differences.length > limit) console.log(`  and ${differences.length - limit} more`);
      found += differences.length;
    }
  } finally {
    await store.close();
  }
  console.log(found === 0 ? 'Everything agrees.' : `${found} differences.`);
  return found === 0 ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof UsageError ? error.message : (sentenceOf(error) ?? error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
