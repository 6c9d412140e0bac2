// The sign-in form by itself: what it shows, when it complains, when it may be sent.
import type { Page } from '@playwright/test';
import { password, subAdmin, superAdmin, untilFontsLoaded } from './journey.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Sign in' });

test.use({ role: 'nobody' });
test.beforeEach(({ page }) => openRoute(page, 'signin'));

test('[SIGN-01] logo, welcome, description, error panel, both fields, forgotten password and button', async ({
  page,
}) => {
  const logo = page
    .getByRole('main')
    .locator('span:has(> svg)')
    .filter({ hasText: /^Watchpost$/ });
  await expect(logo).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome to Watchpost' })).toBeVisible();
  await expect(page.getByText('See every patrol round, checkpoint by checkpoint')).toBeVisible();
  await expect(email(page)).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
  await expect(button(page)).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

/** What is asked of such an address goes out when the function that is given back is called. */
async function delay(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const isFree = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (routed) => {
    await isFree;
    await routed.continue();
  });
  return release;
}

const companyCall = /\/admin\/metadata$/;
/** The file of texts. */
const hindi = /\/assets\/hi\.[^/]*\.js$/;

const company = (page: Page) => page.getByText('Sahyadri Guarding', { exact: true });

test('[SIGN-01] nothing moves under the pointer when it is known which company this is', async ({ page }) => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const release = await delay(page, companyCall);
    await page.reload();
    const pressed = [email(page), button(page), page.getByRole('button', { name: 'English' })];
    const positions = () => Promise.all(pressed.map((each) => each.boundingBox()));
    await expect(button(page)).toBeVisible();
    await untilFontsLoaded(page);
    const before = await positions();
    expect(before).not.toContain(null);
    await expect(company(page)).toHaveCount(0);
    release();
    await expect(page.getByRole('button', { name: /^Sub admin/ })).toBeVisible();
    expect(await positions()).toEqual(before);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('[SHELL-07] a language chosen before it is known which company this is stays chosen', async ({
  page,
}) => {
  const release = await delay(page, companyCall);
  const bringTexts = await delay(page, hindi);
  await page.reload();
  const texts = page.waitForRequest(hindi);
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await texts;
  release();
  await expect(company(page)).toBeVisible();
  bringTexts();
  await expect(page.getByRole('button', { name: 'साइन इन करें' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'साइन इन करें' })).toBeVisible();
});

test('[SHELL-07] of two languages chosen one after the other the last one stays, whichever arrives first', async ({
  page,
}) => {
  const bringTexts = await delay(page, hindi);
  await page.getByRole('button', { name: 'हिन्दी' }).click();
  await page.getByRole('button', { name: 'मराठी' }).click();
  const submit = page.getByRole('button', { name: 'साइन इन करा' });
  await expect(submit).toBeVisible();
  const late = page.waitForResponse(hindi);
  bringTexts();
  await (await late).finished();
  await expect(submit).toBeVisible();
  await page.reload();
  await expect(submit).toBeVisible();
});

test('[SIGN-01] the forgotten-password link opens a popup that Escape closes, giving the focus back', async ({
  page,
}) => {
  const link = page.getByRole('button', { name: 'Forgot password?' });
  await link.click();
  const popup = page.getByRole('dialog', { name: 'Forgot your password?' });
  await expect(popup).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('[SIGN-01] the password shows and hides itself', async ({ page }) => {
  await passwordField(page).fill('Patrol-demo-1');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
});

test('[SIGN-02] the button waits for a valid form, and errors for a field that was met', async ({ page }) => {
  await expect(button(page)).toBeDisabled();
  await expect(page.getByText('Enter your email address.')).toHaveCount(0);
  await email(page).focus();
  await email(page).blur();
  await expect(page.getByText('Enter your email address.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toHaveCount(0);
  await passwordField(page).pressSequentially('short');
  await expect(page.getByText('A password has at least 8 characters.')).toBeVisible();
  await expect(button(page)).toBeDisabled();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await email(page).fill(superAdmin);
  await passwordField(page).fill(password);
  await expect(button(page)).toBeEnabled();
  await passwordField(page).fill('');
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(button(page)).toBeDisabled();
});

test('[SIGN-02] Enter submits from either field, but not an invalid form', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await email(page).fill(subAdmin);
  await email(page).press('Enter');
  await passwordField(page).fill(password);
  expect(asked.filter((path) => path.endsWith('/user-signin'))).toEqual([]);
  await email(page).press('Enter');
  await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await email(page).fill(subAdmin);
  await passwordField(page).fill(password);
  await passwordField(page).press('Enter');
  await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
});

for (const [id, field, cases] of [
  [
    'SIGN-03',
    'Email',
    [
      [' ', 'Enter your email address.'],
      ['nobody', 'Enter an email address like name@company.com.'],
      ['a@b', 'Enter an email address like name@company.com.'],
      [`${'a'.repeat(44)}@b.com`, ''],
      [`${'a'.repeat(45)}@b.com`, 'This is too long. Shorten it.'],
    ],
  ],
  [
    'SIGN-04',
    'Password',
    [
      ['seven77', 'A password has at least 8 characters.'],
      ['eight888', ''],
      ['x'.repeat(25), ''],
      ['x'.repeat(26), 'This is too long. Shorten it.'],
      ['with a blank', 'A password has no spaces.'],
    ],
  ],
] as const)
  test(`[${id}] the rules of ${field}`, async ({ page }) => {
    await email(page).fill(superAdmin);
    await passwordField(page).fill(password);
    const input = page.getByLabel(field, { exact: true });
    for (const [value, message] of cases) {
      await input.fill(value);
      await expect(input).toHaveAccessibleDescription(message);
      await (message === '' ? expect(button(page)).toBeEnabled() : expect(button(page)).toBeDisabled());
    }
  });

test('[SIGN-03] spaces around the username are taken off', async ({ page }) => {
  const sent = page.waitForRequest(/\/user-signin$/);
  await email(page).fill(`  ${subAdmin} `);
  await passwordField(page).fill(password);
  await button(page).click();
  expect((await sent).postDataJSON()).toEqual({ username: subAdmin, password });
  await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
});

test('[SHELL-07] the languages stand below the sign-ins of a demo without scrolling on a laptop', async ({
  page,
}) => {
  for (const [width, height] of [
    [1366, 657],
    [1280, 720],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/#/signin');
    await expect(page.getByRole('heading', { name: 'Demo sign-ins' })).toBeVisible();
    await expect(page.getByText('मराठी', { exact: true })).toBeInViewport({ ratio: 1 });
  }
});
