// The queue of exceptions as a control room works it: figures, taking, giving, closing with a reason, evidence, history.
import type { Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial', timeout: 240_000 });

/** As the judging of rounds leaves it: missed and open, so many hours ago. */
const insert = (route: string, hoursAgo: number, values = `'missed', 3, '{missed}'`) =>
  tenant.run(
    `INSERT INTO exceptions (tenant_id, id, kind, severity, reasons, subject_id, site_id, route_name, happened_at_ms,
        opened_at_ms)
      SELECT tenant_id, gen_random_uuid(), ${values}, gen_random_uuid(), id, $1, at, at
      FROM sites, LATERAL (SELECT (extract(epoch FROM now()) * 1000)::bigint - $2::bigint * 3600000 AS at) AS t`,
    [route, hoursAgo],
  );

test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await insert('North walk', 1);
  await insert('South walk', 2);
  await insert('Roof walk', 3, `'flagged', 4, '{forgedCode,burst}'`);
  await insert('Old walk', 90, `'late', 1, '{late}'`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const list = 'patrolling-reports/exceptions';
const grid = (page: Page) => page.getByRole('grid', { name: 'Exceptions' });
const rowOf = (page: Page, route: string) => grid(page).getByRole('row').filter({ hasText: route });
const figure = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'What waits' }).getByRole('button', { name });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('status').filter({ hasText: text });

