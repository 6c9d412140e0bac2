// Two tabs of one browser, of which one signs out, or deletes what the other edits; and settings that two people save, or one while writing on.
import { expect, type Page, test } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { password } from './journey.ts';
import { delay } from './slow-network.ts';

let acme: OwnTenant;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
});
test.afterAll(() => acme.stop());

const tenantName = (page: Page) => page.getByLabel('Name of the organisation');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const unsaved = (page: Page) => page.getByText('Unsaved changes', { exact: true });

test('[OUT-01] of two tabs the one is signed out when the other signs out, whichever it is', async ({
  browser,
}) => {
  const first = await acme.open(browser, 'app-settings', people.meera);
  const second = await first.context().newPage();
  const tabs = [first, second];
  await second.goto('/#/app-settings/audit-log');
  await expect(second.getByRole('grid')).toBeVisible();
  for (const [leaver, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await leaver.getByRole('banner').getByRole('button', { name: 'Meera Joshi' }).click();
    await leaver.getByRole('menuitem', { name: 'Logout' }).click();
    // The message goes by itself, so it is looked for first.
    await expect(other.getByText(/signed out/i).first()).toBeVisible();
    for (const tab of tabs) await expect(tab).toHaveURL(/#\/signin/);
    await leaver.getByLabel('Email').fill(people.meera);
    await leaver.getByLabel('Password', { exact: true }).fill(password);
    await leaver.getByRole('button', { name: 'Sign in' }).click();
    for (const tab of tabs) {
      await tab.goto('/#/admin-dashboard/dashboard');
      await expect(tab.getByRole('banner')).toBeVisible();
    }
  }
});

test('[MNG-10] what was written in one tab when the other signed out is there again for whoever wrote it', async ({
  browser,
}) => {
  const writer = await acme.open(browser, 'manage-sites/add-site', people.meera);
  const other = await writer.context().newPage();
  await other.goto('/#/manage-sites');
  await expect(other.getByRole('grid')).toBeVisible();
  await writer.getByLabel('Name*').fill('Depot by the canal');
  await other.getByRole('banner').getByRole('button', { name: 'Meera Joshi' }).click();
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(writer).toHaveURL(/#\/signin\?next=/);
  await writer.getByLabel('Email').fill(people.meera);
  await writer.getByLabel('Password', { exact: true }).fill(password);
  await writer.getByRole('button', { name: 'Sign in' }).click();
  await expect(writer).toHaveURL(/add-site$/);
  await expect(writer.getByLabel('Name*')).toHaveValue('Depot by the canal');
});

test('[MNG-01] of two tabs the one that edits what the other deletes is told so, and keeps what was written', async ({
  browser,
}) => {
  await acme.run(`INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT tenant_id, gen_random_uuid(), id, 'Far gate', latitude, longitude FROM sites`);
  const editor = await acme.open(browser, 'manage-checkpoints', people.meera);
  const other = await editor.context().newPage();
  await editor.getByRole('row', { name: 'Far gate' }).getByRole('link', { name: 'Edit' }).click();
  const name = editor.getByRole('textbox', { name: 'Name' });
  await name.fill('Far lodge');
  await other.goto('/#/manage-checkpoints');
  await other.getByRole('row', { name: 'Far gate' }).getByRole('button', { name: 'Delete' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(other.getByText('Far gate is deleted.')).toBeVisible();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText(/^This record was deleted in the meantime, or you may not/)).toBeVisible();
  await expect(name).toHaveValue('Far lodge');
});

test('[MNG-10] what is written while settings are being saved stays written, and the next press saves it', async ({
  browser,
}) => {
  const page = await acme.signedIn(browser, people.asha);
  await page.goto('/#/app-settings');
  await tenantName(page).fill('Acme Guards');
  const release = await delay(page, /\/secure\/app-settings\/tenant$/);
  await save(page).click();
  await expect(save(page)).toHaveAttribute('aria-busy', 'true');
  await tenantName(page).fill('Acme Guards of Pune');
  release();
  await expect(save(page)).not.toHaveAttribute('aria-busy');
  await expect(tenantName(page)).toHaveValue('Acme Guards of Pune');
  await expect(unsaved(page)).toBeVisible();
  await save(page).click();
  await expect(unsaved(page)).toHaveCount(0);
  await page.reload();
  await expect(tenantName(page)).toHaveValue('Acme Guards of Pune');
  await page.context().close();
});

test('[MNG-10] whoever answers that somebody else saved meanwhile, without a network, is told so and loses nothing', async ({
  browser,
}) => {
  const [page, other] = [
    await acme.signedIn(browser, people.asha),
    await acme.signedIn(browser, people.meera),
  ];
  for (const tab of [page, other]) await tab.goto('/#/app-settings');
  await tenantName(page).fill('Acme of the canal');
  await tenantName(other).fill('Acme of the mill');
  await save(other).click();
  await expect(unsaved(other)).toHaveCount(0);
  await save(page).click();
  const keepMine = page.getByRole('button', { name: 'Keep mine and save' });
  await expect(keepMine).toBeVisible();
  await page.context().setOffline(true);
  for (const text of ['Keep mine and save', 'Load what was saved']) {
    await page.getByRole('button', { name: text }).click();
    await expect(page.getByText(/The server cannot be reached/).first()).toBeVisible();
    await expect(tenantName(page)).toHaveValue('Acme of the canal');
  }
  await page.context().setOffline(false);
  await keepMine.click();
  await expect(unsaved(page)).toHaveCount(0);
  for (const tab of [page, other]) await tab.context().close();
});
