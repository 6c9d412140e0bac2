// What is written in a dialog is lost neither by a key pressed in passing nor by the end of the session.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { password } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';

let acme: OwnTenant;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
});
test.afterEach(() => acme.closePages());
test.afterAll(() => acme.stop());

const words = 'Keep the gate shut.';
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const answer = (page: Page, name: 'Stay' | 'Leave') => question(page).getByRole('button', { name }).click();
const goTo = (page: Page, hash: string) =>
  page.evaluate((next) => {
    window.location.hash = next;
  }, hash);

/** On the page of the one site, with something written in the dialog of its post orders. */
async function writeOrders(browser: Browser) {
  const page = await acme.open(browser, 'manage-sites');
  await page.getByRole('link', { name: 'Details' }).click();
  const begin = page.getByRole('button', { name: 'Write post orders' });
  await begin.click();
  const dialog = page.getByRole('dialog', { name: 'Post orders' });
  const orders = dialog.getByRole('textbox', { name: 'Post orders' });
  await orders.fill(words);
  return { page, begin, dialog, orders };
}

test('[MNG-10] a dialog with something written in it asks before it closes, however often Escape is pressed', async ({
  browser,
}) => {
  const { page, begin, dialog, orders } = await writeOrders(browser);
  for (let time = 0; time < 3; time += 1) {
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(1);
    await answer(page, 'Stay');
    await expect(question(page)).toHaveCount(0);
    await expect(orders).toBeVisible();
    await expect(orders).toHaveValue(words);
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Leave');
  await expect(dialog).toHaveCount(0);
  await begin.click();
  await expect(orders).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a dialog that was written in when the session ended is open again, until it is closed', async ({
  browser,
}) => {
  const { page, begin, dialog, orders } = await writeOrders(browser);
  const hash = await page.evaluate(() => window.location.hash);
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByLabel('Email').fill(people.asha);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(orders).toHaveValue(words);
  await page.keyboard.press('Escape');
  await answer(page, 'Leave');
  await expect(dialog).toHaveCount(0);
  await goTo(page, '/manage-sites');
  await expect(page.getByRole('grid')).toBeVisible();
  await goTo(page, hash);
  await expect(begin).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
