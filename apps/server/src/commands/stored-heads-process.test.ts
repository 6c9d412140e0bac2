// Real processes and commands: a server that is killed while it seals, one whose log was cut, a restore, and an operator who accepts.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { emptyDatabase } from '../lifecycle/backup/backup.testing.ts';
import { openOwner } from '../platform/db/database.ts';
import { findHead } from '../patrol/evidence/log.queries.ts';
import { portionRecords } from '../patrol/evidence/seal-log.queries.ts';
import { makeTenant, makeUser, type MadeTenant, testPassword } from '../testing/factories.ts';
import { databaseUrlOf, runCommand } from '../testing/run-command.ts';
import {
  builtServer,
  type ServerProcess,
  sharedFolder,
  type StartProcess,
} from '../testing/server-processes.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';

let store: TestDatabase;
let tenant: MadeTenant;
let email: string;
let start: StartProcess;
const folder = sharedFolder();
const settings = () => ({
  DATABASE_URL: databaseUrlOf(store.connection),
  DATABASE_POOL: '4',
  DATA_DIR: folder,
  SERVER_SECRET: 'a secret of these tests, long enough',
});
const command = (file: string, args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
  runCommand(file, args, { ...settings(), ...more });

beforeAll(async () => {
  store = await testDatabase();
  tenant = await makeTenant(store.owner);
  ({ email } = await makeUser(store.owner, tenant));
  start = await builtServer();
});

const run = async <Row>(text: string, ...values: unknown[]) =>
  (await store.owner.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
const headFile = () => path.join(folder, 'sealed-heads', `${tenant.id}.json`);
/** 0 before the first head is stored. */
const storedSize = (): number =>
  fs.existsSync(headFile()) ? JSON.parse(fs.readFileSync(headFile(), 'utf8')).size : 0;
const size = async () => (await findHead(store.owner, tenant.id))?.size ?? 0;

async function serve(more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const started = await start({ ...settings(), ...more });
  if ('url' in started) return started;
  throw new Error(`a server ended: ${started.output}`);
}

async function adminOf({ url }: ServerProcess): Promise<Record<string, string>> {
  const reply = await fetch(`${url}/api/${tenant.slug}/user-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password: testPassword }),
  });
  const cookies = reply.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
  return { cookie: cookies.join('; ') };
}

/** What the server says of the log, having compared it. */
async function logOf(
  server: ServerProcess,
): Promise<{ readonly fault: string | null; readonly notes: object[] }> {
  const headers = await adminOf(server);
  return (await fetch(`${server.url}/api/${tenant.slug}/secure/evidence-log`, { headers })).json();
}

/** A report of no rounds: nothing to save, but what waits is sealed first. */
async function seal(server: ServerProcess, headers: Record<string, string>): Promise<void> {
  const query = '?from=2026-01-01&to=2026-01-02';
  await fetch(`${server.url}/api/${tenant.slug}/secure/scanned-checkpoints/evidence${query}`, { headers });
}

/** As many records wait, of rows that are gone by then. */
const queue = (records: number) =>
  run(
    `INSERT INTO log_pending (tenant_id, source, ids)
      SELECT $1, 'scans', array_agg(gen_random_uuid()) FROM generate_series(1, $2::int)`,
    tenant.id,
    records,
  );

test('[TRUTH-05] servers that are killed while they seal leave a log that the next one goes on with', async () => {
  let killedSealing = 0;
  let server = await serve();
  for (let turn = 0; turn < 4; turn += 1) {
    const headers = await adminOf(server);
    const before = await size();
    await queue(2 * portionRecords + 1);
    const sealing = seal(server, headers).catch(() => {});
    await vi.waitFor(async () => expect(await size()).toBeGreaterThan(before), {
      timeout: 30_000,
      interval: 5,
    });
    // From at once after a commit to the middle of the next portion.
    await delay(turn * 20);
    await server.kill();
    await sealing;
    if ((await run('SELECT FROM log_pending')).length > 0) killedSealing += 1;
    server = await serve();
    expect(storedSize()).toBeLessThanOrEqual(await size());
    expect((await logOf(server)).fault).toBeNull();
    await seal(server, await adminOf(server));
    expect(storedSize()).toBe(await size());
    expect(server.log()).not.toContain('is not sealed');
  }
  await server.stop();
  expect(killedSealing).toBeGreaterThan(0);
}, 240_000);

test('[TRUTH-05] a log that was cut between two starts is reported at the start and by the commands', async () => {
  const server = await serve();
  await seal(server, await adminOf(server));
  await server.stop();
  const whole = await size();
  await run('DELETE FROM log_leaves WHERE leaf_no >= 3');
  await run('DELETE FROM log_nodes');
  await run('DELETE FROM log_heads');
  await queue(1);
  const next = await serve();
  await vi.waitFor(() => expect(next.log()).toContain(`the log of tenant ${tenant.id} is not sealed`), {
    timeout: 20_000,
  });
  expect(await logOf(next)).toMatchObject({ fault: 'removed', notes: [] });
  expect(next.log().split('is not sealed')).toHaveLength(2);
  expect(await size()).toBe(0);
  const compared = await command('accept-log.ts');
  expect(compared).toMatchObject({ code: 1, out: expect.stringContaining('it has no head any more') });
  const verified = await command('verify.ts');
  expect(verified).toMatchObject({ code: 1, out: expect.stringContaining(`it had ${whole} leaves, now 3`) });

  for (const [args, said] of [
    [['--tenant', tenant.slug, '--restart'], 'say why with --reason'],
    [['--reason', 'a reason without a tenant'], 'name one tenant'],
    [['--tenant', tenant.slug, '--reason', 'short'], 'write 10 to 500 characters'],
    [['--tenant', 'nobody', '--reason', 'a reason that is long enough'], 'there is no such tenant'],
  ] as const)
    expect(await command('accept-log.ts', args)).toMatchObject({
      code: 2,
      err: expect.stringContaining(said),
    });
  expect(await size()).toBe(0);

  const reason = 'The log was cut in this test, and nothing is left of it.';
  const accepted = await command('accept-log.ts', ['--tenant', tenant.slug, '--reason', reason, '--restart']);
  expect(accepted).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('The head of before is kept in'),
  });
  // The server that has refused until now goes on, without a restart.
  await queue(2);
  await seal(next, await adminOf(next));
  expect(storedSize()).toBe(await size());
  expect(next.log()).toContain('is sealed again');
  const { fault, notes } = await logOf(next);
  expect({ fault, notes }).toMatchObject({
    fault: null,
    notes: [{ kind: 'accepted', reason, from: { size: whole }, to: null }],
  });
  const again = await command('verify.ts');
  expect(again.out).toContain(`to know: the log was accepted on`);
  expect(again.out).toContain(reason);
  const entries = await run<{ action: string }>(
    `SELECT action FROM audit_entries WHERE action LIKE 'evidenceLog%'`,
  );
  expect(entries).toHaveLength(1);
  const aside = fs
    .readdirSync(path.join(folder, 'sealed-heads'))
    .filter((name) => name.includes('.replaced-'));
  expect(aside).toHaveLength(1);
  expect(JSON.parse(fs.readFileSync(path.join(folder, 'sealed-heads', aside[0] ?? ''), 'utf8')).size).toBe(
    whole,
  );
  expect(await command('accept-log.ts', ['--tenant', tenant.slug, '--reason', reason])).toMatchObject({
    code: 0,
    out: expect.stringContaining('there is nothing to accept'),
  });
  await next.stop();
}, 240_000);

test('[TRUTH-05] a restore says so in the log for good; a server with a folder of its own goes on only once that is accepted', async () => {
  const backup = path.join(folder, 'one.backup');
  expect(await command('backup.ts', ['--to', backup])).toMatchObject({ code: 0 });
  const backedUp = await size();
  const other = sharedFolder();
  await queue(7);
  const server = await serve({ DATA_DIR: other });
  await seal(server, await adminOf(server));
  await server.stop();
  const here = await serve();
  await seal(here, await adminOf(here));
  await here.stop();
  // With the sign-ins, which are sealed as well.
  const grown = await size();
  expect(grown).toBeGreaterThanOrEqual(backedUp + 7);
  expect(storedSize()).toBe(grown);

  const { connection } = await emptyDatabase();
  const place = { DATABASE_URL: databaseUrlOf(connection) };
  const restored = await command('restore.ts', [backup], place);
  expect(restored).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Logs of evidence that had grown since the backup: 1.'),
  });
  expect(storedSize()).toBe(backedUp);
  const goesOn = await serve(place);
  await seal(goesOn, await adminOf(goesOn));
  expect(await logOf(goesOn)).toMatchObject({
    fault: null,
    notes: [{ kind: 'restored', from: { size: grown }, to: { size: backedUp } }, { kind: 'accepted' }],
  });
  await goesOn.stop();
  const verified = await command('verify.ts', [], place);
  expect(verified.out).toContain('to know: the log was restored on');

  // The other server's folder knows a longer log than the restored one.
  const refusing = await serve({ ...place, DATA_DIR: other });
  expect(await logOf(refusing)).toMatchObject({ fault: 'cut' });
  const there = { ...place, DATA_DIR: other };
  const reason = 'Restored from the backup of the night, as agreed.';
  expect(await command('accept-log.ts', ['--tenant', tenant.slug, '--reason', reason], there)).toMatchObject({
    code: 0,
  });
  await seal(refusing, await adminOf(refusing));
  expect(await logOf(refusing)).toMatchObject({ fault: null, notes: [{ reason }, {}, {}] });
  await refusing.stop();
  const { db, close } = openOwner(connection);
  expect((await findHead(db, tenant.id))?.size).toBe(
    JSON.parse(fs.readFileSync(path.join(other, 'sealed-heads', `${tenant.id}.json`), 'utf8')).size,
  );
  await close();
}, 240_000);
