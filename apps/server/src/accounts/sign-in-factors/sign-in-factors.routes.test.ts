import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOf, makeStale } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import {
  addPasskey,
  codeOf,
  freshBrowser,
  halfSignedIn,
  secondStep,
  signInAs,
  withAuthenticator,
  withPasskey,
} from './factors.testing.ts';
import { passkeyDevice } from './passkey-device.testing.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

const base = '/secure/sign-in-factors';
const codesOf = (reply: { json: () => { general: { code: string }[] } }) =>
  reply.json().general.map(({ code }) => code);
const factorsOf = async (caller: Caller) => (await caller('GET', base)).json();
const age = (userId: string) => makeStale(server.owner, userId);

describe("an account's factors", () => {
  it('are none until they are added', async () => {
    const caller = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
    expect(await factorsOf(caller)).toEqual({
      authenticatorAddedAtMs: null,
      recoveryCodesLeft: 0,
      passkeys: [],
      isRequired: false,
      needsPassword: false,
    });
  });

  it('an authenticator asks for nothing before its first code was right', async () => {
    const user = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, user.id);
    const { secret } = (await caller('POST', `${base}/authenticator`)).json();
    expect((await signInAs(freshBrowser(server, tenant), user.email)).statusCode).toBe(200);
    const wrong = await caller('PUT', `${base}/authenticator`, { body: { code: codeOf(secret, 5) } });
    expect(codesOf(wrong)).toEqual(['codeWrong']);
    const right = await caller('PUT', `${base}/authenticator`, { body: { code: codeOf(secret) } });
    expect(right.json().recoveryCodes.length).toBe(10);
    const again = await caller('PUT', `${base}/authenticator`, { body: { code: codeOf(secret, 1) } });
    expect(codesOf(again)).toEqual(['setupEnded']);
  });

  it('an authenticator is not set up once its time is over, until it is started again', async () => {
    const user = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, user.id);
    const begin = async () => (await caller('POST', `${base}/authenticator`)).json().secret;
    const confirm = (secret: string) =>
      caller('PUT', `${base}/authenticator`, { body: { code: codeOf(secret) } });
    const late = await begin();
    await server.owner
      .updateTable('authenticators')
      .set({ pending_until: new Date(Date.now() - 1_000) })
      .where('user_id', '=', user.id)
      .execute();
    expect(codesOf(await confirm(late))).toEqual(['setupEnded']);
    expect((await confirm(await begin())).statusCode).toBe(200);
  });

  it('a new authenticator takes the place of the old one once its code was right, and keeps the codes', async () => {
    const user = await withAuthenticator(server, tenant);
    const { secret } = (await user.caller('POST', `${base}/authenticator`)).json();
    const before = await halfSignedIn(server, tenant, user.email);
    expect((await secondStep(before, codeOf(user.secret))).statusCode).toBe(200);
    const reply = await user.caller('PUT', `${base}/authenticator`, { body: { code: codeOf(secret) } });
    expect(reply.json().recoveryCodes).toBeNull();
    const after = await halfSignedIn(server, tenant, user.email);
    expect(codesOf(await secondStep(after, codeOf(user.secret, 1)))).toEqual(['codeWrong']);
    expect((await secondStep(after, codeOf(secret, 1))).statusCode).toBe(200);
  });

  it('secrets and codes do not stand in the database', async () => {
    const user = await withAuthenticator(server, tenant);
    const { rows } = await sql<{ text: string }>`SELECT a::text AS text FROM authenticators a
      WHERE user_id = ${user.id}::uuid UNION ALL SELECT r::text FROM recovery_codes r
      WHERE user_id = ${user.id}::uuid UNION ALL SELECT e::text FROM audit_entries e`.execute(server.owner);
    expect(rows.length).toBeGreaterThan(11);
    const secrets = [user.secret, ...user.recoveryCodes.flatMap((code) => [code, code.replace('-', '')])];
    for (const secret of secrets) expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  it('new recovery codes end the old ones', async () => {
    const user = await withAuthenticator(server, tenant);
    const { recoveryCodes } = (await user.caller('POST', `${base}/recovery-codes`)).json();
    const browser = await halfSignedIn(server, tenant, user.email);
    const old = await secondStep(browser, user.recoveryCodes[0] ?? '', 'recoveryCode');
    expect(codesOf(old)).toEqual(['codeWrong']);
    expect((await secondStep(browser, recoveryCodes[0], 'recoveryCode')).statusCode).toBe(200);
  });

  it('recovery codes come with the first factor and go with the last', async () => {
    const user = await withAuthenticator(server, tenant);
    expect((await addPasskey(user.caller, passkeyDevice())).json()).toEqual({ recoveryCodes: null });
    expect((await user.caller('DELETE', `${base}/authenticator`)).statusCode).toBe(200);
    const { passkeys, recoveryCodesLeft } = await factorsOf(user.caller);
    expect(recoveryCodesLeft).toBe(10);
    await user.caller('DELETE', `${base}/passkeys/${passkeys[0].id}`);
    expect((await factorsOf(user.caller)).recoveryCodesLeft).toBe(0);
    expect((await user.caller('POST', `${base}/recovery-codes`)).statusCode).toBe(404);
    expect((await signInAs(freshBrowser(server, tenant), user.email)).statusCode).toBe(200);
  });
});

