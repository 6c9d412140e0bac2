// The ways of scanning that count at a checkpoint, as somebody chooses them and sees what came of it.
import type { Page } from '@playwright/test';
import { type OwnTenant, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT tenant_id, gen_random_uuid(), id, 'North gate', latitude, longitude FROM sites LIMIT 1`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const ways = (page: Page) => page.getByRole('group', { name: 'Ways of scanning' });
const way = (page: Page, name: string) => ways(page).getByRole('checkbox', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('[TRUTH-01] [MNG-04] the ways of scanning of a checkpoint are chosen in its form, at least one of them', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-checkpoints');
  const row = page
    .getByRole('grid', { name: 'Checkpoints' })
    .getByRole('row')
    .filter({ hasText: 'North gate' });
  await row.getByRole('link', { name: 'Edit' }).click();
  for (const name of ['Printed QR code', 'NFC tag', 'Changing screen', 'Typed code']) {
    await expect(way(page, name)).toBeChecked();
  }
  await expect(way(page, 'Position alone')).not.toBeChecked();
  await expect(ways(page).getByText('No screen is in use here.')).toBeVisible();
  for (const name of ['Printed QR code', 'NFC tag', 'Typed code']) await way(page, name).press('Space');
  await expect(ways(page).getByText('Nothing that counts can be scanned here yet')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await way(page, 'Changing screen').press('Space');
  await save(page);
  await expect(ways(page).getByRole('alert')).toHaveText('Choose at least one way of scanning.');
  await expect(way(page, 'Printed QR code')).toBeFocused();
  await way(page, 'Position alone').press('Space');
  await expect(ways(page).getByRole('alert')).toHaveCount(0);
  await save(page);
  const fact = page.getByText('Ways of scanning').locator('..');
  await expect(fact).toContainText('Position alone');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(fact).toContainText('Position alone');
  expect(await faultsInEveryDress(page)).toEqual([]);
});
