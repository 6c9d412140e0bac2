// The command as its operator runs it, for a super admin whose authenticator is gone.
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshBrowser, signInAs, withAuthenticator } from '../accounts/sign-in-factors/factors.testing.ts';
import { makeTenant, type MadeTenant } from '../testing/factories.ts';
import { databaseUrlOf, runCommand } from '../testing/run-command.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

const run = (...args: string[]) =>
  runCommand('reset-factors.ts', args, { DATABASE_URL: databaseUrlOf(server.connection) });

describe('an account that lost every second factor', () => {
  it('signs in with its password alone again; its sessions end, its owner gets a mail, the log an entry', async () => {
    const lost = await withAuthenticator(server, tenant);
    const other = await withAuthenticator(server, tenant);
    const done = await run('--slug', tenant.slug, '--email', lost.email.toUpperCase());
    expect(done).toMatchObject({ code: 0, err: '' });
    expect((await signInAs(freshBrowser(server, tenant), lost.email)).statusCode).toBe(200);
    expect((await lost.caller('GET', '/secure/user-metadata')).statusCode).toBe(401);
    const { rows } = await sql<{
      notices: number;
    }>`SELECT count(*)::int AS notices FROM graphile_worker._private_jobs
      WHERE payload ->> 'userId' = ${lost.id} AND payload ->> 'change' = 'reset'`.execute(server.owner);
    expect(rows).toEqual([{ notices: 1 }]);
    const logged = await server.owner
      .selectFrom('audit_entries')
      .select(['agent', 'actor_id'])
      .where('tenant_id', '=', tenant.id)
      .where('subject_id', '=', lost.id)
      .where('agent', '=', 'command line')
      .execute();
    expect(logged).toEqual([{ agent: 'command line', actor_id: null }]);
    expect((await signInAs(freshBrowser(server, tenant), other.email)).statusCode).toBe(401);
  });

  it('loses only its sessions when the command asks for that, whatever its role', async () => {
    const user = await withAuthenticator(server, tenant);
    const other = await withAuthenticator(server, tenant);
    const done = await run('--slug', tenant.slug, '--email', user.email, '--sessions-only');
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('Sessions ended: ')]);
    expect((await user.caller('GET', '/secure/user-metadata')).statusCode).toBe(401);
    expect((await other.caller('GET', '/secure/user-metadata')).statusCode).toBe(200);
    expect((await signInAs(freshBrowser(server, tenant), user.email)).json().general[0].code).toBe(
      'secondStepNeeded',
    );
    const logged = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'agent'])
      .where('subject_id', '=', user.id)
      .where('agent', '=', 'command line')
      .execute();
    expect(logged).toEqual([{ action: 'session.endedAll', agent: 'command line' }]);
  });

  it('is not found under another tenant or address, and nothing is changed', async () => {
    const { email } = await withAuthenticator(server, tenant);
    const elsewhere = await makeTenant(server.owner);
    for (const args of [
      ['--slug', elsewhere.slug, '--email', email],
      ['--slug', tenant.slug, '--email', 'nobody@acme.example'],
    ]) {
      const { code, err } = await run(...args);
      expect([code, err]).toEqual([2, expect.stringContaining('There is no account')]);
    }
    expect((await signInAs(freshBrowser(server, tenant), email)).statusCode).toBe(401);
  });

  it('is asked for with both options', async () => {
    const { code, err } = await run('--slug', 'acme');
    expect([code, err]).toEqual([2, expect.stringContaining('Missing: --email')]);
  });
});
