// The rounds of the demo's last day can be proved, since those are what a visitor looks at first.
import { checkFile } from '@watchpost/domain/evidence/file-lines';
import { expect, it } from 'vitest';
import { serverSecret } from '../platform/access/server-secret.ts';
import { checkLog } from '../patrol/evidence/check-log.ts';
import { makeEvidenceFile } from '../patrol/evidence/evidence-file.ts';
import type { LogSecrets } from '../patrol/evidence/log-keys.ts';
import { sealLog } from '../patrol/evidence/seal-log.queries.ts';
import { testDatabase } from '../testing/test-database.ts';
import { testFiles } from '../testing/test-files.ts';
import { seedDemo } from './seed-demo.ts';
import { testSealing } from '../testing/test-sealing.ts';

const { owner, database } = await testDatabase();
const secrets: LogSecrets = [serverSecret('of these tests')];
const sealing = testSealing(secrets);
const nowMs = Date.now();
/** The last of the routes is changed on the seventieth day. */
const days = 75;
const made = await seedDemo(owner, { files: testFiles(), nowMs, days });
const tenantId = made?.tenantId ?? '';
const db = database.forTenant(tenantId);
const sealed = await sealLog(db, tenantId, sealing);

async function verdictOn(rounds: readonly { readonly id: string }[]) {
  const about = { kind: 'day', asked: {} } as const;
  const file = await makeEvidenceFile(
    { db, tenantId, siteId: null },
    { about, rounds: [rounds.map(({ id }) => id)] },
    sealing,
  );
  return checkFile(file.chunks);
}

it('rounds of the last day are in the log with all their records, and each event is signed by its phone', async () => {
  const rounds = await owner
    .selectFrom('rounds')
    .select('id')
    .where('started_at_ms', '>=', nowMs - 86_400_000)
    .execute();
  expect(rounds.length).toBeGreaterThan(100);
  const verdict = await verdictOn(rounds);
  expect(verdict).toMatchObject({ faults: [], rounds: rounds.length, outside: 0, waiting: 0 });
  expect(verdict?.events).toBeGreaterThan(1_000);
  expect(verdict?.signed).toBe(verdict?.events);
});

it('the check of the log finds neither differences nor gaps', async () => {
  const verdict = await checkLog(db, tenantId, { ownPublicKeys: null, anchors: [] });
  expect(verdict).toEqual({ leaves: sealed, heads: 1, differences: [], notes: [] });
});

it('what came before is in no log, and its file says so', async () => {
  const rounds = await owner.selectFrom('rounds').select('id').orderBy('started_at_ms').limit(50).execute();
  const verdict = await verdictOn(rounds);
  expect(verdict).toMatchObject({ faults: [], rounds: 50, signed: 0 });
  expect(verdict?.events).toBeGreaterThan(300);
  expect(verdict?.outside).toBe(verdict?.events);
});
