// Answers of a provider, or of the person who plays one, that must not open a session.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type MadeTenant } from '../../testing/factories.ts';
import { signInAtProvider } from '../../testing/local-provider.ts';
import {
  browser,
  callbackOf,
  outcomeOf,
  person,
  providerWorld,
  type ProviderWorld,
  setUp,
  signIn,
  type TestBrowser,
} from './provider-world.testing.ts';

let world: ProviderWorld;
let tenant: MadeTenant;
let other: MadeTenant;

beforeAll(async () => {
  world = await providerWorld();
  ({ tenant, other } = world);
});

beforeEach(() => {
  world.provider.alter(null);
  world.provider.forge(false);
});

describe('an answer that does not hold', () => {
  const refused = async (reply: Awaited<ReturnType<TestBrowser['comeBack']>>) => {
    expect(reply.cookies.map(({ name }) => name)).toEqual(['watchpost_provider_flow']);
    return outcomeOf(reply);
  };

  it('a code used before opens nothing, not even with the cookie of its own time', async () => {
    const user = await makeUser(world.server.owner, tenant);
    const own = browser(world, tenant);
    const back = await signInAtProvider(await own.start(), person(world, user.email));
    const stored = own.cookies.get('watchpost_provider_flow') ?? '';
    expect(outcomeOf(await own.comeBack(back))).toBe('done');
    expect(await refused(await own.comeBack(back))).toBe('providerFlowLost');
    const thief = browser(world, tenant);
    thief.cookies.set('watchpost_provider_flow', stored);
    expect(await refused(await thief.comeBack(back))).toBe('providerDistrusted');
  });

  it('another state, or no cookie, ends it before the provider is asked', async () => {
    const user = await makeUser(world.server.owner, tenant);
    const own = browser(world, tenant);
    const back = new URL(await signInAtProvider(await own.start(), person(world, user.email)));
    const stored = own.cookies.get('watchpost_provider_flow') ?? '';
    const asked = world.provider.asked.length;
    for (const state of ['', 'x'.repeat(43)]) {
      const changed = new URL(back);
      changed.searchParams.set('state', state);
      own.cookies.set('watchpost_provider_flow', stored);
      expect(await refused(await own.comeBack(changed.href))).toBe('providerFlowLost');
    }
    expect(await refused(await browser(world, tenant).comeBack(back.href))).toBe('providerFlowLost');
    const altered = browser(world, tenant);
    altered.cookies.set('watchpost_provider_flow', `${stored.slice(0, -3)}AAA`);
    expect(await refused(await altered.comeBack(back.href))).toBe('providerFlowLost');
    expect(world.provider.asked.length).toBe(asked);
    own.cookies.set('watchpost_provider_flow', stored);
    expect(outcomeOf(await own.comeBack(back.href))).toBe('done');
  });

  it("another tenant's callback knows nothing of it", async () => {
    const user = await makeUser(world.server.owner, other);
    const own = browser(world, tenant);
    const back = await signInAtProvider(await own.start(), person(world, user.email));
    expect(await refused(await own.comeBack(back, other))).toBe('providerFlowLost');
  });

  it.each<[string, (address: URL) => void, string]>([
    [
      'asked for with another nonce',
      (url) => url.searchParams.set('nonce', 'n'.repeat(43)),
      'providerDistrusted',
    ],
    [
      'asked for with another proof key',
      (url) => url.searchParams.set('code_challenge', 'c'.repeat(43)),
      'providerDistrusted',
    ],
  ])('one %s is refused', async (_what, change, code) => {
    const user = await makeUser(world.server.owner, tenant);
    const own = browser(world, tenant);
    const address = new URL(await own.start());
    change(address);
    const back = await signInAtProvider(address.href, person(world, user.email));
    expect(await refused(await own.comeBack(back))).toBe(code);
  });

  const seconds = () => Math.floor(Date.now() / 1_000);
  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>, string]>([
    ['for another audience', (claims) => ({ ...claims, aud: 'another' }), 'providerDistrusted'],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://other.example' }), 'providerDistrusted'],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'other' }), 'providerDistrusted'],
    ['that has run out', (claims) => ({ ...claims, exp: seconds() - 600 }), 'providerClock'],
    ['not valid yet', (claims) => ({ ...claims, nbf: seconds() + 600 }), 'providerClock'],
  ])('an ID token %s is refused', async (_what, change, code) => {
    const user = await makeUser(world.server.owner, tenant);
    world.provider.alter(change);
    const { reply } = await signIn(world, person(world, user.email));
    expect(await refused(reply)).toBe(code);
  });

  it('an ID token that the provider did not sign is refused', async () => {
    const user = await makeUser(world.server.owner, tenant);
    world.provider.forge(true);
    const { reply } = await signIn(world, person(world, user.email));
    expect(await refused(reply)).toBe('providerDistrusted');
  });

  it.each([
    ['access_denied', 'providerDenied'],
    ['temporarily_unavailable', 'providerUnreachable'],
    ['invalid_request', 'providerDistrusted'],
  ])('the provider says %s', async (error, code) => {
    const own = browser(world, tenant);
    const state = new URL(await own.start()).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error, state, iss: world.provider.issuer });
    const reply = await own.comeBack(`${callbackOf(tenant.slug)}?${query.toString()}`);
    expect(await refused(reply)).toBe(code);
  });

  it('a sign-in started before the settings changed is started again', async () => {
    const user = await makeUser(world.server.owner, other);
    const own = browser(world, other);
    const back = await signInAtProvider(await own.start(), person(world, user.email));
    await setUp(world, other, { label: 'Changed' }, 1);
    expect(await refused(await own.comeBack(back))).toBe('providerFlowLost');
  });
});
