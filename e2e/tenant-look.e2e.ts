// What a super admin chooses is felt in every console that is open, without a reload.
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { password } from './journey.ts';
import { faultsInBothSchemes, faultsInEveryDress } from './signed-in.ts';

let acme: OwnTenant;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  acme = await startOwnTenant();
});
test.afterAll(() => acme.stop());

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());

test('[MNG-09] name, accent, format of dates, page size and what new records begin with reach a console that is open', async ({
  browser,
  request,
}) => {
  // More entries of the audit log than a page will have.
  for (let visit = 0; visit < 6; visit += 1) {
    const data = { username: people.meera, password, wantsToken: true };
    expect((await request.post(`${acme.url}/api/acme/user-signin`, { data })).status()).toBe(200);
  }
  const meera = await acme.open(browser, 'app-settings/audit-log', people.meera);
  const row = meera.getByRole('grid').getByRole('row').nth(1);
  await expect(row).toContainText(/\w{3} \d\d, \d{4}/);
  const before = await accentOf(meera);
  const asha = await acme.open(browser, 'app-settings', people.asha);
  await asha.getByLabel('Name of the organisation').fill('Acme Night Guard');
  await asha.getByLabel('Use a colour of our own').check();
  await asha.getByLabel('Accent colour').fill('#8a1c2b');
  await asha.getByLabel('Date format').selectOption('DD/MM/YYYY HH:mm');
  await asha.getByLabel('Rows of a page').fill('101');
  await expect(asha.getByText('Write a whole number from 5 to 100.')).toBeVisible();
  await asha.getByLabel('Rows of a page').fill('5');
  await asha.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Paris');
  await asha.getByRole('combobox', { name: 'Time zone' }).press('Enter');
  await asha.getByLabel('Default country code').fill('+33');
  await asha.getByLabel('Latitude').fill('48.85');
  await asha.getByLabel('Longitude').fill('2.35');
  await save(asha).click();
  await expect(asha.getByText('Saved.')).toBeVisible();
  await expect(asha.getByRole('banner')).toContainText('Acme Night Guard');
  await expect(meera.getByRole('banner')).toContainText('Acme Night Guard');
  await expect.poll(() => accentOf(meera)).not.toBe(before);
  await expect(row).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d/);
  await expect(meera.getByRole('button', { name: 'Older' })).toBeEnabled();
  await expect(meera.getByRole('grid').getByRole('row')).toHaveCount(6);

  await meera.goto('/#/manage-sites/add-site');
  await expect(meera.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Paris');
  await expect(meera.getByLabel('Latitude')).toHaveValue('48.85');
  await expect(meera.getByLabel('Longitude')).toHaveValue('2.35');
  await meera.goto('/#/manage-security-guards/add-guard');
  await expect(meera.getByLabel('Country code')).toHaveValue('France (+33)');
});

test('[MNG-09] [HEAD-01] a logo is chosen, cut, seen by all, on the sign-in page too, and removed', async ({
  browser,
}) => {
  const mark = { create: { width: 300, height: 100, channels: 4, background: '#7a1f2b' } } as const;
  const edge = { top: 150, bottom: 150, left: 200, right: 200, background: '#ffffff' };
  await acme.run(`UPDATE tenants SET name = 'Acme Guarding'`);
  const picture = await sharp(mark).extend(edge).png().toBuffer();
  const asha = await acme.open(browser, 'app-settings', people.asha);
  const meera = await acme.open(browser, 'app-settings/audit-log', people.meera);
  await expect(asha.getByRole('banner').getByText('Watchpost')).toBeVisible();
  await asha
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: picture });
  await expect(asha.getByText('Choose a JPEG or PNG picture.')).toBeVisible();
  await asha
    .locator('input[type=file]')
    .setInputFiles({ name: 'acme.png', mimeType: 'image/png', buffer: picture });
  const preview = asha.getByRole('dialog', { name: 'How the logo will look' });
  await expect(preview.getByRole('img', { name: 'The logo' })).toHaveCount(2);
  await preview.getByLabel('Whole picture').check();
  expect(await faultsInEveryDress(asha)).toEqual([]);
  await preview.getByLabel('Cut empty edges').check();
  await preview.getByRole('button', { name: 'Use this logo' }).click();
  await expect(asha.getByText('The logo is saved.')).toBeVisible();
  const shown = asha.getByRole('banner').getByRole('img', { name: 'Acme Guarding' });
  await expect(shown).toBeVisible();
  const shape = await shown.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);
  expect(Math.abs(shape - 3)).toBeLessThan(0.1);
  await expect(meera.getByRole('banner').getByRole('img', { name: 'Acme Guarding' })).toBeVisible();
  const guest = await (await browser.newContext({ baseURL: acme.url })).newPage();
  await guest.goto('/#/signin');
  await expect(guest.getByRole('img', { name: 'Acme Guarding' })).toBeVisible();
  await asha.getByRole('button', { name: 'Remove logo' }).click();
  await asha.getByRole('button', { name: 'Yes' }).click();
  await expect(asha.getByRole('banner').getByText('Watchpost')).toBeVisible();
});

test('[MENU-05] a switch of access is felt in the open browser of a sub admin: menu and guarded route', async ({
  browser,
}) => {
  const sub = await acme.open(browser, 'admin-dashboard/dashboard', people.sub);
  await expect(menu(sub).getByText('Manage Shifts')).toHaveCount(0);
  const asha = await acme.open(browser, 'app-settings/access', people.asha);
  await asha.getByLabel('Shifts: View').check();
  await asha.getByLabel('Checkpoints: View', { exact: true }).uncheck();
  await save(asha).click();
  await expect(asha.getByText('Saved.')).toBeVisible();
  await expect(menu(sub).getByText('Manage Shifts')).toBeVisible();
  await expect(menu(sub).getByText('Manage Checkpoints')).toHaveCount(0);
  await sub.goto('/#/manage-checkpoints');
  await expect(sub.getByText('You do not have access to this page')).toBeVisible();
  // The page in front of somebody goes with the right to see it.
  await sub.goto('/#/manage-shifts');
  await expect(sub.getByRole('heading', { level: 1 })).toContainText('Shifts');
  await asha.getByLabel('Shifts: View').uncheck();
  await save(asha).click();
  await expect(sub.getByText('You do not have access to this page')).toBeVisible();
  await expect(menu(sub).getByText('Manage Shifts')).toHaveCount(0);
});

test('nothing hinders anybody with a pale, a dark or a loud accent, in light and dark', async ({
  browser,
}) => {
  const page = await acme.open(browser, 'app-settings', people.meera);
  for (const accent of ['#ffee88', '#101820', '#ff2d00']) {
    const before = await accentOf(page);
    await acme.run(
      `INSERT INTO tenant_config (tenant_id, config_key, config_value) SELECT tenant_id, 'accentColour', $1 FROM tenants
        ON CONFLICT (tenant_id, config_key) DO UPDATE SET config_value = excluded.config_value`,
      [accent],
    );
    await page.reload();
    await expect(page.getByLabel('Name of the organisation')).toBeVisible();
    await expect.poll(() => accentOf(page)).not.toBe(before);
    expect([accent, await faultsInBothSchemes(page, 'ofColours')]).toEqual([accent, []]);
  }
});
