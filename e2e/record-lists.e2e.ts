// What every list of records does, whatever it lists: how it begins, what makes it ask again, and what it says when it cannot.
import type { Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`INSERT INTO guards (tenant_id, id, employee_id, first_name)
    SELECT tenant_id, gen_random_uuid(), 'EMP' || lpad(number::text, 3, '0'), 'Ravi' FROM tenants,
      generate_series(1, 32) AS number`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const rows = (page: Page) => page.getByRole('grid').locator('[data-row-id]');
const isListOf = (path: string) => (url: URL) => url.pathname === `/api/acme/secure/${path}`;

/** Folds the menu and waits for the list to be asked for once more, sooner than any list refreshes by itself. */
async function expectReloadByFolding(page: Page, path: string): Promise<void> {
  const isList = isListOf(path);
  const reloaded = page.waitForRequest((request) => isList(new URL(request.url())), { timeout: 3_000 });
  await page.getByRole('button', { name: 'Fold menu' }).click();
  await reloaded;
}

test('[GRID-05] [GRID-06] [GRID-08] a list of records begins with fifteen, and is asked for again by page, order, search and sidebar', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha);
  const isList = isListOf('guards');
  const asked: Record<string, string>[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (isList(url)) asked.push(Object.fromEntries(url.searchParams));
  });
  await page.route(isList, (route) => route.abort('connectionrefused'));
  await openRoute(page, 'manage-security-guards');
  const failure = page.getByRole('grid').getByRole('alert');
  await expect(failure).toContainText('The server cannot be reached.');
  await expect(page.getByText('No records found')).toHaveCount(0);
  await page.unroute(isList);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(15);
  await expect(failure).toHaveCount(0);
  expect(asked.at(-1)).toEqual({ offset: '0', limit: '15' });

  const next = page.getByRole('button', { name: 'Next', exact: true });
  await next.click();
  await expect(page.getByText(/^Page 2 of /)).toBeVisible();
  expect(asked.at(-1)).toEqual({ offset: '15', limit: '15' });
  const sorting = page.getByRole('columnheader', { name: /^Employee ID/ });
  await sorting.getByRole('button', { name: 'Employee ID' }).click();
  await expect(page.getByText(/^Page 1 of /)).toBeVisible();
  await expect(sorting).toHaveAttribute('aria-sort', 'ascending');
  const sorted = { sortColumn: 'employeeId', sortType: 'asc' };
  expect(asked.at(-1)).toEqual({ ...sorted, offset: '0', limit: '15' });
  await next.click();
  await expect(page.getByText(/^Page 2 of /)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('EMP00');
  await expect.poll(() => asked.at(-1)).toEqual({ searchText: 'EMP00', ...sorted, offset: '0', limit: '15' });
  await expectReloadByFolding(page, 'guards');
});

const others = [
  ['manage-patrol-tours/due-rounds', 'due-rounds'],
  ['app-settings/audit-log', 'audit-log'],
  ['app-settings/sent-mail', 'sent-mail'],
] as const;
for (const [route, path] of [...others, ['login-logout', 'login-logout']] as const)
  test(`[GRID-08] the grid of ${route} says why it has no rows, and Retry loads them`, async ({
    browser,
  }) => {
    const page = await tenant.signedIn(browser, people.asha);
    const isList = isListOf(path);
    await page.route(isList, (call) => call.abort('connectionrefused'));
    await openRoute(page, route);
    const failure = page.getByRole('grid').getByRole('alert');
    await expect(failure).toContainText('The server cannot be reached.');
    await page.unroute(isList);
    const loaded = page.waitForResponse((reply) => isList(new URL(reply.url())));
    await failure.getByRole('button', { name: 'Retry' }).click();
    await loaded;
    await expect(failure).toHaveCount(0);
  });

for (const { route, path, name } of [
  { route: 'manage-incidents?view=board', path: 'incidents', name: 'New' },
  { route: 'patrolling-reports/exceptions', path: 'exceptions/summary', name: 'What waits' },
])
  test(`[GRID-08] ${name} of ${route} says why it is missing, and Retry brings it`, async ({ browser }) => {
    const page = await tenant.signedIn(browser, people.asha);
    const isPart = isListOf(path);
    await page.route(isPart, (call) => call.abort('connectionrefused'));
    await openRoute(page, route);
    const failure = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).first();
    await expect(failure).toBeVisible();
    await page.unroute(isPart);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('region', { name })).toContainText(/\d/);
  });

test('[MNG-08] what a column of the board leaves out is listed by the same filters', async ({ browser }) => {
  await tenant.run(`INSERT INTO incidents (tenant_id, id, site_id, type, severity, status)
    SELECT tenant_id, gen_random_uuid(), id, 'theft', 'low', 'Closed' FROM sites, generate_series(1, 53)`);
  const page = await tenant.signedIn(browser, people.asha);
  await openRoute(page, 'manage-incidents?view=board&severity=low');
  await page
    .getByRole('region', { name: /^Closed/ })
    .getByRole('link', { name: /^3 / })
    .click();
  await expect(page).toHaveURL(/severity=low&state=Closed/);
});

for (const [route, path] of others)
  test(`[GRID-05] the grid of ${route} reloads when the sidebar is folded`, async ({ browser }) => {
    const page = await tenant.signedIn(browser, people.asha);
    const first = page.waitForResponse((reply) => isListOf(path)(new URL(reply.url())));
    await openRoute(page, route);
    await first;
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
    await expectReloadByFolding(page, path);
  });

test('[GRID-05] dates that are the wrong way round are asked for neither at once nor when the sidebar is folded', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openRoute(page, 'app-settings/audit-log?from=2026-02-02&to=2026-01-01');
  await expect(page.getByText('From must not be after To.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Fold menu' }).click();
  await expect(page.getByRole('button', { name: 'Unfold menu' })).toBeVisible();
  // Whatever was asked for before this has been seen by now.
  await page.evaluate(async () => (await fetch('/healthz')).text());
  expect(asked).not.toContain('/api/acme/secure/audit-log');
});
