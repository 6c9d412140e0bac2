// Shifts as somebody plans them: overnight, warned about, and moved through the week of a site by pointer and keys.
import { type Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`UPDATE sites SET time_zone = 'Europe/Paris', name = 'Dépôt'`);
  await tenant.run(`INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name)
    SELECT tenant_id, gen_random_uuid(), 'E1', 'Luc', 'Petit' FROM tenants`);
  await tenant.run(`INSERT INTO guard_sites (tenant_id, guard_id, site_id)
    SELECT g.tenant_id, g.id, s.id FROM guards g, sites s`);
  await tenant.run(`INSERT INTO tenant_settings (tenant_id, sub_admin_access)
    SELECT tenant_id, '{"SHIFTS": ["view"]}' FROM tenants`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

/** The last Sunday of March 2026: clocks go from 02:00 to 03:00. */
const springWeek = 'manage-shifts?view=calendar&week=2026-03-29';

const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Shifts' }).getByRole('row').filter({ hasText: name });
const week = (page: Page) => page.getByRole('region', { name: 'Week of Dépôt' });
const block = (page: Page, start: string) =>
  week(page).getByRole('button', { name: new RegExp(`^${start}`) });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('status').filter({ hasText: text });

async function addShift(page: Page, name: string, from: string, to: string): Promise<void> {
  await openRoute(page, 'manage-shifts/add-shift');
  await page.getByRole('combobox', { name: 'Site', exact: true }).selectOption({ label: 'Dépôt' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('From').fill(from);
  await page.getByLabel('To', { exact: false }).last().fill(to);
  await page.getByRole('combobox', { name: 'Add a guard' }).fill('Luc');
  await page.getByRole('option', { name: 'Luc Petit (E1)' }).click();
}

test('[MNG-05] shifts are made, also overnight, and warned about in form and list', async ({ browser }) => {
  const page = await tenant.open(browser, 'manage-shifts');
  await addShift(page, 'Night', '22:00', '22:00');
  await expect(page.getByText('A shift cannot end when it begins.')).toBeVisible();
  await page.getByLabel('To', { exact: false }).last().fill('06:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Night')).toContainText('10:00 PM – 06:00 AM next day');

  await addShift(page, 'Noon', '10:00', '14:00');
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText(
    'Luc Petit: only 04:00 hours of rest between Night and Noon.',
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Noon')).toContainText('1 guard with too little rest');

  // The audit log tells the guard and the hours as the list does, and not as they are stored.
  await openRoute(page, 'app-settings/audit-log?action=shift.created');
  await page.getByRole('gridcell', { name: 'Night', exact: true }).dblclick();
  const entry = page.getByRole('dialog', { name: 'Shift created' });
  for (const [field, text] of [
    ['Site', 'Dépôt'],
    ['Guards', 'Luc Petit'],
    ['From', '10:00 PM'],
    ['To', '06:00 AM'],
  ] as const) {
    const row = entry
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });
    await expect(row.getByRole('cell').last()).toHaveText(text);
  }
});

test('[MNG-05] a week in Paris shows the day of 23 and of 25 hours as long as it is', async ({ browser }) => {
  const page = await tenant.open(browser, springWeek);
  const sunday = week(page).getByRole('button', { name: /Sun.*23 hours/ });
  await expect(sunday).toBeVisible();
  // What still comes above the week moves all of it, also between two looks.
  await expect(async () => {
    const short = await block(page, 'Noon, Sun').boundingBox();
    const usual = await block(page, 'Noon, Mon').boundingBox();
    // An hour of that night was skipped, so whatever follows it comes an hour sooner.
    expect(Math.round((usual?.y ?? 0) - (short?.y ?? 0))).toBe(40);
    expect(Math.round(short?.height ?? 0)).toBe(Math.round(usual?.height ?? 1));
  }).toPass();
  const night = await block(page, 'Night, Sun').last().boundingBox();
  expect(Math.round(night?.height ?? 0)).toBe(5 * 40);
  await page.getByRole('button', { name: 'Week before' }).click();
  await expect(page).toHaveURL(/week=2026-03-22/);
  await openRoute(page, 'manage-shifts?view=calendar&week=2026-10-25');
  await expect(week(page).getByRole('button', { name: /Sun.*25 hours/ })).toBeVisible();
});

test('[MNG-05] a shift is moved and resized by keys, told, stored and undone', async ({ browser }) => {
  const page = await tenant.open(browser, springWeek);
  await block(page, 'Noon, Tue').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('Noon: 10:15 AM – 02:30 PM, Every day.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Noon is back where it was.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Noon: 09:45 AM – 01:45 PM, Every day.')).toBeVisible();
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/09:45\sAM – 01:45\sPM/);
  await toast(page, 'Noon: 09:45 AM').getByRole('button', { name: 'Undo' }).click();
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/10:00\sAM – 02:00\sPM/);
});

