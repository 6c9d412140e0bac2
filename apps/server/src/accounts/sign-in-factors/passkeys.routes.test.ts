import { beforeAll, describe, expect, it } from 'vitest';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { buildTestApp, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import {
  addPasskey,
  freshBrowser,
  halfSignedIn,
  secondStep,
  signedChallenge,
  signInAs,
  signInByPasskey,
  testOrigin,
  withPasskey,
} from './factors.testing.ts';
import { passkeyDevice } from './passkey-device.testing.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner, { name: 'Shree Guards' });
});

const codesOf = (reply: { json: () => { general: { code: string }[] } }) =>
  reply.json().general.map(({ code }) => code);
const isIn = async (caller: Caller) => (await caller('GET', '/secure/user-metadata')).statusCode === 200;
const passkeysOf = async (caller: Caller) => (await caller('GET', '/secure/sign-in-factors')).json().passkeys;

describe('a passkey', () => {
  it('is made for this host, tenant and account, in the device and unlocked by its owner', async () => {
    const user = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, user.id);
    const options = (await caller('POST', '/secure/sign-in-factors/passkeys/options')).json();
    expect(options).toMatchObject({
      rp: { name: 'Shree Guards', id: 'localhost' },
      user: { name: `${user.email} (Shree Guards)` },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
  });

  it('signs in without a password, and counts as both steps', async () => {
    const user = await withPasskey(server, tenant);
    const browser = freshBrowser(server, tenant);
    const reply = await signInByPasskey(browser, user.device);
    expect(reply.json().user).toMatchObject({ id: user.id });
    expect(await isIn(browser)).toBe(true);
    expect((await passkeysOf(browser))[0].lastUsedAtMs).toEqual(expect.any(Number));
    const entry = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('request_id', '=', String(reply.headers['x-request-id']))
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ action: 'session.signedIn', after: { signedInWith: 'passkey' } });
  });

  it('is the second step after a password, beside recovery codes', async () => {
    const user = await withPasskey(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    const state = (await browser('GET', '/user-signin/second-step')).json().pending;
    expect(state.methods).toEqual(['passkey', 'recoveryCode']);
    const options = (await browser('POST', '/user-signin/passkey/options')).json();
    expect(options.allowCredentials).toMatchObject([{ id: user.device.id }]);
    expect((await signInByPasskey(browser, user.device)).statusCode).toBe(200);
    expect((await browser('GET', '/user-signin/second-step')).json()).toEqual({ pending: null });
    const other = await halfSignedIn(server, tenant, user.email);
    const reply = await secondStep(other, user.recoveryCodes[3] ?? '', 'recoveryCode');
    expect(reply.statusCode).toBe(200);
  });

  it('no one who has not given a password learns which passkeys there are', async () => {
    await withPasskey(server, tenant);
    const options = (await freshBrowser(server, tenant)('POST', '/user-signin/passkey/options')).json();
    expect(options.allowCredentials).toEqual([]);
  });

  it('is listed, renamed and removed by its owner', async () => {
    const user = await withPasskey(server, tenant);
    await addPasskey(user.caller, passkeyDevice(), { name: 'Key ring' });
    const [phone, key] = await passkeysOf(user.caller);
    expect([phone.name, key.name, phone.lastUsedAtMs]).toEqual(['Phone', 'Key ring', null]);
    const path = `/secure/sign-in-factors/passkeys/${phone.id}`;
    expect((await user.caller('PUT', path, { body: { name: ' Old phone ' } })).statusCode).toBe(200);
    expect((await passkeysOf(user.caller))[0].name).toBe('Old phone');
    expect((await user.caller('DELETE', path)).statusCode).toBe(200);
    expect((await passkeysOf(user.caller)).map(({ name }: { name: string }) => name)).toEqual(['Key ring']);
    expect((await user.caller('DELETE', path)).statusCode).toBe(404);
    expect(codesOf(await signInByPasskey(freshBrowser(server, tenant), user.device))).toEqual([
      'passkeyRefused',
    ]);
    await user.caller('DELETE', `/secure/sign-in-factors/passkeys/${key.id}`);
    expect((await signInAs(freshBrowser(server, tenant), user.email)).statusCode).toBe(200);
  });

  it("no one renames or removes another's", async () => {
    const user = await withPasskey(server, tenant);
    const [passkey] = await passkeysOf(user.caller);
    const path = `/secure/sign-in-factors/passkeys/${passkey.id}`;
    const elsewhere = await makeTenant(server.owner);
    for (const at of [tenant, elsewhere]) {
      const stranger = await browserOf(server, at, (await makeUser(server.owner, at)).id);
      expect((await stranger('PUT', path, { body: { name: 'Mine' } })).statusCode).toBe(404);
      expect((await stranger('DELETE', path)).statusCode).toBe(404);
    }
    expect((await passkeysOf(user.caller))[0].name).toBe('Phone');
  });

  it('cannot be added twice, nor to a second account', async () => {
    const user = await withPasskey(server, tenant);
    expect(codesOf(await addPasskey(user.caller, user.device))).toEqual(['passkeyRefused']);
    const other = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
    expect(codesOf(await addPasskey(other, user.device))).toEqual(['passkeyRefused']);
  });

  it.each([
    ['', 'passkey_name'],
    ['  ', 'passkey_name'],
    ['x'.repeat(51), 'passkey_name'],
    ['a\u0000', 'passkey_name'],
  ])('is not called %j', async (name, message) => {
    const user = await withPasskey(server, tenant);
    const [passkey] = await passkeysOf(user.caller);
    const path = `/secure/sign-in-factors/passkeys/${passkey.id}`;
    const reply = await user.caller('PUT', path, { body: { name } });
    expect(reply.json()).toEqual({ name: [{ code: 'invalid', message }] });
  });
});

