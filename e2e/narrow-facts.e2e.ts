// Facts of a record on a phone: a time that does not fit beside its date goes to the next line as one.
import { expect, openRoute, test } from './signed-in.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('[MNG-04] the times of a checkpoint are not torn apart on a phone', async ({ page }) => {
  await openRoute(page, 'manage-checkpoints');
  await page
    .getByRole('grid')
    .getByRole('link', { name: /^Details/ })
    .first()
    .click();
  for (const term of ['Changed', 'Issued']) {
    const fact = page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) });
    const time = fact.locator('xpath=..').getByText(/^\d{2}:\d{2} [AP]M$/);
    await expect(time).toBeVisible();
    expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1);
  }
});
