// Scheduled reports as somebody plans them: what comes next while it is written, a test, the history, and mailed links.
import type { Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { accessibilityFaults } from './journey.ts';
import { expect, faultsInEveryDress, test } from './signed-in.ts';

const list = 'patrolling-reports/scheduled-reports';
let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`INSERT INTO tenant_settings (tenant_id, sub_admin_access)
    SELECT tenant_id, '{"SCHEDULED_REPORTS": ["view", "add", "edit", "status", "delete"]}' FROM tenants`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const add = (page: Page) => page.getByRole('button', { name: 'Add', exact: true });
const next = (page: Page) => page.getByRole('region', { name: 'What comes next' });
const history = (page: Page) => page.getByRole('region', { name: 'What was sent' });
const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Scheduled reports' }).getByRole('row').filter({ hasText: name });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('status').filter({ hasText: text });

test('a report shows its next sendings while it is written, is sent as a test, and tells of it', async ({
  browser,
}) => {
  const page = await tenant.open(browser, `${list}/add-report`);
  await expect(next(page).getByRole('listitem')).toHaveCount(3);
  await save(page).click();
  await expect(page.getByText('Write the name of the report.')).toBeVisible();
  await expect(page.getByText('Add at least one address.')).toBeVisible();
  await expect(page.getByLabel('Name*')).toBeFocused();
  await page.getByLabel('Name*').fill('For the client');
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Acme mill' });
  await page.getByText('Monthly', { exact: true }).click();
  await page.getByLabel('Day of the month*').fill('31');
  await expect(next(page).getByRole('listitem').first()).toContainText(/07:00 AMcovers /);

  const address = page.getByLabel('E-mail address');
  await address.fill('nobody');
  await add(page).click();
  await expect(page.getByText('Write one e-mail address.')).toBeVisible();
  await address.fill('Client@acme.example, office@acme.example');
  await address.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'client@acme.example' })).toBeVisible();
  await address.fill('client@acme.example');
  await add(page).click();
  await expect(page.getByText('This address stands in the list already.')).toBeVisible();
  await address.fill('');
  expect(await faultsInEveryDress(page)).toEqual([]);

  const preview = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preview PDF' }).click();
  expect((await preview).suggestedFilename()).toMatch(/^For the client .*\.pdf$/);

  // What is written into the field counts, whether or not it was added.
  await address.fill('late@');
  await save(page).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/^Enter an email address like name@company.com/);
  await address.fill('late@acme.example');
  await save(page).click();
  await expect(page.getByRole('heading', { name: 'For the client' })).toBeVisible();
  await expect(page.getByText('late@acme.example')).toBeVisible();
  await expect(history(page)).toContainText('Nothing was sent yet');
  await expect(page.getByRole('link', { name: 'Back to the list' })).toHaveAttribute(
    'href',
    '#/patrolling-reports/scheduled-reports',
  );
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(toast(page, 'A test is on its way to asha@acme.example.')).toBeVisible();
  await expect(history(page).getByText('Sent', { exact: true })).toBeVisible();
  const file = page.waitForEvent('download');
  await history(page)
    .getByRole('button', { name: /^Save For the client .*\.pdf$/ })
    .click();
  await file;
  await expect(history(page)).toContainText(/\.pdf by asha@acme\.example/);
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('saving what needs a change leads to the field that does, clear of the bar, wherever the page stands', async ({
  browser,
}) => {
  const page = await tenant.open(browser, `${list}/add-report`);
  await page.setViewportSize({ width: 1280, height: 640 });
  await page.getByLabel('Name*').fill('For nobody');
  const address = page.getByLabel('E-mail address');
  await expect(address).not.toBeInViewport();
  await save(page).click();
  await expect(address).toBeFocused();
  const field = await address.boundingBox();
  const bar = await save(page).boundingBox();
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
});

test('a report that is being changed is not left by accident', async ({ browser }) => {
  const page = await tenant.open(browser, list);
  await rowOf(page, 'For the client').getByRole('link', { name: /^Edit/ }).click();
  await page.getByText('On an event', { exact: true }).click();
  await expect(next(page)).toContainText('When it happens: An incident is closed.');
  await page.getByRole('link', { name: 'Scheduled Reports' }).first().click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await save(page).click();
  await expect(page.getByText('An incident is closed, gathered for 30 min')).toBeVisible();
});

test('a sub admin plans for the own site alone', async ({ browser }) => {
  const page = await tenant.open(browser, `${list}/add-report`, people.sub);
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('Acme mill');
  await expect(page.getByLabel('Scanned checkpoints')).toBeChecked();
  await expect(page.getByLabel('Login and logout')).toHaveCount(0);
});

test('[TRUTH-12] somebody without an account is asked, agrees on a page of their own, and the list says so', async ({
  browser,
  page,
}) => {
  const [question] = await tenant.mailsTo('office@acme.example', 1);
  const console = await tenant.open(browser, list);
  await rowOf(console, 'For the client')
    .getByRole('link', { name: /^Details/ })
    .click();
  const recipient = console.getByRole('listitem').filter({ hasText: 'office@acme.example' });
  await expect(recipient).toContainText('asked, has not answered, gets nothing yet');
  await recipient.getByRole('button', { name: 'Ask again: office@acme.example' }).click();
  await expect(console.getByRole('alert')).toContainText('This address was asked less than a day ago.');
  expect(await faultsInEveryDress(console)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(/https?:\S+mail-consents\S+/.exec(question?.text ?? '')?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Do you agree?' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByRole('button', { name: 'Agree', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'You have agreed' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await console.reload();
  await expect(recipient).toContainText('gets reports');

  await page.getByRole('button', { name: 'Stop these mails' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await console.reload();
  await expect(recipient).toContainText('asked not to be mailed');
  await expect(recipient.getByRole('button')).toHaveCount(0);
});

test('mailed links open on a phone: the files of a report, and the end of its mails', async ({ page }) => {
  const [mail] = await tenant.mailsTo(people.asha, 1);
  await page.goto(/https?:\S+shared-reports\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'For the client' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const days = page.getByText(/^\d{4}-\d\d-\d\d\.pdf$/);
  expect(await days.evaluate((name) => name.getClientRects().length)).toBe(1);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: /^For the client .*\.pdf/ }).press('Enter');
  expect((await file).suggestedFilename()).toMatch(/^For the client .*\.pdf$/);

  const token = 'x'.repeat(43);
  await tenant.run('UPDATE scheduled_report_recipients SET unsubscribe_token = $1 WHERE email = $2', [
    token,
    'client@acme.example',
  ]);
  await page.goto(`${tenant.url}/api/acme/report-subscriptions/${token}`);
  await expect(
    page.getByText('“For the client” will no longer be mailed to client@acme.example.'),
  ).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send me this report no more' }).press('Enter');
  await expect(page.getByText('“For the client” is no longer mailed to client@acme.example.')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send it to me again' }).press('Enter');
  await expect(
    page.getByText('“For the client” will no longer be mailed to client@acme.example.'),
  ).toBeVisible();
});

test('a link that has ended says what to do', async ({ page }) => {
  const reply = await page.goto(`${tenant.url}/api/acme/shared-reports/${'x'.repeat(43)}`);
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});
