// A guard's token that floods the product: what the phone itself recorded waits, arrives later, and a call for help at once (TRUTH-12).
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { screen } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { expectAllStored, kindOf, phoneRecords, phoneRows } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { positionOfPosts, PostMaker } from './own-post.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], geolocation: positionOfPosts });

/** With the phone's own token, until the product takes no more; how long it asks to wait, in seconds. */
async function flood(page: Page, request: APIRequestContext, siteId: string): Promise<number> {
  const [session] = await phoneRows<{ readonly token: string }>(page, 'sessions');
  const headers = { authorization: `Bearer ${session?.token}` };
  for (;;) {
    const report = { type: 'fire', severity: 'critical', description: 'Flood', position: null } as const;
    const incident = { id: randomUUID(), siteId, ...report, deviceAtMs: Date.now() };
    const data = { sentAtMs: Date.now(), incident };
    const reply = await request.post('/api/demo/field/incident', { headers, data });
    if (reply.status() !== 200) {
      expect(reply.status()).toBe(429);
      return Number(reply.headers()['retry-after']);
    }
  }
}

const statesOf = async (page: Page, kind: string) =>
  (await phoneRecords(page)).filter((record) => kindOf(record) === kind).map(({ state }) => state);

test('[TRUTH-12] a phone that is asked to wait loses nothing, and its call for help arrives at once', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const maker = await PostMaker.signIn(request);
  const own = await maker.site('Mill');
  const gate = await maker.point(own.id, 'Mill gate');
  await maker.route(own.id, 'Mill round', [gate]);
  const guard = await maker.guard('Asha', own.id);
  await page.goto('/guard/?company=demo');
  await page.getByLabel('Employee ID').fill(guard.employeeId);
  await page.getByLabel('Secret', { exact: true }).fill(guard.secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: own.name }).click();
  const waitSeconds = await flood(page, request, own.id);
  expect(waitSeconds).toBeGreaterThan(0);
  expect(waitSeconds).toBeLessThanOrEqual(60);

  await screen(page, 'incident');
  await page.getByText('Damage', { exact: true }).click();
  await page.getByLabel('In your words').fill('The lock is broken.');
  await page.locator('input[type=file]').setInputFiles('apps/guard/public/icon-192.png');
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Report stored on this phone');
  await expect.poll(() => statesOf(page, 'incident')).toEqual(['waiting']);

  // What is recorded after it does not wait for it.
  await page.evaluate(() => (window.location.hash = '#/round'));
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: 'Mill round' }).click();
  await expect.poll(() => statesOf(page, 'roundStarted')).toEqual(['sent']);
  await page.evaluate(() => (window.location.hash = '#/type'));
  await page.getByRole('textbox').fill(await maker.codeOf(gate));
  await page.locator('form button[type=submit]').click();
  await expect.poll(() => statesOf(page, 'checkpointScanned')).toEqual(['sent']);
  expect([await statesOf(page, 'incident'), await statesOf(page, 'photo')]).toEqual([
    ['waiting'],
    ['waiting'],
  ]);

  await screen(page, 'sos');
  await page.getByRole('button', { name: 'Hold for SOS' }).focus();
  await page.keyboard.down('Enter');
  await expect(page.getByText('SOS received')).toBeVisible();
  await page.keyboard.up('Enter');
  const [sos] = (await phoneRecords(page)).filter((record) => kindOf(record) === 'sos');
  await maker.send('post', `sos/${sos?.id}/acknowledge`);
  await maker.send('post', `sos/${sos?.id}/resolve`, { comment: 'A drill.' });

  await expect
    .poll(() => statesOf(page, 'photo'), { timeout: (waitSeconds + 30) * 1_000, intervals: [1_000] })
    .toEqual(['sent']);
  await expectAllStored(page, request);
});
