import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { closeForgottenDuties } from '../duties/close-forgotten.queries.ts';
import { testApp } from '../../testing/test-app.ts';
import { makeFieldSite, send } from './field-site.testing.ts';

const test = await testApp();

it("[MNG-09] a phone's plan tells how the company writes times, as it is set when the phone asks", async () => {
  const { tenant, device } = await makeFieldSite(test);
  const told = async () => (await device('GET', '/field/plan')).json().dateFormat;
  expect(await told()).toBe('MMM DD, YYYY hh:mm A');
  const set = { tenant_id: tenant.id, config_key: 'dateFormat', config_value: 'DD/MM/YYYY HH:mm' };
  await test.owner.insertInto('tenant_config').values(set).execute();
  expect(await told()).toBe('DD/MM/YY HH:mm');
});

it('[FIELD-01] [LOGIO-02] tells a phone that the duty it is in was ended without it, until its guard ends it', async () => {
  const { tenant, device, siteId } = await makeFieldSite(test);
  const told = async () => (await device('GET', '/field/plan')).json().closedDuties;
  const hour = 3_600_000;
  const startedAtMs = Date.now() - 20 * hour;
  const duty = { kind: 'dutyStarted', id: randomUUID(), siteId, deviceAtMs: startedAtMs } as const;
  await send(device, duty);
  expect(await told()).toEqual([]);
  await closeForgottenDuties(test.database.forTenant(tenant.id), tenant.id, 'open', Date.now());
  expect(await told()).toEqual([{ id: duty.id, endedAtMs: startedAtMs + 16 * hour }]);
  await send(device, { kind: 'dutyEnded', id: randomUUID(), dutyId: duty.id, deviceAtMs: Date.now() });
  expect(await told()).toEqual([]);
});
