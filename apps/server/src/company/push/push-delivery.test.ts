import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Browser } from '../../platform/adapters/push/push-receiver.testing.ts';
import { notify } from '../../platform/notify/notify.queries.ts';
import { makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
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
const notified = (browser: Browser) => browser.received.map(({ text }) => JSON.parse(text));
const params = { guard: 'Asha', site: 'Gate' };

describe('a notice', () => {
  it('[NOTIF-06] reaches a browser that opted in, sealed for it alone and signed by the tenant', async () => {
    const browser = await company.subscribed();
    await company.raise();
    await until(() => expect(browser.received.length).toBe(1));
    expect(notified(browser)).toEqual([
      {
        to: company.userId,
        title: 'SOS',
        body: 'Asha called for help at Gate.',
        icon: '/notification-icon.png',
        link: '/sos?id=7',
        tag: expect.any(String),
        isUrgent: true,
      },
    ]);
    const [message] = browser.received;
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    const hoursToLive = Number(message?.headers['ttl']) / 3_600;
    expect(hoursToLive).toBeGreaterThan(11);
    expect(hoursToLive).toBeLessThanOrEqual(12);
    expect(message?.claims).toMatchObject({
      aud: `https://${world.receiver.host}`,
      sub: 'mailto:push@watchpost.example',
    });
    const { publicKey } = (await company.caller('GET', path)).json();
    expect(message?.sender).toBe(publicKey);
  });

  it('[TONIGHT-03] of an SOS is a message of its own that stays on the screen, however many come at once', async () => {
    const browser = await company.subscribed();
    await Promise.all([company.raise('Asha'), company.raise('Veda')]);
    const { tenant, siteId } = company;
    const round = { route: 'Perimeter', site: 'Gate', guard: 'Asha', scanned: 1, total: 7 };
    await notify(world.database.forTenant(tenant.id), {
      tenantId: tenant.id,
      kind: 'roundIncompleted',
      siteId,
      params: round,
      link: null,
    });
    await until(() => expect(browser.received.length).toBe(3));
    const urgent = notified(browser).filter(({ isUrgent }) => isUrgent);
    expect(urgent.map(({ body }) => body).toSorted()).toEqual([
      'Asha called for help at Gate.',
      'Veda called for help at Gate.',
    ]);
    const tags = notified(browser).map(({ tag }) => tag);
    const topics = browser.received.map(({ headers }) => headers['topic']);
    expect([new Set(tags).size, new Set(topics).size]).toEqual([3, 3]);
  });

  it('[NOTIF-06] reaches no one who did not opt in: it is off by default', async () => {
    expect((await company.caller('GET', path)).json().data).toEqual([]);
    await company.raise();
    expect(await world.waiting()).toBe(0);
  });

  it('[NOTIF-05] goes by push to those whose site it concerns, and to no other tenant', async () => {
    const elsewhere = await makeSite(world.owner, company.tenant);
    const ofSite = await company.signedInAs(
      (await makeUser(world.owner, company.tenant, { siteId: company.siteId })).id,
    );
    const ofOther = await company.signedInAs(
      (await makeUser(world.owner, company.tenant, { siteId: elsewhere })).id,
    );
    const otherTenant = await makeTenant(world.owner);
    const foreign = await browserOf(world, otherTenant, (await makeUser(world.owner, otherTenant)).id);
    const [own, near, far, abroad] = [
      await company.subscribed(),
      await company.subscribed(ofSite),
      await company.subscribed(ofOther),
      await company.subscribed(foreign),
    ];
    await company.raise();
    await world.idle();
    const counts = [own, near, far, abroad].map(({ received }) => received.length);
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  it('is written in the language of the browser, and not sent when its kind is switched off for push', async () => {
    const browser = await company.subscribed(company.caller, 'hi');
    await company.raise();
    await until(() => expect(notified(browser)[0]?.title).toBe('आपात पुकार'));
    await world.owner
      .insertInto('notification_preferences')
      .values({
        tenant_id: company.tenant.id,
        user_id: company.userId,
        kind: 'sosRaised',
        channel: 'push',
        is_on: false,
      })
      .execute();
    await company.raise();
    await world.idle();
    expect(browser.received.length).toBe(1);
  });

  it('comes by push alone to anyone who wants it so', async () => {
    await world.owner
      .insertInto('notification_preferences')
      .values({
        tenant_id: company.tenant.id,
        user_id: company.userId,
        kind: 'sosRaised',
        channel: 'console',
        is_on: false,
      })
      .execute();
    const browser = await company.subscribed();
    await company.raise();
    await until(() => expect(browser.received.length).toBe(1));
    expect((await company.caller('GET', '/secure/notification/unreadcount')).json()).toEqual({
      unReadcount: 0,
    });
  });

  it('is rolled back with what it tells of', async () => {
    const browser = await company.subscribed();
    const received = world.database
      .forTenant(company.tenant.id)
      .transaction()
      .execute(async (db) => {
        await notify(db, {
          tenantId: company.tenant.id,
          kind: 'sosRaised',
          siteId: company.siteId,
          params,
          link: null,
        });
        throw new Error('no');
      });
    await expect(received).rejects.toThrow('no');
    await world.idle();
    expect(browser.requests).toBe(0);
  });

  it('longer than a push service takes is cut, never dropped', async () => {
    const browser = await company.subscribed();
    await company.raise('Äsha 🚨 "\\'.repeat(900));
    await until(() => expect(browser.received.length).toBe(1));
    const [{ body }] = notified(browser);
    expect(body).toMatch(/^Äsha 🚨 "\\.*…$/);
    expect(body).not.toContain('\ufffd');
    expect(browser.received[0]?.bytes).toBeLessThan(4096);
  });
});
