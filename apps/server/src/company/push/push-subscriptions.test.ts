import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushBrowsersMax } from '@watchpost/domain/web-push';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { type MadeTenant, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testSecret } from '../../testing/test-app.ts';
import { ensurePushKeys, makePushKeys, openPushKeys } from './push-keys.queries.ts';
import {
  type Company,
  makeCompany,
  openPushWorld,
  path,
  type PushWorld,
  until,
} from './push-world.testing.ts';

let world: PushWorld;
let company: Company;
beforeAll(async () => {
  world = await openPushWorld();
});
beforeEach(async () => {
  company = await makeCompany(world);
});

describe('a subscription', () => {
  it('saved again is the same one', async () => {
    const browser = await company.subscribed();
    const again = await company.save(browser, company.caller, 'mr');
    expect(again.json().id).toBe(browser.id);
    expect(await company.stored()).toMatchObject([{ id: browser.id, language: 'mr' }]);
    const { data } = (await company.caller('GET', path)).json();
    expect(data).toMatchObject([{ id: browser.id, isCurrent: true }]);
  });

  it('[OUT-01] ends with its session, so that a signed-out browser hears nothing', async () => {
    const browser = await company.subscribed();
    const other = await company.subscribed(await company.signedInAs(company.userId));
    expect((await company.caller('DELETE', '/secure/signout')).statusCode).toBe(200);
    await company.raise();
    await world.idle();
    expect([browser.requests, other.received.length]).toEqual([0, 1]);
  });

  it('hears nothing of what was queued before the sign-out, the deactivation or the change of site', async () => {
    const sub = await makeUser(world.owner, company.tenant, { siteId: company.siteId });
    const elsewhere = await makeSite(world.owner, company.tenant);
    const browsers = [await company.subscribed(), await company.subscribed(await company.signedInAs(sub.id))];
    for (const browser of browsers) browser.answers.push({ status: 503, headers: { 'retry-after': '1' } });
    await company.raise();
    await until(() => expect(browsers.map(({ requests }) => requests)).toEqual([1, 1]));
    await world.owner
      .updateTable('users')
      .set({ activated: false })
      .where('id', '=', company.userId)
      .execute();
    await world.owner
      .updateTable('sub_admins')
      .set({ site_id: elsewhere })
      .where('user_id', '=', sub.id)
      .execute();
    await world.idle();
    expect(browsers.map(({ requests }) => requests)).toEqual([1, 1]);
  });

  it("is not another user's to delete, nor another tenant's", async () => {
    const browser = await company.subscribed();
    const colleague = await company.signedInAs((await makeUser(world.owner, company.tenant)).id);
    const otherTenant = await makeTenant(world.owner);
    const foreign = await browserOf(world, otherTenant, (await makeUser(world.owner, otherTenant)).id);
    for (const who of [colleague, foreign]) {
      expect((await who('DELETE', `${path}/${browser.id}`)).statusCode).toBe(200);
      expect((await who('GET', path)).json().data).toEqual([]);
    }
    expect((await company.stored()).length).toBe(1);
    expect((await company.caller('DELETE', `${path}/${browser.id}`)).statusCode).toBe(200);
    expect((await company.caller('DELETE', `${path}/${browser.id}`)).statusCode).toBe(200);
    expect(await company.stored()).toEqual([]);
  });

  it('belongs to the person who signed in on that browser last, and not to a person who merely knows its address', async () => {
    const browser = await company.subscribed();
    const { id } = await makeUser(world.owner, company.tenant);
    const colleague = await company.signedInAs(id);
    const { endpoint } = browser.subscription;
    const { keys } = world.receiver.browser().subscription;
    const stolen = await colleague('PUT', path, { body: { endpoint, keys, language: 'en' } });
    expect([stolen.statusCode, (await company.stored())[0]?.user_id]).toEqual([409, company.userId]);
    expect((await company.save(browser, colleague)).statusCode).toBe(200);
    expect((await company.stored()).map((row) => row.user_id)).toEqual([id]);
  });

  it(`takes the place of the oldest when a user has ${pushBrowsersMax}`, async () => {
    const first = await company.subscribed();
    for (let at = 1; at < pushBrowsersMax; at += 1) await company.subscribed();
    expect((await company.stored()).length).toBe(pushBrowsersMax);
    const last = await company.subscribed();
    const ids = (await company.stored()).map(({ id }) => id);
    expect([ids.length, ids.includes(first.id), ids.includes(last.id)]).toEqual([
      pushBrowsersMax,
      false,
      true,
    ]);
  });

  it.each([
    'https://127.0.0.1/push',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]:9443/push',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://intranet/push',
    'javascript:alert(1)',
    'no address',
  ])('[API-03] cannot name %s as its push service', async (endpoint) => {
    const { keys } = world.receiver.browser().subscription;
    const reply = await company.caller('PUT', path, { body: { endpoint, keys, language: 'en' } });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, ['endpoint']]);
    expect(await company.stored()).toEqual([]);
  });

  it('needs keys that messages can be sealed for', async () => {
    const { endpoint, keys } = world.receiver.browser().subscription;
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    for (const bad of [
      { ...keys, p256dh },
      { ...keys, p256dh: '' },
      { ...keys, auth: 'short' },
    ]) {
      const reply = await company.caller('PUT', path, { body: { endpoint, keys: bad, language: 'en' } });
      expect(reply.statusCode).toBe(400);
    }
  });
});

describe('the keys of a tenant', () => {
  it('are made once, whichever servers start together, and are its own', async () => {
    await Promise.all([makePushKeys(world.database, testSecret), makePushKeys(world.database, testSecret)]);
    const keysOf = async (of: MadeTenant) =>
      ensurePushKeys(world.database.forTenant(of.id), of.id, testSecret);
    const first = await keysOf(company.tenant);
    expect(await keysOf(company.tenant)).toEqual(first);
    const other = await makeTenant(world.owner);
    expect((await keysOf(other)).publicKey).not.toBe(first.publicKey);
  });

  it('are sealed: neither in the reply nor readable in the database, nor under another secret', async () => {
    const db = world.database.forTenant(company.tenant.id);
    const sealed = await ensurePushKeys(db, company.tenant.id, testSecret);
    const { privateKey } = openPushKeys(testSecret, company.tenant.id, sealed);
    expect(Buffer.from(privateKey, 'base64url').length).toBe(32);
    expect(sealed.sealedKey).not.toContain(privateKey);
    expect((await company.caller('GET', path)).body).not.toContain(sealed.sealedKey);
    expect(() => openPushKeys(serverSecret('another one'), company.tenant.id, sealed)).toThrow(
      'another server secret',
    );
    expect(() => openPushKeys(testSecret, crypto.randomUUID(), sealed)).toThrow('another server secret');
  });
});
