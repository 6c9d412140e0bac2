import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import {
  addPasskey,
  codeOf,
  freshBrowser,
  halfSignedIn,
  secondStep,
  signInAs,
  withAuthenticator,
} from './factors.testing.ts';
import { passkeyDevice } from './passkey-device.testing.ts';

let server: TestApp;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner, { name: 'Shree Guards' });
});

const isIn = async (caller: Caller) => (await caller('GET', '/secure/user-metadata')).statusCode === 200;
const codesOf = (reply: { json: () => { general: { code: string }[] } }) =>
  reply.json().general.map(({ code }) => code);

describe('signing in to an account with an authenticator', () => {
  it('a right password opens no session, and says in one shape what is lacking', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = freshBrowser(server, tenant);
    const reply = await signInAs(browser, user.email);
    expect([reply.statusCode, codesOf(reply)]).toEqual([401, ['secondStepNeeded']]);
    expect(reply.cookies.map(({ name }) => name)).toEqual(['watchpost_second_step']);
    expect(reply.cookies[0]).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: `/api/${tenant.slug}/user-signin`,
    });
    expect(await isIn(browser)).toBe(false);
    expect((await browser('GET', '/user-signin/second-step')).json().pending).toMatchObject({
      email: user.email,
      mustEnrol: false,
      methods: ['authenticator', 'recoveryCode'],
    });
  });

  it('a wrong password answers as ever', async () => {
    const user = await withAuthenticator(server, tenant);
    const reply = await freshBrowser(server, tenant)('POST', '/user-signin', {
      body: { username: user.email, password: 'Wrong-pass-1' },
    });
    expect([reply.statusCode, codesOf(reply), reply.cookies]).toEqual([401, ['signInFailed'], []]);
  });

  it('its code opens the session, with the view that signing in gives others', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    const reply = await secondStep(browser, codeOf(user.secret));
    expect(reply.statusCode).toBe(200);
    expect(reply.json().user).toMatchObject({ id: user.id, email: user.email });
    expect(reply.json().accessToken).toBeUndefined();
    expect(await isIn(browser)).toBe(true);
    const entry = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('request_id', '=', String(reply.headers['x-request-id']))
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ action: 'session.signedIn', after: { signedInWith: 'authenticator' } });
  });

  it('a client without cookies of a session gets its token after the second step alone', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = freshBrowser(server, tenant);
    const first = await browser('POST', '/user-signin', {
      body: { username: user.email, password: testPassword, wantsToken: true },
    });
    expect(first.body).not.toContain('accessToken');
    const reply = await browser('POST', '/user-signin/second-step', {
      body: { method: 'authenticator', code: codeOf(user.secret), wantsToken: true },
    });
    const bearer = { authorization: `Bearer ${reply.json().accessToken}` };
    expect(await isIn(anyone(server.app, tenant, bearer))).toBe(true);
  });

  it('the codes before and after the present one are taken, those further away are not', async () => {
    const user = await withAuthenticator(server, tenant);
    for (const [steps, status] of [
      [-3, 422],
      [3, 422],
      [1, 200],
    ] as const) {
      const browser = await halfSignedIn(server, tenant, user.email);
      expect((await secondStep(browser, codeOf(user.secret, steps))).statusCode).toBe(status);
    }
  });

  it('a code is taken once, also when it comes twice at once, and none before it any more', async () => {
    const user = await withAuthenticator(server, tenant);
    const browsers = await Promise.all([1, 2, 3].map(() => halfSignedIn(server, tenant, user.email)));
    const code = codeOf(user.secret, 1);
    const replies = await Promise.all(browsers.map((browser) => secondStep(browser, code)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
    const later = await halfSignedIn(server, tenant, user.email);
    expect(codesOf(await secondStep(later, code))).toEqual(['codeWrong']);
    expect(codesOf(await secondStep(later, codeOf(user.secret)))).toEqual(['codeWrong']);
  });

  it('guessing codes is slowed, from however many browsers, and a right one then does not help', async () => {
    const user = await withAuthenticator(server, tenant);
    const browsers = await Promise.all([1, 2].map(() => halfSignedIn(server, tenant, user.email)));
    const replies = [];
    for (let tries = 0; tries < 10; tries += 1) {
      const browser = browsers[tries % 2];
      if (browser === undefined) throw new Error('two were made');
      replies.push(await secondStep(browser, '000000', tries % 3 === 0 ? 'recoveryCode' : 'authenticator'));
    }
    expect(replies.every(({ statusCode }) => statusCode === 422)).toBe(true);
    const [browser] = browsers;
    const late = browser === undefined ? undefined : await secondStep(browser, codeOf(user.secret));
    expect([late?.statusCode, late?.headers['retry-after']]).toEqual([429, expect.any(String)]);
  });

  it('a recovery code opens the session once, however it is typed', async () => {
    const user = await withAuthenticator(server, tenant);
    expect(user.recoveryCodes.length).toBe(10);
    expect(new Set(user.recoveryCodes).size).toBe(10);
    const [code = ''] = user.recoveryCodes;
    const browser = await halfSignedIn(server, tenant, user.email);
    const typed = ` ${code.toUpperCase().replace('-', ' ')} `;
    expect((await secondStep(browser, typed, 'recoveryCode')).statusCode).toBe(200);
    const again = await halfSignedIn(server, tenant, user.email);
    expect(codesOf(await secondStep(again, code, 'recoveryCode'))).toEqual(['codeWrong']);
    const factors = (await browser('GET', '/secure/sign-in-factors')).json();
    expect(factors.recoveryCodesLeft).toBe(9);
  });

  it("another account's recovery code opens nothing", async () => {
    const user = await withAuthenticator(server, tenant);
    const other = await withAuthenticator(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    const reply = await secondStep(browser, other.recoveryCodes[0] ?? '', 'recoveryCode');
    expect(codesOf(reply)).toEqual(['codeWrong']);
  });

  it('resetting the password leaves the factor, and ends what the old password began', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    const changed = await user.caller('PUT', '/secure/users/profile/password', {
      body: { oldPassword: testPassword, newPassword: 'Another-pass-2' },
    });
    expect(changed.statusCode).toBe(200);
    expect(codesOf(await secondStep(browser, codeOf(user.secret)))).toEqual(['signInExpired']);
    const reply = await freshBrowser(server, tenant)('POST', '/user-signin', {
      body: { username: user.email, password: 'Another-pass-2' },
    });
    expect(codesOf(reply)).toEqual(['secondStepNeeded']);
  });
});

