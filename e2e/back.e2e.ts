// What the browser's Back takes away with the page.
import { expect, openRoute, test } from './signed-in.ts';

test("[ROUTE-01] a question and the palette go with their page at the browser's Back", async ({ page }) => {
  await openRoute(page, 'manage-incidents');
  await page.goto('/#/manage-security-guards');
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Delete' }) });
  await row.first().getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/^ConfirmationDelete /);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Incidents');
  await expect(question).toHaveCount(0);

  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Security Guards');
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await expect(palette).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Incidents');
  await expect(palette).toHaveCount(0);
});

test("[ROUTE-01] the dialogs of one's own account go with their page at the browser's Back", async ({
  page,
}) => {
  await openRoute(page, 'manage-incidents');
  const titles = {
    'View Profile': 'View Profile',
    'Change password': 'Change Password',
    'Sign-in security': 'Sign-in security',
    'Where you are signed in': 'Where you are signed in',
  };
  for (const [entry, title] of Object.entries(titles)) {
    await page.goto('/#/manage-security-guards');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Security Guards');
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Incidents');
    await expect(dialog).toHaveCount(0);
  }
});
