// Post orders over HTTP: published in versions, one after the other, each site and tenant apart.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeGuard, makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

const made = () => makeSite(server.owner, tenant, { time_zone: 'Asia/Kolkata' });
const publish = (by: Caller, site: string, version: number, changes: object = {}) =>
  by('POST', `/secure/sites/${site}/post-orders`, {
    body: { text: 'Gate 2 is locked at 22:00.', effectiveOn: '2025-01-02', version, ...changes },
  });
const seen = async (by: Caller, site: string) =>
  (await by('GET', `/secure/sites/${site}/post-orders`)).json();

describe('post orders', () => {
  it('[FIELD-01] come into force with their day at the site, the newest standing over those before', async () => {
    const site = await made();
    expect(await seen(admin, site)).toMatchObject({ version: 0, inForceId: null, versions: [] });
    const first = (await publish(admin, site, 0)).json();
    const ahead = (await publish(admin, site, 1, { effectiveOn: '2099-06-01' })).json();
    expect([first.version, ahead.version]).toEqual([1, 2]);
    expect(await seen(admin, site)).toMatchObject({
      siteTimeZone: 'Asia/Kolkata',
      version: 2,
      inForceId: first.id,
      versions: [{ id: ahead.id }, { id: first.id, effectiveFromMs: Date.parse('2025-01-01T18:30:00Z') }],
    });
    const { data } = (await admin('GET', '/secure/audit-log', { query: { subjectId: site } })).json();
    expect(JSON.stringify(data)).toContain('site.ordersPublished');
  });

  it('published by two at once give one a conflict', async () => {
    const site = await made();
    const replies = await Promise.all([publish(admin, site, 0), publish(admin, site, 0)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await seen(admin, site)).versions).toHaveLength(1);
  });

  it('[FIELD-01] are awaited of the guards who work at the site now', async () => {
    const site = await made();
    const make = (values: object) => makeGuard(server.owner, tenant, { siteIds: [site], ...values });
    const { id } = await make({});
    await make({ activated: false });
    await make({ activated: false, deleted_at: new Date() });
    await make({ siteIds: [await made()] });
    const orders = (await publish(admin, site, 0)).json();
    expect((await seen(admin, site)).guards).toBe(1);
    const reply = await admin('GET', `/secure/post-orders/${orders.id}/acknowledgements`);
    expect(reply.json()).toMatchObject({ acknowledged: [], missing: [{ guardId: id }] });
  });

  it('need a text that can be stored and a day that the calendar has', async () => {
    const site = await made();
    for (const changes of [{ text: '  ' }, { text: 'a\u0000' }, { effectiveOn: '2025-02-30' }]) {
      expect((await publish(admin, site, 0, changes)).statusCode).toBe(400);
    }
  });

  it('are the own site’s alone for sub admins, and no other tenant’s', async () => {
    const [own, other] = [await made(), await made()];
    const { id } = (await publish(admin, other, 0)).json();
    const { version } = (await admin('GET', '/secure/app-settings/access')).json();
    const groups = [{ group: 'SITES', actions: ['view', 'edit'] }];
    await admin('PUT', '/secure/app-settings/access', { body: { version, groups } });
    const subAdmin = await browserOf(
      server,
      tenant,
      (await makeUser(server.owner, tenant, { siteId: own })).id,
    );
    const strange = await makeTenant(server.owner);
    const stranger = await browserOf(server, strange, (await makeUser(server.owner, strange)).id);
    expect((await publish(subAdmin, own, 0)).statusCode).toBe(200);
    for (const by of [subAdmin, stranger]) {
      const replies = [
        await publish(by, other, 1),
        await by('GET', `/secure/sites/${other}/post-orders`),
        await by('GET', `/secure/post-orders/${id}/acknowledgements`),
        await by('GET', `/secure/sites/${other}/handover-notes`),
      ];
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    }
  });
});
