// The counters behind every total, against a recount of the rounds.
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { arrive, makeReportWorld, pageOf, type ReportWorld } from './report.testing.ts';

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});

const nil = '00000000-0000-0000-0000-000000000000';
const columns =
  'guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed, checkpoints';

/** Counters that differ from what the rounds say, in either direction; counters of nothing are as good as none. */
async function differences({ tenant }: ReportWorld): Promise<unknown[]> {
  const recount = sql.raw(`SELECT subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms AS bucket_ms,
      count(*) AS rounds, count(*) FILTER (WHERE status_code = 1001) AS in_progress,
      count(*) FILTER (WHERE status_code = 1005) AS incompleted,
      count(*) FILTER (WHERE status_code = 1010) AS completed, sum(total_check_points) AS checkpoints
    FROM rounds r
    CROSS JOIN LATERAL (VALUES ('${nil}'::uuid, '${nil}'::uuid), ('${nil}'::uuid, r.site_id), (r.guard_id, r.site_id))
      AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (VALUES (0, 0), (1, floor(started_at_ms / 86400000.0) * 86400000),
      (2, floor(started_at_ms / 900000.0) * 900000)) AS bucket (grain, at_ms)
    WHERE r.tenant_id = '${tenant.id}' GROUP BY 1, 2, 3, 4`);
  const stored = sql.raw(
    `SELECT ${columns} FROM round_counts WHERE tenant_id = '${tenant.id}' AND rounds <> 0`,
  );
  const { rows } = await sql`(SELECT ${sql.raw(columns)} FROM (${recount}) AS counted EXCEPT ${stored})
    UNION ALL (${stored} EXCEPT SELECT ${sql.raw(columns)} FROM (${recount}) AS counted)`.execute(
    server.owner,
  );
  return rows;
}

const zeros = async ({ tenant }: ReportWorld): Promise<unknown[]> => {
  const { rows } = await sql`SELECT * FROM round_counts WHERE tenant_id = ${tenant.id} AND rounds = 0
    AND (in_progress, incompleted, completed, checkpoints) <> (0, 0, 0, 0)`.execute(server.owner);
  return rows;
};

const status = fc.constantFrom(1001, 1005, 1010);
const placedRound = fc.record({
  site: fc.integer({ min: 0, max: 2 }),
  guard: fc.integer({ min: 0, max: 3 }),
  startedAtMs: fc.integer({ min: 0, max: 400 }).map((step) => Date.UTC(2026, 2, 1) + step * 450_000),
  statusCode: status,
  totalCheckPoints: fc.integer({ min: 0, max: 30 }),
});
const change = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    rounds: fc.array(placedRound, { minLength: 1, maxLength: 8 }),
  }),
  fc.record({ kind: fc.constant('update' as const), nth: fc.nat(60), to: placedRound }),
  fc.record({ kind: fc.constant('status' as const), code: status, every: fc.integer({ min: 2, max: 5 }) }),
  fc.record({ kind: fc.constant('delete' as const), every: fc.integer({ min: 2, max: 7 }) }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(world: ReportWorld, one: Change, isStored = true): Promise<void> {
  if (one.kind === 'insert') {
    await arrive(server.owner, world, one.rounds);
    return;
  }
  const statement = {
    update: () => {
      if (one.kind !== 'update') return sql``;
      const { site, guard, startedAtMs, statusCode, totalCheckPoints } = one.to;
      return sql`UPDATE rounds SET site_id = ${world.siteIds[site]}, guard_id = ${world.guardIds[guard]},
        started_at_ms = ${startedAtMs}, status_code = ${statusCode}, total_check_points = ${totalCheckPoints}
        WHERE tenant_id = ${world.tenant.id}
          AND id = (SELECT id FROM rounds WHERE tenant_id = ${world.tenant.id} ORDER BY id OFFSET ${one.nth} LIMIT 1)`;
    },
    status: () =>
      one.kind === 'status'
        ? sql`UPDATE rounds SET status_code = ${one.code}
            WHERE tenant_id = ${world.tenant.id} AND arrival_no % ${one.every} = 0`
        : sql``,
    delete: () =>
      one.kind === 'delete'
        ? sql`DELETE FROM rounds WHERE tenant_id = ${world.tenant.id} AND arrival_no % ${one.every} = 0`
        : sql``,
  }[one.kind]();
  await server.owner.transaction().execute(async (transaction) => {
    await statement.execute(transaction);
    if (!isStored) throw new Error('taken back');
  });
}

describe('the counters of rounds', () => {
  it('[REP-11] equal a recount after any inserts, changes of status, site, guard, time and size, and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const world = await makeReportWorld(server);
        for (const one of changes) await apply(world, one);
        expect(await differences(world)).toEqual([]);
        expect(await zeros(world)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('[REP-11] equal a recount after transactions at the same time, some of which are taken back', async () => {
    const world = await makeReportWorld(server);
    const changes = fc.sample(change, { numRuns: 120, seed: 7 });
    const outcomes = await Promise.allSettled(
      changes.map((one, index) => apply(world, one, index % 4 !== 0)),
    );
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(done.length).toBeGreaterThan(40);
    expect(done.length).toBeLessThan(changes.length);
    expect(await differences(world)).toEqual([]);
    const { rows } = await sql<{ rounds: number }>`SELECT count(*) AS rounds FROM rounds
      WHERE tenant_id = ${world.tenant.id}`.execute(server.owner);
    expect((await pageOf(world.superAdmin, {})).count).toBe(rows[0]?.rounds);
  });
});
