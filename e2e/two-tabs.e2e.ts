// Two tabs of one browser, of which one signs out, or deletes what the other edits.
import { expect, test } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { password } from './journey.ts';

let acme: OwnTenant;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
});
test.afterAll(() => acme.stop());

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
  await expect(editor.getByText(/^This record was deleted meanwhile, or you may not/)).toBeVisible();
  await expect(name).toHaveValue('Far lodge');
});
