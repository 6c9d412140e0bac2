// The budget of the requests that are made all day: statements and rows read, on a company of some size.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openDatabase, openOwner, serveAs } from './platform/db/database.ts';
import type { Db } from './platform/db/database.ts';
import { makeWorld, type SampleWorld } from './testing/endpoint-samples.ts';
import { makeClosedException } from './testing/make-exception.ts';
import { makeDueRound } from './testing/make-tour.ts';
import { browserOf, deviceOf } from './testing/made-sessions.ts';
import { costOf } from './testing/request-cost.ts';
import { buildTestApp, type Caller } from './testing/test-app.ts';
import { testDatabase } from './testing/test-database.ts';

const nowMs = Date.now();

let owner: Db;
let serving: Db;
let world: SampleWorld;
let admin: Caller;
let device: Caller;
let cursor: string;

/** Copies of one row that differ in what `changes`, an object of SQL, says of the number g. */
async function multiply(db: Db, table: string, id: string, count: number, changes: string): Promise<void> {
  const { rows } = await sql<{ names: string }>`SELECT string_agg(quote_ident(attname), ', ') AS names
    FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
      AND attgenerated = ''`.execute(db);
  const names = rows[0]?.names ?? '';
  await sql
    .raw(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM (SELECT (jsonb_populate_record(t,
        jsonb_build_object('id', gen_random_uuid(), ${changes}))).* FROM ${table} t, generate_series(1::bigint, ${count}) AS g
        WHERE t.id = '${id}') AS made`,
    )
    .execute(db);
}

/** A company of some size, of which one page of a list is a small part. */
async function fill(
  db: Db,
  { tenant, siteId, guardId, checkpointId, roundId, notificationId }: SampleWorld,
): Promise<void> {
  await multiply(db, 'sites', siteId, 100, `'name', 'Mill ' || g`);
  await multiply(db, 'guards', guardId, 400, `'employee_id', 'X' || g, 'first_name', 'Asha ' || g`);
  await multiply(db, 'checkpoints', checkpointId, 900, `'name', 'Gate ' || g, 'nfc_tag_id', null`);
  const started = `'started_at_ms', t.started_at_ms - g * 600000, 'ended_at_ms', t.started_at_ms - g * 600000 + 60000`;
  await multiply(
    db,
    'rounds',
    roundId,
    1_500,
    `'arrival_no', t.arrival_no + g, 'status_code', 1010, ${started}`,
  );
  await sql`UPDATE round_arrivals SET last_no = last_no + 1500 WHERE tenant_id = ${tenant.id}`.execute(db);
  const due = await makeDueRound(db, tenant, siteId, {
    dueAtMs: nowMs,
    guardIds: [guardId],
  });
  const earlier = ['due_at_ms', 'late_at_ms', 'missed_at_ms'].map(
    (name) => `'${name}', t.${name} - g * 600000`,
  );
  await multiply(db, 'due_rounds', due, 1_200, `'status', 'missed', ${earlier.join(', ')}`);
  const settled = await makeClosedException(db, tenant, siteId, { guard_id: guardId });
  const happened = `'subject_id', gen_random_uuid(), 'happened_at_ms', t.happened_at_ms - g * 600000`;
  await multiply(db, 'exceptions', settled, 1_200, happened);
  await multiply(db, 'notifications', notificationId, 300, `'no', t.no + g`);
  await sql`INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms,
      clock_skew_ms, method, body_hash)
    SELECT tenant_id, gen_random_uuid(), id, ${checkpointId}, guard_id, device_id, started_at_ms, started_at_ms, 0,
      'qr', '\\x00' FROM rounds WHERE tenant_id = ${tenant.id}`.execute(db);
}

beforeAll(async () => {
  const store = await testDatabase();
  owner = store.owner;
  // One connection, so that what it counted can be asked of it.
  const database = openDatabase({
    connection: await serveAs(owner, store.connection),
    poolSize: 1,
    onError: () => {},
  });
  const app = await buildTestApp(database);
  await app.ready();
  world = await makeWorld(owner);
  const filling = openOwner(store.connection);
  await fill(filling.db, world);
  // Others' rows, which no request of the one may read.
  await fill(filling.db, await makeWorld(owner));
  await sql`ANALYZE`.execute(filling.db);
  // Its end tells PostgreSQL's counters what it read, once and for all.
  await filling.close();
  serving = database.forTenant(world.tenant.id);
  admin = await browserOf({ app, owner }, world.tenant, world.superAdminId);
  device = await deviceOf({ app, owner }, world.tenant, world.guardId);
  cursor = (await admin('GET', '/secure/scanned-checkpoints', { query: { limit: '30' } })).json().cursor;
  return async () => {
    await app.close();
    await database.close();
  };
});

const get =
  (path: string, query: Record<string, string> = {}) =>
  () =>
    admin('GET', path, { query });
const month = { range: 'last30Days' };
const started = async () => {
  const id = randomUUID();
  const event = { kind: 'roundStarted', id, routeVersionId: world.routeVersionId, deviceAtMs: Date.now() };
  await device('POST', '/field/event', { body: { sentAtMs: Date.now(), event } });
  return id;
};
let roundId = '';
const scan = () => ({
  kind: 'checkpointScanned',
  id: randomUUID(),
  roundId,
  checkpointId: world.checkpointId,
  deviceAtMs: Date.now(),
  method: 'typed',
  position: null,
});

/** At most so many statements, and rows and index entries read. */
const budget: readonly (readonly [string, () => ReturnType<Caller>, number, number])[] = [
  ['the check of a session, and one row', get('/secure/list-preferences/sites'), 3, 20],
  ['what the console begins with', get('/secure/user-metadata'), 7, 700],
  ['the report, first page', get('/secure/scanned-checkpoints', { limit: '30' }), 3, 60],
  [
    'the report, next page',
    () => admin('GET', '/secure/scanned-checkpoints', { query: { limit: '30', cursor } }),
    3,
    60,
  ],
  ['due rounds of today', get('/secure/due-rounds', { day: 'today', limit: '30' }), 4, 500],
  ['guards', get('/secure/guards', { limit: '30' }), 4, 2000],
  ['guards, searched', get('/secure/guards', { limit: '30', searchText: 'asha 77' }), 4, 2000],
  ['sites', get('/secure/sites', { limit: '30' }), 4, 800],
  ['exceptions', get('/secure/exceptions', { limit: '30' }), 4, 200],
  ['notifications', get('/secure/notification/list', { offset: '0', limit: '10' }), 4, 350],
  ['unread notifications', get('/secure/notification/unreadcount'), 3, 350],
  ['the dashboard', get('/secure/dashboard', month), 3, 2500],
  ["the dashboard's trend", get('/secure/dashboard/trend', month), 3, 1000],
  // The sites once for their names, and once more for those of checkpoints that were missed, if any was.
  ["the dashboard's ranking", get('/secure/dashboard/ranking', month), 4, 1_200],
  // Who asks, routes, posts, how times are written, which duties the office ended, what dwell counts, and whom to phone: each
  // by its key, side by side.
  ["a phone's plan", () => device('GET', '/field/plan'), 7, 400],
  [
    'one scan',
    () => device('POST', '/field/event', { body: { sentAtMs: Date.now(), event: scan() } }),
    9,
    120,
  ],
  [
    '100 scans',
    () =>
      device('POST', '/field/events', {
        body: { sentAtMs: Date.now(), events: Array.from({ length: 100 }, scan) },
      }),
    9,
    2500,
  ],
];

it.each(budget)('%s keeps within its budget', async (_what, request, statementsMax, rowsMax) => {
  roundId = await started();
  // What a process looks up once is none of the request's.
  expect((await request()).statusCode).toBe(200);
  const cost = await costOf(owner, serving, async () => expect((await request()).statusCode).toBe(200));
  expect(cost.scanned).toEqual([]);
  expect(cost.statements).toBeLessThanOrEqual(statementsMax);
  expect(cost.rows).toBeLessThanOrEqual(rowsMax);
});

it('a scan does not have long conditions of triggers read: PostgreSQL reads them out of their text each time', async () => {
  const conditions = sql<{ length: number }>`SELECT sum(length(tgqual::text))::int AS length FROM pg_trigger
    WHERE tgrelid = ANY ('{scans, rounds, guard_signs, log_pending}'::regclass[])`;
  const [{ length } = { length: 0 }] = (await conditions.execute(owner)).rows;
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(4_500);
});