describe('what waits for a second step', () => {
  it('is good for one session', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = freshBrowser(server, tenant);
    const [cookie] = (await signInAs(browser, user.email)).cookies;
    expect((await secondStep(browser, codeOf(user.secret))).statusCode).toBe(200);
    const held = anyone(server.app, tenant, { cookie: `${cookie?.name}=${cookie?.value}` });
    expect(codesOf(await secondStep(held, codeOf(user.secret, 1)))).toEqual(['signInExpired']);
  });

  it('ends after a while', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    await server.owner
      .updateTable('pending_sign_ins')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', user.id)
      .execute();
    expect(codesOf(await secondStep(browser, codeOf(user.secret)))).toEqual(['signInExpired']);
    expect((await browser('GET', '/user-signin/second-step')).json()).toEqual({ pending: null });
  });

  it('is worth nothing to another tenant, nor as a session', async () => {
    const user = await withAuthenticator(server, tenant);
    const [cookie] = (await signInAs(freshBrowser(server, tenant), user.email)).cookies;
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    const elsewhere = anyone(server.app, await makeTenant(server.owner), headers);
    expect(codesOf(await secondStep(elsewhere, codeOf(user.secret)))).toEqual(['signInExpired']);
    const asSession = {
      authorization: `Bearer ${cookie?.value}`,
      cookie: `watchpost_session=${cookie?.value}`,
    };
    expect(await isIn(anyone(server.app, tenant, asSession))).toBe(false);
  });

  it.each(['cross-site', 'same-site'])('is refused to a page that the browser calls %s', async (site) => {
    const user = await withAuthenticator(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    const reply = await browser('POST', '/user-signin/second-step', {
      body: { method: 'authenticator', code: codeOf(user.secret) },
      headers: { 'sec-fetch-site': site },
    });
    expect(codesOf(reply)).toEqual(['crossSiteToken']);
  });

  it('tells an account that was deactivated in the meantime', async () => {
    const user = await withAuthenticator(server, tenant);
    const browser = await halfSignedIn(server, tenant, user.email);
    await server.owner.updateTable('users').set({ activated: false }).where('id', '=', user.id).execute();
    expect(codesOf(await secondStep(browser, codeOf(user.secret)))).toEqual(['accountDeactivated']);
  });

  it.each([[{}], [{ code: '' }], [{ code: 'x'.repeat(41) }], [{ code: 123456 }]])(
    'refuses %j as a code',
    async (body) => {
      const user = await withAuthenticator(server, tenant);
      const browser = await halfSignedIn(server, tenant, user.email);
      const reply = await browser('POST', '/user-signin/second-step', {
        body: { method: 'authenticator', ...body },
      });
      expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, ['code']]);
    },
  );
});

