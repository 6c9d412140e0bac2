// How many scheduled reports a tenant may have.
import { scheduledReportsMax } from '@watchpost/domain/scheduled-reports';
import { expect, it } from 'vitest';
import { makeTenant, makeUser } from '../../testing/factories.ts';
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
