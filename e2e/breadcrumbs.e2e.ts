import type { Page } from '@playwright/test';
import { expect, openRoute, storedValue, test } from './signed-in.ts';

const trail = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });
const crumbs = (page: Page) =>
  trail(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));

test('[CRUMB-01] [REP-13] each segment is a crumb; the query is in no label and on the last link alone, with the zone of its days', async ({
  page,
}) => {
  await openRoute(page, 'patrolling-reports/scanned-checkpoints?from=2020-01-01&to=2020-01-31');
  await expect(trail(page)).toBeVisible();
  expect(await crumbs(page)).toEqual([
    ['Dashboard', '#/admin-dashboard/dashboard'],
    ['Patrolling Reports', '#/patrolling-reports'],
    [
      'Scanned Checkpoints',
      '#/patrolling-reports/scanned-checkpoints?from=2020-01-01&to=2020-01-31&zone=Asia%2FKolkata',
    ],
  ]);
  await expect(trail(page).getByRole('link').last()).toHaveAttribute('aria-current', 'page');
});

test('[CRUMB-01] a crumb leads to its page', async ({ page }) => {
  await openRoute(page, 'manage-sites/add-site');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Site');
  await trail(page).getByRole('link', { name: 'Manage Sites' }).click();
  await expect(page).toHaveURL(/#\/manage-sites$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Sites');
});

test('[CRUMB-01] [REP-10] the crumb of the list from which a record was opened leads back to its filters', async ({
  page,
}) => {
  await openRoute(page, 'manage-security-guards?searchText=EMP01&sortColumn=name&sortType=desc');
  await page.getByRole('link', { name: 'Details' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guard Details');
  await page.getByRole('link', { name: /^Edit/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Guard');
  await trail(page).getByRole('link', { name: 'Manage Security Guards' }).click();
  await expect(page).toHaveURL(/manage-security-guards\?searchText=EMP01&sortColumn=name&sortType=desc$/);
  await expect(page.getByRole('searchbox')).toHaveValue('EMP01');
});

test('[CRUMB-02] the title is the last crumb, and dashboards add none', async ({ page }) => {
  await openRoute(page, 'app-settings/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  await expect(page).toHaveTitle('Privacy Policy · Watchpost');
  for (const route of ['admin-dashboard', 'admin-dashboard/dashboard']) {
    await page.goto(`/#/${route}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    await expect(page).toHaveTitle('Dashboard · Watchpost');
    // A single crumb would only repeat the title.
    await expect(trail(page)).toHaveCount(0);
  }
});

test('[CRUMB-02] the first crumb leads to the stored dashboard route', async ({ page }) => {
  // Coming back to sign-in with a living session stores the first entry of the menu as dashboard route.
  await openRoute(page, 'signin');
  await expect(page).toHaveURL(/#\/admin-dashboard$/);
  expect(await storedValue(page, 'DASHBOARD_ROUTE')).toBe('admin-dashboard/');
  await page.goto('/#/manage-shifts');
  await expect(trail(page)).toBeVisible();
  const [home] = await crumbs(page);
  expect(home).toEqual(['Dashboard', '#/admin-dashboard/']);
  await trail(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('region', { name: 'What needs a hand' })).toBeVisible();
});
