// Lists of a company that has nothing yet: what cannot be done says why, and what comes next is a press away.
import type { Page } from '@playwright/test';
import { type OwnTenant, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInBothSchemes, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => void (tenant = await startOwnTenant()));
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const noData = 'Data is not available';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const message = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByText(noData);

for (const route of [
  'manage-checkpoints',
  'manage-incidents',
  'patrolling-reports/exceptions',
  'patrolling-reports/scheduled-reports',
]) {
  test(`${route} with no record offers no export, and says why at a press`, async ({ browser }) => {
    const page = await tenant.open(browser, route);
    const exporting = button(page, 'Export');
    await expect(exporting).toHaveAttribute('title', noData);
    await exporting.click();
    await expect(message(page)).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(await faultsInBothSchemes(page)).toEqual([]);
  });
}

for (const { route, next, area } of [
  { route: 'patrolling-reports/scanned-checkpoints', next: 'Patrol tours', area: 'manage-patrol-tours' },
  { route: 'patrolling-reports/login-logout', next: 'Security guards', area: 'manage-security-guards' },
]) {
  test(`[EXP-01] [GRID-04] the empty report ${route} leads on, and its export says why there is none`, async ({
    browser,
  }) => {
    const page = await tenant.open(browser, route);
    const exporting = button(page, 'Export to Excel');
    await expect(exporting).toHaveAttribute('title', noData);
    await exporting.click();
    await expect(message(page)).toBeVisible();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    const grid = page.getByRole('grid');
    await expect(grid.getByText('No records found')).toBeVisible();
    await grid.getByRole('link', { name: next }).click();
    await expect(page).toHaveURL(new RegExp(`#/${area}`));
  });
}

test('labels are printed, and all rows selected, once there is a checkpoint', async ({ browser }) => {
  const page = await tenant.open(browser, 'manage-checkpoints');
  await expect(button(page, 'Print all labels')).toHaveAttribute('title', noData);
  const selectAll = page.getByRole('checkbox', { name: 'Select all rows' });
  await expect(selectAll).toBeDisabled();
  await tenant.run(`INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude, radius_metres)
    SELECT tenant_id, gen_random_uuid(), id, 'Gate', 18.52, 73.85, 30 FROM sites`);
  await page.reload();
  await expect(page.getByRole('gridcell', { name: 'Gate' })).toBeVisible();
  await selectAll.check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await selectAll.uncheck();
  for (const name of ['Print all labels', 'Export']) {
    await expect(button(page, name)).not.toHaveAttribute('title');
  }
});
