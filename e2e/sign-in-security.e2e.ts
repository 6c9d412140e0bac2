// Second steps and passkeys, by people of a tenant of their own and with a browser's virtual authenticator.
import { type Browser, type Page, test } from '@playwright/test';
import { codeAt } from './authenticator-app.ts';
import { accessibilityFaults, expect, password } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';

let product: OwnTenant;
/** Passkeys belong to names, not to addresses in figures. */
let url: string;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  product = await startOwnTenant();
  url = product.url.replace('127.0.0.1', 'localhost');
});
test.afterAll(() => product.stop());
test.describe.configure({ mode: 'serial', timeout: 240_000 });

async function freshPage(browser: Browser, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-IN', ...options });
  return context.newPage();
}

async function setPassword(page: Page, email: string): Promise<void> {
  await page.goto('/#/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openSecurity(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign-in security' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign-in security' });
  await expect(dialog.getByText('Authenticator app')).toBeVisible();
  return dialog;
}

/** A device that holds passkeys; what it answers switches whether its owner touches it. */
async function virtualAuthenticator(page: Page): Promise<(isTouched: boolean) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (enabled) => {
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/signin/);
}

let secret = '';
let recoveryCodes: string[] = [];

test('an authenticator app is set up from the profile menu, by its key or its picture', async ({
  browser,
}) => {
  const page = await freshPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await setPassword(page, people.asha);
  await expect(page).toHaveURL(/#\/(?!signin)/);
  const dialog = await openSecurity(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  const setup = page.getByRole('dialog', { name: 'Authenticator app' });
  await expect(setup.getByRole('img', { name: 'QR code of the key below' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  secret = (await setup.locator('code').innerText()).replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await setup.getByRole('button', { name: 'Copy the key' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  const code = setup.getByLabel(/^Code that the app shows/);
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('000000');
  await setup.getByRole('button', { name: 'Confirm the code' }).click();
  await expect(setup.getByText('This code is not right, or was used before.')).toBeVisible();
  await code.fill(codeAt(secret, 0));
  await page.keyboard.press('Enter');

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  expect(await accessibilityFaults(page)).toEqual([]);
  await codes.getByRole('button', { name: 'Copy' }).click();
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n')).toEqual(
    recoveryCodes,
  );
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('watchpost-recovery-codes.txt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('pre').filter({ hasText: recoveryCodes[0] ?? '' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();
  await page.context().close();
});

test('signing in asks for the code, by keyboard alone, and says when it is wrong', async ({ browser }) => {
  const page = await freshPage(browser);
  await setPassword(page, people.asha);
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await expect(page).toHaveURL(/#\/signin/);
  const code = page.getByLabel(/^Code from your authenticator app/);
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is not right, or was used before.')).toBeVisible();
  await code.fill(codeAt(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/(?!signin)/);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await page.context().close();
});

test('a recovery code stands in for the app, at 390 pixels too', async ({ browser }) => {
  const page = await freshPage(browser, { viewport: { width: 390, height: 800 } });
  await setPassword(page, people.asha);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const code = page.getByLabel(/^Recovery code/);
  await expect(code).toBeFocused();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  expect(await accessibilityFaults(page)).toEqual([]);
  await code.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/(?!signin)/);
  const dialog = await openSecurity(page);
  await expect(dialog.getByText('9 codes left')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.context().close();
});

test('a passkey is added, named and renamed, signs in without a password, and is removed', async ({
  browser,
}) => {
  const page = await freshPage(browser);
  const presence = await virtualAuthenticator(page);
  await setPassword(page, people.meera);
  await expect(page).toHaveURL(/#\/(?!signin)/);
  const dialog = await openSecurity(page);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  const naming = page.getByRole('dialog', { name: 'Add a passkey' });
  await naming.getByLabel(/^Name/).fill('Work phone');
  await naming.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText('Work phone')).toBeVisible();
  await dialog.getByRole('button', { name: 'Rename Work phone' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename' });
  await renaming.getByLabel(/^Name/).fill('Old phone');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Old phone')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/#\/(?!signin)/);
  await expect(page.getByRole('button', { name: 'Account of Meera Joshi' })).toBeVisible();

  await signOut(page);
  // The browser offers it in the field, and the virtual authenticator says yes to everything.
  await page.getByLabel('Email').focus();
  await expect(page).toHaveURL(/#\/(?!signin)/);

  await signOut(page);
  await presence(false);
  await setPassword(page, people.meera);
  await expect(page.getByText('Unlock this device')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await presence(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/#\/(?!signin)/);

  const again = await openSecurity(page);
  await again.getByRole('button', { name: 'Remove Old phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(again.getByText('No passkey yet')).toBeVisible();
  await page.context().close();
});

test('a session that is not fresh asks for the password first', async ({ browser }) => {
  const page = await freshPage(browser);
  await setPassword(page, people.meera);
  await expect(page).toHaveURL(/#\/(?!signin)/);
  await product.run(`UPDATE sessions SET created_at = now() - interval '1 hour', confirmed_at = NULL`);
  const dialog = await openSecurity(page);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel(/^Password/).fill('Wrong-pass-1');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The password is not right.')).toBeVisible();
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the key below' })).toBeVisible();
  await page.context().close();
});

test('[MNG-09] where two steps are required, somebody without one sets it up before anything opens', async ({
  browser,
}) => {
  const admin = await freshPage(browser);
  await setPassword(admin, people.meera);
  await expect(admin).toHaveURL(/#\/(?!signin)/);
  await admin.goto('/#/app-settings');
  await admin.getByLabel(/Required of everybody/).check();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Saved.')).toBeVisible();
  await admin.context().close();

  const page = await freshPage(browser);
  await setPassword(page, people.sub);
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto('/#/admin-dashboard/dashboard');
  await page.reload();
  await expect(page).toHaveURL(/#\/signin/);
  await setPassword(page, people.sub);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  const key = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel(/^Code that the app shows/).fill(codeAt(key, 0));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have kept them, go on' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  const dialog = await openSecurity(page);
  await expect(dialog.getByText('Your organisation requires a second step.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(dialog.getByText('Add another one before you remove this.', { exact: false })).toBeVisible();
  await page.context().close();
});
