// Signing out while a file is still being made (SHELL-05).
import type { Page } from '@playwright/test';
import { signIn, superAdmin } from './journey.ts';
import { reportRoute } from './report-page.ts';
import { expect, faultsInEveryDress, storedValue, test } from './signed-in.ts';

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

// Each has a session of its own to end.
test.use({ role: 'nobody' });

test('[SHELL-05] signing out while an export runs asks first: No stays, Yes leaves', async ({ page }) => {
  await signIn(page, superAdmin);
  await page.goto(`/#/${reportRoute}`);
  await expect(rows(page).nth(1)).toBeVisible();
  // A network so slow that the file never arrives.
  await page.route(/\/api\/.*\/export/, () => undefined);
  await page.getByRole('button', { name: /^Export to Excel/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirmation' });
  const logout = async () => {
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await page.goto('/#/manage-sites');
  await expect(rows(page).nth(1)).toContainText('Balewadi');
  await logout();
  await expect(question).toContainText('An export is still running.');
  await expect(question.getByRole('button')).toHaveText(['No', 'Yes']);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();

  await logout();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(await storedValue(page, 'Token')).toBeDefined();

  await logout();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/#\/signin$/);
});

for (const route of ['app-settings/audit-log', 'manage-sites']) {
  test(`[SHELL-05] signing out while a file of ${route} is made asks first as well`, async ({ page }) => {
    await signIn(page, superAdmin);
    await page.goto(`/#/${route}`);
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    await page.route(/\/api\/.*\/export/, () => undefined);
    const exportButton = page.getByRole('button', { name: 'Export', exact: true });
    await exportButton.click();
    await page.getByRole('menuitem', { name: 'Text table (.csv)' }).click();
    await expect(exportButton).toHaveCount(0);
    const question = page.getByRole('alertdialog', { name: 'Confirmation' });
    for (const answer of ['No', 'Yes']) {
      await page.getByRole('button', { name: /^Account of / }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(question).toContainText('An export is still running.');
      await question.getByRole('button', { name: answer }).click();
      if (answer === 'No') await expect(exportButton).toHaveCount(0);
    }
    await expect(page).toHaveURL(/#\/signin$/);
  });
}
