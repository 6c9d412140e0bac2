// Heads that leave: who is mailed them, and what of them is saved.
import fs from 'node:fs/promises';
import { type OwnTenant, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, test } from './signed-in.ts';

const route = 'patrolling-reports/evidence-log';
const witness = 'auditor@outside.example';
let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

test('[TRUTH-05] a super admin names a witness with the keyboard alone, who agrees on a page of their own', async ({
  browser,
  page,
}) => {
  const console = await tenant.open(browser, route);
  const card = console.getByRole('region', { name: 'Witnesses', exact: true });
  await card.getByLabel('E-mail address').focus();
  await console.keyboard.type('nobody');
  await console.keyboard.press('Enter');
  await expect(card.getByText(/e-mail|email/i).last()).toBeVisible();
  await card.getByLabel('E-mail address').fill('');
  await card.getByLabel('E-mail address').focus();
  await console.keyboard.type(witness.replace('auditor', 'Auditor'));
  await console.keyboard.press('Tab');
  await expect(card.getByLabel('Language')).toBeFocused();
  await console.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: 'Ask', exact: true })).toBeFocused();
  await console.keyboard.press('Enter');
  const row = card.getByRole('listitem').filter({ hasText: witness });
  await expect(row).toContainText('asked, has not answered, gets nothing yet');
  await expect(card.getByLabel('E-mail address')).toHaveValue('');
  await row.getByRole('button', { name: `Ask again: ${witness}` }).press('Enter');
  await expect(console.getByRole('alert')).toContainText('This address was asked less than a day ago.');
  expect(await faultsInEveryDress(console)).toEqual([]);

  const [question] = await tenant.mailsTo(witness, 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(/https?:\S+mail-consents\S+/.exec(question?.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Agree', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'You have agreed' })).toBeVisible();
  await console.reload();
  await expect(row).toContainText('agreed');

  await row.getByRole('button', { name: `Remove ${witness}` }).press('Enter');
  const question2 = console.getByRole('alertdialog');
  await expect(question2).toContainText(`Mail ${witness} no more heads?`);
  await question2.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(row).toHaveCount(0);
});

test('[TRUTH-05] heads of days are listed with their time-stamps, and saved as notes, on a screen and on a phone', async ({
  browser,
}, testInfo) => {
  await tenant.run(`INSERT INTO published_heads (tenant_id, day, no, size, root, at_ms, key, signature, note,
      stamp_state, stamp_reason)
    SELECT tenant_id, '2026-07-01'::date + n, n + 1, 1000 + n, '\\x00', 1782864000000 + n * 86400000::bigint, '\\x00', '\\x00',
      'the note of day ' || n, CASE n WHEN 1 THEN 'failed' ELSE 'none' END,
      CASE n WHEN 1 THEN 'the authority does not answer: stamps.example: ECONNREFUSED' ELSE '' END
    FROM tenants, generate_series(0, 1) AS n`);
  const console = await tenant.open(browser, route);
  const table = console.getByRole('table', { name: 'Heads of days' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row').nth(1)).toContainText('stamps.example: ECONNREFUSED');
  const [download] = await Promise.all([
    console.waitForEvent('download'),
    table.getByRole('button', { name: 'Save the note of Jul 1, 2026' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('Head of 2026-07-01.txt');
  const file = testInfo.outputPath('note.txt');
  await download.saveAs(file);
  expect(await fs.readFile(file, 'utf8')).toBe('the note of day 0');
  await expect(console.getByText(/^watchpost\/[\da-f-]{36}\+[\da-f]{8}\+/)).toBeVisible();
  expect(await faultsInEveryDress(console)).toEqual([]);
  await console.setViewportSize({ width: 390, height: 844 });
  expect(await console.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