test('figures open the rows that they count, and everything chosen stands in the address', async ({
  browser,
}) => {
  const page = await tenant.open(browser, list);
  await expect(page.getByText('4 records')).toBeVisible();
  await expect(rowOf(page, 'Old walk')).toContainText('Overdue');
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(figure(page, /^Overdue/)).toContainText('1');
  await figure(page, /^Overdue/).click();
  await expect(page).toHaveURL(/age=overdue/);
  await expect(page.getByText('1 record', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Old walk')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 record', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('Doubtful');
  await expect(page).toHaveURL(/kind=flagged/);
  await expect(page.getByText('1 record', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Roof walk')).toContainText('Critical');
  // What opens meanwhile shows by itself.
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('4 records')).toBeVisible();
  await insert('West walk', 0);
  await expect(rowOf(page, 'West walk')).toBeVisible();
  await expect(page.getByText('5 records')).toBeVisible();
});

test('several are given to somebody, who is told once and closes them with one reason', async ({
  browser,
}) => {
  const page = await tenant.open(browser, list);
  await rowOf(page, 'North walk').getByRole('checkbox').click();
  await rowOf(page, 'South walk').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign' });
  await dialog.getByLabel('Owner').selectOption({ label: 'Meera Joshi' });
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(toast(page, '2 exceptions were assigned.')).toBeVisible();
  await expect(rowOf(page, 'North walk')).toContainText('Meera Joshi');

  const meera = await tenant.open(browser, `${list}?owner=me`, people.meera);
  await expect(meera.getByText('2 records')).toBeVisible();
  await meera.getByRole('button', { name: /^Notifications/ }).click();
  await expect(meera.getByText('Asha Kale gave you exceptions to see to: 2.')).toHaveCount(1);
  await meera.keyboard.press('Escape');
  await grid(meera).getByRole('checkbox').first().click();
  await meera.getByRole('button', { name: 'Close with reason' }).last().click();
  const closing = meera.getByRole('dialog', { name: 'Close with reason' });
  await closing.getByRole('button', { name: 'Close with reason' }).click();
  await expect(closing.getByText('Write a reason.')).toBeVisible();
  await closing.getByLabel('Outcome*').selectOption({ label: 'Guard spoken to' });
  await closing.getByLabel('Reason*').fill('Both were asleep.');
  await closing.getByRole('button', { name: 'Close with reason' }).click();
  await expect(toast(meera, '2 exceptions are closed.')).toBeVisible();
  await expect(meera.getByText('0 records')).toBeVisible();
  // Whoever looks at the queue sees it by itself.
  await expect(rowOf(page, 'North walk')).toHaveCount(0);
});

test('what somebody else has in hand is taken only by who says so, among several and alone', async ({
  browser,
}) => {
  const page = await tenant.open(browser, `${list}?state=all`);
  await tenant.run(`UPDATE exceptions SET status = 'inHand', version = version + 1, taken_at_ms = opened_at_ms,
    owner_id = (SELECT id FROM users WHERE email = '${people.meera}') WHERE route_name = 'Old walk'`);
  await expect(rowOf(page, 'Old walk')).toContainText('Meera Joshi');
  await rowOf(page, 'Old walk').getByRole('checkbox').click();
  await rowOf(page, 'Roof walk').getByRole('checkbox').click();
  const taking = page.getByRole('button', { name: 'Take', exact: true });
  await taking.click();
  await expect(
    toast(page, 'The exception is in your hand. Somebody else has 1; it was left there.'),
  ).toBeVisible();
  await expect(rowOf(page, 'Roof walk')).toContainText('Asha Kale');
  await expect(rowOf(page, 'Old walk')).toContainText('Meera Joshi');

  await rowOf(page, 'Roof walk').getByRole('checkbox').uncheck();
  await taking.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('This exception is in the hand of Meera Joshi. Take it over?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'Old walk')).toContainText('Meera Joshi');
  await taking.click();
  await question.getByRole('button', { name: 'Take over' }).click();
  await expect(rowOf(page, 'Old walk')).toContainText('Asha Kale');
  await tenant.run(`UPDATE exceptions SET status = 'open', version = version + 1, owner_id = NULL
    WHERE route_name = 'Roof walk'`);
});

test('one is taken by keyboard, proven with files, closed, and opened again; two at once are told', async ({
  browser,
}) => {
  const page = await tenant.open(browser, `${list}?kind=flagged`);
  await rowOf(page, 'Roof walk').getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /Doubtful.*Roof walk, Acme mill/ })).toBeVisible();
  const other = await tenant.signedIn(browser, people.meera);
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Take', exact: true })).toBeVisible();
  await other.getByRole('button', { name: 'Close with reason' }).click();
  const late = other.getByRole('dialog', { name: 'Close with reason' });
  await late.getByLabel('Outcome*').selectOption({ label: 'False alarm' });
  await late.getByLabel('Reason*').fill('Seen on CCTV.');

  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Taken in hand' })).toBeVisible();
  const input = page.locator('input[type=file]');
  const buffer = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  await input.setInputFiles({ name: 'statement.pdf', mimeType: 'application/pdf', buffer });
  const saving = page.getByRole('button', { name: /statement\.pdf/ });
  await expect(saving).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), saving.click()]);
  expect(file.suggestedFilename()).toBe('statement.pdf');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Asked for the CCTV.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByText('Asked for the CCTV.')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);

  await late.getByRole('button', { name: 'Close with reason' }).click();
  await expect(other.getByText('Somebody else saved this while you were editing')).toBeVisible();
  await expect(late.getByLabel('Reason*')).toHaveValue('Seen on CCTV.');

  await page.getByRole('button', { name: 'Close with reason' }).click();
  const closing = page.getByRole('dialog', { name: 'Close with reason' });
  await closing.getByLabel('Outcome*').selectOption({ label: 'Other' });
  await closing.getByLabel('Reason*').fill('Photos of the labels were used.');
  await closing.getByRole('button', { name: 'Close with reason' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Closed: Other' })).toBeVisible();
  await page.getByRole('button', { name: 'Open again' }).click();
  const reopening = page.getByRole('dialog', { name: 'Open again' });
  await reopening.getByLabel('Reason*').fill('The client asks once more.');
  await reopening.getByRole('button', { name: 'Open again' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Opened again' })).toBeVisible();
  await expect(page.getByText('The client asks once more.')).toBeVisible();
});
