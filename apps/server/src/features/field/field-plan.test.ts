import { expect, it } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { makeFieldSite } from './field-site.testing.ts';

const test = await testApp();

it("[MNG-09] a phone's plan tells how the company writes times, as it is set when the phone asks", async () => {
  const { tenant, device } = await makeFieldSite(test);
  const told = async () => (await device('GET', '/field/plan')).json().dateFormat;
  expect(await told()).toBe('MMM DD, YYYY hh:mm A');
  const set = { tenant_id: tenant.id, config_key: 'dateFormat', config_value: 'DD/MM/YYYY HH:mm' };
  await test.owner.insertInto('tenant_config').values(set).execute();
  expect(await told()).toBe('DD/MM/YY HH:mm');
});
