// An SOS on every page of every console that may see it: seen, heard, answered in one click, and never taken for over.
import type { Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { signIn as signInOnPhone } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { accessibilityFaults, expect, subAdmin } from './journey.ts';
import { test } from './own-product.ts';
import {
  acknowledgeIn,
  Admin,
  barOf,
  enter,
  isAudible,
  newPage,
  rowOf,
  rowsOf,
  timeOfBar,
  withoutGesture,
} from './sos-bar.ts';
import { faultsInEveryDress } from './signed-in.ts';

test.use({ file: 'sos-bar', launchOptions: withoutGesture });

test.afterEach(async ({ request }) => (await Admin.signIn(request)).resolveAll());

const pageTitle = /^[^:]+ · Watchpost$/;

/** Titles that the tab has within some seconds. */
async function titlesOf(page: Page): Promise<readonly string[]> {
  const titles = new Set<string>();
  for (let look = 0; look < 25; look += 1) {
    titles.add(await page.title());
    await page.waitForTimeout(100);
  }
  return [...titles].toSorted();
}

test('[TONIGHT-03] an SOS made in the app stands above an unsaved form within two seconds, is heard, and Acknowledge reaches the phone', async ({
  page,
  browser,
  product,
}) => {
  await enter(page, 'manage-sites/add-site');
  const name = page.getByLabel('Name');
  await name.fill('Half a na');
  const phone = await newPage(browser, product.url, {
    viewport: phoneScreen,
    permissions: ['geolocation'],
    geolocation: { latitude: 18.6, longitude: 73.7 },
  });
  await signInOnPhone(phone, 'EMP011');
  await phone.getByRole('link', { name: 'SOS' }).click();

  const shownMs = timeOfBar(page);
  const taken = phone.waitForResponse((reply) => reply.url().endsWith('/field/sos'));
  await phone.getByRole('button', { name: 'Hold for SOS' }).focus();
  await phone.keyboard.down('Enter');
  await taken;
  const takenMs = Date.now();
  const delayMs = (await shownMs) - takenMs;
  console.log(`from the server's receipt to the bar: ${delayMs} ms`);
  expect(delayMs).toBeLessThan(2_000);
  await phone.keyboard.up('Enter');

  const row = rowsOf(page);
  await expect(row.getByRole('heading')).toHaveText(/^SOS: \S+ \S+/);
  await expect(row.getByRole('timer').first()).toHaveText(/^0:\d\d$/);
  await expect(page.getByRole('alert').filter({ hasText: /^SOS: / })).toHaveCount(1);
  await expect.poll(() => isAudible(page)).toBe(true);
  const titles = await titlesOf(page);
  expect(titles).toHaveLength(2);
  expect(titles).toEqual(
    expect.arrayContaining([expect.stringMatching(/^SOS: .+, .+$/), expect.stringMatching(pageTitle)]),
  );
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /sos-icon/);
  // The form keeps the focus and the keys.
  await page.keyboard.type('me');
  await expect(name).toHaveValue('Half a name');
  await expect(name).toBeFocused();
  const call = row.getByRole('link', { name: /^Call .+, \+91 \d+$/ });
  expect(await call.getAttribute('href')).toMatch(/^tel:\+91\d{10}$/);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await expect(phone.getByText('SOS received')).toBeVisible();
  await acknowledgeIn(row).click();
  await expect(row).toContainText('Acknowledged by Meera Deshpande');
  await expect(acknowledgeIn(page)).toHaveCount(0);
  await expect(phone.getByText('Control has seen it')).toBeVisible();
  await expect(phone.getByText(/^at \d\d:\d\d\s[AP]M\. Somebody acts on it\.$/)).toBeVisible();
  await expect.poll(() => isAudible(page)).toBe(false);
  await expect(page).toHaveTitle(pageTitle);
  await expect(page.locator('link[rel=icon]')).not.toHaveAttribute('href', /sos-icon/);
  // It stays until it is resolved.
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.reload();
  await expect(row).toContainText('SOS open: ');
  await row.getByRole('link', { name: /^Open the SOS of/ }).click();
  await expect(page).toHaveURL(/#\/admin-dashboard\/live\?sos=/);
  await phone.context().close();
});

test('[TONIGHT-03] of two who acknowledge at once the second sees who was first, and what fails is tried again', async ({
  page,
  browser,
  product,
  request,
}) => {
  const manager = await newPage(browser, product.url);
  await enter(manager, 'manage-security-guards', subAdmin);
  await enter(page, 'manage-incidents');
  const { siteId } = await manager.evaluate(() => JSON.parse(localStorage.getItem('userDetails') ?? '{}'));
  const guards = Array.from({ length: 40 }, (_, at) => `EMP0${String(at + 1).padStart(2, '0')}`);
  const device = await deviceOf(guards, siteId, (employeeId) => FieldDevice.signIn(request, employeeId));
  const id = await device.callForHelp();
  const address = '**/secure/sos/*/acknowledge';
  await manager.route(address, (route) => route.abort());
  await acknowledgeIn(rowOf(manager, id)).click();
  const failed = rowOf(manager, id).getByRole('alert').filter({ hasText: 'NOT acknowledged' });
  await expect(failed).toBeVisible();
  await expect(acknowledgeIn(rowOf(manager, id))).toHaveText('Try again');
  await manager.unroute(address);
  // Both have pressed before either is answered.
  let letGo = () => {};
  const delayed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await manager.route(address, async (route) => {
    await delayed;
    await route.continue();
  });
  await acknowledgeIn(rowOf(manager, id)).click();
  await expect(acknowledgeIn(rowOf(manager, id))).toHaveCount(0);
  await acknowledgeIn(rowOf(page, id)).click();
  await expect(rowOf(page, id)).toContainText('Acknowledged by Meera Deshpande');
  letGo();
  await expect(rowOf(manager, id)).toContainText(/Meera Deshpande was first, \d\d:\d\d [AP]M/);
  await manager.context().close();
});

/** A device of a guard who walks at the site. */
async function deviceOf(
  employeeIds: readonly string[],
  siteId: string,
  signIn: (employeeId: string) => Promise<FieldDevice>,
): Promise<FieldDevice> {
  for (const employeeId of employeeIds) {
    const device = await signIn(employeeId);
    if (device.route.siteId === siteId) return device;
  }
  throw new Error('no guard walks there');
}

test('[TONIGHT-03] a site manager sees and hears nothing of an SOS at another site', async ({
  page,
  browser,
  product,
  request,
}) => {
  const manager = await newPage(browser, product.url);
  await enter(manager, 'manage-security-guards', subAdmin);
  await enter(page, 'manage-sites');
  const { siteId } = await manager.evaluate(() => JSON.parse(localStorage.getItem('userDetails') ?? '{}'));
  const device = await FieldDevice.signIn(request, 'EMP013', (route) => route.siteId !== siteId);
  const looked = manager.waitForResponse((reply) => reply.url().endsWith('/secure/open-sos'));
  const id = await device.callForHelp();
  await expect(rowOf(page, id)).toBeVisible();
  expect((await (await looked).json()).count).toBe(0);
  await expect(barOf(manager)).toHaveCount(0);
  await expect(manager).toHaveTitle(pageTitle);
  expect(await isAudible(manager)).toBe(false);
  await manager.context().close();
});

test('[TONIGHT-03] each of several calls has a row, the oldest first; the bar is the first tab stop, a key away, above dialogs and on the wall', async ({
  page,
  request,
}) => {
  await enter(page, 'manage-sites');
  const ids: string[] = [];
  for (const employeeId of ['EMP009', 'EMP013', 'EMP017', 'EMP021']) {
    const device = await FieldDevice.signIn(request, employeeId);
    ids.push(await device.callForHelp());
  }
  await expect(rowsOf(page)).toHaveCount(4);
  const shown = () => rowsOf(page).evaluateAll((rows) => rows.map((row) => row.dataset['sosCall']));
  await expect.poll(shown).toEqual(ids);
  // Three are seen at once, further ones are scrolled to.
  await expect(rowOf(page, ids[2] ?? '')).toBeInViewport();
  await expect(rowOf(page, ids[3] ?? '')).not.toBeInViewport({ ratio: 0.5 });
  await rowOf(page, ids[3] ?? '').scrollIntoViewIfNeeded();
  await expect(rowOf(page, ids[3] ?? '')).toBeInViewport();
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(4);
  await page.keyboard.press('Tab');
  expect(await barOf(page).evaluate((bar) => bar.contains(document.activeElement))).toBe(true);

  // From within a field, and above a dialog that covers the page.
  await page.getByRole('button', { name: /^Find anything/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('gate');
  await page.keyboard.press('F8');
  await expect(acknowledgeIn(rowOf(page, ids[0] ?? ''))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, ids[0] ?? '')).toContainText('Acknowledged by Meera Deshpande');
  await expect(dialog).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(shown).toEqual([...ids.slice(1), ids[0]]);

  // Nothing of a page hides behind it.
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const bar = await barOf(page).boundingBox();
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1);
    expect(bar?.height).toBeLessThan(844 * 0.7);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: 'print' });
  await expect(barOf(page)).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.goto('/#/admin-dashboard/live?wall=1');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(acknowledgeIn(rowOf(page, ids[1] ?? ''))).toBeVisible();
  await acknowledgeIn(rowOf(page, ids[1] ?? '')).click();
  await expect(rowOf(page, ids[1] ?? '')).toContainText('Acknowledged by');
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('[TONIGHT-03] the map of the live board looks at the call that it is asked to show', async ({
  page,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP009');
  await enter(page, 'patrolling-reports/scanned-checkpoints');
  const id = await device.callForHelp();
  await rowOf(page, id)
    .getByRole('link', { name: /on the map$/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`live\\?call=${id}`));
  const mark = page.locator('.leaflet-marker-icon', { hasText: 'SOS' });
  await expect(mark).toBeInViewport();
  await expect(page.locator('.leaflet-control-scale-line')).toHaveText(/^\d{2,3} m$/);
  const [map, at] = [await page.locator('.leaflet-container').boundingBox(), await mark.boundingBox()];
  const middle = (box: typeof map) => (box?.x ?? 0) + (box?.width ?? 0) / 2;
  expect(Math.abs(middle(map) - middle(at))).toBeLessThan(4);
});
