// From a guard's thumb to the control room's screen, with the real app and the board as it stands open (DASH-03).
import type { Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { expect, password, superAdmin } from './journey.ts';
import { signInWith, test } from './own-product.ts';
import { openRoute } from './signed-in.ts';
import { Admin } from './sos-bar.ts';

// An SOS alarms every console of its company: this is of one that no other journey looks at.
test.use({ file: 'sos' });

test.beforeEach(async ({ request }) => (await Admin.signIn(request)).resolveAll());

const guard = 'EMP011';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('[DASH-03] [FIELD-01] a scan and a call for help made in the app stand on the open board within seconds, without reloading', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const { route, codes } = await FieldDevice.signIn(request, guard);
  await signInWith(page, superAdmin, password);
  await openRoute(page, `admin-dashboard/live?site=${route.siteId}`);
  await expect(part(page, 'Guards on duty')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isFirst: true }));

  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto('/guard/?company=demo');
  await phone.getByLabel('Employee ID').fill(guard);
  await phone.getByLabel('Secret', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await phone.getByRole('button', { name: route.siteName }).click();
  await phone.getByRole('region', { name: 'Routes' }).getByRole('button', { name: route.routeName }).click();

  const scans = part(page, 'Last scans').getByRole('listitem');
  const formerRound = await scans.first().getByRole('link').getAttribute('href');
  const ofNewRound = scans.first().filter({ hasNot: page.locator(`[href="${formerRound}"]`) });
  const delays: number[] = [];
  for (const { checkpointId, name } of route.checkpoints.slice(0, 3)) {
    await phone.getByRole('link', { name: 'Type code' }).click();
    await phone.getByLabel('Code', { exact: true }).fill((codes.get(checkpointId) ?? '').slice(-8));
    await phone.getByRole('group', { name: 'Checkpoint' }).getByText(name, { exact: true }).click();
    const shown = ofNewRound.filter({ hasText: name });
    await expect(shown).toHaveCount(0);
    const pressedAtMs = Date.now();
    await phone.getByRole('button', { name: 'Record' }).click();
    await shown.waitFor();
    delays.push(Date.now() - pressedAtMs);
    await phone.getByRole('link', { name: 'Back' }).click();
  }
  console.log(`from the press to the board: ${delays.join(', ')} ms`);
  // The beat of the board's stream, which would show it as well, comes later than that.
  for (const delay of delays) expect(delay).toBeLessThan(10_000);

  await phone.getByRole('link', { name: 'SOS' }).click();
  await phone.getByRole('button', { name: 'Hold for SOS' }).hover();
  await phone.mouse.down();
  const call = part(page, 'Calls for help').getByRole('listitem').filter({ hasText: route.siteName });
  await call.waitFor();
  await phone.mouse.up();
  await expect(phone.getByText('SOS received')).toBeVisible();
  await expect(page).toHaveTitle(/^SOS: .*, /);
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(true);

  await page.getByRole('button', { name: /^Acknowledge the SOS/ }).click();
  await expect(phone.getByText('Control has seen it')).toBeVisible();
  await call.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog', { name: 'How did it end?' });
  await dialog.getByLabel('What happened and what was done').fill('A drill.');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(call).toHaveCount(0);
  await context.close();
});
