// A guard's shift with the app on a phone, in every network weather, against the real server.
import type { Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { expectAllStored, expectChain, kindOf } from './guard-records.ts';
import { phoneScreen } from './guard-phone.ts';
import { accessibilityFaults, expect, test } from './journey.ts';
import { phoneInWeather } from './phone-in-weather.ts';
import { TypedShift } from './typed-shift.ts';
import { weathers } from './weather-proxy.ts';

/** So many checkpoints of the round: a machine without a camera takes long to find a code in a film. */
const byCamera = 2;

/** Whoever comes to the phone next switches before signing in, in whichever tab. */
async function switchInEachTab(page: Page, update: () => void): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  update();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  for (const tab of [page, other]) {
    await tab.evaluate(() => Object.assign(window, { isOld: true }));
    await expect(tab.getByLabel('Employee ID')).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Switch now' })).toBeVisible();
  }
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Switch now' }).click();
    await tab.waitForFunction(() => !('isOld' in window));
    await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Switch now' })).toHaveCount(0);
  }
  await other.close();
}

const own = phoneInWeather();

test('[FIELD-01] a guard walks a round by camera and typed code, reports an incident with a photo and goes home', async ({
  request,
}) => {
  test.setTimeout(240_000);
  const { route, codes } = await FieldDevice.signIn(request, 'EMP014');
  const page = await own.phone.open();
  await expect(page.getByRole('main')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await own.phone.signIn('EMP014');
  await page.getByRole('button', { name: route.siteName }).click();
  await expect(page.getByText('On duty since')).toBeVisible();
  // All of it: which buttons the bar at the bottom covers depends on the rounds that are due by now.
  await page.setViewportSize({ ...phoneScreen, height: 2_000 });
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.setViewportSize(phoneScreen);
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: route.routeName }).click();
  const total = route.checkpoints.length;
  await expect(page.getByText(`0 of ${total} scanned`)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  for (const [index, point] of route.checkpoints.entries()) {
    await own.phone.goTo(point);
    const isTyped = index >= byCamera;
    if (isTyped) {
      await page.getByRole('link', { name: 'Type code' }).click();
      await page.getByLabel('Code', { exact: true }).fill((codes.get(point.checkpointId) ?? '').slice(-8));
      await page.getByRole('group', { name: 'Checkpoint' }).getByText(point.name, { exact: true }).click();
      await page.getByRole('button', { name: `Record at ${point.name}`, exact: true }).click();
    } else {
      await own.phone.show(codes.get(point.checkpointId) ?? '');
      await page.getByRole('link', { name: 'Scan' }).click();
    }
    const text = isTyped ? 'Recorded, with a doubt' : 'Recorded';
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByRole('status').getByText(point.name, { exact: true })).toBeVisible();
    await expect(page.getByText('Sent. The office has it.')).toBeVisible();
    if (isTyped) await expect(page.getByText('A typed code counts less')).toBeVisible();
    else await expect(page.getByText(/away|not on this round|does not know/)).toHaveCount(0);
    if (index === 0) expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByText(`${index + 1} of ${total} scanned`)).toBeVisible();
  }
  await page.getByRole('link', { name: 'End round' }).click();
  await page.getByRole('button', { name: 'End round' }).click();
  await expect(page.getByText('complete', { exact: false })).toBeVisible();

  await page.getByRole('link', { name: 'Report incident' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByText('Damage').click();
  await page.getByLabel('In your words').fill('The fence is cut by the north gate.');
  await page.locator('input[type=file]').setInputFiles('apps/guard/public/icon-512.png');
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Report sent', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'End duty' }).click();
  await page.getByRole('button', { name: 'End duty' }).click();
  await expect(page.getByText('Start duty at')).toBeVisible();
  await expect(page.getByText('Everything is sent')).toBeVisible();

  const records = await expectAllStored(page, request);
  const scans = records.filter((record) => kindOf(record) === 'checkpointScanned');
  expect(scans.map(({ entry }) => entry.event?.method)).toEqual([
    ...Array.from({ length: byCamera }, () => 'qr'),
    ...Array.from({ length: total - byCamera }, () => 'typed'),
  ]);
  expect(scans.map(({ flags }) => flags)).toEqual([
    ...Array.from({ length: byCamera }, () => []),
    ...Array.from({ length: total - byCamera }, () => ['typedCode']),
  ]);
});

test('[FIELD-02] a shift in bad weather, with the power gone in between and a newer app, loses and doubles nothing', async ({
  request,
}) => {
  test.setTimeout(300_000);
  await own.phone.open();
  await own.phone.signIn('EMP015');
  let shift = new TypedShift(own.phone);
  await shift.begin();
  for (const next of weathers) {
    own.weather.set(next);
    await shift.scan(4);
  }
  // After errors the app waits before it sends again; the scans may all come before that.
  await expect.poll(() => own.weather.counts.lost, { timeout: 90_000 }).toBeGreaterThan(0);
  // The power goes while it writes, with the network cut: the app opens without one and goes on where it was.
  own.weather.set('cut');
  await shift.scanAndKill(3);
  await own.phone.open('#/round');
  await expect(own.phone.page.getByText(/^Server not reached\. To be sent: \d+$/)).toBeVisible();
  shift = shift.afterKill();
  await shift.scanInTabs(3);

  own.weather.set('fine');
  own.weather.updateApp();
  const { page } = own.phone;
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('You can switch after the round.')).toBeVisible();
  await shift.scan(1);
  expect(await page.evaluate(() => 'isOld' in window)).toBe(true);
  await shift.report(3);
  await shift.end();
  await page.getByRole('button', { name: 'Switch now' }).click();
  await page.waitForFunction(() => !('isOld' in window));
  await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'End duty' }).click();
  await page.getByRole('button', { name: 'End duty' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await switchInEachTab(page, () => own.weather.updateApp());

  const records = await expectAllStored(page, request);
  shift.expectKept(records);
  await expectChain(records);
  expect(records.filter(({ entry }) => entry.kind === 'photo').length).toBe(3);
});
