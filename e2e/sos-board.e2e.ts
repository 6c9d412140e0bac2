// What the live board has of an SOS: all that is known of it, until it is resolved (DASH-03, NOTIF-05).
import type { Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { expect, password, superAdmin } from './journey.ts';
import { signInWith, test } from './own-product.ts';
import { acknowledgeIn, Admin, rowOf } from './sos-bar.ts';
import { faultsInEveryDress } from './signed-in.ts';

// An SOS alarms every console of its company: this is of one that no other journey looks at.
test.use({ file: 'sos', timezoneId: 'America/Lima' });

test.beforeEach(async ({ request }) => (await Admin.signIn(request)).resolveAll());

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const call = (page: Page) => part(page, 'Calls for help').getByRole('listitem');

test('[DASH-03] [NOTIF-05] a call for help stands above everything until somebody has seen to it', async ({
  page,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP013');
  const { siteId, siteName, siteTimeZone } = device.route;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInWith(page, superAdmin, password);
  await page.goto(`/#/admin-dashboard/live?site=${siteId}`);
  await expect(part(page, 'Guards on duty')).toBeVisible();
  await page.getByRole('button', { name: 'Incident chime off' }).click();
  await expect(page.getByRole('button', { name: 'Incident chime on' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const id = await device.callForHelp();
  await expect(call(page)).toContainText(siteName);
  await expect(call(page)).toContainText(`at ${device.route.checkpoints[0]?.name}`);
  const time = call(page).locator('time').first();
  await expect(time).toHaveAttribute('data-tip', /^Your time: .* \(America\/Lima\)$/);
  const at = new Date((await time.getAttribute('datetime')) ?? '');
  const clock = at.toLocaleTimeString('en-US', {
    timeZone: siteTimeZone,
    hour: '2-digit',
    minute: '2-digit',
  });
  await expect(time).toContainText(clock.replace(/\s/u, ' '));
  // Who wants no motion has the alarm and the page in one title.
  await expect(page).toHaveTitle(/^SOS: .*, .* · Live board · Watchpost$/);
  await expect(page.locator('.leaflet-marker-icon', { hasText: 'SOS' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);

  await acknowledgeIn(rowOf(page, id)).click();
  await expect(call(page)).toContainText('Acknowledged by Meera Deshpande');
  await expect(page).not.toHaveTitle(/SOS/);
  await call(page).getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog', { name: 'How did it end?' });
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(dialog).toContainText('Write how it ended.');
  await dialog.getByLabel('What happened and what was done').fill('Pressed by mistake; he is well.');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(call(page)).toHaveCount(0);
  await expect(rowOf(page, id)).toHaveCount(0);
  await page.getByRole('button', { name: 'Earlier calls' }).click();
  await page
    .getByRole('button', { name: /Pressed by mistake/ })
    .first()
    .click();
  const details = page.getByRole('dialog', { name: 'Details' });
  for (const text of ['called for help', 'acknowledged it', 'resolved it', 'Pressed by mistake']) {
    await expect(details).toContainText(text);
  }
});
