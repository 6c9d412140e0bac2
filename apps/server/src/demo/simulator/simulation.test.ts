// The simulator against the real server, and through a network that loses answers.
import { once } from 'node:events';
import net from 'node:net';
import { foldRound } from '@watchpost/domain/round-facts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { hashPassword } from '../../platform/access/password.ts';
import { insertCompany } from '../demo-company.queries.ts';
import { demoEmails } from '../../accounts/sign-in/demo-sign-ins.ts';
import { insertAccounts, insertTenant } from '../demo-tenant.queries.ts';
import { makeCompany } from '../patrol-model/make-company.ts';
import { demoShape } from '../patrol-model/shapes.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { testApp } from '../../testing/test-app.ts';
import type { SimulateOptions } from './options.ts';
import { simulate } from './simulation.ts';

// Hundreds of requests one after another, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const { app, owner } = await testApp();
const nowMs = Date.now();
const company = makeCompany(1, demoShape(nowMs));
await insertTenant(owner, 'walked', company);
const secretHash = await hashPassword('Field-secret-1');
await insertCompany(owner, company.id, company, secretHash);
await insertAccounts(owner, company, secretHash);
const url = await app.listen({ port: 0, host: '127.0.0.1' });

/** Two simulated hours in about a second. */
const options: SimulateOptions = {
  url,
  tenant: 'walked',
  guards: 3,
  secret: 'Field-secret-1',
  speed: 7_200,
  seed: 1,
  minutes: 1 / 60,
  isOnce: false,
  run: 'first',
  fromMs: nowMs - 3 * 86_400_000,
  console: { email: demoEmails.superAdmin, password: 'Field-secret-1' },
};

