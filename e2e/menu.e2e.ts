import type { Page } from '@playwright/test';
import { expect, openAndStore, openRoute, storedValue, test } from './signed-in.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** What stands in the sidebar from top to bottom, groups opened. */
async function labels(page: Page): Promise<string[]> {
  const closed = menu(page).locator('[aria-expanded=false]');
  while ((await closed.count()) > 0) await closed.first().click();
  return menu(page).locator('a, button').allInnerTexts();
}

const entry = (label: string, more: object = {}) => ({
  name: label,
  label,
  icon: 'page',
  routerLink: `${label.toLowerCase().replaceAll(' ', '-')}/`,
  accessCode: 'view',
  accessGroupCode: label.toUpperCase(),
  accessGroupName: label,
  accesses: ['view'],
  subMenuList: [],
  ...more,
});

const storeMenu = (page: Page, stored: readonly unknown[]) =>
  openAndStore(page, 'admin-dashboard', 'ACCESS_MENU', stored);

const fullMenu = [
  'Dashboard',
  'Manage Sites',
  'Manage Security Guards',
  'Manage Checkpoints',
  'Manage Shifts',
  'Manage Incidents',
  'Manage Patrol Routes',
  'Manage Patrol Tours',
  'Manage Devices',
  'App Settings',
  // Beyond the specification: the settings of the company.
  'Organisation',
  'About Company',
  'FAQs',
  'Privacy Policy',
  'Contact Us',
  'Terms and Conditions',
  // Beyond the specification: who changed what.
  'Sent Mail',
  'Audit Log',
  'Reports',
  'Scanned Checkpoints',
  'Login/Logout',
  // Beyond the specification: what an admin works through, and what is sent by itself.
  'Exceptions',
  'Scheduled Reports',
  // Beyond the specification: what proves that records are as they were taken.
  'Evidence Log',
];

