import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { deactivated, password, signIn, subAdmin, superAdmin } from './journey.ts';
import { expect, faultsInEveryDress, openRoute, storedValue, test } from './signed-in.ts';
import { delay } from './slow-network.ts';

const guard = 'guard@demo.example';
const withNeitherRecord = 'nobody@demo.example';
const failed = 'Invalid email and password';

const email = (page: Page) => page.getByLabel('Email');
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Sign in' });
const loader = (page: Page) => page.getByRole('dialog', { name: 'Loading...' });
const errorToast = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('alert');
const stored = (page: Page) => page.evaluate(() => Object.entries(localStorage));

async function submit(page: Page, username: string, secret = password): Promise<void> {
  await email(page).fill(username);
  await passwordField(page).fill(secret);
  await button(page).click();
}

/** A refusal leaves the visitor on sign-in with a toast, the loader gone and nothing stored. */
async function expectRefusal(page: Page, text: string): Promise<void> {
  await expect(errorToast(page)).toContainText('Error');
  await expect(errorToast(page)).toContainText(text);
  await expect(loader(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#\/signin$/);
  await expect(page.getByRole('form', { name: 'Sign in' }).getByRole('alert')).toHaveText(text);
  expect(await stored(page)).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
}

test.use({ role: 'nobody' });

test.describe('signing in', () => {
  test.beforeEach(({ page }) => openRoute(page, 'signin'));

  test('[SIGN-01] [SIGN-05] [SHELL-03] the loader shows while the server is asked; a refusal hides it and says why', async ({
    page,
  }) => {
    const answer = await delay(page, /\/user-signin$/);
    await submit(page, superAdmin, 'Wrong-password-1');
    await expect(loader(page)).toBeVisible();
    await expect(errorToast(page)).toHaveCount(0);
    answer();
    await expectRefusal(page, failed);
    await expect(button(page)).toBeEnabled();
    expect(await faultsInEveryDress(page)).toEqual([]);
  });

  test('[SIGN-05] a server out of reach says so, and the next try succeeds', async ({ page, context }) => {
    await expect(button(page)).toBeVisible();
    await context.setOffline(true);
    await submit(page, subAdmin);
    await expectRefusal(page, 'The server cannot be reached. Check your connection, then try again.');
    await context.setOffline(false);
    await button(page).click();
    await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
    await expect(errorToast(page)).toHaveCount(0);
  });

  test('[SIGN-06] [SIGN-10] a super admin gets everything: menu, details, sites by name, the dashboard', async ({
    page,
  }) => {
    await submit(page, superAdmin);
    await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
    await expect(page.getByRole('link', { name: 'Manage Sites' })).toBeVisible();
    expect(await storedValue(page, 'userDetails')).toMatchObject({ email: superAdmin, role: 'superAdmin' });
    const sites = await page.evaluate((): { value: string; label: string }[] =>
      JSON.parse(localStorage.getItem('SITES_DROPDOWN') ?? '[]'),
    );
    expect(sites[0]).toEqual({ value: '', label: 'Select Site' });
    const names = sites.slice(1).map(({ label }) => label);
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual(
      names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase(), 'en', { numeric: true })),
    );
    await page.goto('/#/scanned-checkpoints');
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByLabel('Site', { exact: true })).toBeVisible();
  });

  test('[SIGN-07] a sub admin gets the reduced menu, its own details and no sites', async ({ page }) => {
    await submit(page, subAdmin);
    await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
    await expect(page.getByRole('link', { name: 'Manage Checkpoints' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Manage Sites' })).toHaveCount(0);
    expect(await storedValue(page, 'userDetails')).toMatchObject({ email: subAdmin, role: 'subAdmin' });
    expect(await storedValue(page, 'SITES_DROPDOWN')).toBeUndefined();
    await page.goto('/#/scanned-checkpoints');
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByLabel('Site', { exact: true })).toHaveCount(0);
  });

  test('[SIGN-08] a deactivated sub admin is told so and stays', async ({ page }) => {
    await submit(page, deactivated);
    await expectRefusal(page, 'This account is deactivated please contact with Admin');
  });

  test('[SIGN-09] an account with neither record looks like a wrong password', async ({ page }) => {
    await submit(page, withNeitherRecord);
    await expectRefusal(page, failed);
  });

  test('[SIGN-13] a guard cannot enter the console', async ({ page }) => {
    await submit(page, guard);
    await expectRefusal(page, 'Invalid role, contact to server team');
  });

  test('[SIGN-12] many failures are slowed down, and even a stranger hears nothing else', async ({
    page,
    request,
  }) => {
    const stranger = `stranger-${randomUUID().slice(0, 8)}@demo.example`;
    for (let tries = 0; tries < 10; tries += 1) {
      const reply = await request.post('/api/demo/user-signin', { data: { username: stranger, password } });
      expect(reply.status()).toBe(401);
    }
    await submit(page, stranger);
    await expectRefusal(page, 'Too many attempts. Wait a moment and try again.');
    await submit(page, subAdmin);
    await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
  });

  test('signing in by keyboard alone leads to the report, the focus visible at every step', async ({
    page,
  }) => {
    const press = async (key: string, times = 1) => {
      for (let at = 0; at < times; at += 1) await page.keyboard.press(key);
    };
    const focused = page.locator(':focus');
    const expectSeen = async () => {
      const style = await focused.evaluate((element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const frame =
          element.parentElement === null ? 'none' : getComputedStyle(element.parentElement).boxShadow;
        return { hasOutline: outlineStyle !== 'none' && outlineWidth !== '0px', boxShadow, frame };
      });
      expect(style.hasOutline || style.boxShadow !== 'none' || style.frame !== 'none').toBe(true);
    };
    await expect(email(page)).toBeVisible();
    await press('Tab');
    await expect(email(page)).toBeFocused();
    await expectSeen();
    await page.keyboard.type(superAdmin);
    await press('Tab');
    await expect(passwordField(page)).toBeFocused();
    await expectSeen();
    await page.keyboard.type(password);
    for (const name of ['Show password', 'Forgot password?', 'Sign in']) {
      await press('Tab');
      await expect(page.getByRole('button', { name })).toBeFocused();
      await expectSeen();
    }
    await press('Enter');
    await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);

    const reports = page.getByRole('button', { name: 'Reports' });
    await expect(reports).toBeVisible();
    for (let at = 0; at < 40 && !(await reports.evaluate((element) => element.matches(':focus'))); at += 1) {
      await press('Tab');
      await expectSeen();
    }
    await expect(reports).toBeFocused();
    await press('Enter');
    await press('Tab');
    const link = page.getByRole('link', { name: 'Scanned Checkpoints' });
    await expect(link).toBeFocused();
    await expectSeen();
    await press('Enter');
    await expect(page).toHaveURL(/#\/patrolling-reports\/scanned-checkpoints$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Scanned Checkpoints' })).toBeFocused();
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  });
});

test('[SIGN-11] storage holds JSON and no credential; the credential is a cookie that scripts cannot read', async ({
  page,
  context,
}) => {
  await signIn(page, superAdmin);
  const entries = await stored(page);
  const values = Object.fromEntries(entries.map(([key, text]) => [key, JSON.parse(text) as unknown]));
  for (const key of [
    'userDetails',
    'ACCESS_MENU',
    'ACCESS_LIST',
    'SITES_DROPDOWN',
    'SELECTED_MENU',
    'DASHBOARD_ROUTE',
    // The tenant's configuration, each entry under its own name.
    'dateFormat',
  ])
    expect(values).toHaveProperty(key);
  expect(values).toMatchObject({ Token: Reflect.get(Object(values['userDetails']), 'id') });

  const cookies = await context.cookies([page.url(), new URL('/api/demo/', page.url()).href]);
  const session = cookies.find(({ name }) => name === 'watchpost_session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/demo' });
  const readable = await page.evaluate(() => document.cookie);
  expect(readable).toContain('XSRF-TOKEN=');
  const credential = session?.value ?? '';
  expect(credential.length).toBeGreaterThan(30);
  expect(readable).not.toContain(credential);
  expect(JSON.stringify(entries)).not.toContain(credential);

  // The cookie alone, as another site's form would send it, changes nothing.
  expect((await context.request.delete('/api/demo/secure/signout')).status()).toBe(403);
  await page.reload();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('[SIGN-11] a bearer token opens the secure routes to clients without cookies', async ({ request }) => {
  const reply = await request.post('/api/demo/user-signin', {
    data: { username: subAdmin, password, wantsToken: true },
  });
  const { accessToken } = await reply.json();
  const headers = { Authorization: `Bearer ${accessToken}` };
  for (const path of ['user-metadata', 'tenants/servicearea'])
    expect((await request.get(`/api/demo/secure/${path}`, { headers })).status()).toBe(200);
  expect((await request.delete('/api/demo/secure/signout', { headers })).status()).toBe(200);
  expect((await request.get('/api/demo/secure/user-metadata', { headers })).status()).toBe(401);
});

test.describe('on sign-in with a session', () => {
  test.use({ role: 'subAdmin' });

  test('[SIGN-14] a living session goes on to the first entry of the menu and stores it', async ({
    page,
  }) => {
    await openRoute(page, 'signin');
    await expect(page).toHaveURL(/#\/admin-dashboard$/);
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    expect(await storedValue(page, 'DASHBOARD_ROUTE')).toBe('admin-dashboard/');
    expect(await storedValue(page, 'SELECTED_MENU')).toBe('DASHBOARD');
  });

  test('[ROUTE-08] a living session goes on to the page asked for, if the role may see it', async ({
    page,
  }) => {
    for (const [next, entered] of [
      ['manage-sites', 'admin-dashboard'],
      ['manage-checkpoints?status=active', 'manage-checkpoints?status=active'],
    ] as const) {
      await openRoute(page, `signin?${new URLSearchParams({ next: `/${next}` }).toString()}`);
      await expect(page).toHaveURL(`/#/${entered}`);
    }
    await expect(page.getByRole('heading', { name: 'Manage Checkpoints', level: 1 })).toBeVisible();
  });

  test('[SIGN-14] a session that has ended stays on sign-in, and a menu alone is no session', async ({
    page,
    context,
  }) => {
    await context.clearCookies();
    await openRoute(page, 'signin');
    await expect(page.getByRole('heading', { name: 'Welcome to Watchpost' })).toBeVisible();
    await expect(page).toHaveURL(/#\/signin$/);
    expect(await storedValue(page, 'Token')).toBeUndefined();
  });
});
