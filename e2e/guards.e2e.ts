// Guards as somebody manages them: made, given a photo and a field secret, imported, looked into.
import fs from 'node:fs';
import { type APIRequestContext, type Locator, type Page, request } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
let field: APIRequestContext;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  field = await request.newContext({ baseURL: tenant.url });
  await tenant.run(`INSERT INTO sites (tenant_id, id, name, latitude, longitude, time_zone)
    SELECT tenant_id, gen_random_uuid(), 'Far yard', 18.6, 73.9, 'Asia/Kolkata' FROM tenants`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(async () => {
  await field.dispose();
  await tenant.stop();
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Security guards' });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });

type Browser = Parameters<OwnTenant['signedIn']>[0];

async function openList(browser: Browser, email?: string): Promise<Page> {
  const page = await tenant.open(browser, 'manage-security-guards', email);
  await expect(grid(page)).toBeVisible();
  return page;
}

async function fillGuard(page: Page, employeeId: string, firstName: string): Promise<void> {
  await page.getByRole('link', { name: 'Add guard' }).first().click();
  await page.getByRole('textbox', { name: 'Employee ID' }).fill(employeeId);
  await page.getByRole('textbox', { name: 'First name' }).fill(firstName);
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

const signInStatus = async (employeeId: string, secret: string): Promise<number> =>
  (
    await field.post('/api/acme/field/signin', {
      data: { employeeId, secret, deviceId: '0190a1b2-c3d4-7000-8000-000000000001' },
    })
  ).status();

test('[MNG-03] a guard is made with a photo and a site, and an employee id that is taken is told at its field', async ({
  browser,
}) => {
  const page = await openList(browser);
  await fillGuard(page, 'G100', 'Sunita');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('12345');
  await page.getByRole('textbox', { name: 'Phone number' }).blur();
  await expect(page.getByText('Write 7 to 13 digits without the country code.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Phone number' }).fill('9822012345');
  await page.getByLabel('Add a site').click();
  await page.getByRole('option', { name: 'Acme mill' }).click();
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await facePicture(page) });
  await page.getByRole('button', { name: 'Use this part' }).click();
  await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  await save(page);
  await expect(rowOf(page, 'Sunita')).toContainText('Acme mill');
  await expect(rowOf(page, 'Sunita')).toContainText('+91 9822012345');

  await fillGuard(page, 'g100', 'Second');
  await save(page);
  await expect(page.getByText('Another guard has this employee ID.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Employee ID' }).fill('G101');
  await page.getByRole('textbox', { name: 'Employee ID' }).press('Enter');
  await expect(rowOf(page, 'Second')).toBeVisible();
});

/** Drawn by the browser, so that no picture has to be kept here. */
async function facePicture(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(320, 400);
    canvas.getContext('2d')?.fillRect(40, 40, 200, 200);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return Buffer.from(bytes);
}

test('[MNG-03] a field secret is shown once, signs the guard in on a phone, and ends when it is reset', async ({
  browser,
}) => {
  const page = await openList(browser);
  const issue = async (label: string): Promise<string> => {
    await rowOf(page, 'Sunita').getByRole('button', { name: label }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Issue secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Field secrets' });
    const secret = (await dialog.locator('code').textContent()) ?? '';
    expect(secret).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(secret)).toHaveCount(0);
    return secret;
  };
  const first = await issue('Issue secret');
  expect(await signInStatus('G100', first)).toBe(200);
  const second = await issue('Reset secret');
  expect(await signInStatus('G100', first)).toBe(401);
  expect(await signInStatus('G100', second)).toBe(200);
});

const faulty = `Employee ID,Name,Mobile,Site
I1,Asha,98220 11111,Acme mill
I-2,Ravi,,
I3,Gita,,Nowhere
I4,Meera,,Far yard
`;

async function upload(page: Page, text: string): Promise<void> {
  await page
    .getByLabel('Spreadsheet', { exact: true })
    .setInputFiles({ name: 'guards.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page.getByRole('heading', { name: 'First rows' })).toBeVisible();
  await page.getByRole('button', { name: 'Check the rows' }).click();
}

const count = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** As with the Tab key alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
}

test('[MNG-03] a spreadsheet is imported by keyboard, and what did not fit is said not to be imported', async ({
  browser,
}) => {
  const page = await openList(browser);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await openRoute(page, 'manage-security-guards/import-guards');
  const choosing = page.waitForEvent('filechooser');
  // At one go: a page that is still opening takes the focus to itself.
  await button('Choose a file').press('Enter');
  const buffer = Buffer.from('Employee ID,First name,Site\nK1,Kiran,Acme mill\nK2,Lata,Nowhere\n');
  await (await choosing).setFiles({ name: 'guards.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('heading', { name: 'First rows' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Employee ID' })).toBeFocused();
  await tabTo(page, button('Check the rows'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('All or nothing'));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, button('Import 1 row'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'The import is done' })).toBeFocused();
  await expect(count(page, 'Not imported')).toHaveText('1');
  await expect(count(page, 'With errors')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'To the guards' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Kiran')).toBeVisible();
});

test('[MNG-03] a spreadsheet is imported with its errors told, all or nothing or the valid rows, and twice the same', async ({
  browser,
}) => {
  const page = await openList(browser);
  await page.getByRole('link', { name: 'Import' }).click();
  await upload(page, faulty);
  await expect(count(page, 'New')).toHaveText('2');
  await expect(count(page, 'With errors')).toHaveText('2');
  await expect(
    page.getByRole('row', { name: /^4 Sites Nowhere No site has this name: write it/ }),
  ).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the errors' }).click();
  expect(fs.statSync(await (await coming).path()).size).toBeGreaterThan(1_000);
  const run = page.getByRole('button', { name: /^Import \d row/ });
  await expect(run).toBeDisabled();
  await page.getByLabel('Valid rows only').check();
  await run.click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  await page.getByRole('link', { name: 'To the guards' }).click();
  await expect(rowOf(page, 'Asha')).toContainText('+91 9822011111');

  await openRoute(page, 'manage-security-guards/import-guards');
  const whole = faulty.replace('I-2', 'I2').replace('Nowhere', 'Far yard');
  await upload(page, whole);
  await expect(count(page, 'New')).toHaveText('2');
  await expect(count(page, 'Unchanged')).toHaveText('2');
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await upload(page, whole);
  await expect(page.getByText('There is nothing to import: every row is as it is already.')).toBeVisible();
});

test('[MNG-01] a guard is looked into, each figure showing what it counts', async ({ browser }) => {
  await tenant.run(`INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, started_at_ms, ended_at_ms,
      status_code, total_check_points, scanned_check_points, arrival_no)
    SELECT g.tenant_id, gen_random_uuid(), s.id, g.id, gen_random_uuid(),
      extract(epoch FROM now())::bigint * 1000 - n * 3600000, extract(epoch FROM now())::bigint * 1000 - n * 3600000 + 900000,
      CASE n WHEN 1 THEN 1005 ELSE 1010 END, 4, 4, n
    FROM guards g JOIN sites s ON s.name = 'Acme mill', generate_series(1, 3) AS n WHERE g.employee_id = 'G100'`);
  const page = await openList(browser);
  await rowOf(page, 'Sunita').getByRole('link', { name: 'Details' }).click();
  await expect(page).toHaveURL(/manage-security-guards\/guard-details\?id=/);
  await expect(page.getByRole('heading', { name: 'Sunita' })).toBeVisible();
  const rounds = page.getByRole('table', { name: 'Last rounds' });
  await expect(rounds.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: '1 Incompleted' }).click();
  await expect(rounds.getByRole('row')).toHaveCount(2);
  await rounds.getByRole('link').first().click();
  await expect(page).toHaveURL(/scanned-checkpoints-details\?id=/);
});

test('[MNG-03] a sub admin sees and makes guards of the own site alone', async ({ browser }) => {
  const page = await openList(browser, people.sub);
  await expect(rowOf(page, 'Asha')).toBeVisible();
  await expect(rowOf(page, 'Meera')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Site', exact: true })).toHaveCount(0);
  await fillGuard(page, 'S1', 'Ownly');
  await expect(page.getByText('The guard works at your site, Acme mill.')).toBeVisible();
  await save(page);
  await expect(rowOf(page, 'Ownly')).toContainText('Acme mill');
});

for (const [what, route] of [
  ['list', 'manage-security-guards'],
  ['form', 'manage-security-guards/add-guard'],
  ['import', 'manage-security-guards/import-guards'],
] as const) {
  test(`the ${what} of guards hinders nobody, in light and dark, wide and narrow`, async ({ browser }) => {
    const page = await tenant.open(browser, route);
    await expect(page.getByRole('main')).toBeVisible();
    if (what === 'import') await upload(page, faulty);
    expect(await faultsInEveryDress(page)).toEqual([]);
  });
}

test('the details of a guard hinder nobody, in light and dark, wide and narrow', async ({ browser }) => {
  const page = await openList(browser);
  await rowOf(page, 'Sunita').getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('table', { name: 'Last rounds' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[MNG-01] on a narrow phone the list, the form and the details stay within the screen', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha, { viewport: { width: 390, height: 844 } });
  for (const route of ['', '/add-guard', '/import-guards']) {
    await openRoute(page, `manage-security-guards${route}`);
    await expect(page.getByRole('main')).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([route, overflow]).toEqual([route, 0]);
  }
});
