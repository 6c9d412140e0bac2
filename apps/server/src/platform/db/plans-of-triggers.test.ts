// A connection keeps the plans of its triggers for all tenants: what it has done for one must not cost another.
import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import {
  type MadeTenant,
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
} from '../../testing/factories.ts';
import { makeScanWithNote } from '../../testing/make-scan-with-note.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { rowsRead } from '../../testing/rows-read.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { noteDueSteps } from '../../patrol/tours/due-history.queries.ts';
import { type Database, type Db, openDatabase, serveAs } from './database.ts';

const rowsOfLong = 20_000;
const { owner, connection } = await testDatabase();
const [short, long] = [await makeTenant(owner), await makeTenant(owner)];
let database: Database;

/** Rows that belong together in no other way than that they are many. */
async function fill(tenant: MadeTenant): Promise<void> {
  const statements = [
    'SET LOCAL session_replication_role = replica',
    `INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
      SELECT '${tenant.id}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), n FROM generate_series(1, ${rowsOfLong}) AS n`,
    `INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms, missed_at_ms, status)
      SELECT '${tenant.id}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', '', n, n, n, 'missed' FROM generate_series(1, ${rowsOfLong}) AS n`,
    `INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, started_at_ms, status_code, total_check_points, scanned_check_points, arrival_no)
      SELECT '${tenant.id}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${Date.now()}, 1010, 1, 1, n FROM generate_series(1, ${rowsOfLong}) AS n`,
    `INSERT INTO exceptions (tenant_id, id, kind, subject_id, severity, reasons, site_id, happened_at_ms, opened_at_ms)
      SELECT '${tenant.id}', gen_random_uuid(), 'missed', gen_random_uuid(), 3, '{missed}', gen_random_uuid(), n, n FROM generate_series(1, ${rowsOfLong}) AS n`,
  ];
  await owner.transaction().execute(async (transaction) => {
    for (const statement of statements) await transaction.executeQuery(CompiledQuery.raw(statement));
  });
  await sql`ANALYZE missed_checkpoints, due_rounds, rounds, exceptions`.execute(owner);
}

beforeAll(async () => {
  await fill(long);
  const serving = await serveAs(owner, connection);
  database = openDatabase({ connection: serving, poolSize: 1, onError: () => {} });
});
afterAll(() => database.close());

/** Rows of a table that `work` read. */
function readBy(tenant: MadeTenant, table: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  return database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (transaction) => {
      await work(transaction);
      return rowsRead(transaction, table);
    });
}

async function scan(tenant: MadeTenant): Promise<number> {
  const roundId = randomUUID();
  const { id: guardId } = await makeGuard(owner, tenant);
  const ids = { roundId, guardId, checkpointId: randomUUID() };
  return readBy(tenant, 'missed_checkpoints', (db) => makeScanWithNote(db, tenant, ids));
}

async function miss(tenant: MadeTenant, table: string): Promise<number> {
  const dueId = await makeDueRound(owner, tenant, await makeSite(owner, tenant));
  return readBy(tenant, table, (db) =>
    noteDueSteps(db, tenant.id, [{ dueId, status: 'missed', atMs: Date.now() }]),
  );
}

async function endShort(tenant: MadeTenant): Promise<number> {
  const site_id = await makeSite(owner, tenant);
  const { id: guard_id } = await makeGuard(owner, tenant);
  const { versionId: route_version_id } = await makeRoute(owner, tenant, site_id, [
    await makeCheckpoint(owner, tenant, site_id),
  ]);
  const values = { site_id, guard_id, route_version_id, status_code: roundStatus.incompleted };
  return readBy(tenant, 'rounds', (db) => makeRound(db, tenant, values));
}

async function remove(tenant: MadeTenant): Promise<number> {
  const site_id = await makeSite(owner, tenant);
  const { id: guard_id } = await makeGuard(owner, tenant);
  const id = await makeRound(owner, tenant, { site_id, guard_id });
  return readBy(tenant, 'missed_checkpoints', (db) =>
    db.deleteFrom('rounds').where('tenant_id', '=', tenant.id).where('id', '=', id).execute(),
  );
}

describe('after a tenant without rows, on the same connection', () => {
  it('a scan reads no missed checkpoints of other rounds', async () => {
    await scan(short);
    expect(await scan(long)).toBeLessThan(100);
  });

  it.each(['due_rounds', 'exceptions'])('a round that becomes missed reads few rows of %s', async (table) => {
    await miss(short, table);
    expect(await miss(long, table)).toBeLessThan(100);
  });

  it('a round that ends short reads few other rounds', async () => {
    await endShort(short);
    expect(await endShort(long)).toBeLessThan(100);
  });

  it('a round that is deleted reads no missed checkpoints of other rounds', async () => {
    await remove(short);
    expect(await remove(long)).toBeLessThan(100);
  });
});

describe('on a connection that has planned while a database was new', () => {
  let fresh: TestDatabase;
  let served: Database;
  let tenant: MadeTenant;
  let siteId: string;

  beforeAll(async () => {
    fresh = await testDatabase();
    const serving = await serveAs(fresh.owner, fresh.connection);
    served = openDatabase({ connection: serving, poolSize: 1, onError: () => {} });
    tenant = await makeTenant(fresh.owner);
    siteId = await makeSite(fresh.owner, tenant);
  });
  afterAll(() => served.close());

  /** Rows of exceptions that a comment on each of so many new ones reads. */
  async function comment(count: number): Promise<number> {
    const made = `INSERT INTO exceptions (tenant_id, id, kind, subject_id, severity, reasons, site_id, happened_at_ms, opened_at_ms)
      SELECT '${tenant.id}', gen_random_uuid(), 'missed', gen_random_uuid(), 3, '{missed}', '${siteId}', n, n
      FROM generate_series(1, ${count}) AS n RETURNING id`;
    const { rows } = await fresh.owner.executeQuery<{ id: string }>(CompiledQuery.raw(made));
    const entries = rows.map(({ id: exception_id }) => ({
      tenant_id: tenant.id,
      id: randomUUID(),
      exception_id,
      at_ms: Date.now(),
      kind: 'comment' as const,
      actor_kind: 'system' as const,
    }));
    return served
      .forTenant(tenant.id)
      .transaction()
      .execute(async (transaction) => {
        // What earlier transactions read is counted, too, until the database has passed it on.
        const before = await rowsRead(transaction, 'exceptions');
        await transaction.insertInto('exception_history').values(entries).execute();
        return (await rowsRead(transaction, 'exceptions')) - before;
      });
  }

  it('comments on some exceptions read each of them but once or twice, and no others', async () => {
    // As many as make the connection keep a plan.
    for (let n = 0; n < 6; n += 1) await comment(1);
    await comment(1_000);
    expect(await comment(10)).toBeLessThan(50);
  });
});
