// Checkpoints as somebody manages them: placed on a map, found, changed by two, their codes printed and read.
import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { codesIn, codesOnPages } from './qr-reading.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`INSERT INTO sites (tenant_id, id, name, latitude, longitude, time_zone)
    SELECT tenant_id, gen_random_uuid(), 'Far yard', 18.6, 73.9, 'Asia/Kolkata' FROM tenants`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const grid = (page: Page) => page.getByRole('grid', { name: 'Checkpoints' });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const map = (page: Page) => page.getByRole('application', { name: 'Map of the checkpoint' });
const pin = (page: Page) => map(page).getByRole('button', { name: /^The checkpoint\. Arrow keys/ });
const nameField = (page: Page) => page.getByLabel('Name*', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const yes = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

/** Latitude and longitude as the form holds them. */
async function placeOnMap(page: Page): Promise<readonly [number, number]> {
  const [latitude, longitude] = await Promise.all(
    ['Latitude*', 'Longitude*'].map((label) => page.getByLabel(label, { exact: true }).inputValue()),
  );
  return [Number(latitude), Number(longitude)];
}

async function openDetails(page: Page, name: string): Promise<void> {
  await openRoute(page, 'manage-checkpoints');
  await rowOf(page, name).getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

/** What the server says the code is. */
async function storedCode(page: Page): Promise<string> {
  const id = new URL(page.url().replace('#/', '')).searchParams.get('id') ?? '';
  const reply = await page.request.get(`/api/acme/secure/checkpoints/${id}/details`);
  const { codes }: { codes: { text: string | null }[] } = await reply.json();
  return codes[0]?.text ?? '';
}

/** What a phone sees on the screen. */
async function shownCode(page: Page, name: string): Promise<string[]> {
  const code = page.getByRole('img', { name: `QR code of ${name}` });
  await expect(code).toBeVisible();
  return codesIn(await code.screenshot());
}

test('[MNG-04] [MNG-10] checkpoints are placed by pointer and by keys, one after the other', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-checkpoints');
  await expect(page.getByText('No checkpoints yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add checkpoint' }).first().click();
  await save(page);
  for (const problem of ['Choose a site.', 'Write the name of the checkpoint.', 'Write a latitude'])
    await expect(page.getByText(problem)).toBeVisible();
  await page.getByLabel('Site*', { exact: true }).selectOption({ label: 'Acme mill' });
  await nameField(page).fill('Boiler house');
  await page.getByLabel('Radius*', { exact: true }).fill('4');
  await page.getByLabel('Radius*', { exact: true }).blur();
  await expect(page.getByText('Write a radius from 5 to 500 metres.')).toBeVisible();
  await page.getByLabel('Radius*', { exact: true }).fill('45');
  await expect(page.getByRole('slider', { name: 'Radius' })).toHaveAttribute('aria-valuetext', '45 m');
  await page.getByRole('textbox', { name: 'NFC tag', exact: true }).fill('04:a2:3b:1c');
  await expect(map(page).getByText('Acme mill')).toBeVisible();
  await map(page).click({ position: { x: 200, y: 120 } });
  await expect(pin(page)).toBeVisible();
  const [latitude, longitude] = await placeOnMap(page);
  expect(Math.hypot(latitude - 18.52, longitude - 73.85)).toBeLessThan(0.01);

  await page.getByRole('link', { name: 'Cancel' }).click();
  await yes(page, 'Stay');
  await page.getByRole('button', { name: 'Save and add another' }).click();
  await expect(nameField(page)).toHaveValue('');
  await expect(nameField(page)).toBeFocused();
  await expect(page.getByLabel('Site*', { exact: true }).locator('option:checked')).toHaveText('Acme mill');
  await expect(page.getByLabel('Radius*', { exact: true })).toHaveValue('45');
  await expect(map(page).getByText('Boiler house')).toBeVisible();

  await page.keyboard.type('Canteen');
  await map(page).press('Enter');
  const before = await placeOnMap(page);
  await pin(page).press('ArrowUp');
  await pin(page).press('Shift+ArrowLeft');
  const after = await placeOnMap(page);
  expect(after[0] - before[0]).toBeCloseTo(1 / 111_320, 5);
  expect(after[1]).toBeLessThan(before[1]);
  await page.getByRole('textbox', { name: 'NFC tag', exact: true }).fill('04-A2-3B-1C');
  await save(page);
  await expect(page.getByText('Another checkpoint has this tag.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'NFC tag', exact: true }).fill('');
  await nameField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Canteen' })).toBeVisible();
  await expect(page.getByText('scanned within 45 m')).toBeVisible();
});

test('[MNG-01] a checkpoint is found by a slip of its name, and two who edit it merge', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-checkpoints');
  await expect(grid(page).getByRole('row')).toHaveCount(3);
  await page.getByRole('searchbox').fill('boilr');
  await expect(rowOf(page, 'Canteen')).toHaveCount(0);
  await expect(rowOf(page, 'Boiler house')).toContainText('04A23B1C');
  await rowOf(page, 'Boiler house').getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('A checkpoint stays at its site.')).toBeVisible();
  await nameField(page).fill('Boiler room');
  await tenant.run(
    `UPDATE checkpoints SET version = version + 1, name = 'Boiler cellar', radius_metres = 60 WHERE name = 'Boiler house'`,
  );
  await save(page);
  const alert = page.getByRole('alert', { name: 'Somebody else saved in the meantime' });
  await expect(alert.getByRole('row').filter({ hasText: 'Boiler cellar' })).toContainText('Boiler room');
  await expect(page.getByLabel('Radius*', { exact: true })).toHaveValue('60');
  await save(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Boiler room' })).toBeVisible();
  await expect(page.getByText('scanned within 60 m')).toBeVisible();
});

test('[MNG-01] a checkpoint is deactivated and deleted, and each is undone', async ({ browser }) => {
  const page = await tenant.open(browser, 'manage-checkpoints');
  await rowOf(page, 'Canteen').getByRole('button', { name: 'Deactivate' }).click();
  await yes(page, 'Deactivate');
  await expect(rowOf(page, 'Canteen').getByRole('button', { name: 'Activate' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Canteen').getByRole('button', { name: 'Deactivate' })).toBeVisible();
  await rowOf(page, 'Canteen').getByRole('button', { name: 'Delete' }).click();
  await yes(page, 'Delete');
  await expect(rowOf(page, 'Canteen')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(rowOf(page, 'Canteen')).toBeVisible();
});

test('[MNG-04] the code on the screen is the stored one, and a reissue takes its place', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-checkpoints');
  await openDetails(page, 'Boiler room');
  const first = await storedCode(page);
  expect(await shownCode(page, 'Boiler room')).toEqual([first]);
  await expect(page.locator('code').filter({ hasText: /^\w{4} \w{4}$/ })).toHaveText(
    `${first.slice(-8, -4)} ${first.slice(-4)}`,
  );
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PNG' }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe('Boiler-room.png');
  expect(await codesIn(await fs.readFile(await picture.path()))).toEqual([first]);

  await page.getByRole('button', { name: 'Reissue code' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('will be flagged until they are replaced');
  await yes(page, 'Reissue code');
  await expect(page.getByText('1 earlier code')).toBeVisible();
  const second = await storedCode(page);
  expect(second).not.toBe(first);
  expect(await shownCode(page, 'Boiler room')).toEqual([second]);
});

test('[MNG-04] labels go to the chosen sheet past those that are used, and are read back', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-checkpoints');
  await openDetails(page, 'Boiler room');
  const boiler = await storedCode(page);
  await openDetails(page, 'Canteen');
  const canteen = await storedCode(page);

  await openRoute(page, 'manage-checkpoints');
  await page.getByRole('button', { name: 'Print all labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print 2 labels' });
  await dialog.getByLabel('Sheet', { exact: true }).selectOption({ label: 'A4, 2 × 4 labels' });
  await dialog.getByLabel('Used labels').fill('99');
  const preview = dialog.getByRole('img', { name: /^First sheet/ });
  await expect(preview).toHaveAccessibleName('First sheet: 7 used, 1 printed, of 8 labels');
  await expect(dialog.getByText('2 pages')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  // The fourth label of eight.
  const sheet = await preview.boundingBox();
  await preview.click({ position: { x: (sheet?.width ?? 0) * 0.75, y: (sheet?.height ?? 0) * 0.4 } });
  await expect(dialog.getByLabel('Used labels')).toHaveValue('3');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect(await codesOnPages(await fs.readFile(await file.path()))).toEqual([[boiler, canteen]]);

  await expect(dialog).toHaveCount(0);
  await grid(page).getByRole('checkbox').nth(2).check();
  await page.getByRole('button', { name: 'Print labels' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Print 1 label' })).toBeVisible();
});

test('[MNG-04] a tag is read by a phone that can, and the form hinders nobody', async ({ browser }) => {
  const page = await tenant.signedIn(browser, people.asha);
  // Browsers on desktops have no reader; this one answers as those on phones do.
  await page.addInitScript(() => {
    class Reader extends EventTarget {
      async scan() {
        const event = new Event('reading');
        Object.assign(event, { serialNumber: '04:e1:5f:92:6a:30:80' });
        setTimeout(() => this.dispatchEvent(event));
      }
    }
    Object.assign(window, { NDEFReader: Reader });
  });
  await openRoute(page, 'manage-checkpoints/add-checkpoint');
  await page.getByRole('button', { name: 'Read a tag' }).click();
  await expect(page.getByRole('textbox', { name: 'NFC tag', exact: true })).toHaveValue('04E15F926A3080');
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[MNG-04] the page tells when a checkpoint was scanned, by whom, and when it was not', async ({
  browser,
}) => {
  const [hours, days] = [3_600_000, 86_400_000];
  await tenant.run(`INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name)
    SELECT tenant_id, gen_random_uuid(), 'E1', 'Ravi', 'Pawar' FROM tenants`);
  await tenant.run(`UPDATE checkpoints SET created_at = now() - interval '20 days'`);
  await tenant.run(
    `INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, started_at_ms, status_code,
        total_check_points, scanned_check_points, arrival_no)
      SELECT c.tenant_id, gen_random_uuid(), c.site_id, g.id, gen_random_uuid(), $1, 2, 1, 1, 1
      FROM checkpoints c, guards g WHERE c.name = 'Canteen'`,
    [Date.now() - 5 * days],
  );
  await tenant.run(
    `INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms,
        distance_metres, clock_skew_ms, method, flags, body_hash)
      SELECT c.tenant_id, gen_random_uuid(), r.id, c.id, r.guard_id, r.device_id, at, at, 72, 0, 'qr', flags, ''
      FROM checkpoints c, rounds r, (VALUES ($1::bigint, '{}'::text[]), ($2::bigint, '{outsideRadius}')) AS scan (at, flags)
      WHERE c.name = 'Canteen'`,
    [Date.now() - 5 * days, Date.now() - 5 * days + 6 * hours],
  );
  const page = await tenant.open(browser, 'manage-checkpoints');
  await openDetails(page, 'Boiler room');
  await expect(page.getByText('No one scanned it in these days.')).toBeVisible();
  await openDetails(page, 'Canteen');
  const scans = page.getByRole('table', { name: 'Last scans' });
  await expect(scans.getByRole('row')).toHaveCount(3);
  await expect(scans.getByRole('row').nth(1)).toContainText(
    /Ravi Pawar.*QR code.*72 m.*Away from the checkpoint/,
  );
  const gaps = page.getByRole('region', { name: 'Longest gaps between scans' }).getByRole('listitem');
  await expect(gaps.first()).toContainText('15 d 0 h');
  await expect(gaps.nth(1)).toContainText(/4 d 18 h.*until now/);
  await expect(page.getByText('No route leads past it.')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await scans.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scanned Checkpoints Details');
});

test('[MNG-01] [MENU-05] a sub admin sees and makes checkpoints of the own site alone', async ({
  browser,
}) => {
  await tenant.run(`INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT tenant_id, gen_random_uuid(), id, 'Far gate', latitude, longitude FROM sites WHERE name = 'Far yard'`);
  const page = await tenant.open(browser, 'manage-checkpoints', people.sub);
  await expect(rowOf(page, 'Canteen')).toBeVisible();
  await expect(rowOf(page, 'Far gate')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Add checkpoint' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Site', exact: true })).toHaveValue('Acme mill');
  await nameField(page).fill('Loading dock');
  await expect(map(page).getByText('Canteen')).toBeVisible();
  await map(page).press('Enter');
  await expect(pin(page)).toBeVisible();
  await save(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Loading dock' })).toBeVisible();
  await openRoute(page, 'manage-checkpoints');
  await expect(rowOf(page, 'Loading dock')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});
