// What of a guard is still on its way when somebody saves or leaves: a photo, a field secret.
import { type APIRequestContext, type Page, request } from '@playwright/test';
import sharp from 'sharp';
import { type OwnTenant, startOwnTenant } from './own-tenant.ts';
import { expect, test } from './signed-in.ts';
import { delay } from './slow-network.ts';

let tenant: OwnTenant;
let field: APIRequestContext;
let face: Buffer;

test.use({ role: 'nobody' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  field = await request.newContext({ baseURL: tenant.url });
  face = await sharp({ create: { width: 320, height: 400, channels: 3, background: '#c85a28' } })
    .png()
    .toBuffer();
  await tenant.run(`INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name)
    SELECT tenant_id, gen_random_uuid(), 'G1', 'Sunita', 'Rao' FROM tenants`);
  await tenant.run(`INSERT INTO guard_sites (tenant_id, guard_id, site_id)
    SELECT g.tenant_id, g.id, s.id FROM guards g, sites s`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(async () => {
  await field.dispose();
  await tenant.stop();
});

const isUpload = /\/secure\/files\?purpose=profileImage/;
const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Security guards' }).getByRole('row').filter({ hasText: name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const why = (page: Page) => page.getByText('You can save once the upload is done.');
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

async function damagePhoto(page: Page): Promise<void> {
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: face });
  await page.getByRole('button', { name: 'Use this part' }).click();
}

test('[MNG-03] a guard is not saved while the photo is on its way, and has it then', async ({ browser }) => {
  const page = await tenant.open(browser, 'manage-security-guards/add-guard');
  const saved: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/secure/guards')) saved.push(sent.url());
  });
  await page.getByRole('textbox', { name: 'Employee ID' }).fill('G2');
  await page.getByRole('textbox', { name: 'First name' }).fill('Kiran');
  const release = await delay(page, isUpload);
  await damagePhoto(page);
  await expect(why(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toHaveAttribute('aria-busy', 'true');
  await expect(save(page)).toHaveAttribute('aria-busy', 'true');
  await save(page).click({ force: true });
  await page.getByRole('textbox', { name: 'Employee ID' }).press('Enter');
  await page.waitForTimeout(400);
  expect(saved).toEqual([]);
  release();
  await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  await expect(why(page)).toHaveCount(0);
  await save(page).click();
  await rowOf(page, 'Kiran').getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  expect(saved).toHaveLength(1);
});

test('[MNG-10] a guard whose new photo is on its way is not left unasked; one that does not arrive is told at its field', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-security-guards');
  await rowOf(page, 'Sunita').getByRole('link', { name: 'Edit' }).click();
  let fail = () => {};
  const failed = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(isUpload, async (route) => {
    await failed;
    await route.abort('connectionrefused');
  });
  await damagePhoto(page);
  await expect(why(page)).toBeVisible();
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(question(page)).toHaveCount(0);
  fail();
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: 'The server cannot be reached.' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove photo' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await expect(rowOf(page, 'Sunita')).toBeVisible();
});

/** The server makes the secrets; the console hears of it when the function that is given back is called. */
async function delaySecrets(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/secure\/guards\/secrets$/, async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return release;
}

/** On the list of guards, with a secret under way. */
async function issuing(browser: Parameters<OwnTenant['open']>[0]) {
  const page = await tenant.open(browser, 'manage-security-guards');
  const release = await delaySecrets(page);
  const asked = page.waitForRequest(/\/secure\/guards\/secrets$/);
  await rowOf(page, 'Sunita')
    .getByRole('button', { name: /^(Issue|Reset) secret$/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue secret' }).click();
  await asked;
  return { page, release, dialog: page.getByRole('dialog', { name: 'Field secrets' }) };
}

const signInStatus = async (secret: string): Promise<number> =>
  (
    await field.post('/api/acme/field/signin', {
      data: { employeeId: 'G1', secret, deviceId: '0190a1b2-c3d4-7000-8000-000000000001' },
    })
  ).status();

const openIncidents = async (page: Page) => {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link').filter({ hasText: 'Manage Incidents' }).click();
  await expect(page).toHaveURL(/#\/manage-incidents/);
};

test('[MNG-03] a field secret that was made while its page was left is shown on return, until it is put away', async ({
  browser,
}) => {
  const { page, release, dialog } = await issuing(browser);
  await openIncidents(page);
  release();
  const waits = page.getByText('New field secrets are ready. See them before you close this tab.');
  await expect(waits).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeVisible();
  await expect(waits).toHaveCount(0);
  // Nor is it lost by leaving while it is shown.
  await page.goForward();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  expect(await signInStatus(secret)).toBe(200);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await openIncidents(page);
  await page.goBack();
  await expect(rowOf(page, 'Sunita')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(waits).toHaveCount(0);
});

/** Whether the browser asks before it closes the tab, which is then left open. */
async function asksBeforeClosing(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
}

test('[MNG-03] the browser asks before a tab is closed in which field secrets are being made or wait to be seen', async ({
  browser,
}) => {
  const { page, release, dialog } = await issuing(browser);
  await asksBeforeClosing(page);
  release();
  await expect(dialog).toBeVisible();
  await asksBeforeClosing(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  let timesAsked = 0;
  page.on('dialog', (further) => {
    timesAsked += 1;
    void further.accept();
  });
  const closed = page.waitForEvent('close');
  void page.close({ runBeforeUnload: true });
  await closed;
  expect(timesAsked).toBe(0);
});
