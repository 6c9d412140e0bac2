// Two people write in the same dialog at once: the second is told, sees what the first saved, and loses nothing.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';

let acme: OwnTenant;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
  await acme.run(`INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT tenant_id, gen_random_uuid(), id, 'Far gate', latitude, longitude FROM sites`);
});
test.afterEach(() => acme.closePages());
test.afterAll(() => acme.stop());

const conflictText = 'Somebody else saved this while you were editing. Nothing of yours was saved yet.';

async function openDetails(browser: Browser, route: string, email: string): Promise<Page> {
  const page = await acme.open(browser, route, email);
  await page.getByRole('link', { name: 'Details' }).click();
  return page;
}

/** With the dialog of the post orders open. */
async function writeOrders(browser: Browser, email: string, text: string) {
  const page = await openDetails(browser, 'manage-sites', email);
  await page.getByRole('button', { name: 'Write post orders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Post orders' });
  const orders = dialog.getByRole('textbox', { name: 'Post orders' });
  await orders.fill(text);
  return { page, dialog, orders, publish: dialog.getByRole('button', { name: 'Publish' }) };
}

test('[MNG-01] post orders that another published meanwhile are shown, and stay when one’s own come after them', async ({
  browser,
}) => {
  const own = await writeOrders(browser, people.asha, 'Keep the gate shut.');
  const other = await writeOrders(browser, people.meera, 'Check every lorry.');
  await other.publish.click();
  await expect(other.dialog).toHaveCount(0);

  await own.publish.click();
  await expect(own.dialog.getByText(conflictText)).toBeVisible();
  await expect(own.dialog.getByRole('region', { name: 'Theirs' })).toContainText('Check every lorry.');
  await expect(own.orders).toHaveValue('Keep the gate shut.');
  expect(await accessibilityFaults(own.page)).toEqual([]);

  await own.publish.click();
  await expect(own.dialog).toHaveCount(0);
  const article = own.page.getByRole('article');
  await expect(article.filter({ hasText: 'Version 2' })).toContainText('Keep the gate shut.');
  await own.page.getByText('All versions').click();
  await expect(article.filter({ hasText: 'Version 1' })).toContainText('Check every lorry.');
});

/** With the dialog of the questions open. */
async function writeQuestion(browser: Browser, email: string, text: string) {
  const page = await openDetails(browser, 'manage-checkpoints', email);
  await page.getByRole('button', { name: 'Add question' }).click();
  const dialog = page.getByRole('dialog', { name: 'Questions at this checkpoint' });
  const question = dialog.getByRole('textbox', { name: 'Question' });
  await question.fill(text);
  return { page, dialog, question, save: dialog.getByRole('button', { name: 'Save' }) };
}

test('[MNG-01] questions that another saved meanwhile are shown, and can be taken instead of one’s own', async ({
  browser,
}) => {
  const own = await writeQuestion(browser, people.asha, 'Is the door shut?');
  const other = await writeQuestion(browser, people.meera, 'Is the lamp lit?');
  await other.save.click();
  await expect(other.dialog).toHaveCount(0);

  await own.save.click();
  await expect(own.dialog.getByText(conflictText)).toBeVisible();
  await expect(own.question).toHaveValue('Is the door shut?');
  await own.dialog.getByRole('button', { name: 'Drop mine and load theirs' }).click();
  await expect(own.question).toHaveValue('Is the lamp lit?');
  await expect(own.dialog.getByText(conflictText)).toHaveCount(0);
  await own.question.fill('Is the lamp lit and clean?');
  await own.save.click();
  await expect(own.dialog).toHaveCount(0);
  await expect(own.page.getByText('Is the lamp lit and clean?')).toBeVisible();
});
