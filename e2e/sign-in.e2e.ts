import { expect, signIn, superAdmin, test } from './journey.ts';

test('[SIGN-06] a super admin signs in, gets the full menu and lands on the dashboard', async ({ page }) => {
  await signIn(page, superAdmin);
  await expect(page.getByRole('link', { name: 'Manage Sites' })).toBeVisible();
});
