import type { Page } from '@playwright/test';
import { password, subAdmin, superAdmin } from './journey.ts';
import { expect, faultsInEveryDress, openRoute, storedValue, test } from './signed-in.ts';
import { delay } from './slow-network.ts';

const report = 'Scanned checkpoints';
/** Every signed-in route with the title that its page shows and the file of its code. */
const routes = [
  ['admin-dashboard', 'Dashboard', 'dashboard-page'],
  ['admin-dashboard/dashboard', 'Dashboard', 'dashboard-page'],
  ['app-settings', 'App Settings', 'tenant-settings-page'],
  ['app-settings/about-company', 'About Company', 'info-page-editor-page'],
  ['app-settings/FAQs', 'FAQs', 'info-page-editor-page'],
  ['app-settings/privacy-policy', 'Privacy Policy', 'info-page-editor-page'],
  ['app-settings/contact-us', 'Contact Us', 'info-page-editor-page'],
  ['app-settings/terms-and-conditions', 'Terms And Conditions', 'info-page-editor-page'],
  ['patrolling-reports', 'Patrolling Reports', 'scanned-checkpoints-page'],
  ['patrolling-reports/scanned-checkpoints', 'Scanned Checkpoints', 'scanned-checkpoints-page'],
  ['patrolling-reports/scanned-checkpoints-details', 'Scanned Checkpoints Details', 'round-details-page'],
  ['patrolling-reports/login-logout', 'Login Logout', 'login-logout-page'],
  ['patrolling-reports/login-logout-details', 'Login Logout Details', 'session-details-page'],
  ['scanned-checkpoints', 'Scanned Checkpoints', 'scanned-checkpoints-page'],
  ['scanned-checkpoints-details', 'Scanned Checkpoints Details', 'round-details-page'],
  ['login-logout', 'Login Logout', 'login-logout-page'],
  ['login-logout-details', 'Login Logout Details', 'session-details-page'],
  ['manage-sites', 'Manage Sites', 'sites-page'],
  ['manage-sites/add-site', 'Add Site', 'site-form-page'],
  ['manage-security-guards', 'Manage Security Guards', 'guards-page'],
  ['manage-checkpoints', 'Manage Checkpoints', 'checkpoints-page'],
  ['manage-shifts', 'Manage Shifts', 'shifts-page'],
  ['manage-patrol-routes', 'Manage Patrol Routes', 'patrol-routes-page'],
  ['manage-patrol-tours', 'Manage Patrol Tours', 'tours-page'],
  ['manage-incidents', 'Manage Incidents', 'incidents-page'],
] as const;
const areaFiles: ReadonlySet<string> = new Set(routes.map(([, , file]) => file));

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const isSignIn = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Welcome to Watchpost' })).toBeVisible();

async function fillIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Names of the code files that the page asks for from now on, without their hashes. */
function codeFiles(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname)?.[1];
    if (name !== undefined) names.push(name);
  });
  return names;
}

/** Opens the address with the console's own code held back until `arrive`, and waits for the mark. */
async function openSlowly(page: Page, address: string) {
  const fetched = codeFiles(page);
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  const arrive = await delay(page, /\/assets\/console-[\w-]+\.js$/);
  await page.goto(address);
  // Before the page is searched for anything, which would lay out its hidden words.
  await page.waitForFunction(
    (ms) => document.getAnimations().some((one) => Number(one.currentTime) > ms),
    600,
  );
  expect(fonts, 'nothing is read yet: a font would hold up the code').toEqual([]);
  await expect(page.getByRole('img', { name: 'Watchpost' })).toBeVisible();
  return { fetched, arrive };
}

