import { beforeAll, describe, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant, testPassword } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
});

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** A browser, or a program, which keeps the cookie that tells it from others. */
function deviceAt(at: MadeTenant, wantsToken = false) {
  let cookie = '';
  return async (email: string) => {
    const reply = await anyone(server.app, at)('POST', '/user-signin', {
      body: { username: email, password: testPassword, wantsToken },
      headers: { cookie, 'user-agent': wantsToken ? 'report-tool/2' : chrome },
    });
    expect(reply.statusCode).toBe(200);
    const given = reply.cookies.find(({ name }) => name === 'watchpost_device');
    if (given !== undefined) cookie = `${given.name}=${given.value}`;
    return reply;
  };
}

const notified = async (caller: Caller): Promise<{ kind: string; message: string }[]> =>
  (await caller('GET', '/secure/notification/list')).json().data;

describe('a sign-in', () => {
  it('[NOTIF-05] on a device not seen before notifies that account alone', async () => {
    const siteId = await makeSite(server.owner, tenant);
    const user = await makeUser(server.owner, tenant, { siteId });
    const caller = await browserOf(server, tenant, user.id);
    const others = [await makeUser(server.owner, tenant), await makeUser(server.owner, tenant, { siteId })];
    await deviceAt(tenant)(user.email);
    expect(await notified(caller)).toEqual([]);
    await deviceAt(tenant)(user.email);
    expect(await notified(caller)).toMatchObject([
      {
        kind: 'newSignIn',
        title: 'New sign-in',
        message: 'Chrome, Windows, 127.0.0.1. Not you? Change your password.',
      },
    ]);
    for (const { id } of others) expect(await notified(await browserOf(server, tenant, id))).toEqual([]);
  });

  it('[NOTIF-05] is one line to the very browser that it is about, and asks the others whether it was you', async () => {
    const user = await makeUser(server.owner, tenant);
    await deviceAt(tenant)(user.email);
    const { cookies } = await deviceAt(tenant)(user.email);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const list = async (language: string) =>
      (
        await anyone(server.app, tenant)('GET', '/secure/notification/list', {
          headers: { cookie, 'accept-language': language },
        })
      ).json().data;
    expect(await list('en')).toMatchObject([
      { title: 'First sign-in on this browser', message: 'Chrome, Windows, 127.0.0.1' },
    ]);
    expect(await list('hi')).toMatchObject([{ title: 'इस ब्राउज़र पर पहला साइन-इन' }]);
    expect(await notified(await browserOf(server, tenant, user.id))).toMatchObject([
      { title: 'New sign-in', message: 'Chrome, Windows, 127.0.0.1. Not you? Change your password.' },
    ]);
  });

  it('on a known device, and a refused one anywhere, notify no one', async () => {
    const user = await makeUser(server.owner, tenant);
    const caller = await browserOf(server, tenant, user.id);
    const [first, second] = [deviceAt(tenant), deviceAt(tenant)];
    for (const device of [first, second, first, second, first]) await device(user.email);
    const body = { username: user.email, password: 'Wrong-pass-1' };
    expect((await anyone(server.app, tenant)('POST', '/user-signin', { body })).statusCode).toBe(401);
    expect((await notified(caller)).length).toBe(1);
  });

  it('a device known to one account is new to another, in this tenant and in the next', async () => {
    const device = deviceAt(tenant);
    const [own, other] = [await makeUser(server.owner, tenant), await makeUser(server.owner, tenant)];
    await deviceAt(tenant)(other.email);
    await device(own.email);
    await device(other.email);
    expect((await notified(await browserOf(server, tenant, other.id))).length).toBe(1);
    expect(await notified(await browserOf(server, tenant, own.id))).toEqual([]);
    const next = await makeTenant(server.owner);
    const stranger = await makeUser(server.owner, next);
    await deviceAt(next)(stranger.email);
    await deviceAt(next)(stranger.email);
    expect((await notified(await browserOf(server, next, stranger.id))).length).toBe(1);
    expect((await notified(await browserOf(server, tenant, other.id))).length).toBe(1);
  });

  it('of a program is known by its name and network, and gets no cookie', async () => {
    const user = await makeUser(server.owner, tenant);
    await deviceAt(tenant)(user.email);
    for (let times = 0; times < 3; times += 1) {
      expect((await deviceAt(tenant, true)(user.email)).cookies).toEqual([]);
    }
    expect((await notified(await browserOf(server, tenant, user.id))).length).toBe(1);
  });

  it('leaves a cookie that no script reads and no other tenant gets, and only its digest is stored', async () => {
    const user = await makeUser(server.owner, tenant);
    const reply = await deviceAt(tenant)(user.email);
    const cookie = reply.cookies.find(({ name }) => name === 'watchpost_device');
    expect(cookie).toMatchObject({ path: `/api/${tenant.slug}`, httpOnly: true, sameSite: 'Lax' });
    const rows = await server.owner
      .selectFrom('known_devices')
      .select('device_hash')
      .where('user_id', '=', user.id)
      .execute();
    expect(rows.length).toBe(1);
    expect(rows[0]?.device_hash.length).toBe(32);
    expect(rows[0]?.device_hash.toString()).not.toContain(cookie?.value);
  });

  it('remembers the fifty devices used last', async () => {
    const user = await makeUser(server.owner, tenant);
    const values = Array.from({ length: 60 }, (_, at) => ({
      tenant_id: tenant.id,
      user_id: user.id,
      device_hash: Buffer.alloc(32, at),
      last_used_at: new Date(Date.now() - (at + 1) * 60_000),
    }));
    await server.owner.insertInto('known_devices').values(values).execute();
    await deviceAt(tenant)(user.email);
    const { count } = await server.owner
      .selectFrom('known_devices')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(50);
  });
});