describe('a signature', () => {
  it('is good once', async () => {
    const user = await withPasskey(server, tenant);
    const browser = freshBrowser(server, tenant);
    const body = await signedChallenge(browser, user.device);
    const replies = await Promise.all([1, 2, 3].map(() => browser('POST', '/user-signin/passkey', { body })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
  });

  it('of a challenge that another browser asked for is refused', async () => {
    const user = await withPasskey(server, tenant);
    const body = await signedChallenge(freshBrowser(server, tenant), user.device);
    const other = freshBrowser(server, tenant);
    await other('POST', '/user-signin/passkey/options');
    expect(codesOf(await other('POST', '/user-signin/passkey', { body }))).toEqual(['passkeyRefused']);
    const bare = freshBrowser(server, tenant);
    expect(codesOf(await bare('POST', '/user-signin/passkey', { body }))).toEqual(['passkeyRefused']);
  });

  it.each([
    ['made up', () => 'x'.repeat(75)],
    [
      'of the ceremony that adds one',
      async (caller: Caller) =>
        (await caller('POST', '/secure/sign-in-factors/passkeys/options')).json().challenge,
    ],
  ] as const)('of a challenge %s is refused', async (_what, challengeOf) => {
    const user = await withPasskey(server, tenant);
    const browser = freshBrowser(server, tenant);
    await browser('POST', '/user-signin/passkey/options');
    const challenge: string = await challengeOf(user.caller);
    const response = user.device.assert({ challenge, origin: testOrigin, rpId: 'localhost' });
    const reply = await browser('POST', '/user-signin/passkey', { body: { response } });
    expect(codesOf(reply)).toEqual(['passkeyRefused']);
  });

  it('given to a page of another origin, or without unlocking the device, is refused', async () => {
    const user = await withPasskey(server, tenant);
    for (const more of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:81' },
      { isVerified: false },
    ]) {
      const reply = await signInByPasskey(freshBrowser(server, tenant), user.device, more);
      expect(codesOf(reply)).toEqual(['passkeyRefused']);
    }
    const caller = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
    for (const more of [{ origin: 'https://evil.example' }, { isVerified: false }]) {
      expect(codesOf(await addPasskey(caller, passkeyDevice(), more))).toEqual(['passkeyRefused']);
    }
    expect(await passkeysOf(caller)).toEqual([]);
  });

  it('of a copied key, whose counter falls behind, is refused', async () => {
    const user = await withPasskey(server, tenant);
    user.device.counter = 10;
    expect((await signInByPasskey(freshBrowser(server, tenant), user.device)).statusCode).toBe(200);
    user.device.counter = 5;
    expect(codesOf(await signInByPasskey(freshBrowser(server, tenant), user.device))).toEqual([
      'passkeyRefused',
    ]);
    user.device.counter = -1;
    expect(codesOf(await signInByPasskey(freshBrowser(server, tenant), user.device))).toEqual([
      'passkeyRefused',
    ]);
    user.device.counter = 11;
    expect((await signInByPasskey(freshBrowser(server, tenant), user.device)).statusCode).toBe(200);
  });

  it('of another key, or of another account, is refused', async () => {
    const user = await withPasskey(server, tenant);
    const other = await withPasskey(server, tenant);
    const browser = freshBrowser(server, tenant);
    const { response } = await signedChallenge(browser, other.device);
    const posing = { ...response, id: user.device.id, rawId: user.device.id };
    const reply = await browser('POST', '/user-signin/passkey', { body: { response: posing } });
    expect(codesOf(reply)).toEqual(['passkeyRefused']);
    user.device.userHandle = other.device.userHandle;
    expect(codesOf(await signInByPasskey(browser, user.device))).toEqual(['passkeyRefused']);
  });

  it("of another tenant's passkey on the same host is refused, whichever tenant asked", async () => {
    const user = await withPasskey(server, tenant);
    const elsewhere = await makeTenant(server.owner);
    expect(codesOf(await signInByPasskey(freshBrowser(server, elsewhere), user.device))).toEqual([
      'passkeyRefused',
    ]);
  });

  it('for an account that may not enter opens nothing', async () => {
    const user = await withPasskey(server, tenant);
    await server.owner.updateTable('users').set({ activated: false }).where('id', '=', user.id).execute();
    const browser = freshBrowser(server, tenant);
    expect(codesOf(await signInByPasskey(browser, user.device))).toEqual(['accountDeactivated']);
    expect(await isIn(browser)).toBe(false);
  });

  it('from a page of another site is refused', async () => {
    const user = await withPasskey(server, tenant);
    const browser = freshBrowser(server, tenant);
    const body = await signedChallenge(browser, user.device);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const reply = await browser('POST', '/user-signin/passkey', { body, headers });
    expect(codesOf(reply)).toEqual(['crossSiteToken']);
  });
});

it('where the console has a public address, passkeys belong to that one alone', async () => {
  const app = await buildTestApp(server.database, { publicUrl: 'https://patrol.example.com/console' });
  const there = { ...server, app };
  const caller = await browserOf(there, tenant, (await makeUser(server.owner, tenant)).id);
  const options = (await caller('POST', '/secure/sign-in-factors/passkeys/options')).json();
  expect(options.rp.id).toBe('patrol.example.com');
  const device = passkeyDevice();
  const make = (origin: string) =>
    device.make({ challenge: options.challenge, origin, rpId: 'patrol.example.com' }, options.user.id);
  const send = (response: object) =>
    caller('POST', '/secure/sign-in-factors/passkeys', { body: { name: 'Phone', response } });
  expect((await send(make(testOrigin))).statusCode).toBe(422);
  expect((await send(make('https://patrol.example.com'))).statusCode).toBe(200);
  await app.close();
});
