import type { Locator, Page } from '@playwright/test';
import {
  expect,
  faultsInBothSchemes,
  faultsInEveryDress,
  openRefreshed,
  openRoute,
  test,
} from './signed-in.ts';

const reportRoute = 'patrolling-reports/scanned-checkpoints';
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).locator('[data-severity]').filter({ hasText: text });
const isClosed = (page: Page) => page.evaluate(() => document.body.classList.contains('closed'));
const widthOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.width ?? 0;
const rows = (page: Page) => page.getByRole('grid').getByRole('row');

test('[SHELL-01] header, sidebar, page header with crumbs, and the routed content', async ({ page }) => {
  await openRoute(page, reportRoute);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Fold menu' })).toBeVisible();
  await expect(menu(page)).toBeVisible();
  const content = page.getByRole('main');
  await expect(content.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
  await expect(content.getByRole('heading', { level: 1 })).toHaveText('Scanned Checkpoints');
  await expect(content.getByRole('grid')).toBeVisible();
  const [header, sidebar, main] = await Promise.all(
    [page.getByRole('banner'), menu(page), content].map((part) => part.boundingBox()),
  );
  expect(header).toMatchObject({ x: 0, y: 0, width: 1280 });
  expect(sidebar?.x).toBe(0);
  expect(main?.x).toBeGreaterThanOrEqual((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
});

test('[SHELL-02] bare paths go without header, sidebar and page header; each navigation looks again', async ({
  page,
}) => {
  const frame = page
    .getByRole('banner')
    .or(menu(page))
    .or(page.getByRole('navigation', { name: 'Breadcrumbs' }));
  await openRoute(page, reportRoute);
  await expect(frame).toHaveCount(3);
  for (const [route, heading] of [
    ['app-info/faqs', 'FAQs'],
    ['app-info/aboutCompany?from=mail', 'About Company'],
    ['authorize-failure?key=1', 'This link does not let you in'],
  ] as const) {
    await page.goto(`/#/${route}`);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(frame).toHaveCount(0);
    expect(await faultsInEveryDress(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goBack();
    await expect(frame).toHaveCount(3);
  }
});

test('[SHELL-03] the loader covers the page, its spinner in the middle, its words for the ear', async ({
  page,
}) => {
  await openRoute(page, 'admin-dashboard');
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/secure\/signout$/, async (route) => {
    await slow;
    await route.abort();
  });
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const loader = page.getByRole('dialog', { name: 'Loading...' });
  await expect(loader).toBeVisible();
  const spinner = await loader.getByRole('status').boundingBox();
  expect((spinner?.x ?? 0) + (spinner?.width ?? 0) / 2).toBeCloseTo(640, -1);
  expect((spinner?.y ?? 0) + (spinner?.height ?? 0) / 2).toBeCloseTo(400, -1);
  const text = await loader.getByText('Loading...').boundingBox();
  expect(text?.width).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');
  await expect(loader).toBeVisible();
  answer();
  await expect(loader).toHaveCount(0);
});

test('[SHELL-04] toasts: an error and a warning interrupt, a success and an information wait', async ({
  page,
}) => {
  const exportNow = page.getByRole('button', { name: /^Export to Excel/ });
  await openRoute(page, `${reportRoute}?from=2020-01-01&to=2020-01-02`);
  await expect(page.getByText('No round matches these filters.')).toBeVisible();
  await exportNow.click();
  await expect(toast(page, 'Data is not available')).toHaveAttribute('data-severity', 'info');
  await expect(toast(page, 'Data is not available')).toHaveRole('status');

  await page.goto(`/#/${reportRoute}?from=2020-01-01`);
  await exportNow.click();
  await expect(toast(page, 'Please select date range.')).toHaveAttribute('data-severity', 'warn');
  await expect(toast(page, 'Please select date range.')).toHaveRole('alert');

  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/#/${reportRoute}?from=${yesterday}&to=${yesterday}`);
  await expect(rows(page).nth(1)).toBeVisible();
  const file = page.waitForEvent('download');
  await exportNow.click();
  await file;
  await expect(toast(page, 'The file is saved')).toHaveAttribute('data-severity', 'success');
  await expect(toast(page, 'The file is saved')).toHaveRole('status');

  await page.context().setOffline(true);
  await exportNow.click();
  const failure = toast(page, 'The export failed');
  await expect(failure).toHaveAttribute('data-severity', 'error');
  await expect(failure).toHaveRole('alert');
  await failure.getByRole('button', { name: 'Close' }).click();
  await expect(failure).toHaveCount(0);
});

test('[SHELL-06] English by default; what lacks a translation shows its key', async ({ page, context }) => {
  const refresh = page.waitForResponse(/\/secure\/user-metadata$/);
  await openRefreshed(page, 'admin-dashboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await (await refresh).request().headerValue('accept-language')).toBe('en');
  // What it brings is kept before anything else is.
  await (await refresh).finished();
  // Whatever another journey changes of the account or the company would bring the server's own menu back.
  await page.route(/\/secure\/user-metadata$/, () => {});
  const other = await context.newPage();
  await other.goto('/healthz');
  await other.evaluate(() => {
    const [entry] = JSON.parse(localStorage.getItem('ACCESS_MENU') ?? '[]') as object[];
    const named = ['signIn.welcome', 'menu.nobody_translated'].map((label) => ({ ...entry, label }));
    localStorage.setItem('ACCESS_MENU', JSON.stringify(named));
  });
  await expect(menu(page).getByRole('link')).toHaveText(['Welcome to Watchpost', 'menu.nobody_translated']);
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });
  test('[SHELL-06] numbers follow the locale en_US of the console', async ({ page }) => {
    await openRoute(page, 'admin-dashboard?range=last30Days');
    await expect(page.getByText(/^\d{1,3},\d{3}$/).first()).toBeVisible();
  });
});

test('[SHELL-08] the hamburger folds the sidebar by a class of the body; the grid widens and reloads', async ({
  page,
}) => {
  await openRoute(page, reportRoute);
  await expect(rows(page).nth(1)).toBeVisible();
  const grid = page.getByRole('grid');
  const [wideMenu, narrowGrid] = [await widthOf(menu(page)), await widthOf(grid)];
  expect(await isClosed(page)).toBe(false);

  const reloaded = page.waitForResponse(/scanned-checkpoints\?/);
  await page.getByRole('button', { name: 'Fold menu' }).click();
  await reloaded;
  expect(await isClosed(page)).toBe(true);
  await expect.poll(() => widthOf(menu(page))).toBeLessThan(wideMenu / 2);
  await expect.poll(() => widthOf(grid)).toBeGreaterThan(narrowGrid);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Unfold menu' })).toBeVisible();
  expect(await isClosed(page)).toBe(true);
  await page.getByRole('button', { name: 'Unfold menu' }).click();
  expect(await isClosed(page)).toBe(false);
  await expect.poll(() => widthOf(menu(page))).toBe(wideMenu);
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[SHELL-08] the sidebar is a drawer that opens over the page and closes with Escape or a choice', async ({
    page,
  }) => {
    await openRoute(page, 'manage-sites');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Sites');
    const opener = page.getByRole('button', { name: 'Open menu' });
    const links = menu(page).getByRole('link');
    expect(await isClosed(page)).toBe(true);
    await expect(links).toHaveCount(0);
    await opener.click();
    await expect(menu(page).getByRole('link', { name: 'Manage Sites' })).toBeFocused();
    expect(await isClosed(page)).toBe(false);
    await page.keyboard.press('Escape');
    await expect(links).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await menu(page).getByRole('link', { name: 'Manage Shifts' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Shifts');
    await expect(links).toHaveCount(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test.describe('keyboard and accessibility', () => {
  test('the skip link comes first and moves the focus to the content', async ({ page }) => {
    await openRoute(page, 'manage-sites');
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
    await expect(page).toHaveURL(/#\/manage-sites$/);
  });

  test('the palette opens by key, finds a page, and Escape gives the focus back', async ({ page }) => {
    await openRoute(page, 'manage-sites');
    const find = page.getByRole('button', { name: 'Find anything' });
    await find.focus();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    expect(await faultsInEveryDress(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(find).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('scanned');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#/${reportRoute}$`));
    await expect(palette).toHaveCount(0);
  });

  test('? lists the keys, g and a letter goes to the page of each', async ({ page }) => {
    await openRoute(page, 'manage-sites');
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list).toBeVisible();
    await expect(list.getByText('Exceptions', { exact: true }).locator('+ dd')).toHaveText('g then e');
    await expect(list.getByText('Scheduled Reports', { exact: true }).locator('+ dd')).toHaveText('g then m');
    expect(await faultsInEveryDress(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    const destinations = [
      ['e', 'patrolling-reports/exceptions'],
      ['m', 'patrolling-reports/scheduled-reports'],
      ['p', reportRoute],
    ] as const;
    for (const [letter, route] of destinations) {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await expect(page).toHaveURL(new RegExp(`#/${route}$`));
    }
  });

  test('the dashboard breaks no rule of accessibility, wide or narrow, light or dark', async ({ page }) => {
    // Each of its many figures is looked at in six dresses.
    test.setTimeout(240_000);
    await openRoute(page, 'admin-dashboard/dashboard');
    await expect(page.getByRole('region', { name: 'What needs a hand' })).toBeVisible();
    expect(await faultsInEveryDress(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu(page).getByRole('link', { name: 'Dashboard' })).toBeVisible();
    expect(await faultsInBothSchemes(page)).toEqual([]);
  });

  test('the profile menu opens by key, breaks no rule, and Escape gives the focus back', async ({ page }) => {
    await openRoute(page, 'app-settings/about-company');
    const account = page.getByRole('button', { name: /^Account of / });
    await account.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
    expect(await faultsInEveryDress(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(account).toBeFocused();
  });
});

test('[SHELL-04] toasts leave the buttons that save in sight and in reach', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.route('**/secure/incidents', (route) => route.fulfill({ status: 500, json: {} }));
  await openRoute(page, 'manage-incidents/add-incident');
  await page.getByRole('combobox', { name: 'Site' }).fill('Crescent');
  await page.getByRole('option', { name: 'Crescent Hospital' }).click();
  await page.getByRole('combobox', { name: /^Type/ }).selectOption('Theft');
  await page.getByRole('combobox', { name: /^Severity/ }).selectOption('High');
  await page.getByRole('textbox', { name: /^Description/ }).fill('A ladder is gone.');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  const failure = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await expect(failure).toBeVisible();
  const bottom = await failure.evaluate((card) => card.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan((await save.boundingBox())?.y ?? 0);
  await save.click();
  await expect(failure).toBeVisible();
});