describe('changing factors', () => {
  it('needs the password again in a session that is not fresh, which guessing does not give', async () => {
    const user = await withAuthenticator(server, tenant);
    await age(user.id);
    const requests: Parameters<Caller>[] = [
      ['POST', `${base}/authenticator`],
      ['PUT', `${base}/authenticator`, { body: { code: '000000' } }],
      ['DELETE', `${base}/authenticator`],
      ['POST', `${base}/recovery-codes`],
      ['POST', `${base}/passkeys/options`],
    ];
    for (const request of requests) {
      const reply = await user.caller(...request);
      expect([reply.statusCode, codesOf(reply)]).toEqual([403, ['confirmFirst']]);
    }
    expect((await factorsOf(user.caller)).needsPassword).toBe(true);
    const confirm = (password: string) => user.caller('POST', `${base}/password`, { body: { password } });
    expect(codesOf(await confirm('Wrong-pass-1'))).toEqual(['passwordWrong']);
    expect((await confirm(testPassword)).statusCode).toBe(200);
    expect((await factorsOf(user.caller)).needsPassword).toBe(false);
    expect((await user.caller('DELETE', `${base}/authenticator`)).statusCode).toBe(200);
  });

  it('the password asked for again is slowed like sign-ins', async () => {
    const user = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, user.id);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const reply = await caller('POST', `${base}/password`, { body: { password: 'Wrong-pass-1' } });
      statuses.push(reply.statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });

  it("confirming one session says nothing of the account's others", async () => {
    const user = await makeUser(server.owner, tenant);
    const [one, two] = [await browserOf(server, tenant, user.id), await browserOf(server, tenant, user.id)];
    await age(user.id);
    await one('POST', `${base}/password`, { body: { password: testPassword } });
    expect((await factorsOf(two)).needsPassword).toBe(true);
  });

  it('without the cross-site request token is refused', async () => {
    const user = await withAuthenticator(server, tenant);
    const reply = await user.caller('DELETE', `${base}/authenticator`, { headers: { 'x-xsrf-token': 'x' } });
    expect(codesOf(reply)).toEqual(['crossSiteToken']);
  });

  it('each leaves an audit entry and sends a mail', async () => {
    const user = await withAuthenticator(server, tenant);
    await addPasskey(user.caller, passkeyDevice(), { name: 'Key ring' });
    const [{ id }] = (await factorsOf(user.caller)).passkeys;
    await user.caller('PUT', `${base}/passkeys/${id}`, { body: { name: 'Spare key' } });
    await user.caller('POST', `${base}/recovery-codes`);
    await user.caller('DELETE', `${base}/passkeys/${id}`);
    await user.caller('DELETE', `${base}/authenticator`);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('subject_id', '=', user.id)
      .where('action', 'like', 'factor.%')
      .orderBy('id')
      .execute();
    expect(entries[2]?.before).toEqual({ factor: 'passkeyRenamed', name: 'Key ring' });
    expect(entries.map(({ action, before, after }) => [action, after ?? before])).toEqual([
      ['factor.added', { factor: 'authenticatorAdded' }],
      ['factor.added', { factor: 'passkeyAdded', name: 'Key ring' }],
      ['factor.renamed', { factor: 'passkeyRenamed', name: 'Spare key' }],
      ['factor.codesMade', { factor: 'codesMade' }],
      ['factor.removed', { factor: 'passkeyRemoved', name: 'Spare key' }],
      ['factor.removed', { factor: 'authenticatorRemoved' }],
    ]);
    expect(entries.every(({ actor_id }) => actor_id === user.id)).toBe(true);
    const { rows } = await sql<{ change: string }>`SELECT payload->>'change' AS change
      FROM graphile_worker._private_jobs WHERE payload->>'userId' = ${user.id} ORDER BY id`.execute(
      server.owner,
    );
    expect(rows.map(({ change }) => change)).toEqual([
      'authenticatorAdded',
      'passkeyAdded',
      'passkeyRenamed',
      'codesMade',
      'passkeyRemoved',
      'authenticatorRemoved',
    ]);
  });
});

describe("a super admin resets a sub admin's factors", () => {
  const reset = (caller: Caller, userId: string) =>
    caller('DELETE', `/secure/sub-admins/${userId}/second-steps`);
  let admin: Caller;
  let siteId: string;
  beforeAll(async () => {
    admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
    siteId = await makeSite(server.owner, tenant);
  });

  it('after which the password alone signs in, and the sessions there were are over', async () => {
    const user = await withAuthenticator(server, tenant, { siteId });
    await addPasskey(user.caller, passkeyDevice());
    const half = await halfSignedIn(server, tenant, user.email);
    const reply = await reset(admin, user.id);
    expect(reply.statusCode).toBe(200);
    expect((await user.caller('GET', '/secure/user-metadata')).statusCode).toBe(401);
    expect(codesOf(await secondStep(half, codeOf(user.secret)))).toEqual(['signInExpired']);
    expect((await signInAs(freshBrowser(server, tenant), user.email)).statusCode).toBe(200);
    const entry = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'subject_id', 'before'])
      .where('request_id', '=', String(reply.headers['x-request-id']))
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ action: 'factor.removed', subject_id: user.id, before: { factor: 'reset' } });
  });

  it('but not those of a super admin, of another tenant, or as a sub admin', async () => {
    const peer = await withPasskey(server, tenant);
    expect((await reset(admin, peer.id)).statusCode).toBe(404);
    const other = await makeTenant(server.owner);
    const foreign = await withPasskey(server, other, { siteId: await makeSite(server.owner, other) });
    expect((await reset(admin, foreign.id)).statusCode).toBe(404);
    const sub = await withPasskey(server, tenant, { siteId });
    expect((await reset(sub.caller, sub.id)).statusCode).toBe(403);
    for (const { caller } of [peer, foreign, sub]) {
      expect((await factorsOf(caller)).passkeys.length).toBe(1);
    }
  });
});
