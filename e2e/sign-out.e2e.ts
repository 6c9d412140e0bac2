import type { Page } from '@playwright/test';
import { expect, password, signIn, subAdmin, superAdmin, test } from './journey.ts';
import { delay } from './slow-network.ts';

async function chooseLogout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

test('[OUT-01] signing out ends the session on the server and leaves nothing in the browser', async ({
  page,
  context,
}) => {
  await signIn(page, subAdmin);
  const taken = await context.cookies('http://127.0.0.1/api/demo/');
  const session = taken.find(({ name }) => name === 'watchpost_session');
  const asThief = { headers: { cookie: `watchpost_session=${session?.value}` } };
  const metadata = '/api/demo/secure/user-metadata';
  expect((await context.request.fetch(metadata, asThief)).status()).toBe(200);

  await chooseLogout(page);
  await expect(page).toHaveURL(/#\/signin$/);
  await expect(page.getByRole('heading', { name: 'Welcome to Watchpost' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  // Of the visit nothing is left; the device stays known, so that only new ones are told of.
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['watchpost_device']);
  // The cookie as somebody might have copied it opens nothing any more.
  expect((await context.request.fetch(metadata, asThief)).status()).toBe(401);

  await page.goBack();
  await expect(page).toHaveURL(/#\/signin/);
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('[OUT-01] after signing out nothing asks the server for news any more', async ({ page }) => {
  await page.clock.install();
  await signIn(page, subAdmin);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/#/patrolling-reports/scanned-checkpoints');
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  // Longer than every interval at which the console asks for news.
  const longMs = 120_000;
  asked.length = 0;
  await page.clock.fastForward(longMs);
  await expect.poll(() => asked).not.toEqual([]);

  await chooseLogout(page);
  await expect(page).toHaveURL(/#\/signin$/);
  await expect(page.getByText('Demo sign-ins')).toBeVisible();
  asked.length = 0;
  await page.clock.fastForward(longMs);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('[OUT-01] another tab of the same session leaves too, saying why', async ({ page, context }) => {
  await signIn(page, subAdmin);
  const other = await context.newPage();
  await other.goto('/#/manage-checkpoints');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Manage Checkpoints');
  await chooseLogout(page);
  await expect(other).toHaveURL(/#\/signin/);
  // The browser's word of the other tab and the server's of the session race; the first is shown.
  await expect(other.getByText(/Another tab signed out|Your session has ended/).first()).toBeVisible();
});

test('[OUT-01] [API-05] a refused sign-out shows why and leaves the visitor signed in', async ({
  page,
  context,
}) => {
  await signIn(page, subAdmin);
  // Without its cross-site token the server refuses the call.
  await context.clearCookies({ name: 'XSRF-TOKEN' });
  const answer = page.waitForResponse(/\/secure\/signout$/);
  await chooseLogout(page);
  expect((await answer).status()).toBe(403);
  const toast = page.getByRole('alert').filter({ hasText: 'Error' });
  await expect(toast).toContainText((await (await answer).json()).general[0].message);
  await expect(toast).toContainText('You are still signed in.');
  await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
  await expect(page.getByRole('banner')).toBeVisible();
});

test('[OUT-01] without a network signing out shows why, and works once it is back', async ({
  page,
  context,
}) => {
  await signIn(page, subAdmin);
  await context.setOffline(true);
  await chooseLogout(page);
  // What the dashboard could not fetch tells of itself, too.
  const toast = page.getByRole('alert').filter({ hasText: 'You are still signed in.' });
  await expect(toast).toContainText('The server cannot be reached. Check your connection, then try again.');
  await expect(page.getByRole('banner')).toBeVisible();
  await context.setOffline(false);
  await chooseLogout(page);
  await expect(page).toHaveURL(/#\/signin$/);
});

test('[OUT-01] what was asked before signing out is not stored when it arrives after', async ({ page }) => {
  let answer = (): void => undefined;
  const signedOut = new Promise<void>((resolve) => (answer = resolve));
  await signIn(page, subAdmin);
  await page.goto('about:blank');
  await page.route(/\/secure\/user-metadata$/, async (route) => {
    const reply = await route.fetch();
    await signedOut;
    await route.fulfill({ response: reply });
  });
  const asked = page.waitForRequest(/\/secure\/user-metadata$/);
  await page.goto('/#/admin-dashboard');
  await asked;
  await chooseLogout(page);
  await expect(page).toHaveURL(/#\/signin$/);
  const arrived = page.waitForResponse(/\/secure\/user-metadata$/);
  answer();
  await (await arrived).finished();
  // A later answer has been read, so the earlier one has been dealt with.
  await page.evaluate(async () => (await fetch('/healthz')).text());
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('[OUT-01] whoever signs in next on the page finds nothing that was loaded for the one before', async ({
  page,
}) => {
  const rows = page.getByRole('grid').locator('[data-row-id]');
  const toGuards = () => page.evaluate(() => (window.location.hash = '#/manage-security-guards'));
  await signIn(page, superAdmin);
  await toGuards();
  await expect(rows.first()).toBeVisible();
  await chooseLogout(page);
  await expect(page).toHaveURL(/#\/signin$/);

  const isList = (url: URL) => url.pathname === '/api/demo/secure/guards';
  const answer = await delay(page, isList);
  await page.getByLabel('Email').fill(subAdmin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
  const asked = page.waitForRequest((request) => isList(new URL(request.url())));
  await toGuards();
  await asked;
  await expect(page.getByRole('heading', { name: 'Manage Security Guards' })).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(rows).toHaveCount(0);
  answer();
  await expect(rows.first()).toBeVisible();
});