test.describe('a super admin', () => {
  test('[ROUTE-01] [ROUTE-04] [ROUTE-05] [ROUTE-06] every route opens and survives a reload, with the code of its area alone', async ({
    page,
  }) => {
    const fetched = codeFiles(page);
    await openRoute(page, routes[0][0]);
    for (const [route, heading, file] of routes) {
      await page.goto(`/#/${route}`);
      await expect(title(page)).toHaveText(heading);
      fetched.length = 0;
      await page.reload();
      await expect(title(page)).toHaveText(heading);
      await expect.poll(() => fetched).toContain(file);
      expect([route, fetched.filter((name) => areaFiles.has(name))]).toEqual([route, [file]]);
      expect(new URL(page.url()).hash).toBe(`#/${route}`);
    }
  });

  test('[ROUTE-01] back and forward pass through every route', async ({ page }) => {
    await openRoute(page, routes[0][0]);
    for (const [route, heading] of routes.slice(1)) {
      await page.evaluate((path) => window.location.assign(`#/${path}`), route);
      await expect(page).toHaveURL(new RegExp(`#/${route}$`));
      await expect(title(page)).toHaveText(heading);
    }
    for (const [route, heading] of routes.toReversed().slice(1)) {
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`#/${route}$`));
      await expect(title(page)).toHaveText(heading);
    }
    await page.goForward();
    await page.goForward();
    await expect(title(page)).toHaveText(routes[2][1]);
    await expect(page).toHaveURL(new RegExp(`#/${routes[2][0]}$`));
  });

  test('[ROUTE-02] the empty route leads to the dashboard, and back does not return to it', async ({
    page,
  }) => {
    for (const empty of ['/', '/#', '/#/']) {
      await page.goto('about:blank');
      await page.goto(empty);
      await expect(page).toHaveURL(/#\/admin-dashboard$/);
      await expect(page.getByRole('region', { name: 'What needs a hand' })).toBeVisible();
    }
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  test('[ROUTE-02] on a slow network the page that the empty route leads to comes beside the console', async ({
    page,
  }) => {
    const { fetched, arrive } = await openSlowly(page, '/');
    await expect.poll(() => fetched).toContain('dashboard-page');
    arrive();
    await expect(title(page)).toHaveText('Dashboard');
  });

  test('[ROUTE-05] the report stands at its area, below it and at root level', async ({ page }) => {
    for (const route of [
      'patrolling-reports',
      'patrolling-reports/scanned-checkpoints',
      'scanned-checkpoints',
    ]) {
      await openRoute(page, route);
      await expect(page.getByRole('grid', { name: report }).getByRole('row').nth(1)).toBeVisible();
    }
  });

  test('[ROUTE-06] the code of an area is fetched when it is entered, not before and not again', async ({
    page,
  }) => {
    const fetched = codeFiles(page);
    const settled = page.waitForResponse(/\/secure\/user-metadata$/);
    await openRoute(page, 'admin-dashboard');
    // The last thing that the console does by itself after opening.
    await settled;
    expect(fetched).toContain('dashboard-page');
    for (const area of ['scanned-checkpoints-page', 'round-details-page', 'sites-page', 'info-page'])
      expect(fetched).not.toContain(area);

    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Reports' }).hover();
    await menu.getByRole('button', { name: 'Reports' }).click();
    const link = menu.getByRole('link', { name: 'Scanned Checkpoints' });
    await link.hover();
    await link.focus();
    expect(fetched).not.toContain('scanned-checkpoints-page');
    await link.click();
    await expect(page.getByRole('grid', { name: report })).toBeVisible();
    expect(fetched).toContain('scanned-checkpoints-page');
    expect(fetched).not.toContain('round-details-page');

    const entered = fetched.length;
    await menu.getByRole('link', { name: 'Dashboard' }).click();
    await expect(title(page)).toHaveText('Dashboard');
    await link.click();
    await expect(page.getByRole('grid', { name: report })).toBeVisible();
    // What the console fetches when it has nothing else to do is no area.
    expect(fetched.slice(entered).filter((name) => name.endsWith('-page'))).toEqual([]);
  });

  test('[ROUTE-09] an unknown route says so inside the shell, in its title too', async ({ page }) => {
    await openRoute(page, 'no-such-page/at-all?x=1');
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await expect(title(page)).toHaveText('No such page');
    await expect(page.getByText('Nothing lives at “/no-such-page/at-all”')).toBeVisible();
    await expect(page).toHaveTitle('No such page · Watchpost');
    expect(await faultsInEveryDress(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page.getByRole('region', { name: 'What needs a hand' })).toBeVisible();
  });
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });

  test('[ROUTE-09] a route beyond the role says so inside the shell, and its code is not even fetched', async ({
    page,
  }) => {
    const fetched = codeFiles(page);
    await openRoute(page, 'manage-sites');
    await expect(page.getByText('You do not have access to this page')).toBeVisible();
    await expect(page.getByText('Your account has no rights for Manage Sites.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    expect(fetched).not.toContain('sites-page');
    expect(await faultsInEveryDress(page)).toEqual([]);
  });
});

test.describe('nobody signed in', () => {
  test.use({ role: 'nobody' });

  test('[ROUTE-03] sign-in, information pages and authorize-failure are open', async ({ page }) => {
    await openRoute(page, 'signin');
    await isSignIn(page);
    await openRoute(page, 'app-info/privacyPolicy');
    await expect(title(page)).toHaveText('Privacy Policy');
    await openRoute(page, 'authorize-failure');
    await expect(title(page)).toHaveText('This link does not let you in');
  });

  test('[ROUTE-06] a slow network shows the mark, then words, and has the code of sign-in on its way alone', async ({
    page,
  }) => {
    const { fetched, arrive } = await openSlowly(page, '/#/manage-sites');
    await expect.poll(() => fetched).toContain('sign-in-page');
    const text = page.getByText('Watchpost is still loading.');
    await expect(text).toHaveCSS('opacity', '0');
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    await expect(text).toHaveCSS('opacity', '1');
    expect(await faultsInEveryDress(page)).toEqual([]);
    expect(fetched).not.toContain('sites-page');
    arrive();
    await isSignIn(page);
    await expect(text).toHaveCount(0);
  });

  test('[ROUTE-03] [ROUTE-07] every other route leads to sign-in, with no shell and no call for data', async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes('/secure/')) calls.push(pathname);
    });
    await openRoute(page, 'signin');
    for (const route of [...routes.map(([path]) => path), 'no-such-page']) {
      await page.goto(`/#/${route}`);
      await expect(page).toHaveURL(`/#/signin?${new URLSearchParams({ next: `/${route}` }).toString()}`);
      await isSignIn(page);
      await expect(page.getByRole('banner')).toHaveCount(0);
    }
    expect(calls).toEqual([]);
  });

  test('[ROUTE-07] a stored Token alone opens the shell, and the server still decides', async ({ page }) => {
    await openRoute(page, 'signin');
    await page.evaluate(() => localStorage.setItem('Token', JSON.stringify('somebody')));
    const refused = page.waitForResponse((response) => response.status() === 401);
    const answer = await delay(page, /\/api\/demo\/secure\//);
    await openRoute(page, 'manage-checkpoints');
    await expect(page.getByRole('banner')).toBeVisible();
    answer();
    await refused;
    await expect(page).toHaveURL(/#\/signin/);
    await expect(page.getByRole('banner')).toHaveCount(0);
    expect(await storedValue(page, 'Token')).toBeUndefined();
  });

  test('[ROUTE-08] sign-in returns to the page first asked for, its query included', async ({ page }) => {
    await openRoute(page, 'patrolling-reports/scanned-checkpoints?from=2020-01-01&to=2020-01-31');
    await isSignIn(page);
    await fillIn(page, superAdmin);
    await expect(page).toHaveURL(
      /#\/patrolling-reports\/scanned-checkpoints\?from=2020-01-01&to=2020-01-31(?:&zone=Asia%2FKolkata)?$/,
    );
    await expect(page.getByRole('grid', { name: report })).toBeVisible();
  });

  test('[ROUTE-08] a page that the role may not see gives way to the dashboard', async ({ page }) => {
    await openRoute(page, 'manage-sites');
    await isSignIn(page);
    await fillIn(page, subAdmin);
    await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
  });

  test('[ROUTE-08] no address outside the console is ever returned to', async ({ page }) => {
    await openRoute(page, 'signin?next=//elsewhere.example/patrolling-reports');
    await fillIn(page, subAdmin);
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1[:\d]*\/#\/admin-dashboard\/dashboard$/);
  });
});
