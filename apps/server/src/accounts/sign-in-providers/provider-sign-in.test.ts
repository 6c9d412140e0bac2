import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { signInAtProvider, startLocalProvider } from '../../testing/local-provider.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone } from '../../testing/test-app.ts';
import {
  browser,
  callbackOf,
  outcomeOf,
  person,
  providerWorld,
  type ProviderWorld,
  settingsPath,
  setUp,
  signIn,
} from './provider-world.testing.ts';
import { CompiledQuery } from 'kysely';

let world: ProviderWorld;
let tenant: MadeTenant;
let other: MadeTenant;

beforeAll(async () => {
  world = await providerWorld();
  ({ tenant, other } = world);
});

const linksOf = async (userId: string) =>
  world.server.owner.selectFrom('provider_identities').selectAll().where('user_id', '=', userId).execute();

describe('signing in through the provider', () => {
  it('[SIGN-06] opens the session that a password opens, at the page first asked for', async () => {
    const user = await makeUser(world.server.owner, tenant);
    const own = browser(world, tenant);
    const address = await own.start({ next: '/app-settings' });
    const asked = new URL(address).searchParams;
    expect(asked.get('redirect_uri')).toBe(callbackOf(tenant.slug));
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(40);
    const reply = await own.comeBack(await signInAtProvider(address, person(world, user.email)));
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { next: '/app-settings', needsSecondStep: false },
    ]);
    expect(own.cookies.get('watchpost_provider_flow')).toBe('');
    const metadata = await own.send('GET', '/secure/user-metadata');
    expect(metadata.json().user).toMatchObject({ id: user.id, role: 'superAdmin', email: user.email });
    const entries = await world.server.owner
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('actor_id', '=', user.id)
      .execute();
    expect(entries).toEqual([
      { action: 'session.signedIn', after: { through: 'Acme account', linked: expect.any(String) } },
    ]);
  });

  it('keeps what belongs to it in a sealed, short-lived cookie for this address alone', async () => {
    const own = browser(world, tenant);
    const reply = await own.send('POST', '/sign-in-provider/begin', { next: null });
    const address = new URL(reply.json().address).searchParams;
    const cookie = String(reply.headers['set-cookie']);
    expect(cookie).toMatch(
      new RegExp(
        `^watchpost_provider_flow=[\\w-]+; Path=/api/${tenant.slug}/sign-in-provider; HttpOnly; Max-Age=600; SameSite=Strict$`,
      ),
    );
    const opened = Buffer.from(own.cookies.get('watchpost_provider_flow') ?? '', 'base64url').toString(
      'latin1',
    );
    for (const name of ['state', 'nonce']) expect(opened).not.toContain(address.get(name));
  });

  it('links by e-mail once; afterwards the subject alone counts', async () => {
    const user = await makeUser(world.server.owner, tenant);
    const name = person(world, user.email.toUpperCase());
    expect((await signIn(world, name)).outcome).toBe('done');
    expect(await linksOf(user.id)).toEqual([
      expect.objectContaining({ issuer: world.provider.issuer, subject: name, tenant_id: tenant.id }),
    ]);
    // The address moved on to somebody else, and the person has another, unverified one.
    world.provider.people.set(name, { email: 'elsewhere@example.com', isVerified: false });
    const again = await signIn(world, name);
    expect(again.outcome).toBe('done');
    expect((await again.send('GET', '/secure/user-metadata')).json().user.id).toBe(user.id);
    expect((await signIn(world, person(world, user.email))).outcome).toBe('providerOtherPerson');
    expect(await linksOf(user.id)).toHaveLength(1);
  });

  it('takes no one whose e-mail address the provider does not vouch for', async () => {
    const user = await makeUser(world.server.owner, tenant);
    const { outcome, cookies } = await signIn(world, person(world, user.email, false));
    expect(outcome).toBe('providerEmail');
    expect(cookies.has('watchpost_session')).toBe(false);
    expect(await linksOf(user.id)).toEqual([]);
  });

  it('makes no account, and knows none of another tenant', async () => {
    const elsewhere = await makeUser(world.server.owner, other);
    const count = async () => (await world.server.owner.selectFrom('users').select('id').execute()).length;
    const before = await count();
    expect((await signIn(world, person(world, 'stranger@example.com'))).outcome).toBe('providerUnknown');
    expect((await signIn(world, person(world, elsewhere.email))).outcome).toBe('providerUnknown');
    expect(await count()).toBe(before);
  });

  it('two who come at once with the same subject get the same account and one link', async () => {
    const user = await makeUser(world.server.owner, tenant);
    const name = person(world, user.email);
    const both = await Promise.all([signIn(world, name), signIn(world, name)]);
    expect(both.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(await linksOf(user.id)).toHaveLength(1);
  });

  it.each([
    ['[SIGN-08] a deactivated account', { activated: false }, 'accountDeactivated'],
    ['[SIGN-13] a guard', { role: 'guard' }, 'roleInvalid'],
    ['[SIGN-09] an account with neither record', { role: null }, 'signInFailed'],
    ['a sub admin without a site', { role: 'subAdmin' }, 'noAccessGroup'],
  ] as const)('%s is refused as after a password, and not linked', async (_who, values, code) => {
    const user = await makeUser(world.server.owner, tenant, values);
    const { outcome, cookies } = await signIn(world, person(world, user.email));
    expect([outcome, cookies.has('watchpost_session')]).toEqual([code, false]);
    expect(await linksOf(user.id)).toEqual([]);
    const refused = await world.server.owner
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'session.refused')
      .where('subject_id', '=', user.email)
      .execute();
    expect(refused).toEqual([{ after: { reason: code } }]);
  });

  it('[SIGN-08] somebody linked and later deactivated is refused', async () => {
    const siteId = await makeSite(world.server.owner, tenant);
    const user = await makeUser(world.server.owner, tenant, { siteId });
    const name = person(world, user.email);
    expect((await signIn(world, name)).outcome).toBe('done');
    await world.server.owner
      .updateTable('users')
      .set({ activated: false })
      .where('id', '=', user.id)
      .execute();
    expect((await signIn(world, name)).outcome).toBe('accountDeactivated');
  });

  it('[SIGN-12] slows a person who is refused again and again', async () => {
    const name = person(world, 'nobody-here@example.com');
    const outcomes: (string | null)[] = [];
    for (let at = 0; at < 11; at += 1) outcomes.push((await signIn(world, name)).outcome);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'providerUnknown'), 'slowDown']);
    await world.server.owner.deleteFrom('sign_in_failures').execute();
  });
});

