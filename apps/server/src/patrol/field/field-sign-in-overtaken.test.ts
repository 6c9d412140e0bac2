// Phones that were being signed in with a secret when it ended: with a new secret or a lock-out they are out too.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changedBefore, changedWhileOpening, seenOf } from '../../accounts/sign-in/overtaken.testing.ts';
import { makeGuard, makeTenant, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  // Once a secret was found right, its try is taken back: that waits for the person who holds this lock.
  await sql`CREATE FUNCTION wait_a_while() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN new; END $$`.execute(server.owner);
  await sql`CREATE TRIGGER wait_a_while BEFORE UPDATE ON sign_in_failures FOR EACH ROW
    WHEN (new.failures < old.failures) EXECUTE FUNCTION wait_a_while()`.execute(server.owner);
});
beforeEach(async () => {
  tenant = await makeTenant(server.owner);
  admin = await browserOfNew(server, tenant);
});

const signIn = (employeeId: string, secret: string = testPassword) =>
  anyone(server.app, tenant)('POST', '/field/signin', {
    body: { employeeId, secret, deviceId: randomUUID() },
  });
const sessionsOf = (guardId: string) =>
  server.owner.selectFrom('sessions').select('guard_id').where('guard_id', '=', guardId).execute();
const setStatus = (id: string, activated: boolean) =>
  admin('POST', '/secure/guards/status', { body: { ids: [id], activated } });

const changes: [string, (id: string) => ReturnType<Caller>][] = [
  ['got a new secret', (id) => admin('POST', '/secure/guards/secrets', { body: { ids: [id] } })],
  ['was deactivated', (id) => setStatus(id, false)],
  ['was deleted', (id) => admin('DELETE', `/secure/guards/${id}`)],
];

describe.each(changes)('a phone whose guard %s', (_what, change) => {
  it('[FIELD-01] after the secret was found right is answered as after a wrong one', async () => {
    const guard = await makeGuard(server.owner, tenant);
    const wrong = seenOf(await signIn(guard.employeeId, 'Wrong-pass-1'));
    const reply = await changedBefore(
      server.owner,
      sql`SELECT pg_advisory_xact_lock(7)`,
      () => signIn(guard.employeeId),
      () => change(guard.id),
    );
    expect(seenOf(reply)).toEqual(wrong);
    expect(await sessionsOf(guard.id)).toEqual([]);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'subject_id', 'after'])
      .where('request_id', '=', String(reply.headers['x-request-id']))
      .execute();
    const after = { reason: 'fieldSignInFailed' };
    expect(entries).toEqual([{ action: 'guard.signInRefused', subject_id: guard.id, after }]);
  });

  it('[FIELD-01] while its session was being stored is out', async () => {
    const guard = await makeGuard(server.owner, tenant);
    const [reply, changed] = await changedWhileOpening(
      server.owner,
      () => signIn(guard.employeeId),
      () => change(guard.id),
    );
    expect([reply?.statusCode, changed?.statusCode]).toEqual([200, 200]);
    expect(await sessionsOf(guard.id)).toEqual([]);
    await setStatus(guard.id, true);
    const device = anyone(server.app, tenant, { authorization: `Bearer ${reply?.json().accessToken}` });
    expect((await device('GET', '/field/plan')).statusCode).toBe(401);
  });
});
