import { dutyLimitHours } from '@watchpost/domain/duty-sessions';
import { foldRound } from '@watchpost/domain/round-facts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isPassword } from '../platform/access/password.ts';
import { openOwner } from '../platform/db/database.ts';
import { closeForgottenDuties } from '../patrol/duties/close-forgotten.queries.ts';
import { makeCompany } from './patrol-model/make-company.ts';
import { demoShape } from './patrol-model/shapes.ts';
import { testDatabase } from '../testing/test-database.ts';
import { testFiles } from '../testing/test-files.ts';
import { demoEmails, demoPassword } from '../accounts/sign-in/demo-sign-ins.ts';
import { seedDemo } from './seed-demo.ts';

const nowMs = Date.UTC(2026, 8, 10, 9, 30);
const company = makeCompany(1, demoShape(nowMs));
const files = testFiles();
const { owner, database } = await testDatabase();
const other = await testDatabase();
const counts = await seedDemo(owner, { files, nowMs });

async function countOf(table: string): Promise<number> {
  const result = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(owner);
  return result.rows[0]?.n ?? -1;
}

test('the demo tenant has its company and tens of thousands of rounds', async () => {
  expect(counts?.rounds).toBeGreaterThan(20_000);
  expect(await countOf('rounds')).toBe(counts?.rounds);
  expect(await countOf('scans')).toBe(counts?.scans);
  expect(await countOf('duty_sessions')).toBe(counts?.duties);
  expect(await countOf('sites')).toBe(12);
  expect(await countOf('guards')).toBe(60);
  expect(await countOf('checkpoints')).toBe(250);
  // Some were reissued.
  expect(await countOf('qr_codes')).toBe(262);
  expect(await countOf('shifts')).toBe(36);
  expect(await countOf('patrol_routes')).toBe(36);
  expect(await countOf('app_settings')).toBe(5);
});

