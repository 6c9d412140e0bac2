// Patrol routes as somebody manages them: made of checkpoints, put in order by keys and pointer, changed without changing history.
import { type Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT tenant_id, gen_random_uuid(), id, point.name, latitude + shift, longitude FROM sites,
      (VALUES ('Boiler', 0.001), ('Canteen', 0.002), ('Gate', 0.003)) AS point (name, shift)`);
  await tenant.run(`INSERT INTO tenant_settings (tenant_id, sub_admin_access)
    SELECT tenant_id, '{"PATROL_ROUTES": ["view"]}' FROM tenants`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Patrol routes' }).getByRole('row').filter({ hasText: name });
const order = (page: Page) => page.getByRole('list', { name: 'Checkpoints in their order' });
const namesInOrder = (page: Page) =>
  order(page)
    .getByRole('button', { name: /^Move \w+$/ })
    .evaluateAll((handles) => handles.map((each) => each.getAttribute('aria-label')?.slice('Move '.length)));

test('[MNG-06] a route is put in order by keys, by buttons and by dragging, each step told', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-patrol-routes/add-route');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write the name of the route.')).toBeVisible();
  await expect(page.getByText('Choose a site.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Site', exact: true }).selectOption({ label: 'Acme mill' });
  await page.getByLabel('Name*').fill('Evening walk');
  await page.getByRole('button', { name: 'Add all' }).click();
  await expect(order(page).getByRole('listitem')).toHaveCount(3);

  const handle = order(page).getByRole('button', { name: 'Move Boiler', exact: true });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Boiler is grabbed, place 1 of 3.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Boiler is at place 3 of 3.')).toBeAttached();
  await expect(handle).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await namesInOrder(page)).toEqual(['Boiler', 'Canteen', 'Gate']);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('Boiler is dropped at place 2 of 3.')).toBeAttached();
  expect(await namesInOrder(page)).toEqual(['Canteen', 'Boiler', 'Gate']);

  await page.getByRole('button', { name: 'Move Gate up' }).click();
  expect(await namesInOrder(page)).toEqual(['Canteen', 'Gate', 'Boiler']);

  const from = await order(page).getByRole('button', { name: 'Move Boiler', exact: true }).boundingBox();
  const to = await order(page).getByRole('button', { name: 'Move Canteen', exact: true }).boundingBox();
  await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 12);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 12, { steps: 8 });
  await page.mouse.up();
  expect(await namesInOrder(page)).toEqual(['Boiler', 'Canteen', 'Gate']);

  await page.getByLabel('Expected minutes to Gate').fill('7');
  await expect(page.getByText('3 checkpoints, 12 minutes')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/route-details\?id=/);
  await expect(page.getByText('Boiler → Canteen → Gate')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[MNG-06] another order makes a version, and the earlier one stays with its rounds', async ({
  browser,
}) => {
  await tenant.run(`INSERT INTO guards (tenant_id, id, employee_id, first_name)
    SELECT tenant_id, gen_random_uuid(), 'E1', 'Ravi' FROM tenants`);
  await tenant.run(`INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, route_version_id, started_at_ms,
      status_code, total_check_points, scanned_check_points, arrival_no)
    SELECT v.tenant_id, gen_random_uuid(), v.site_id, g.id, gen_random_uuid(), v.id, 1750000000000, 2, 3, 1, 1
    FROM route_versions v, guards g`);
  const page = await tenant.open(browser, 'manage-patrol-routes');
  await rowOf(page, 'Evening walk').getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Move Gate up' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Boiler → Gate → Canteen')).toBeVisible();
  await expect(page.getByText('Boiler → Canteen → Gate')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 1' })).toContainText('1 round');
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 2' })).toContainText('Walked now');
  await openRoute(page, 'manage-patrol-routes');
  await rowOf(page, 'Evening walk').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // What is refused is named, and what is advised instead is a press away and can be undone.
  const refusal = page.getByRole('alert').filter({ hasText: 'Recorded history depends on this' });
  await expect(refusal).toContainText('Evening walk was not deleted');
  await refusal.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  const status = page.getByRole('status').filter({ hasText: 'Evening walk is deactivated.' });
  await expect(
    rowOf(page, 'Evening walk').getByRole('button', { name: 'Activate', exact: true }),
  ).toBeVisible();
  await status.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Evening walk').getByRole('button', { name: 'Deactivate' })).toBeVisible();
});

test('[MNG-01] [MNG-10] of two who edit a route the second is told and merges', async ({ browser }) => {
  const page = await tenant.open(browser, 'manage-patrol-routes');
  await rowOf(page, 'Evening walk').getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Name*').fill('Late walk');
  await tenant.run('UPDATE patrol_routes SET version = version + 1, is_fixed_order = false');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody else saved in the meantime')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Order', exact: true })).toHaveValue('free');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Late walk' })).toBeVisible();
  await expect(page.getByText('Acme mill · Free order')).toBeVisible();
});

test('[MENU-05] a sub admin to whom routes were switched on sees them and changes none', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-patrol-routes', people.sub);
  await expect(rowOf(page, 'Late walk')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add route' })).toHaveCount(0);
  await expect(rowOf(page, 'Late walk').getByRole('link', { name: 'Edit' })).toHaveCount(0);
});

test('[MNG-06] the form hinders nobody, in light and dark, wide and narrow', async ({ browser }) => {
  await tenant.run(`UPDATE checkpoints SET activated = false WHERE name = 'Gate'`);
  const page = await tenant.open(browser, 'manage-patrol-routes');
  await rowOf(page, 'Late walk').getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('Deactivated: it stays in this route')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});