test.describe('a super admin', () => {
  test('[MENU-03] [MENU-04] the full menu: groups that open, links that lead somewhere', async ({ page }) => {
    await openRoute(page, 'admin-dashboard');
    await expect(menu(page)).toBeVisible();
    const reports = menu(page).getByRole('button', { name: 'Reports' });
    await expect(reports).toHaveAttribute('aria-expanded', 'false');
    await expect(menu(page).getByRole('link', { name: 'Scanned Checkpoints' })).toHaveCount(0);
    expect(await labels(page)).toEqual(fullMenu);
    await expect(reports).toHaveAttribute('aria-expanded', 'true');
    await expect(menu(page).getByRole('button')).toHaveText(['App Settings', 'Reports']);
    for (const link of await menu(page).getByRole('link').all()) {
      const label = await link.innerText();
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByText(/No such page|do not have access/)).toHaveCount(0);
      const text = { 'Login/Logout': 'Login Logout', Organisation: 'App Settings' }[label] ?? label;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${text}$`, 'i'));
    }
    await reports.click();
    await expect(menu(page).getByRole('link', { name: 'Scanned Checkpoints' })).toHaveCount(0);
  });

  test('[MENU-02] the entry of the route is selected, whatever the case, and what was clicked is stored', async ({
    page,
  }) => {
    const selected = menu(page).locator('[aria-current=page]');
    await openRoute(page, 'MANAGE-Checkpoints');
    await expect(selected).toHaveText('Manage Checkpoints');
    expect(await storedValue(page, 'SELECTED_MENU')).toBe('CHECKPOINTS');

    await menu(page).getByRole('link', { name: 'Manage Sites' }).click();
    await expect(selected).toHaveText('Manage Sites');
    expect(await storedValue(page, 'SELECTED_MENU')).toBe('SITES');
    expect(await storedValue(page, 'SELECTED_MENU_TEXT')).toBe('Manage Sites');

    await page.goBack();
    await expect(selected).toHaveText('Manage Checkpoints');
    expect(await storedValue(page, 'SELECTED_MENU')).toBe('CHECKPOINTS');
    expect(await storedValue(page, 'SELECTED_MENU_TEXT')).toBe('Manage Sites');
  });

  test('[MENU-02] a page inside a group opens the group and selects its entry', async ({ page }) => {
    for (const route of [
      'patrolling-reports',
      'patrolling-reports/scanned-checkpoints-details?id=1',
      'scanned-checkpoints',
    ]) {
      await openRoute(page, route);
      await expect(menu(page).locator('[aria-current=page]')).toHaveText('Scanned Checkpoints');
      expect(await storedValue(page, 'SELECTED_MENU')).toBe('SCANNED_CHECKPOINTS');
    }
    await openRoute(page, 'app-settings');
    await expect(menu(page).locator('[aria-current=page]')).toHaveText('Organisation');
    expect(await storedValue(page, 'SELECTED_MENU')).toBe('APP_SETTINGS');
  });

  test('[ROUTE-09] [MENU-02] an address without a page says so, leads back and marks nothing in the sidebar', async ({
    page,
  }) => {
    await openRoute(page, 'exceptions');
    await expect(page.getByRole('heading', { name: 'No such page' })).toBeVisible();
    await expect(menu(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(menu(page).locator('[aria-current]')).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(menu(page).locator('[aria-current=page]')).toHaveText('Dashboard');
  });

  test('[MENU-01] the sidebar is redrawn from what is stored, each label once and nothing that is COMMON', async ({
    page,
  }) => {
    await storeMenu(page, [
      entry('Dashboard', { routerLink: 'admin-dashboard/' }),
      entry('Manage Sites'),
      entry('Manage Sites', { routerLink: 'manage-shifts/' }),
      entry('Hidden', { accessGroupCode: 'COMMON' }),
      entry('Empty group', { subMenuList: [entry('Within', { accessGroupCode: 'COMMON' })] }),
    ]);
    await expect(menu(page).getByRole('link')).toHaveText(['Dashboard', 'Manage Sites']);
    await expect(menu(page).getByRole('button')).toHaveCount(0);
    await expect(menu(page).getByRole('link', { name: 'Manage Sites' })).toHaveAttribute(
      'href',
      '#/manage-sites',
    );
  });

  test('[MENU-07] generic names become the patrol names, with incidents in sixth place', async ({ page }) => {
    const generic = ['Bookings', 'Passengers', 'Drivers', 'Vehicles', 'Manage Cities'];
    await storeMenu(page, [
      entry('Dashboard', { routerLink: 'admin-dashboard/', accessGroupCode: 'DASHBOARD' }),
      ...generic.map((label) => entry(label)),
    ]);
    await expect(menu(page).getByRole('link')).toHaveText([
      'Dashboard',
      'Manage Security Guards',
      'Manage Shifts',
      'Manage Checkpoints',
      'Manage Patrol Routes',
      'Manage incidents',
      'Manage Patrol Tours',
    ]);
    expect(
      await menu(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual([
      '#/admin-dashboard',
      '#/manage-security-guards',
      '#/manage-shifts',
      '#/manage-checkpoints',
      '#/manage-patrol-routes',
      '#/manage-incidents',
      '#/manage-patrol-tours',
    ]);
    await menu(page).getByRole('link', { name: 'Manage incidents' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Incidents');
    expect(await storedValue(page, 'SELECTED_MENU')).toBe('DASHBOARD');
  });

  test('[MENU-06] page and row actions follow the access list of the selected menu', async ({ page }) => {
    const route = 'patrolling-reports/scanned-checkpoints';
    const exporting = page.getByRole('button', { name: /^Export to Excel/ });
    const details = page.getByRole('grid').getByRole('link', { name: /^Details/ });
    await openRoute(page, route);
    await expect(details.first()).toBeVisible();
    await expect(exporting).toBeVisible();
    const access = { SCANNED_CHECKPOINTS: ['view'], SITES: ['view', 'details', 'export'] };
    await openAndStore(page, route, 'ACCESS_LIST', access);
    await expect(exporting).toHaveCount(0);
    await expect(details).toHaveCount(0);
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  });

  test('[MENU-01] [SHELL-08] folded to icons, every entry keeps its name, and a group opens beside it', async ({
    page,
  }) => {
    await openRoute(page, 'admin-dashboard');
    await page.getByRole('button', { name: 'Fold menu' }).click();
    await expect(menu(page).getByRole('link', { name: 'Manage Sites' })).toBeVisible();
    await menu(page).getByRole('button', { name: 'Reports' }).click();
    await page.getByRole('menuitem', { name: 'Login/Logout' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login Logout');
    expect(await storedValue(page, 'SELECTED_MENU_TEXT')).toBe('Login/Logout');
  });
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });

  test('[MENU-05] the reduced menu, every entry of which opens', async ({ page }) => {
    await openRoute(page, 'admin-dashboard');
    await expect(menu(page)).toBeVisible();
    expect(await labels(page)).toEqual([
      'Dashboard',
      'Manage Security Guards',
      'Manage Checkpoints',
      'Reports',
      'Scanned Checkpoints',
    ]);
    for (const link of await menu(page).getByRole('link').all()) {
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.getByText(/No such page|do not have access/)).toHaveCount(0);
    }
  });
});
