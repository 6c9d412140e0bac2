// A required field that somebody was in and left empty says so, in every form and before anything is sent.
import type { Locator, Page } from '@playwright/test';
import { expect, openRoute, test } from './signed-in.ts';

/** Fields that must be filled in and are empty. */
const requiredIn = (area: Locator) =>
  area.locator('[aria-required="true"]:not([readonly]):not(:disabled):visible');

const isEmpty = (field: Locator) =>
  field.evaluate((element) => (element as HTMLInputElement | HTMLSelectElement).value.trim() === '');

/** Goes through the required fields of a place by Tab; how many of them were empty. */
async function blurEmptyFields(page: Page, area: Locator): Promise<number> {
  let left = 0;
  const fields = requiredIn(area);
  for (let at = 0; at < (await fields.count()); at += 1) {
    const field = fields.nth(at);
    if (!(await isEmpty(field))) continue;
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    await field.focus();
    // In a time the Tab key goes from hours to minutes.
    if ((await field.getAttribute('type')) === 'time') await field.blur();
    else await page.keyboard.press('Tab');
    await expect(field, `field ${at}`).toHaveAttribute('aria-invalid', 'true');
    const described = (await field.getAttribute('aria-describedby')) ?? '';
    const [errorId = ''] = described.split(' ');
    await expect(page.locator(`[id="${errorId}"]`)).not.toBeEmpty();
    left += 1;
  }
  return left;
}

const forms = [
  ['manage-sites/add-site', 1],
  ['manage-security-guards/add-guard', 2],
  ['manage-checkpoints/add-checkpoint', 2],
  ['manage-shifts/add-shift', 3],
  ['manage-patrol-routes/add-route', 2],
  ['manage-patrol-tours/add-tour', 2],
  ['manage-incidents/add-incident', 2],
  ['patrolling-reports/scheduled-reports/add-report', 1],
] as const;

for (const [route, least] of forms) {
  test(`[MNG-01] ${route} says of each required field that was left empty what is missing`, async ({
    page,
  }) => {
    await openRoute(page, route);
    await expect(requiredIn(page.locator('form')).first()).toBeVisible();
    expect(await blurEmptyFields(page, page.locator('form'))).toBeGreaterThanOrEqual(least);
  });
}

test('[CHPW-03] [CHPW-04] the change of a password says of each field that was left empty what is missing', async ({
  page,
}) => {
  await openRoute(page, 'admin-dashboard/dashboard');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const popup = page.getByRole('dialog', { name: 'Change Password' });
  await expect(popup).toBeVisible();
  expect(await blurEmptyFields(page, popup)).toBe(3);
  for (const text of ['Enter your old password.', 'Enter a new password.', 'Enter the new password again.'])
    await expect(popup.getByText(text)).toBeVisible();
});

test('a filter, and a field that need not be filled in, say nothing when they are left', async ({ page }) => {
  await openRoute(page, 'manage-sites/add-site');
  const contact = page.getByLabel(/^Contact/).first();
  await contact.focus();
  await page.keyboard.press('Tab');
  await expect(contact).not.toHaveAttribute('aria-invalid', 'true');
});
