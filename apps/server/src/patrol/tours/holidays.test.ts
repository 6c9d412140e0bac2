// Holidays in the audit log.
import { expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp } from '../../testing/test-app.ts';

it('a holiday that is called otherwise leaves an entry with its former name', async () => {
  const server = await testApp();
  const tenant = await makeTenant(server.owner);
  const site = await makeSite(server.owner, tenant);
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  const day = '2031-01-26';
  for (const name of ['Republic Day', 'Founding Day']) {
    const reply = await admin('PUT', `/secure/sites/${site}/holidays/${day}`, { body: { name } });
    expect(reply.statusCode).toBe(200);
  }
  const entries = await server.owner
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', site)
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'site.holidayAdded', before: null, after: { day, name: 'Republic Day' } },
    {
      action: 'site.holidayAdded',
      before: { day, name: 'Republic Day' },
      after: { day, name: 'Founding Day' },
    },
  ]);
});