describe('a provider that is not there', () => {
  it('is said to be away, at the start and on the way back', async () => {
    const own = await makeTenant(world.server.owner);
    const user = await makeUser(world.server.owner, own);
    const short = await startLocalProvider([callbackOf(own.slug)]);
    const { issuer, clientId, clientSecret } = short;
    await setUp(world, own, { issuer, clientId, clientSecret });
    short.people.set('somebody', { email: user.email, isVerified: true });
    const guest = browser(world, own);
    const back = await signInAtProvider(await guest.start(), 'somebody');
    await short.stop();
    expect(outcomeOf(await guest.comeBack(back))).toBe('providerUnreachable');
    await setUp(world, own, { issuer, clientId, clientSecret, label: 'Again' }, 1);
    const reply = await guest.send('POST', '/sign-in-provider/begin', { next: null });
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([503, 'providerUnreachable']);
    expect(reply.headers['retry-after']).toMatch(/^\d+$/);
  });

  it.each(['none', 'off'])('is not offered: %s', async (which) => {
    const own = await makeTenant(world.server.owner);
    if (which === 'off') await setUp(world, own, { isOn: false });
    expect((await browser(world, own).send('GET', '/admin/metadata')).json().signInProvider).toBeNull();
    expect(
      (await browser(world, own).send('POST', '/sign-in-provider/begin', { next: null })).statusCode,
    ).toBe(404);
  });

  it('and one that is, is', async () => {
    const metadata = await browser(world, tenant).send('GET', '/admin/metadata');
    expect(metadata.json().signInProvider).toEqual({ label: 'Acme account' });
  });
});

describe('the client secret', () => {
  it('stands in no answer, no line of the log and no entry, and in the database sealed alone', async () => {
    const admin = await browserOf(world.server, tenant, (await makeUser(world.server.owner, tenant)).id);
    const answers = [
      (await admin('GET', settingsPath)).body,
      (await admin('GET', '/secure/audit-log', { query: { limit: '100' } })).body,
      (await anyone(world.server.app, tenant)('GET', '/admin/metadata')).body,
    ];
    expect(answers[0]).toContain('"hasSecret":true');
    const rows = await world.server.owner.executeQuery<{ text: string }>(
      CompiledQuery.raw(`SELECT e::text AS text FROM audit_entries e UNION ALL SELECT n::text FROM audit_names n
        UNION ALL SELECT p::text FROM sign_in_providers p`),
    );
    const logged = world.lines.join('');
    expect(logged).toContain('sign-in provider');
    const texts = [...answers, logged, ...rows.rows.map(({ text }) => text)];
    expect(texts.filter((text) => text.includes(world.provider.clientSecret))).toEqual([]);
  });
});
