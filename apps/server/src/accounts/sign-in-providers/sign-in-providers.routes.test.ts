import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, buildTestApp } from '../../testing/test-app.ts';
import {
  callbackOf,
  person,
  providerWorld,
  type ProviderWorld,
  settingsPath,
  signIn,
} from './provider-world.testing.ts';

let world: ProviderWorld;
beforeAll(async () => {
  world = await providerWorld();
});

async function fresh(): Promise<{ own: MadeTenant; admin: Caller }> {
  const own = await makeTenant(world.server.owner);
  const { id } = await makeUser(world.server.owner, own);
  return { own, admin: await browserOf(world.server, own, id) };
}
const sample = () => ({
  issuer: world.provider.issuer,
  clientId: 'watchpost',
  clientSecret: 'client-secret-1',
  scopes: 'openid email',
  label: 'Acme account',
  isOn: true,
});
const save = (admin: Caller, provider: object, version = 0) =>
  admin('PUT', settingsPath, { body: { version, provider } });
const { clientSecret: _unsent, ...shown } = {
  clientId: 'watchpost',
  clientSecret: '',
  scopes: 'openid email',
  label: 'Acme account',
  isOn: true,
};

describe("a tenant's sign-in provider", () => {
  it('[MNG-09] is none until one is saved; then all of it is shown but the secret', async () => {
    const { own, admin } = await fresh();
    const callbackUrl = callbackOf(own.slug).replace('localhost', 'localhost:80');
    expect((await admin('GET', settingsPath)).json()).toEqual({ provider: null, callbackUrl, version: 0 });
    const reply = await save(admin, sample());
    const provider = { ...shown, issuer: world.provider.issuer, hasSecret: true, linkedAccounts: 0 };
    expect(reply.json()).toEqual({ provider, callbackUrl, version: 1 });
    expect((await admin('GET', settingsPath)).json()).toEqual(reply.json());
  });

  it('keeps its secret when none is sent, but never for another issuer', async () => {
    const { admin } = await fresh();
    const { clientSecret: _secret, ...rest } = sample();
    const none = await save(admin, rest);
    expect([none.statusCode, Object.keys(none.json())]).toEqual([400, ['provider.clientSecret']]);
    await save(admin, sample());
    expect((await save(admin, { ...rest, label: 'Other' }, 1)).json().provider.hasSecret).toBe(true);
    const moved = await save(admin, { ...rest, issuer: 'https://thief.example' }, 2);
    expect([moved.statusCode, Object.keys(moved.json())]).toEqual([400, ['provider.clientSecret']]);
  });

  it('with a secret that this server cannot read asks for it again', async () => {
    const { own, admin } = await fresh();
    await save(admin, sample());
    await world.server.owner
      .updateTable('sign_in_providers')
      .set({ client_secret: 'sealed-by-another-server' })
      .where('tenant_id', '=', own.id)
      .execute();
    expect((await admin('GET', settingsPath)).json().provider.hasSecret).toBe(false);
    const { clientSecret: _secret, ...rest } = sample();
    expect((await save(admin, rest, 1)).statusCode).toBe(400);
  });

  it('saved by two at once gives the second a conflict', async () => {
    const { admin } = await fresh();
    for (const version of [0, 1]) {
      const both = await Promise.all([save(admin, sample(), version), save(admin, sample(), version)]);
      expect(both.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
    }
  });

  it('a change of its issuer or client forgets who was linked, any other keeps them', async () => {
    const user = await makeUser(world.server.owner, world.tenant);
    expect((await signIn(world, person(world, user.email))).outcome).toBe('done');
    const admin = await browserOf(world.server, world.tenant, user.id);
    const linked = async () => (await admin('GET', settingsPath)).json().provider.linkedAccounts;
    expect(await linked()).toBe(1);
    await save(admin, { ...sample(), label: 'Renamed' }, 1);
    expect(await linked()).toBe(1);
    await save(admin, { ...sample(), clientId: 'another' }, 2);
    expect(await linked()).toBe(0);
  });

  it('[MNG-09] leaves an audit entry that says the secret changed, without the secret', async () => {
    const { own, admin } = await fresh();
    await save(admin, sample());
    const { clientSecret: _secret, ...rest } = sample();
    await save(admin, { ...rest, isOn: false }, 1);
    const entries = await world.server.owner
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('tenant_id', '=', own.id)
      .where('action', '=', 'settings.signInChanged')
      .orderBy('id')
      .execute();
    expect(entries[0]?.after).toEqual({ ...shown, issuer: world.provider.issuer, isNewSecret: true });
    expect(entries[1]).toEqual({ before: { isOn: true }, after: { isOn: false } });
  });

  it('is for super admins', async () => {
    const { own } = await fresh();
    const siteId = await makeSite(world.server.owner, own);
    const { id } = await makeUser(world.server.owner, own, { siteId });
    const sub = await browserOf(world.server, own, id);
    expect((await sub('GET', settingsPath)).statusCode).toBe(403);
    expect((await save(sub, sample())).statusCode).toBe(403);
  });

  it.each([
    [{ issuer: 'ftp://acme.example' }, 'provider.issuer'],
    [{ issuer: 'https://' }, 'provider.issuer'],
    [{ issuer: 'https://user:word@acme.example' }, 'provider.issuer'],
    [{ issuer: 'https://acme.example/?a=b' }, 'provider.issuer'],
    [{ issuer: 'http://acme.example' }, 'provider.issuer'],
    [{ clientId: ' ' }, 'provider.clientId'],
    [{ clientSecret: '' }, 'provider.clientSecret'],
    [{ scopes: 'email' }, 'provider.scopes'],
    [{ scopes: 'openid, email' }, 'provider.scopes'],
    [{ label: '' }, 'provider.label'],
    [{ label: 'x'.repeat(41) }, 'provider.label'],
    [{ isOn: 'yes' }, 'provider.isOn'],
  ])('%j is refused at %s', async (change, field) => {
    const { admin } = await fresh();
    const reply = await save(admin, { ...sample(), ...change });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, [field]]);
  });

  it('may not lie on this machine where only the public network may be called', async () => {
    const { own } = await fresh();
    const { id } = await makeUser(world.server.owner, own);
    const app = await buildTestApp(world.server.database, { providerReach: 'public' });
    const admin = await browserOf({ app, owner: world.server.owner }, own, id);
    expect((await save(admin, sample())).statusCode).toBe(400);
    const inside = { issuer: 'https://127.0.0.1/', scopes: 'openid' };
    const found = await admin('POST', `${settingsPath}/test`, { body: inside });
    expect(found.json()).toEqual({ finding: 'addressRefused', details: [] });
    await app.close();
  });
});

describe('testing the settings', () => {
  const test = async (body: object) =>
    (await (await fresh()).admin('POST', `${settingsPath}/test`, { body })).json();

  it('finds a provider ready, or says what it lacks', async () => {
    const { issuer } = world.provider;
    expect(await test({ issuer, scopes: 'openid email' })).toEqual({ finding: 'ready', details: [] });
    expect(await test({ issuer, scopes: 'openid groups' })).toEqual({
      finding: 'lacking',
      details: ['groups'],
    });
  });

  it('tells a provider of another name, one that is none, and one that is not there', async () => {
    const { issuer } = world.provider;
    const named = issuer.replace('localhost', '127.0.0.1');
    const scopes = 'openid';
    expect(await test({ issuer: named, scopes })).toEqual({ finding: 'otherIssuer', details: [issuer] });
    expect(await test({ issuer: `${issuer}/none`, scopes })).toEqual({ finding: 'noDiscovery', details: [] });
    expect(await test({ issuer: 'http://localhost:1', scopes })).toEqual({
      finding: 'unreachable',
      details: [],
    });
  });
});
