// Patrol tours as somebody plans them: within a shift, at random, without holidays; and the rounds that they make due.
import { type Locator, type Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { pressSignedOut, signInAgain } from './session-end.ts';
import { expect, faultsInEveryDress, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`INSERT INTO sites (tenant_id, id, name, latitude, longitude, time_zone)
    SELECT tenant_id, gen_random_uuid(), 'Other yard', 18.5, 73.8, 'Asia/Kolkata' FROM tenants`);
  await tenant.run(`INSERT INTO patrol_routes (tenant_id, id, site_id, name)
    SELECT tenant_id, gen_random_uuid(), id, 'Round of ' || name FROM sites`);
  await tenant.run(`INSERT INTO shifts (tenant_id, id, site_id, name, from_minute, to_minute, weekdays)
    SELECT tenant_id, gen_random_uuid(), id, 'Night', 1320, 360, '{1,2,3,4,5,6,7}' FROM sites`);
  await tenant.run(`INSERT INTO tenant_settings (tenant_id, sub_admin_access)
    SELECT tenant_id, '{"PATROL_TOURS": ["view"]}' FROM tenants`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Patrol tours' }).getByRole('row').filter({ hasText: name });
const dueRows = (page: Page) => page.getByRole('grid', { name: 'Due rounds' }).getByRole('row');
const ahead = (page: Page) => page.getByRole('region', { name: 'The next rounds that this makes' });
/** Ticked, and the tick can be told from the box that it stands in. */
const looksTicked = (box: Locator) =>
  box.evaluate((element: HTMLInputElement) => {
    const inks = [null, '::before'].map((part) => getComputedStyle(element, part).backgroundColor);
    const [ground = 0, tick = 0] = inks.map((ink) => Number(/\d+/.exec(ink)?.[0]));
    return element.checked && Math.abs(ground - tick) > 60;
  });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('status').filter({ hasText: text });

test('[MNG-07] [MNG-10] a tour within a shift shows its next rounds before it is saved', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-patrol-tours/add-tour');
  await save(page).click();
  await expect(page.getByText('Write the name of the tour.')).toBeVisible();
  await expect(page.getByText('Choose a route.')).toBeVisible();
  await page.getByLabel('Site*').selectOption({ label: 'Acme mill' });
  await page.getByRole('combobox', { name: 'Route' }).fill('Acme');
  await page.getByRole('option', { name: 'Round of Acme mill' }).click();
  await page.getByLabel('Name*').fill('Night walk');
  await page.getByLabel('Shift').selectOption({ label: 'Night (10:00 PM – 06:00 AM)' });
  await expect(page.getByLabel('From*', { exact: true })).toHaveJSProperty('readOnly', true);
  expect(await looksTicked(page.getByRole('checkbox', { name: 'Mon' }))).toBe(true);
  await page.getByLabel('Minutes from one round to the next*').fill('120');
  await expect(ahead(page)).toContainText('10:00 PMlate from 10:15 PM, missed from 10:25 PM');
  await expect(ahead(page).getByText(/^late from/)).toHaveCount(12);
  expect(await faultsInEveryDress(page)).toEqual([]);

  await page.getByRole('link', { name: 'Cancel' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await save(page).click();
  await expect(rowOf(page, 'Night walk')).toContainText('Every day, 10:00 PM – 06:00 AM, every 2 hours');
  // A phone knows the rounds ahead: the server made them due at once.
  await expect(async () => {
    await page.reload();
    await expect(rowOf(page, 'Night walk').getByRole('time').first()).toBeVisible({ timeout: 10_000 });
  }).toPass();
});

test('[MNG-07] it goes over to rounds at random, and leaves out the holidays of its site', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-patrol-tours');
  await rowOf(page, 'Night walk').getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('radio', { name: 'At random' }).check();
  await page.getByLabel('Number of rounds*').fill('40');
  await page.getByLabel('Number of rounds*').blur();
  await expect(page.getByText('So many rounds so far apart do not fit into the window.')).toBeVisible();
  await page.getByLabel('Number of rounds*').fill('3');
  await expect(ahead(page).getByText('3 rounds at random')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Change holidays' }).click();
  const dialog = page.getByRole('dialog', { name: 'Holidays of the site' });
  await dialog.getByRole('button', { name: 'Add holiday' }).click();
  await expect(dialog.getByText('Write the name of the holiday.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Date' }).fill('25/12/70');
  await dialog.getByLabel('Name of the holiday*').fill('Christmas');
  await dialog.getByRole('button', { name: 'Add holiday' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove Christmas' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByLabel('No rounds on holidays of the site').check();
  await expect(page.getByText('Coming holidays: Christmas')).toBeVisible();
  await save(page).click();
  await expect(rowOf(page, 'Night walk')).toContainText('10:00 PM – 06:00 AM, 3 rounds at random');
});

test('[MNG-10] what was written in a form and in the dialog over it is there again after the session ended', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-patrol-tours');
  await rowOf(page, 'Night walk').getByRole('link', { name: 'Edit' }).click();
  const rounds = page.getByLabel('Number of rounds*');
  await rounds.fill('2');
  await page.getByRole('button', { name: 'Change holidays' }).click();
  const dialog = page.getByRole('dialog', { name: 'Holidays of the site' });
  const name = dialog.getByLabel('Name of the holiday*');
  await dialog.getByRole('textbox', { name: 'Date' }).fill('01/01/70');
  await name.fill('New year');
  await pressSignedOut(page, dialog.getByRole('button', { name: 'Add holiday' }));
  await signInAgain(page);
  await expect(name).toHaveValue('New year');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rounds).toHaveValue('2');
  await page.getByRole('button', { name: 'Change holidays' }).click();
  await expect(name).toHaveValue('');
});

test('[MNG-07] a guard who was deactivated since stays in a tour until taken out, and is not offered again', async ({
  browser,
}) => {
  for (const name of ['Asha', 'Ravi']) {
    await tenant.run(`WITH made AS (
        INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name, activated)
        SELECT tenant_id, gen_random_uuid(), 'T-${name}', '${name}', 'Tour', ${name !== 'Asha'} FROM tenants
        RETURNING tenant_id, id),
      posted AS (INSERT INTO guard_sites (tenant_id, guard_id, site_id)
        SELECT m.tenant_id, m.id, s.id FROM made m JOIN sites s USING (tenant_id) WHERE s.name = 'Acme mill')
      INSERT INTO tour_guards (tenant_id, tour_id, guard_id)
        SELECT m.tenant_id, t.id, m.id FROM made m JOIN patrol_tours t USING (tenant_id)`);
  }
  const page = await tenant.open(browser, 'manage-patrol-tours');
  await rowOf(page, 'Night walk').getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove Asha Tour' }).click();
  await page.getByRole('button', { name: 'Remove Ravi Tour' }).click();
  await page.getByRole('combobox', { name: 'Add a guard' }).fill('Tour');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Ravi Tour (T-Ravi)']);
});

test('[MNG-07] a missed round is excused with a reason, and says by whom', async ({ browser }) => {
  await tenant.run(`INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, guard_ids,
      due_at_ms, late_at_ms, missed_at_ms, status)
    SELECT t.tenant_id, gen_random_uuid(), t.id, r.site_id, r.id, t.name, r.name, '{}', at.ms, at.ms + 1, at.ms + 2, 'missed'
    FROM patrol_tours t JOIN patrol_routes r ON r.id = t.route_id,
      (SELECT (extract(epoch FROM greatest(date_trunc('minute', now() - interval '2 minutes'),
        date_trunc('day', now(), 'Asia/Kolkata'))) * 1000)::bigint AS ms) AS at`);
  const page = await tenant.open(browser, 'manage-patrol-tours/due-rounds?status=missed');
  await expect(
    page.getByLabel('Day', { exact: true }),
    'a filter has no mark of a field to fill in',
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear Day' })).toHaveCount(0);
  await expect(dueRows(page).filter({ hasText: 'Night walk' })).toContainText('Missed');
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dueRows(page).getByRole('button', { name: 'Excuse round' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excuse round' });
  await dialog.getByRole('button', { name: 'Excuse round' }).click();
  await expect(dialog.getByText('Write the reason.')).toBeVisible();
  await dialog.getByLabel('Reason*').fill('Fire drill');
  await dialog.getByRole('button', { name: 'Excuse round' }).click();
  await expect(toast(page, 'The round of Night walk is excused.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('excused');
  await expect(dueRows(page).filter({ hasText: 'Excused' })).toContainText('Fire drill (by Asha Kale');
  await expect(page).toHaveURL(/status=excused/);
});

test('[MNG-01] tours are deactivated and brought back, unless their route is gone, and a sub admin sees those of the own site alone', async ({
  browser,
}) => {
  await tenant.run(`INSERT INTO patrol_tours (tenant_id, id, route_id, name)
    SELECT tenant_id, gen_random_uuid(), id, 'Imported of ' || name FROM patrol_routes`);
  const page = await tenant.open(browser, 'manage-patrol-tours');
  await expect(rowOf(page, 'Imported of Round of Other yard')).toContainText('Not planned yet');
  await rowOf(page, 'Night walk').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await toast(page, 'Night walk is deactivated.').getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Night walk').getByRole('button', { name: 'Deactivate' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);

  const imported = rowOf(page, 'Imported of Round of Other yard');
  await imported.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const undo = toast(page, 'Imported of Round of Other yard is deleted.').getByRole('button', {
    name: 'Undo',
  });
  await expect(undo).toBeVisible();
  await tenant.run(
    `UPDATE patrol_routes SET activated = false, deleted_at = now() WHERE name = 'Round of Other yard'`,
  );
  await undo.click();
  const refused = 'The route of this tour is deleted. Bring it back first: Round of Other yard';
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(refused)).toBeVisible();
  await expect(imported).toHaveCount(0);

  const sub = await tenant.open(browser, 'manage-patrol-tours', people.sub);
  await expect(rowOf(sub, 'Night walk')).toBeVisible();
  await expect(rowOf(sub, 'Other yard')).toHaveCount(0);
  await expect(sub.getByRole('link', { name: 'Add tour' })).toHaveCount(0);
  await rowOf(sub, 'Night walk').getByRole('link', { name: 'Details' }).click();
  await expect(sub.getByRole('heading', { level: 2, name: 'Night walk' })).toBeVisible();
  const fact = (label: string) =>
    sub.getByRole('term').filter({ hasText: label }).locator('..').getByRole('definition');
  await expect(fact('Route')).toHaveText('Round of Acme mill');
  await expect(fact('Limits')).toHaveText(/^Late after \d+ min, missed \d+ min later$/);
  await expect(ahead(sub).getByRole('listitem').first()).toBeVisible();
  await expect(sub.getByRole('link', { name: 'Edit tour' })).toHaveCount(0);
  expect(await faultsInEveryDress(sub)).toEqual([]);
  await sub.setViewportSize({ width: 1280, height: 800 });
  await sub.getByRole('link', { name: 'Due rounds' }).click();
  await expect(sub).toHaveURL(/due-rounds\?tour=/);
  await sub.goto('/#/manage-patrol-tours');
  await sub.getByRole('link', { name: 'Due rounds' }).first().click();
  await expect(dueRows(sub).filter({ hasText: 'Night walk' }).first()).toBeVisible();
  await expect(sub.getByRole('button', { name: 'Excuse round' })).toHaveCount(0);
});
