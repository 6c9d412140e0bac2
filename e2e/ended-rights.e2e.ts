// What a site manager is shown and may change: guards who also work elsewhere, codes of checkpoints, secrets, an import that was stopped.
import { type APIRequestContext, type Page, request } from '@playwright/test';
import { password } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
let api: APIRequestContext;
let mill: string;
let yard: string;
let shared: string;
let checkpoint: string;

test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });

async function asAdmin(): Promise<APIRequestContext> {
  const entry = await api.post('/api/acme/user-signin', {
    data: { username: people.asha, password, wantsToken: true },
  });
  const { accessToken } = await entry.json();
  const extraHTTPHeaders = { authorization: `Bearer ${accessToken}` };
  return request.newContext({ baseURL: `${tenant.url}/api/acme/secure/`, extraHTTPHeaders });
}

async function made(admin: APIRequestContext, path: string, data: object): Promise<string> {
  const reply = await admin.post(path, { data });
  expect(reply.status(), await reply.text()).toBe(200);
  return (await reply.json()).id;
}

const position = { latitude: 18.6, longitude: 73.9 };
const person = { lastName: 'Rao', email: '', phoneNumber: '', countryCode: '+91', photo: '' };

test.beforeAll(async () => {
  tenant = await startOwnTenant();
  api = await request.newContext({ baseURL: tenant.url });
  const admin = await asAdmin();
  const contact = { address: '', contactName: '', contactPhone: '', timeZone: 'Asia/Kolkata' };
  yard = await made(admin, 'sites', { name: 'Far yard', ...position, ...contact });
  const { data } = await (await admin.get('sites')).json();
  mill = data.find(({ name }: { name: string }) => name === 'Acme mill').id;
  shared = await made(admin, 'guards', {
    ...person,
    employeeId: 'G1',
    firstName: 'Kiran',
    siteIds: [mill, yard],
  });
  await made(admin, 'guards', { ...person, employeeId: 'G2', firstName: 'Lata', siteIds: [mill] });
  checkpoint = await made(admin, 'checkpoints', {
    siteId: mill,
    name: 'Gate 4',
    ...position,
    radiusMetres: 30,
    instructions: '',
    nfcTagId: '04A23B1CDE5F80',
  });
  await admin.dispose();
});
test.afterEach(() => tenant.closePages());
test.afterAll(async () => {
  await api.dispose();
  await tenant.stop();
});

const setSubAdminAccess = (access: object) =>
  tenant.run(
    `INSERT INTO tenant_settings (tenant_id, sub_admin_access) SELECT tenant_id, $1::jsonb FROM tenants
      ON CONFLICT (tenant_id) DO UPDATE SET sub_admin_access = excluded.sub_admin_access`,
    [JSON.stringify(access)],
  );
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('[TRUTH-12] a site manager is shown why a shared guard is not theirs to change, and takes the guard off the site', async ({
  browser,
}) => {
  const page = await tenant.open(browser, `manage-security-guards/edit-guard?id=${shared}`, people.sub);
  const why = page.getByText('This guard also works at sites that you do not manage.');
  await expect(why).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveAttribute('readonly', '');
  await expect(page.getByRole('main')).not.toContainText('Far yard');
  expect(await faultsInEveryDress(page)).toEqual([]);
  await openRoute(page, `manage-security-guards/guard-details?id=${shared}`);
  await expect(why).toBeVisible();
  await expect(page.getByRole('button', { name: /secret/ })).toHaveCount(0);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove from Acme mill' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from Acme mill' }).click();
  await expect(page.getByText('Kiran Rao no longer works at Acme mill.')).toBeVisible();
  await expect(rowOf(page, 'Lata')).toBeVisible();
  await expect(rowOf(page, 'Kiran')).toHaveCount(0);
});

test('[TRUTH-12] who may only view checkpoints sees that there are a code and a tag, and neither of them', async ({
  browser,
}) => {
  await setSubAdminAccess({ CHECKPOINTS: ['view'] });
  const page = await tenant.open(browser, 'manage-checkpoints', people.sub);
  await expect(rowOf(page, 'Gate 4')).toContainText('Set');
  await expect(page.getByRole('button', { name: 'Print labels' })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await openRoute(page, `manage-checkpoints/checkpoint-details?id=${checkpoint}`);
  await expect(page.getByText('The code is shown to those who may edit checkpoints.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('04A23B1CDE5F80');
  await expect(page.getByRole('button', { name: 'Print labels' })).toHaveCount(0);
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[TRUTH-12] who moves a guard is offered a new secret, and the list names those who need one', async ({
  browser,
}) => {
  await setSubAdminAccess({});
  const manager = await tenant.open(browser, 'manage-security-guards', people.sub);
  await rowOf(manager, 'Lata').getByRole('button', { name: 'Issue secret' }).click();
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Issue secret' }).click();
  await expect(manager.getByRole('dialog')).toContainText('G2');
  const page = await tenant.open(browser, 'manage-security-guards');
  await rowOf(page, 'Lata').getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('combobox', { name: 'Add a site' }).fill('Far');
  await page.getByRole('option', { name: 'Far yard' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Lata Rao was moved, so the secret from before signs in no more.');
  await question.getByRole('button', { name: 'Later' }).click();
  await expect(rowOf(page, 'Lata')).toContainText('Issue again');
  await page.getByRole('combobox', { name: 'Field secret' }).selectOption('retired');
  await expect(rowOf(page, 'Kiran')).toHaveCount(0);
  await expect(rowOf(page, 'Lata')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[TRUTH-12] an import that was stopped says why, and is checked again', async ({ browser }) => {
  const page = await tenant.open(browser, 'manage-security-guards/import-guards', people.sub);
  await page.locator('input[type=file]').setInputFiles({
    name: 'guards.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id,name\nG7,Mohan\nG8,Nita\n'),
  });
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible();
  await tenant.run(
    `UPDATE record_imports SET state = 'stopped', stop_reason = 'senderGone', mode = 'validOnly'`,
  );
  await page.reload();
  const why = page.getByText('The account that began it was deactivated, so it went no further.');
  await expect(why).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import / })).toHaveCount(0);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible();
  await expect(why).toHaveCount(0);
});