test('[FIELD-02] no guard of the demo walked at a site before being posted there', async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM rounds r JOIN guard_sites g
    ON g.tenant_id = r.tenant_id AND g.guard_id = r.guard_id AND g.site_id = r.site_id
    WHERE to_timestamp(r.started_at_ms / 1000.0) < g.since`.execute(owner);
  expect(rows[0]?.n).toBe(0);
});

test('the demo shows scans with old and with made-up codes among very many that are right', async () => {
  const { rows } = await sql<{ flag: string; n: number }>`SELECT flag, count(*)::int AS n
    FROM scans, unnest(flags) AS flag WHERE flag LIKE '%Code' OR flag LIKE '%Tag' GROUP BY 1 ORDER BY 1`.execute(
    owner,
  );
  const found = Object.fromEntries(rows.map(({ flag, n }) => [flag, n]));
  expect(Object.keys(found)).toEqual(['forgedCode', 'retiredCode', 'typedCode']);
  for (const flag of ['forgedCode', 'retiredCode']) {
    expect(found[flag]).toBeGreaterThan(20);
    expect(found[flag]).toBeLessThan((counts?.scans ?? 0) / 500);
  }
  const byTag = await sql<{ n: number }>`SELECT count(*)::int AS n FROM scans WHERE method = 'nfc'`.execute(
    owner,
  );
  expect(byTag.rows[0]?.n).toBeGreaterThan(1_000);
});

test('the demo knows every phone that it was walked with, some shared, and two that were lost', async () => {
  const { rows } = await sql<{ status: string; n: number; shared: number }>`SELECT status, count(*)::int AS n,
    count(*) FILTER (WHERE (SELECT count(*) FROM device_guards g WHERE g.device_id = d.id) > 1)::int AS shared
    FROM devices d GROUP BY status ORDER BY status`.execute(owner);
  const { rows: walked } = await sql<{
    n: number;
  }>`SELECT count(DISTINCT device_id)::int AS n FROM rounds`.execute(owner);
  expect(rows).toEqual([
    { status: 'active', n: walked[0]?.n, shared: expect.any(Number) },
    { status: 'revoked', n: 1, shared: 0 },
    { status: 'wiped', n: 1, shared: 0 },
  ]);
  expect(rows[0]?.shared).toBeGreaterThan(0);
});

test('two sites of the demo ask questions, have post orders and notes, all of them answered and read by the posted', async () => {
  const { rows } = await sql<{ kind: string; n: number; sites: number }>`SELECT f.kind, count(*)::int AS n,
      count(DISTINCT p.site_id)::int AS sites
    FROM field_events f JOIN guard_sites p ON p.tenant_id = f.tenant_id AND p.guard_id = f.guard_id
    WHERE f.details IS NOT NULL OR f.kind IN ('ordersAcknowledged', 'handoverRead')
    GROUP BY f.kind ORDER BY f.kind`.execute(owner);
  expect(rows).toEqual([
    { kind: 'checkpointAnswered', n: expect.any(Number), sites: 2 },
    { kind: 'handoverNoted', n: 8, sites: 2 },
    { kind: 'handoverRead', n: expect.any(Number), sites: 2 },
    // By each guard of the two, of two versions.
    { kind: 'ordersAcknowledged', n: 20, sites: 2 },
  ]);
  const [answers, , reads] = rows;
  expect(answers?.n).toBeGreaterThan(50);
  expect(reads?.n).toBeGreaterThan(8);
  expect(await countOf('question_versions')).toBe(4);
  expect(await countOf('post_order_versions')).toBe(4);
  const marked = await sql<{ n: number }>`SELECT count(*)::int AS n FROM field_events, LATERAL
    jsonb_array_elements(details -> 'answers') AS answer WHERE answer ->> 'value' IN ('18', 'Seal broken')`.execute(
    owner,
  );
  expect(marked.rows[0]?.n).toBeGreaterThan(0);
});

test('the demo shows doubts about a few rounds among very many that are right', async () => {
  const { rows } = await sql<{ flag: string; rounds: number }>`SELECT flag, count(*)::int AS rounds
    FROM round_doubts GROUP BY 1`.execute(owner);
  const found = new Map(rows.map(({ flag, rounds }) => [flag, rounds]));
  for (const flag of ['outsideRadius', 'noPosition', 'typedCode', 'clockSkew']) {
    expect(found.get(flag)).toBeGreaterThan(5);
    expect(found.get(flag)).toBeLessThan((counts?.rounds ?? 0) / 5);
  }
  const shared = await sql<{ n: number }>`SELECT count(*)::int AS n FROM (SELECT device_id FROM rounds
    GROUP BY device_id HAVING count(DISTINCT guard_id) > 1) AS phones`.execute(owner);
  expect(shared.rows[0]?.n).toBeGreaterThan(2);
});

test('seeding again changes nothing, also when two servers start at once', async () => {
  const again = await Promise.all([seedDemo(owner, { files, nowMs }), seedDemo(owner, { files })]);
  expect(again).toEqual([null, null]);
  expect(await countOf('tenants')).toBe(1);
  expect(await countOf('rounds')).toBe(counts?.rounds);
});

test('a seeding that is interrupted leaves nothing behind, and the next one does it all', async () => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(other.owner);
  const seeding = openOwner(other.connection);
  const outcome = seedDemo(seeding.db, { files, nowMs, days: 8 }).then(
    () => 'finished',
    () => 'interrupted',
  );
  // Its connection is cut as soon as it writes scans.
  for (let offlineScans = 0; offlineScans === 0; ) {
    const killed = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = ${rows[0]?.name} AND query LIKE 'INSERT INTO scans%'`.execute(other.owner);
    offlineScans = killed.rows.length;
  }
  expect(await outcome).toBe('interrupted');
  await seeding.close();
  expect(await other.owner.selectFrom('tenants').selectAll().execute()).toEqual([]);
  expect(await other.owner.selectFrom('sites').selectAll().execute()).toEqual([]);
  const made = await seedDemo(other.owner, { files, nowMs, days: 8 });
  expect(made?.rounds).toBeGreaterThan(1_000);
});

