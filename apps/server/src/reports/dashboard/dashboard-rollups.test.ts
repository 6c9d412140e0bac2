// What the dashboard adds up stays equal to the rows, whatever becomes of them and in whatever order.
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { type DashboardWorld, makeDashboardWorld } from './dashboard.testing.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let world: DashboardWorld;
beforeAll(async () => {
  server = await testApp();
  world = await makeDashboardWorld(server, 11, 120);
});

/** Of rollups alone: the rounds of this world have no events for their starts. */
async function differences(): Promise<string[]> {
  const found: string[] = [];
  for await (const verdict of verifyAll(server.owner)) found.push(...verdict.differences);
  return found.filter((sentence) => /counter|missed|rollup|totals/.test(sentence));
}

const status = fc.constantFrom(1001, 1005, 1010);
const dueStatus = fc.constantFrom(
  'due',
  'late',
  'missed',
  'inProgress',
  'completed',
  'incompleted',
  'excused',
);
const every = fc.integer({ min: 2, max: 9 });
const change = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), code: status, every }),
  fc.record({ kind: fc.constant('scanned' as const), every }),
  fc.record({ kind: fc.constant('moved' as const), site: fc.nat(2), guard: fc.nat(3), every }),
  fc.record({ kind: fc.constant('later' as const), ms: fc.integer({ min: 1, max: 90_000_000 }), every }),
  fc.record({ kind: fc.constant('planless' as const), every }),
  fc.record({ kind: fc.constant('scan' as const), every }),
  // Few and many rounds are counted by two ways.
  fc.record({ kind: fc.constant('more' as const), rounds: fc.integer({ min: 1, max: 220 }), every }),
  fc.record({ kind: fc.constant('deleted' as const), every: fc.integer({ min: 9, max: 30 }) }),
  fc.record({ kind: fc.constant('due' as const), to: dueStatus, every }),
  fc.record({ kind: fc.constant('untied' as const), every }),
  fc.record({ kind: fc.constant('undue' as const), every: fc.integer({ min: 9, max: 30 }) }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const ofTenant = (tenantId: string) => sql`tenant_id = ${tenantId}`;
const nth = (each: number) => sql`hashtext(id::text) % ${each} = 0`;

function statementOf(one: Change, { tenant, siteIds, guardIds }: DashboardWorld) {
  const where = sql`${ofTenant(tenant.id)} AND ${nth(one.every)}`;
  switch (one.kind) {
    case 'status':
      return sql`UPDATE rounds SET status_code = ${one.code} WHERE ${where}`;
    case 'scanned':
      return sql`UPDATE rounds SET scanned_check_points = (scanned_check_points + 1) % 5 WHERE ${where}`;
    case 'moved':
      return sql`UPDATE rounds SET site_id = ${siteIds[one.site]}, guard_id = ${guardIds[one.guard]} WHERE ${where}`;
    case 'later':
      return sql`UPDATE rounds SET started_at_ms = started_at_ms + ${one.ms} WHERE ${where}`;
    case 'planless':
      return sql`UPDATE rounds SET route_version_id = NULL WHERE ${where}`;
    case 'scan':
      return sql`INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms,
          received_at_ms, clock_skew_ms, method, body_hash)
        SELECT m.tenant_id, gen_random_uuid(), round_id, checkpoint_id, guard_id, gen_random_uuid(), 1, 1, 0, 'qr', ''
        FROM missed_checkpoints m WHERE m.tenant_id = ${tenant.id} AND hashtext(round_id::text) % ${one.every} = 0`;
    case 'more':
      return sql`INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms,
          status_code, total_check_points, scanned_check_points, arrival_no)
        SELECT tenant_id, gen_random_uuid(), site_id, guard_id, device_id, route_version_id, started_at_ms + 7777777 * ${one.every}::bigint,
          ended_at_ms, status_code, total_check_points, scanned_check_points, arrival_no
        FROM rounds WHERE ${ofTenant(tenant.id)} ORDER BY hashtext(id::text || ${one.every}::text) LIMIT ${one.rounds}`;
    case 'deleted':
      return sql`DELETE FROM rounds WHERE ${where}
        AND NOT EXISTS (SELECT FROM due_rounds d WHERE d.tenant_id = rounds.tenant_id AND d.round_id = rounds.id)`;
    case 'due':
      return sql`UPDATE due_rounds SET status = ${one.to} WHERE ${where}`;
    case 'untied':
      return sql`UPDATE due_rounds SET round_id = NULL, status = 'missed' WHERE ${where}`;
    case 'undue':
      return sql`DELETE FROM due_rounds WHERE ${where}`;
  }
}

/** Anyone who stores a scan holds its round, as every upload does: a round that changes in the meantime would not know of it. */
async function holdRounds(transaction: Db, tenantId: string): Promise<void> {
  await sql`SELECT FROM rounds WHERE ${ofTenant(tenantId)} ORDER BY id FOR UPDATE`.execute(transaction);
}

async function apply(owner: Db, one: Change, isKept = true): Promise<void> {
  await owner.transaction().execute(async (transaction) => {
    if (one.kind === 'scan') await holdRounds(transaction, world.tenant.id);
    await statementOf(one, world).execute(transaction);
    if (!isKept) throw new Error('taken back');
  });
}

describe('what the dashboard adds up', () => {
  it('[DASH-02] equals its rows after any changes of rounds, scans and due rounds', async () => {
    expect(await differences()).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        for (const one of changes) await apply(server.owner, one);
        expect(await differences()).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it('[DASH-02] equals its rows after transactions at the same time, some of which are taken back', async () => {
    world = await makeDashboardWorld(server, 12, 80);
    const changes = fc.sample(change, { numRuns: 60, seed: 3 });
    const outcomes = await Promise.allSettled(
      changes.map((one, index) => apply(server.owner, one, index % 4 !== 0)),
    );
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(done.length).toBeGreaterThan(20);
    expect(done.length).toBeLessThan(changes.length);
    expect(await differences()).toEqual([]);
  });
});