async function stored() {
  const count = async (table: 'rounds' | 'scans' | 'duty_sessions' | 'field_events') => {
    const query = sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`;
    return (await query.execute(owner)).rows[0]?.n ?? -1;
  };
  const [rounds, scans, duties, others] = await Promise.all([
    count('rounds'),
    count('scans'),
    count('duty_sessions'),
    count('field_events'),
  ]);
  return { rounds, duties, events: scans + others };
}

test('every event is stored once, and a run of the same name adds nothing', async () => {
  const first = await simulate(options);
  const after = await stored();
  expect(first).toMatchObject({ guards: 3, refused: 0, unanswered: 0, differed: 0, notes: [] });
  expect(first.rounds).toBeGreaterThan(5);
  expect(first.repeated).toBeGreaterThan(0);
  expect(first.accepted).toBe(first.sent);
  expect(after).toEqual({ rounds: first.rounds, duties: 3, events: first.sent });
  const again = await simulate(options);
  expect(again).toMatchObject({ sent: first.sent, accepted: first.sent, refused: 0, differed: 0 });
  expect(await stored()).toEqual(after);
});

test('every event is signed, in a chain of its own phone that a repetition goes on with', async () => {
  const rows = await owner
    .selectFrom('scans')
    .select(['flags', 'proof_key', 'proof_seq', 'device_id'])
    .execute();
  expect(rows.filter(({ flags }) => /unsigned|badSignature/.test(flags.join(' ')))).toEqual([]);
  expect(rows.every(({ proof_key }) => proof_key !== null)).toBe(true);
  const others = await owner.selectFrom('field_events').select(['proof_key', 'proof_seq']).execute();
  const numbers = [...rows, ...others].map(
    ({ proof_key, proof_seq }) => `${proof_key?.toString('hex')} ${proof_seq}`,
  );
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(await owner.selectFrom('device_keys').select('key').execute()).toHaveLength(3);
});

test('scans bear the codes that hang there, but for very few', async () => {
  const scans = await owner.selectFrom('scans').select(['flags', 'method']).execute();
  const flagged = scans.filter(({ flags }) => flags.some((flag) => /^(?!typed).*(?:Code|Tag)$/.test(flag)));
  expect(scans.length).toBeGreaterThan(30);
  expect(flagged.length).toBeLessThan(scans.length / 20);
  const without = await simulate({ ...options, run: 'codeless', isOnce: true, console: null });
  expect(without).toMatchObject({ refused: 0, notes: [] });
  const strange = { email: 'nobody@acme.example', password: 'x' };
  const { notes } = await simulate({ ...options, run: 'strange', isOnce: true, console: strange });
  expect(notes).toEqual(['nobody@acme.example cannot sign in: scans are sent without codes.']);
});

test('rounds are what their events fold into, whatever order they came in', async () => {
  const rounds = await owner.selectFrom('rounds').selectAll().execute();
  const scans = await owner.selectFrom('scans').selectAll().execute();
  const others = await owner.selectFrom('field_events').selectAll().execute();
  const versions = await owner.selectFrom('route_versions').selectAll().execute();
  expect(rounds.length).toBeGreaterThan(0);
  for (const round of rounds) {
    const own = others.filter((event) => event.subject_id === round.id);
    const start = own.find((event) => event.kind === 'roundStarted');
    const version = versions.find(({ id }) => id === round.route_version_id);
    const facts = foldRound({
      start: { deviceAtMs: start?.device_at_ms ?? Number.NaN, planned: version?.checkpoints ?? [] },
      scans: scans
        .filter((scan) => scan.round_id === round.id)
        .map((scan) => ({ id: scan.id, checkpointId: scan.checkpoint_id, deviceAtMs: scan.device_at_ms })),
      ends: own
        .filter((event) => event.kind === 'roundEnded')
        .map((event) => ({ id: event.id, deviceAtMs: event.device_at_ms })),
    });
    expect(round).toMatchObject({
      started_at_ms: facts.startedAtMs,
      ended_at_ms: facts.endedAtMs,
      status_code: facts.statusCode,
      total_check_points: facts.totalCheckPoints,
      scanned_check_points: facts.scannedCheckPoints,
    });
  }
});

test('a run without a name makes new rounds, which end about now', async () => {
  const before = await stored();
  const summary = await simulate({ ...options, run: null, fromMs: null, isOnce: true });
  const after = await stored();
  expect(summary).toMatchObject({ rounds: 3, refused: 0, unanswered: 0 });
  expect(after.rounds).toBe(before.rounds + 3);
  const { latest } = await owner
    .selectFrom('rounds')
    .select((eb) => eb.fn.max('started_at_ms').as('latest'))
    .executeTakeFirstOrThrow();
  expect(Math.abs(Date.now() - latest)).toBeLessThan(2 * 3_600_000);
});

test('answers that are lost on the way double nothing', async () => {
  const before = await stored();
  const proxy = await lossyProxy(Number(new URL(url).port), 7);
  const summary = await simulate({ ...options, url: proxy, run: 'lossy' });
  const after = await stored();
  expect(summary.retried).toBeGreaterThan(3);
  expect(summary).toMatchObject({ refused: 0, unanswered: 0, differed: 0 });
  expect(after.events - before.events).toBe(summary.sent);
  expect(after.rounds - before.rounds).toBe(summary.rounds);
});

test('anyone who is stopped ends round and duty and goes home', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 1_500);
  const slow = { ...options, run: 'stopped', minutes: 10, speed: 3_600 };
  const summary = await simulate(slow, { signal: stop.signal });
  expect(summary).toMatchObject({ refused: 0, unanswered: 0 });
  const open = await owner
    .selectFrom('duty_sessions')
    .selectAll()
    .where((eb) => eb.or([eb('ended_at_ms', 'is', null), eb('started_at_ms', 'is', null)]))
    .execute();
  expect(open).toEqual([]);
});

test('a wrong secret is said at once', async () => {
  const wrong = simulate({ ...options, secret: 'wrong', guards: 1 });
  await expect(wrong).rejects.toThrow(
    'EMP001 cannot sign in: POST /field/signin: 401 Invalid employee id or secret',
  );
});

test('a tenant that is not there and a guard too many are named', async () => {
  await expect(simulate({ ...options, tenant: 'nobody' })).rejects.toThrow(
    'There is no tenant nobody at http',
  );
  const crowd = simulate({ ...options, guards: 61, isOnce: true, speed: 100_000 });
  await expect(crowd).rejects.toThrow(/^EMP061 cannot sign in: .* others could: ask for fewer guards\.$/);
});

/** A way to the server that cuts the connection instead of passing on every `nth` answer. Returns its address. */
async function lossyProxy(port: number, nth: number): Promise<string> {
  let answers = 0;
  const proxy = net.createServer((device) => {
    const server = net.connect(port, '127.0.0.1');
    const interrupt = () => {
      device.destroy();
      server.destroy();
    };
    device.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => {
      answers += 1;
      if (answers % nth === 0) interrupt();
      else device.write(bytes);
    });
    for (const socket of [device, server]) socket.on('error', interrupt).on('close', interrupt);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  atFileEnd(() => proxy.close());
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}