describe('where a tenant requires two steps', () => {
  let strict: MadeTenant;
  beforeAll(async () => {
    strict = await makeTenant(server.owner);
    await server.owner
      .insertInto('tenant_config')
      .values({ tenant_id: strict.id, config_key: 'isTwoStepRequired', config_value: 'true' })
      .execute();
  });

  it('[MNG-09] a user without a factor sets one up before anything opens, and is then in', async () => {
    const siteId = await makeSite(server.owner, strict);
    const user = await makeUser(server.owner, strict, { siteId });
    const browser = await halfSignedIn(server, strict, user.email);
    expect((await browser('GET', '/user-signin/second-step')).json().pending).toMatchObject({
      mustEnrol: true,
      methods: [],
    });
    expect(await isIn(browser)).toBe(false);
    const early = await browser('PUT', '/user-signin/enrolment/authenticator', { body: { code: '000000' } });
    expect(codesOf(early)).toEqual(['setupEnded']);
    const { secret, uri } = (await browser('POST', '/user-signin/enrolment/authenticator')).json();
    expect(uri).toContain(`secret=${secret}`);
    const wrong = await browser('PUT', '/user-signin/enrolment/authenticator', { body: { code: '000000' } });
    expect([codesOf(wrong), await isIn(browser)]).toEqual([['codeWrong'], false]);
    const reply = await browser('PUT', '/user-signin/enrolment/authenticator', {
      body: { code: codeOf(secret) },
    });
    expect(reply.json()).toMatchObject({ session: { user: { id: user.id } } });
    expect(reply.json().recoveryCodes.length).toBe(10);
    expect(await isIn(browser)).toBe(true);
  });

  it('enrolling is not a way round the factor of an account that has one', async () => {
    const user = await withAuthenticator(server, strict);
    const browser = await halfSignedIn(server, strict, user.email);
    for (const path of ['authenticator', 'passkey/options']) {
      const reply = await browser('POST', `/user-signin/enrolment/${path}`);
      expect(codesOf(reply)).toEqual(['signInExpired']);
    }
  });

  it('started before the account got its factor elsewhere, it ends', async () => {
    const user = await makeUser(server.owner, strict);
    const [one, two] = [
      await halfSignedIn(server, strict, user.email),
      await halfSignedIn(server, strict, user.email),
    ];
    const { secret } = (await one('POST', '/user-signin/enrolment/authenticator')).json();
    const confirm = { body: { code: codeOf(secret) } };
    expect((await one('PUT', '/user-signin/enrolment/authenticator', confirm)).statusCode).toBe(200);
    expect(codesOf(await two('POST', '/user-signin/enrolment/authenticator'))).toEqual(['signInExpired']);
  });

  it('the last factor stays', async () => {
    const user = await withAuthenticator(server, strict);
    const reply = await user.caller('DELETE', '/secure/sign-in-factors/authenticator');
    expect([reply.statusCode, codesOf(reply)]).toEqual([409, ['factorRequired']]);
    expect(codesOf(await signInAs(freshBrowser(server, strict), user.email))).toEqual(['secondStepNeeded']);
  });

  it('of the last two one stays, though both are removed at once', async () => {
    const base = '/secure/sign-in-factors';
    for (let turn = 0; turn < 4; turn += 1) {
      const { caller } = await withAuthenticator(server, strict);
      await addPasskey(caller, passkeyDevice());
      const { passkeys } = (await caller('GET', base)).json();
      const paths = [`${base}/authenticator`, `${base}/passkeys/${passkeys[0].id}`];
      const replies = await Promise.all(paths.map((path) => caller('DELETE', path)));
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    }
  });
});
