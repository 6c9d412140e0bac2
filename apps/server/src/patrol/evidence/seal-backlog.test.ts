// After an outage of the job: what waits is sealed in portions, each a transaction with a head of its own.
import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { toHex } from '@watchpost/domain/evidence/byte-text';
import { foldNodes, fullNodesOf } from '@watchpost/domain/evidence/merkle-tree';
import { isSignedHead, type SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Statements } from '../../platform/db/statements.ts';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { makeBacklog } from './backlog.testing.ts';
import { checkLog } from './check-log.ts';
import { findHead, findNodes, nodesOfRange } from './log.queries.ts';
import { logKeyOf, type LogSecrets } from './log-keys.ts';
import { nativeSha256 } from './native-sha256.ts';
import { portionRecords, restsUntilMs, sealLog, sealWithin, batchRecords } from './seal-log.queries.ts';
import { testSealing } from '../../testing/test-sealing.ts';

const test = await testDatabase();
const { owner, database } = test;
const secrets: LogSecrets = [serverSecret('of these tests')];
const sealing = testSealing(secrets);

const rowsOf = async <Row>(text: string, ...values: unknown[]) =>
  (await owner.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/** Heads in their order, each found to be signed and to cover the leaves before it. */
async function provedHeads(tenantId: string): Promise<SignedHead[]> {
  const db = database.forTenant(tenantId);
  const { publicKey } = logKeyOf(secrets[0], tenantId);
  const heads: SignedHead[] = [];
  const sizes = await rowsOf<{ size: number }>(
    'SELECT size FROM log_heads WHERE tenant_id = $1 ORDER BY size',
    tenantId,
  );
  for (const { size } of sizes) {
    const head = await findHead(db, tenantId, size);
    if (head === null) throw new Error('no head');
    expect(await isSignedHead(head, [publicKey])).toBe(true);
    const range = { from: 0, to: size };
    const nodes = nodesOfRange(await findNodes(db, tenantId, fullNodesOf(range)), range);
    expect(head.root).toBe(toHex(foldNodes(nativeSha256, nodes)));
    heads.push(head);
  }
  return heads;
}

/** The scans without a leaf, leaves beyond the scans, and numbers that were given twice or left out. */
async function faultsOf(tenantId: string) {
  const [faults] = await rowsOf(
    `SELECT (SELECT count(*) FROM scans s WHERE tenant_id = $1 AND NOT EXISTS (SELECT FROM log_leaves l
         WHERE l.tenant_id = $1 AND l.source = 'scans' AND l.record_id = s.id))::int AS unsealed,
       (SELECT count(*) - (SELECT count(*) FROM scans WHERE tenant_id = $1) FROM log_leaves
         WHERE tenant_id = $1)::int AS more,
       (SELECT max(leaf_no) + 1 - count(*) FROM log_leaves WHERE tenant_id = $1)::int AS gaps,
       (SELECT count(*) FROM log_pending WHERE tenant_id = $1)::int AS waiting`,
    tenantId,
  );
  return faults;
}

/** The note that the log begins with, its site and its checkpoint are the leaves that are no scans. */
const none = { unsealed: 0, more: 3, gaps: 0, waiting: 0 };

it('is caught up with in one go, in portions of bounded size, though one statement added it all', async () => {
  const tenantId = await makeBacklog(test, { rounds: 1_100, scansPerRound: 10 });
  expect(await sealLog(database.forTenant(tenantId), tenantId, sealing)).toBe(11_003);
  const heads = await provedHeads(tenantId);
  expect(heads.map(({ size }) => size)).toEqual([portionRecords, 2 * portionRecords, 11_003]);
  expect(await faultsOf(tenantId)).toEqual(none);
});

it('is left between two portions when the server leaves, and the next sealing goes on', async () => {
  const tenantId = await makeBacklog(test, { rounds: 1_100, scansPerRound: 10 });
  const db = database.forTenant(tenantId);
  const leaving = new AbortController();
  const now = () => {
    leaving.abort();
    return Date.now();
  };
  expect(await sealLog(db, tenantId, sealing, { now, stopping: leaving.signal })).toBe(portionRecords);
  expect(await sealLog(db, tenantId, sealing, { stopping: leaving.signal })).toBe(0);
  expect((await provedHeads(tenantId)).map(({ size }) => size)).toEqual([portionRecords]);
  expect(await sealLog(db, tenantId, sealing)).toBe(11_003 - portionRecords);
  await provedHeads(tenantId);
  expect(await faultsOf(tenantId)).toEqual(none);
});

it('is read and hashed a few records at a time, between which the server does its other work', async () => {
  const tenantId = await makeBacklog(test, { rounds: 100, scansPerRound: 10 });
  const rowsRead: number[] = [];
  const sealed = await database
    .forTenant(tenantId)
    .transaction()
    .execute((transaction) => {
      const watched: Statements = {
        executeQuery: async <Row>(query: CompiledQuery<Row>) => {
          const answer = await transaction.executeQuery(query);
          rowsRead.push(answer.rows.length);
          return answer;
        },
      };
      return sealWithin(watched, tenantId, sealing);
    });
  expect(sealed.leaves).toBe(1_003);
  expect(rowsRead.reduce((sum, rows) => sum + rows, 0)).toBeGreaterThan(1_000);
  expect(Math.max(...rowsRead)).toBe(batchRecords);
  expect(await faultsOf(tenantId)).toEqual(none);
});

/** So many scans more, each taken by the server so long after the one before. */
async function addScans(
  tenantId: string,
  { fromMs, everyMs, scans }: { readonly fromMs: number; readonly everyMs: number; readonly scans: number },
): Promise<void> {
  const text = `INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms,
      clock_skew_ms, method, body_hash)
    SELECT tenant_id, gen_random_uuid(), round_id, checkpoint_id, guard_id, device_id, device_at_ms,
      $2::bigint + n * $3::int, clock_skew_ms, method, body_hash
    FROM (SELECT * FROM scans WHERE tenant_id = $1::uuid LIMIT 1) AS one, generate_series(1, $4::int) AS n`;
  const values = [tenantId, fromMs, everyMs, scans];
  await database.forTenant(tenantId).executeQuery(CompiledQuery.raw(text, values));
}

it('rests after each turn while its records are young, and never once they have waited for minutes', async () => {
  const tenantId = await makeBacklog(test, { rounds: 1, scansPerRound: 1 });
  const db = database.forTenant(tenantId);
  await sealLog(db, tenantId, sealing);
  const restsOf = async (waitedMs: number) => {
    const atMs = Date.now();
    await addScans(tenantId, { fromMs: atMs, everyMs: 0, scans: batchRecords + 1 });
    let rests = 0;
    const rest = async () => {
      rests += 1;
    };
    expect(await sealLog(db, tenantId, sealing, { now: () => atMs + waitedMs, rest })).toBe(batchRecords + 1);
    return rests;
  };
  expect(await restsOf(1_000)).toBe(2);
  expect(await restsOf(restsUntilMs)).toBe(0);
  expect(await faultsOf(tenantId)).toEqual(none);
});

it('is left to anyone who is at it by those that would rest, and waited for by those in a hurry', async () => {
  const tenantId = await makeBacklog(test, { rounds: 3, scansPerRound: 1 });
  const db = database.forTenant(tenantId);
  const { first, resting, hurried } = await db.transaction().execute(async (transaction) => {
    const { leaves } = await sealWithin(transaction, tenantId, sealing);
    return {
      first: leaves,
      resting: await sealLog(db, tenantId, sealing, { rest: async () => {} }),
      // Waits until this transaction ends.
      hurried: [sealLog(db, tenantId, sealing)],
    };
  });
  expect([first, resting, ...(await Promise.all(hurried))]).toEqual([6, 0, 0]);
  expect(await faultsOf(tenantId)).toEqual(none);
});

it('is no reason to call records backdated that waited for minutes', async () => {
  const tenantId = await makeBacklog(test, { rounds: 1, scansPerRound: 1 });
  const db = database.forTenant(tenantId);
  await sealLog(db, tenantId, sealing);
  const beganMs = Date.now();
  const [everyMs, scans] = [100, portionRecords + 1_000];
  await addScans(tenantId, { fromMs: beganMs, everyMs, scans });
  const endedMs = beganMs + scans * everyMs;
  expect(await sealLog(db, tenantId, sealing, { now: () => endedMs })).toBe(scans);
  const heads = await provedHeads(tenantId);
  expect(heads.map(({ atMs }) => atMs).slice(1)).toEqual([beganMs + portionRecords * everyMs, endedMs]);
  const { differences } = await checkLog(owner, tenantId, { ownPublicKeys: null, anchors: [] });
  expect(differences.filter((sentence) => /backdated|after it was sealed/.test(sentence))).toEqual([]);
});

it('is sealed exactly once by two servers while a third is killed within its portions', async () => {
  const tenantId = await makeBacklog(test, { rounds: 1_100, scansPerRound: 10 });
  const db = database.forTenant(tenantId);
  const dying = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const killed = db.transaction().execute(async (transaction) => {
        await sealWithin(transaction, tenantId, sealing);
        throw new Error('killed before the commit');
      });
      await expect(killed).rejects.toThrow('killed');
    }
  };
  const seal = () => sealLog(db, tenantId, sealing);
  const [, one, two] = await Promise.all([dying(), seal(), seal()]);
  expect(one + two).toBe(11_003);
  await provedHeads(tenantId);
  expect(await faultsOf(tenantId)).toEqual(none);
});

it('passes over a portion of records that are leaves already', async () => {
  const tenantId = await makeBacklog(test, { rounds: 3, scansPerRound: 1 });
  const seal = () => sealLog(database.forTenant(tenantId), tenantId, sealing);
  await seal();
  await rowsOf(
    `INSERT INTO log_pending (tenant_id, source, ids) SELECT tenant_id, 'scans', array_agg(id) FROM scans
     WHERE tenant_id = $1 GROUP BY 1`,
    tenantId,
  );
  expect(await seal()).toBe(0);
  expect(await provedHeads(tenantId)).toHaveLength(1);
  expect(await faultsOf(tenantId)).toEqual(none);
});
