// The personal data of a guard: handed over as a file, and erased once the guard has left.
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name, email, phone_number, country_code)
    SELECT tenant_id, gen_random_uuid(), 'G700', 'Sunita', 'More', 'sunita@example.com', '9822012345', '+91' FROM tenants`);
  await tenant.run(`INSERT INTO guard_sites (tenant_id, guard_id, site_id)
    SELECT g.tenant_id, g.id, s.id FROM guards g JOIN sites s ON s.tenant_id = g.tenant_id WHERE g.employee_id = 'G700'`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

type Browser = Parameters<OwnTenant['signedIn']>[0];

async function openGuard(browser: Browser, name: string, email?: string): Promise<Page> {
  const page = await tenant.open(browser, 'manage-security-guards', email);
  const row = page.getByRole('grid', { name: 'Security guards' }).getByRole('row').filter({ hasText: name });
  await row.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  return page;
}

const card = (page: Page) => page.getByRole('region', { name: 'Personal data' });

test('a guard’s data is handed over as one file', async ({ browser }) => {
  const page = await openGuard(browser, 'Sunita More');
  const saving = page.waitForEvent('download');
  await card(page).getByRole('button', { name: 'Export data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('Personal data G700.zip');
  expect(
    fs
      .readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('data of an active guard is not erased, and a sub admin has no part in it', async ({ browser }) => {
  const page = await openGuard(browser, 'Sunita More');
  await expect(card(page)).toContainText('Data can be erased once the guard is deactivated.');
  await expect(card(page).getByRole('button', { name: 'Erase personal data' })).toHaveCount(0);
  const own = await openGuard(browser, 'Sunita More', people.sub);
  await expect(card(own)).toHaveCount(0);
});

test('the question what goes and what stays hinders nobody, in light and dark, wide and narrow', async ({
  browser,
}) => {
  await tenant.run(`UPDATE guards SET activated = false WHERE employee_id = 'G700'`);
  const page = await openGuard(browser, 'Sunita More');
  expect(await faultsInEveryDress(page)).toEqual([]);
  await card(page).getByRole('button', { name: 'Erase personal data' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('What stays, and why');
  expect(await faultsInEveryDress(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBe(0);
});

test('the person is erased by keyboard once the employee ID is typed, and the record stays', async ({
  browser,
}) => {
  const page = await openGuard(browser, 'Sunita More');
  await card(page).getByRole('button', { name: 'Erase personal data' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Erase the personal data of Sunita More?' });
  const field = dialog.getByRole('textbox', { name: 'To confirm, type the employee ID G700' });
  await field.fill('G7');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('This is not the employee ID of this guard.');
  await field.fill('g700');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Erased [0-9a-f]{8}$/ })).toBeVisible();
  await expect(card(page)).toContainText('The personal data of this guard was erased on');
  await expect(page.getByText('Sunita')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  expect(await faultsInEveryDress(page)).toEqual([]);
});