test('every round is what its stored events fold into', async () => {
  const db = owner;
  const rounds = await db
    .selectFrom('rounds')
    .selectAll()
    .orderBy('arrival_no')
    .limit(300)
    .offset(9_000)
    .execute();
  const ids = rounds.map(({ id }) => id);
  const scans = await db.selectFrom('scans').selectAll().where('round_id', 'in', ids).execute();
  const events = await db.selectFrom('field_events').selectAll().where('subject_id', 'in', ids).execute();
  const versions = await db.selectFrom('route_versions').selectAll().execute();
  expect(rounds).toHaveLength(300);
  for (const round of rounds) {
    const own = events.filter(({ subject_id }) => subject_id === round.id);
    const start = own.find(({ kind }) => kind === 'roundStarted');
    const version = versions.find(({ id }) => id === round.route_version_id);
    const facts = foldRound({
      start: { deviceAtMs: start?.device_at_ms ?? Number.NaN, planned: version?.checkpoints ?? [] },
      scans: scans
        .filter(({ round_id }) => round_id === round.id)
        .map((scan) => ({ id: scan.id, checkpointId: scan.checkpoint_id, deviceAtMs: scan.device_at_ms })),
      ends: own
        .filter(({ kind }) => kind === 'roundEnded')
        .map((end) => ({ id: end.id, deviceAtMs: end.device_at_ms })),
    });
    expect(facts).toEqual({
      startedAtMs: round.started_at_ms,
      endedAtMs: round.ended_at_ms,
      totalCheckPoints: round.total_check_points,
      scannedCheckPoints: round.scanned_check_points,
      statusCode: round.status_code,
    });
  }
});

test('counters agree with the rows and rounds are numbered without a gap', async () => {
  const { rows } = await sql<{ counted: number; stored: number; last: number; highest: number }>`
    SELECT (SELECT sum(rounds)::bigint FROM round_counts WHERE grain = 0 AND guard_id = site_id) AS counted,
      (SELECT count(*) FROM rounds) AS stored,
      (SELECT last_no FROM round_arrivals) AS last,
      (SELECT max(arrival_no) FROM rounds) AS highest`.execute(owner);
  const stored = counts?.rounds;
  expect(rows[0]).toEqual({ counted: stored, stored, last: stored, highest: stored });
});

test('the published accounts exist with the published password, each in its state', async () => {
  const users = await owner.selectFrom('users').selectAll().execute();
  const byEmail = new Map(users.map((user) => [user.email, user]));
  expect([...byEmail.keys()].toSorted()).toEqual(Object.values(demoEmails).toSorted());
  expect(byEmail.get(demoEmails.superAdmin)).toMatchObject({ role: 'superAdmin', activated: true });
  expect(byEmail.get(demoEmails.subAdmin)).toMatchObject({ role: 'subAdmin', activated: true });
  expect(byEmail.get(demoEmails.deactivated)).toMatchObject({ role: 'subAdmin', activated: false });
  expect(byEmail.get(demoEmails.guard)).toMatchObject({ role: 'guard' });
  expect(byEmail.get(demoEmails.neither)).toMatchObject({ role: null });
  expect(await isPassword(byEmail.get(demoEmails.superAdmin)?.password_hash ?? null, demoPassword)).toBe(
    true,
  );
  const guard = await owner
    .selectFrom('guards')
    .selectAll()
    .where('employee_id', '=', 'EMP001')
    .executeTakeFirstOrThrow();
  expect(guard.id).toBe(company.guards[0]?.id);
  expect(guard.user_id).toBe(byEmail.get(demoEmails.guard)?.id);
  expect(await isPassword(guard.secret_hash, demoPassword)).toBe(true);
});

test('[LOGIO-02] the demo has guards on duty, guards who logged out, and sessions that the system closed', async () => {
  const { rows } = await sql<{ state: string; n: number; longest: number }>`
    SELECT CASE WHEN ended_at_ms IS NULL THEN 'onDuty' WHEN is_closed_by_system THEN 'closedBySystem'
      ELSE 'loggedOut' END AS state, count(*)::int AS n,
      max(coalesce(ended_at_ms, ${nowMs}::bigint) - started_at_ms) / 3600000 AS longest
    FROM duty_sessions GROUP BY 1`.execute(owner);
  const of = (state: string) => rows.find((row) => row.state === state) ?? { n: 0, longest: 0 };
  expect(of('onDuty').n).toBeGreaterThan(5);
  expect(of('onDuty').n).toBeLessThan(60);
  expect(of('loggedOut').n).toBeGreaterThan(3_000);
  expect(of('closedBySystem').n).toBeGreaterThan(20);
  expect(Number(of('closedBySystem').longest)).toBeGreaterThan(dutyLimitHours);
  // Whatever is still open may be: the clock finds nothing to close.
  const db = database.forTenant(company.id);
  expect(await closeForgottenDuties(db, company.id, 'open', nowMs)).toBe(0);
  expect(await closeForgottenDuties(db, company.id, 'closed', nowMs)).toBe(0);
});
