// What a provider tells of how it recognised somebody, where the tenant requires two factors.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type MadeTenant } from '../../testing/factories.ts';
import { codeOf, withAuthenticator } from '../sign-in-factors/factors.testing.ts';
import {
  person,
  providerWorld,
  type ProviderWorld,
  signIn,
  type TestBrowser,
} from './provider-world.testing.ts';

let world: ProviderWorld;
let strict: MadeTenant;
let lenient: MadeTenant;

beforeAll(async () => {
  world = await providerWorld();
  ({ tenant: strict, other: lenient } = world);
  await world.server.owner
    .insertInto('tenant_config')
    .values({ tenant_id: strict.id, config_key: 'isTwoStepRequired', config_value: 'true' })
    .execute();
});

beforeEach(() => world.provider.alter(null));

const isIn = async (browser: Pick<TestBrowser, 'send'>, at: MadeTenant = strict) =>
  (await browser.send('GET', '/secure/user-metadata', undefined, at)).statusCode === 200;
const claim = (claims: object) => world.provider.alter((claimed) => ({ ...claimed, ...claims }));

async function entriesOf(userId: string): Promise<unknown[]> {
  const entries = await world.server.owner
    .selectFrom('audit_entries')
    .select('after')
    .where('actor_id', '=', userId)
    .where('action', '=', 'session.signedIn')
    .execute();
  return entries.map(({ after }) => after);
}

describe('where the tenant requires two factors', () => {
  it.each([[{}], [{ amr: ['pwd'] }], [{ acr: '0' }]])(
    'a provider that tells of no two, by %j, is followed by the own second step, and the audit log tells of both',
    async (claims) => {
      const user = await withAuthenticator(world.server, strict);
      claim(claims);
      const { reply, cookies, ...browser } = await signIn(world, person(world, user.email));
      expect([reply.statusCode, reply.json()]).toEqual([200, { next: null, needsSecondStep: true }]);
      expect([cookies.has('watchpost_session'), await isIn(browser)]).toEqual([false, false]);
      const { pending } = (await browser.send('GET', '/user-signin/second-step')).json();
      expect(pending).toMatchObject({ email: user.email, mustEnrol: false });
      const wrong = await browser.send('POST', '/user-signin/second-step', {
        method: 'authenticator',
        code: '000000',
      });
      expect([wrong.json().general[0].code, await isIn(browser)]).toEqual(['codeWrong', false]);
      const body = { method: 'authenticator', code: codeOf(user.secret) };
      expect((await browser.send('POST', '/user-signin/second-step', body)).statusCode).toBe(200);
      expect(await isIn(browser)).toBe(true);
      expect(await entriesOf(user.id)).toContainEqual({
        through: 'Acme account',
        linked: expect.any(String),
        signedInWith: 'authenticator',
      });
    },
  );

  it('anyone who has no factor sets one up before anything opens', async () => {
    const user = await makeUser(world.server.owner, strict);
    const { reply, send } = await signIn(world, person(world, user.email));
    expect(reply.json().needsSecondStep).toBe(true);
    expect((await send('GET', '/user-signin/second-step')).json().pending).toMatchObject({ mustEnrol: true });
    const { secret } = (await send('POST', '/user-signin/enrolment/authenticator')).json();
    expect(await isIn({ send })).toBe(false);
    const body = { code: codeOf(secret) };
    const confirmed = await send('PUT', '/user-signin/enrolment/authenticator', body);
    expect([confirmed.statusCode, await isIn({ send })]).toEqual([200, true]);
    expect(await entriesOf(user.id)).toEqual([expect.objectContaining({ through: 'Acme account' })]);
  });

  it.each([[{ amr: ['mfa'] }], [{ amr: ['pwd', 'otp'] }], [{ acr: 'https://refeds.org/profile/mfa' }]])(
    'a provider that tells of two, by %j, opens the session',
    async (claims) => {
      const user = await withAuthenticator(world.server, strict);
      claim(claims);
      const { reply, ...browser } = await signIn(world, person(world, user.email));
      expect([reply.json(), await isIn(browser)]).toEqual([{ next: null, needsSecondStep: false }, true]);
    },
  );
});

it('elsewhere a provider is believed as it is', async () => {
  const user = await withAuthenticator(world.server, lenient);
  const { reply, ...browser } = await signIn(world, person(world, user.email), lenient);
  expect([reply.json(), await isIn(browser, lenient)]).toEqual([
    { next: null, needsSecondStep: false },
    true,
  ]);
});