test('[MNG-05] a shift is dragged to another day and hour, and its end to another hour', async ({
  browser,
}) => {
  await tenant.run(`UPDATE shifts SET weekdays = '{2}' WHERE name = 'Noon'`);
  const page = await tenant.open(browser, springWeek);
  await block(page, 'Noon, Mon').scrollIntoViewIfNeeded();
  const from = await block(page, 'Noon, Mon').boundingBox();
  const column = ((await week(page).boundingBox())?.width ?? 0) / 7.4;
  const x = (from?.x ?? 0) + 30;
  const y = (from?.y ?? 0) + 40;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + column * 2, y + 20, { steps: 10 });
  await page.mouse.up();
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/10:30\sAM – 02:30\sPM/);
  await expect(block(page, 'Noon, Mon')).toHaveCount(0);
  await expect(toast(page, 'Noon: 10:30 AM – 02:30 PM, Wed.')).toBeVisible();

  const moved = await block(page, 'Noon, Wed').boundingBox();
  const end = (moved?.y ?? 0) + (moved?.height ?? 0) - 3;
  await page.mouse.move((moved?.x ?? 0) + 30, end);
  await page.mouse.down();
  await page.mouse.move((moved?.x ?? 0) + 30, end + 40, { steps: 6 });
  await page.mouse.up();
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/10:30\sAM – 03:30\sPM/);
});

test('[MNG-05] a finger that rests on a shift moves it, one on its edge resizes it, and one that wipes scrolls', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha, { hasTouch: true });
  await openRoute(page, springWeek);
  await block(page, 'Noon, Wed').scrollIntoViewIfNeeded();
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const boxOf = async () => {
    const box = await block(page, 'Noon, Wed').boundingBox();
    return { x: (box?.x ?? 0) + 30, top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
  };

  const at = await boxOf();
  await touch('touchStart', at.x, at.top + 60);
  await expect(block(page, 'Noon, Wed')).toHaveAttribute('data-held', '');
  for (const y of [70, 80, 90, 100]) await touch('touchMove', at.x, at.top + y);
  await touch('touchEnd');
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/11:30\sAM – 04:30\sPM/);
  await expect(toast(page, 'Noon: 11:30 AM – 04:30 PM, Wed.')).toBeVisible();

  const edge = await boxOf();
  await touch('touchStart', edge.x, edge.bottom - 5);
  for (const y of [10, 20, 30, 40]) await touch('touchMove', edge.x, edge.bottom - 5 - y);
  await touch('touchEnd');
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/11:30\sAM – 03:30\sPM/);

  const before = await boxOf();
  await touch('touchStart', before.x, before.top + 60);
  for (const y of [30, 60, 90, 120]) await touch('touchMove', before.x, before.top + 60 - y);
  await touch('touchEnd');
  await expect.poll(async () => (await boxOf()).top).toBeLessThan(before.top - 40);
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/11:30\sAM – 03:30\sPM/);
});

test('[MNG-01] of two who move a shift the second is told, and sees what the first left', async ({
  browser,
}) => {
  const page = await tenant.open(browser, springWeek);
  await block(page, 'Noon, Wed').focus();
  await tenant.run(`UPDATE shifts SET version = version + 1, from_minute = 480 WHERE name = 'Noon'`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody else saved this' })).toBeVisible();
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/08:00\sAM – 03:30\sPM/);
});

test('[MNG-01] [MENU-05] a sub admin to whom shifts were switched on sees the week and who is in each shift, and moves nothing', async ({
  browser,
}) => {
  const page = await tenant.open(browser, springWeek, people.sub);
  await block(page, 'Noon, Wed').focus();
  await page.keyboard.press('ArrowDown');
  await expect(block(page, 'Noon, Wed')).toHaveAccessibleName(/08:00\sAM – 03:30\sPM/);
  await openRoute(page, 'manage-shifts');
  await expect(rowOf(page, 'Night')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add shift' })).toHaveCount(0);

  await rowOf(page, 'Night').getByRole('link', { name: 'Details' }).click();
  await expect(page).toHaveURL(/shift-details\?id=/);
  await expect(page.getByRole('heading', { level: 2, name: 'Night' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('10:00 PM – 06:00 AM next day');
  await expect(page.getByRole('main')).toContainText('Times of Europe/Paris');
  await expect(page.getByRole('listitem').filter({ hasText: /^Luc Petit\s*E1$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('Luc Petit: only');
  await expect(page.getByRole('link', { name: 'Edit shift' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Luc Petit' }).click();
  await expect(page).toHaveURL(/guard-details\?id=/);
  // From there and from the week it leads back to the shift.
  await page.getByRole('link', { name: 'Noon' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Noon' })).toBeVisible();
  await openRoute(page, springWeek);
  await block(page, 'Noon, Wed').press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Noon' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[MNG-05] calendar and form hinder nobody, and a narrow screen shows a day at a time', async ({
  browser,
}) => {
  const page = await tenant.open(browser, springWeek);
  await expect(block(page, 'Noon, Wed')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await expect(block(page, 'Noon, Wed')).toBeHidden();
  await week(page).getByRole('button', { name: /^Wed/ }).click();
  await expect(block(page, 'Noon, Wed')).toBeVisible();
  await openRoute(page, 'manage-shifts/add-shift');
  expect(await faultsInEveryDress(page)).toEqual([]);
});
