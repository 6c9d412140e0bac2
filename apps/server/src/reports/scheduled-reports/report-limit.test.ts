// How many scheduled reports a tenant and a site may have.
import {
  reportsReservedForSuperAdmins,
  reportsOfSiteMax,
  scheduledReportsMax,
} from '@watchpost/domain/scheduled-reports';
import { expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeScheduledReport } from '../../testing/make-scheduled-report.ts';
import { testApp } from '../../testing/test-app.ts';

const path = '/secure/scheduled-reports';
const body = {
  name: 'Weekly',
  siteId: null,
  timing: { kind: 'weekly', weekdays: [2], minute: 420 },
  contents: ['scannedCheckpoints'],
  period: 'week',
  dayStartMinute: 360,
  formats: ['pdf'],
  language: 'en',
  recipients: ['client@example.com'],
  sendsEmpty: false,
};

it('the last of so many as may be is made once, and none is brought back beyond it', async () => {
  const server = await testApp();
  const tenant = await makeTenant(server.owner);
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  for (let each = 1; each < scheduledReportsMax; each += 1)
    await makeScheduledReport(server.owner, tenant, null, { recipients: [] });
  const replies = await Promise.all(Array.from({ length: 4 }, () => admin('POST', path, { body })));
  const made = replies.filter(({ statusCode }) => statusCode === 200);
  expect(made).toHaveLength(1);
  const refused = replies.filter(({ statusCode }) => statusCode !== 200);
  for (const reply of refused) expect(reply.json().name[0].message).toBe('reports_too_many');

  const id = made[0]?.json().id;
  await admin('DELETE', `${path}/${id}`);
  expect((await admin('POST', path, { body })).statusCode).toBe(200);
  const restored = await admin('POST', `${path}/restore`, { body: { ids: [id] } });
  expect([restored.statusCode, restored.json().general[0].code]).toEqual([409, 'reportsFull']);
  const { count } = (await admin('GET', path)).json();
  expect(count).toBe(scheduledReportsMax);
});

it('sub admins of one site take a part of them, so that super admins and other sites have room', async () => {
  const server = await testApp();
  const tenant = await makeTenant(server.owner);
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const access = { SCHEDULED_REPORTS: ['view', 'add', 'edit', 'status', 'delete'] };
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify(access) })
    .execute();
  const sites = [await makeSite(server.owner, tenant), await makeSite(server.owner, tenant)] as const;
  const [one, other] = await Promise.all(
    sites.map(async (siteId) => {
      const caller = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
      return (many: number) =>
        Promise.all(Array.from({ length: many }, () => caller('POST', path, { body: { ...body, siteId } })));
    }),
  );
  if (one === undefined || other === undefined) throw new Error('two were made');
  for (let each = 2; each < reportsOfSiteMax; each += 1)
    await makeScheduledReport(server.owner, tenant, sites[0], { recipients: [] });
  const replies = await one(4);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 400, 400]);
  const refused = replies.find(({ statusCode }) => statusCode === 400);
  expect(refused?.json().name[0].message).toBe('reports_too_many_of_sub_admins');
  expect((await other(1))[0]?.statusCode).toBe(200);
  for (const siteId of [null, sites[0]]) {
    expect((await admin('POST', path, { body: { ...body, siteId } })).statusCode).toBe(200);
  }
  const deleted = await makeScheduledReport(server.owner, tenant, sites[0], {
    activated: false,
    deleted_at: new Date(),
  });
  const { id } = await makeUser(server.owner, tenant, { siteId: sites[0] });
  const colleague = await browserOf(server, tenant, id);
  const restored = await colleague('POST', `${path}/restore`, { body: { ids: [deleted] } });
  expect([restored.statusCode, restored.json().general[0].code]).toEqual([409, 'reportsFullForSubAdmins']);
});

it('sub admins of many sites together leave super admins some', async () => {
  const server = await testApp();
  const tenant = await makeTenant(server.owner);
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  await server.owner
    .insertInto('tenant_settings')
    .values({
      tenant_id: tenant.id,
      sub_admin_access: JSON.stringify({ SCHEDULED_REPORTS: ['view', 'add'] }),
    })
    .execute();
  const siteId = await makeSite(server.owner, tenant);
  const subAdmin = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
  const elsewhere = await makeSite(server.owner, tenant);
  for (let each = 1; each < scheduledReportsMax - reportsReservedForSuperAdmins; each += 1)
    await makeScheduledReport(server.owner, tenant, elsewhere, { recipients: [] });
  const own = { body: { ...body, siteId } };
  expect((await subAdmin('POST', path, own)).statusCode).toBe(200);
  const refused = await subAdmin('POST', path, own);
  expect(refused.json().name[0].message).toBe('reports_too_many_of_sub_admins');
  for (const report of [own, { body }]) expect((await admin('POST', path, report)).statusCode).toBe(200);
});
