import { expect, it } from 'vitest';
import { makeTenant, makeUser } from '../../testing/factories.ts';
import { testApp } from '../../testing/test-app.ts';
import { signInFactorJobs } from './sign-in-factors.jobs.ts';

const server = await testApp();

it.each([
  ['DD/MM/YYYY HH:mm', 'On 21/05/26 19:15 IST'],
  ['DD/MM/YYYY hh:mm A', 'On 21/05/26 07:15 PM IST'],
])('[MNG-09] where the tenant writes %s, the mail of a changed factor reads %s', async (format, text) => {
  const tenant = await makeTenant(server.owner);
  const user = await makeUser(server.owner, tenant);
  const set = { tenant_id: tenant.id, config_key: 'dateFormat', config_value: format };
  await server.owner.insertInto('tenant_config').values(set).execute();
  const [handler] = signInFactorJobs({ consoleUrl: () => 'https://console.example/' });
  const atMs = Date.UTC(2026, 4, 21, 13, 45);
  const notice = { change: 'codesMade', detail: '', atMs, language: 'en-IN', timeZone: 'Asia/Kolkata' };
  const payload = { tenantId: tenant.id, userId: user.id, ...notice };
  await handler?.run(payload, server.database, new AbortController().signal);
  const { text_part } = await server.owner
    .selectFrom('mail_messages')
    .select('text_part')
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow();
  expect(text_part).toContain(text);
});
