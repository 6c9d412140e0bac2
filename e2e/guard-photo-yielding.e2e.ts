// A photo on a slow line, on a phone whose guard scans faster than the photo takes (FIELD-02).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { readWhatIsNew, screen, signIn } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { kindOf, phoneRecords } from './guard-records.ts';
import { expect, test } from './journey.ts';

// What a worker sends is not seen by the journey.
test.use({ viewport: phoneScreen, permissions: ['geolocation'], serviceWorkers: 'block' });

const photoTakesMs = 15_000;
const scanEveryMs = 4_000;
const limitMs = 90_000;

/** States of what the phone recorded of the kind, in order. */
const statesOf = async (page: Page, kind: string) =>
  (await phoneRecords(page)).filter((record) => kindOf(record) === kind).map(({ state }) => state);

async function typeScan(page: Page, number: number, point: string): Promise<void> {
  await screen(page, 'round');
  await screen(page, 'type');
  await page.getByLabel('Code', { exact: true }).fill(`SLOWLINE${number}`);
  await page.getByText(point, { exact: true }).click();
  await page.getByRole('button', { name: 'Record' }).click();
}

test('[FIELD-02] a photo gets its turn however fast scans follow, and no scan waits for it', async ({
  page,
  context,
  request,
}) => {
  const { route } = await FieldDevice.signIn(request, 'EMP048');
  await readWhatIsNew(page);
  let underWay = 0;
  await context.route('**/photo/*', async (photo) => {
    underWay += 1;
    await sleep(photoTakesMs);
    underWay -= 1;
    await photo.continue().catch(() => {});
  });
  await signIn(page, 'EMP048');
  await page.getByRole('button', { name: route.siteName }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: route.routeName }).click();
  await page.getByRole('link', { name: 'Report incident' }).click();
  await page.getByText('Damage', { exact: true }).click();
  await page.locator('input[type=file]').setInputFiles('apps/guard/public/icon-192.png');
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect.poll(() => underWay).toBe(1);

  const [point] = route.checkpoints;
  if (point === undefined) throw new Error('the route has no checkpoint');
  await context.setGeolocation({ ...point, accuracy: 6 });
  const isSent = async () => (await statesOf(page, 'photo'))[0] === 'sent';
  const untilMs = Date.now() + limitMs;
  for (let made = 1; !(await isSent()); made += 1) {
    expect(Date.now()).toBeLessThan(untilMs);
    await typeScan(page, made, point.name);
    const sent = Array.from({ length: made }, () => 'sent');
    await expect.poll(() => statesOf(page, 'checkpointScanned'), { timeout: scanEveryMs }).toEqual(sent);
    await page.waitForTimeout(scanEveryMs);
  }
});
