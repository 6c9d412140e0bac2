// Signing in through the organisation's own provider, from its settings to the page first asked for.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type LocalProvider, startLocalProvider } from '../apps/server/src/testing/local-provider.ts';
import { codeAt } from './authenticator-app.ts';
import { expect, test } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { faultsInEveryDress } from './signed-in.ts';

let tenant: OwnTenant;
let provider: LocalProvider;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  tenant = await startOwnTenant({ PROVIDER_NETWORK: 'private' });
  provider = await startLocalProvider([`${tenant.url}/acme/sign-in-callback`]);
  provider.people.set('meera', { email: people.meera, isVerified: true });
  provider.people.set('nobody', { email: people.sub, isVerified: false });
});
test.afterAll(async () => {
  await provider.stop();
  await tenant.stop();
});

/** Of somebody whom nobody knows yet. */
async function openPage(browser: Browser, address: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: tenant.url, locale: 'en-IN' });
  const page = await context.newPage();
  await page.goto(address);
  return { context, page };
}

/** From the sign-in page to the provider's, and back. */
async function goThrough(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Acme account' }).click();
  await signInThere(page, name);
}

/** At the provider's own page. */
async function signInThere(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.href.startsWith(`${provider.issuer}/interaction/`));
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

test('[MNG-09] a super admin sets it up, tests it and never sees the secret again', async ({ browser }) => {
  const page = await tenant.signedIn(browser, people.asha);
  await page.goto('/#/app-settings');
  await page.getByRole('link', { name: 'Sign-in', exact: true }).click();
  const issuer = page.getByLabel(/^Address of the provider/);
  const run = page.getByRole('button', { name: 'Test the settings' });
  await expect(page.getByLabel('Callback address')).toHaveValue(`${tenant.url}/acme/sign-in-callback`);
  await expect(run).toBeDisabled();
  await issuer.fill('http://localhost:1');
  await run.click();
  await expect(page.getByText('No one answers at this address.')).toBeVisible();
  await issuer.fill(provider.issuer);
  await run.click();
  await expect(page.getByText('The provider answers and offers all that is needed.')).toBeVisible();
  await page.getByLabel(/^Client id/).fill(provider.clientId);
  await page.getByLabel(/^Name on the button/).fill('Acme account');
  await page.getByLabel('Offer it on the sign-in page').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter the client secret.')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByLabel(/^Client secret/).fill(provider.clientSecret);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(issuer).toHaveValue(provider.issuer);
  await expect(page.getByLabel(/^Client secret/)).toHaveValue('');
  await expect(page.getByText('Stored, and never shown again. Leave it empty to keep it.')).toBeVisible();
  await expect(page.getByText('0 accounts are linked to the provider.')).toBeVisible();
  expect(await page.content()).not.toContain(provider.clientSecret);
  await page.context().close();
});

test('[SIGN-06] [ROUTE-08] the button leads to the provider and back to the page first asked for', async ({
  browser,
}) => {
  const { context, page } = await openPage(browser, '/#/app-settings/audit-log');
  await expect(page).toHaveURL(/#\/signin\?next=/);
  const button = page.getByRole('button', { name: 'Sign in with Acme account' });
  await expect(button).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await button.click();
  await signInThere(page, 'meera');
  await expect(page).toHaveURL(/#\/app-settings\/audit-log$/);
  await expect(page.getByRole('button', { name: 'Account of Meera Joshi' })).toBeVisible();
  await expect(page.getByText('Signed in').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account of Meera Joshi' })).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name === 'watchpost_provider_flow')).toEqual([]);
  await context.close();
});

test('[SIGN-08] who is refused is back at the sign-in page, told why, and can go on there', async ({
  browser,
}) => {
  const { context, page } = await openPage(browser, '/#/signin');
  await goThrough(page, 'nobody');
  const alert = page.getByRole('alert').getByText('has not verified your email address');
  await expect(alert).toBeVisible();
  await expect(page).toHaveURL(/#\/signin/);
  expect(await faultsInEveryDress(page)).toEqual([]);
  // Going there again with what was sent is no way in either.
  await page.reload();
  await expect(page.getByRole('alert').getByText('Please start again.')).toBeVisible();
  await page.getByLabel('Email').fill(people.sub);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await context.close();
});

test('[MNG-09] where two steps are required, a provider that tells of one is followed by the other', async ({
  browser,
}) => {
  await tenant.run(`INSERT INTO tenant_config (tenant_id, config_key, config_value)
    SELECT tenant_id, 'isTwoStepRequired', 'true' FROM tenants WHERE slug = 'acme'`);
  const { context, page } = await openPage(browser, '/#/app-settings/audit-log');
  await goThrough(page, 'meera');
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible();
  await expect(page).toHaveURL(/#\/signin(?!.*provider=)/);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  const key = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel(/^Code that the app shows/).fill(codeAt(key, 0));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have kept them, go on' }).click();
  await expect(page).toHaveURL(/#\/app-settings\/audit-log$/);
  await expect(page.getByRole('button', { name: 'Account of Meera Joshi' })).toBeVisible();
  await context.close();
});

test('starting over after a provider leads to the sign-in page, where one can begin anew', async ({
  browser,
}) => {
  const { context, page } = await openPage(browser, '/#/signin');
  await goThrough(page, 'meera');
  await expect(page.getByLabel(/^Code/)).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with Acme account' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
  await context.close();
});
