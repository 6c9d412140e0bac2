// Whom a guard can phone from the SOS screen, and what the screen says until the SOS was seen.
import type { Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { age, screen, signIn } from './guard-page.ts';
import { phoneScreen } from './guard-phone.ts';
import { accessibilityFaults, expect, superAdmin, password } from './journey.ts';
import { signInWith, test } from './own-product.ts';
import { faultsInBothSchemes } from './signed-in.ts';
import { Admin } from './sos-bar.ts';

test.use({ file: 'sos-phones', viewport: phoneScreen, permissions: ['geolocation'] });

const control = (page: Page) => page.getByRole('link', { name: /^Call the control room/ });
const emergency = (page: Page) => page.getByRole('link', { name: /^Call emergency services/ });

test.afterEach(async ({ request }) => (await Admin.signIn(request)).resolveAll());

test('[TONIGHT-03] the numbers of the settings stand on the SOS screen without a network, off duty, with an old plan, and all through a call', async ({
  page,
  context,
  browser,
  product,
}) => {
  const console = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signInWith(console, superAdmin, password);
  await console.goto('/#/app-settings');
  await console.getByLabel('Control room phone').fill('12');
  await expect(console.getByText('Write 7 to 13 digits, with a plus in front or without.')).toBeVisible();
  await console.getByLabel('Control room phone').fill('+91 20 6700 1122');
  await expect(console.getByText('Leave empty for 112.')).toBeVisible();
  await console.getByLabel('Emergency number').fill('100');
  expect(await accessibilityFaults(console)).toEqual([]);
  await console.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(console.getByText('Saved.')).toBeVisible();
  await console.context().close();

  await signIn(page, 'EMP030');
  await age(page, 'plans', 7 * 86_400_000);
  await context.setOffline(true);
  await screen(page, 'sos');
  const expectNumbers = async () => {
    await expect(control(page)).toHaveAttribute('href', 'tel:+912067001122');
    await expect(emergency(page)).toHaveAttribute('href', 'tel:100');
    for (const link of [control(page), emergency(page)]) {
      await expect(link).toBeInViewport({ ratio: 1 });
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(72);
    }
  };
  await expectNumbers();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  const sosButton = page.getByRole('button', { name: 'Hold for SOS' });
  await sosButton.focus();
  await page.keyboard.down('Enter');
  await expect(sosButton).toHaveText('2');
  await expect(page.getByText('SOS NOT sent yet')).toBeVisible();
  await page.keyboard.up('Enter');
  await expect(page.getByText('No network. The phone keeps trying.')).toBeVisible();
  await expectNumbers();
  await context.setOffline(false);
  await expect(page.getByText('SOS received')).toBeVisible();
  await expectNumbers();
  await expect(page.getByText('No one has seen it yet')).toHaveCount(0);
  // A minute in which no one has seen it, less some seconds.
  await age(page, 'outbox', 50_000);
  await page.reload();
  await expect(page.getByText('No one has seen it yet')).toBeVisible({ timeout: 40_000 });
  await expect(
    page.getByText(/^Control received it 1:\d\d ago\. Call now, with the buttons below\.$/),
  ).toBeVisible();
  await expectNumbers();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  // Nor is silence taken for an answer.
  await context.setOffline(true);
  await expect(page.getByText('this phone cannot tell whether Control has seen it')).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText('No one has seen it yet')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('No one has seen it yet')).toBeVisible();
});

test('[TONIGHT-03] somebody has seen it: the phone says so at once, with the time, and shakes', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const shakes: unknown[] = [];
    Object.assign(window, { shakes });
    navigator.vibrate = (pattern) => shakes.push(pattern) > 0;
  });
  const admin = await Admin.signIn(request);
  await signIn(page, 'EMP031');
  await screen(page, 'sos');
  await page.getByRole('button', { name: 'Hold for SOS' }).focus();
  await page.keyboard.down('Enter');
  await expect(page.getByText('SOS received')).toBeVisible();
  await page.keyboard.up('Enter');
  const shakes = () => page.evaluate<number>(() => Reflect.get(window, 'shakes').length);
  const before = await shakes();
  const { data } = await admin.send('get', 'open-sos');
  const sentMs = Date.now();
  await admin.send('post', `sos/${data[0].id}/acknowledge`);
  await expect(page.getByText('Control has seen it')).toBeVisible();
  expect(Date.now() - sentMs).toBeLessThan(10_000);
  await expect(page.getByText(/^at \d\d:\d\d\s[AP]M\. Somebody acts on it\.$/)).toBeVisible();
  expect(await shakes()).toBe(before + 1);
  // Wherever the guard looks, and after the app was closed.
  await page.reload();
  await expect(page.getByText('Control has seen it')).toBeVisible();
  await screen(page, 'home');
  await expect(page.getByText('Your SOS is open. Control has seen it.')).toBeVisible();
});

test('[TONIGHT-03] where the company has set no control room, the contact of the site stands in, or the button says that there is none', async ({
  page,
  request,
}) => {
  const admin = await Admin.signIn(request);
  await admin.saveSettings({ controlRoomPhone: '', emergencyNumber: '' });
  const { route } = await FieldDevice.signIn(request, 'EMP037');
  const { site } = await admin.send('get', `sites/${route.siteId}/details`);
  await signIn(page, 'EMP037');
  await page.getByRole('button', { name: route.siteName }).click();
  await screen(page, 'sos');
  const contact = page.getByRole('link', { name: /^Call the site contact/ });
  await expect(contact).toHaveAttribute('href', `tel:${site.contactPhone}`);
  await expect(emergency(page)).toHaveAttribute('href', 'tel:112');

  const { id, name, address, latitude, longitude, timeZone, contactName, version } = site;
  const fields = { name, address, latitude, longitude, timeZone, contactName, version };
  await admin.send('put', `sites/${id}`, { ...fields, contactPhone: '' });
  await page.reload();
  const missing = page.getByRole('button', { name: /^Control room/ });
  await expect(missing).toContainText('No number set');
  await missing.click();
  await expect(page.getByRole('alert')).toContainText('Your company has set no number for its control room.');
  expect(await faultsInBothSchemes(page)).toEqual([]);
});
