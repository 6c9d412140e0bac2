// An incident from its report to its end: on a phone, on the board, by keyboard and on paper.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { hash } from '@node-rs/argon2';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { bellOf, entriesOf } from './bell.ts';
import { password } from './journey.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
const guardId = randomUUID();
const yardId = randomUUID();
const storeId = randomUUID();
const guardReport = 'Smoke from the drying shed';

test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  for (const [id, name] of [
    [yardId, 'River yard'],
    [storeId, 'Hill store'],
  ])
    await tenant.run(
      `INSERT INTO sites (tenant_id, id, name, latitude, longitude, time_zone)
        SELECT tenant_id, $1, $2, 18.6, 73.9, 'Asia/Kolkata' FROM tenants`,
      [id, name],
    );
  await tenant.run('UPDATE sub_admins SET site_id = $1', [yardId]);
  await tenant.run(
    `INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name, secret_hash)
      SELECT tenant_id, $1, 'E1', 'Arjun', 'More', $2 FROM tenants`,
    [guardId, await hash(password)],
  );
  await tenant.run(`INSERT INTO guard_sites (tenant_id, guard_id, site_id)
    SELECT g.tenant_id, g.id, s.id FROM guards g, sites s WHERE s.name = 'River yard'`);
  await tenant.run(`INSERT INTO tenant_settings (tenant_id, sub_admin_access)
    SELECT tenant_id, '{"INCIDENTS": ["view", "status"]}' FROM tenants`);
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

/** As a guard's phone sends it: the report, then its photos one by one. */
async function reportFromPhone(request: APIRequestContext, photos: number): Promise<void> {
  const field = `${tenant.url}/api/acme/field`;
  const signIn = { employeeId: 'E1', secret: password, deviceId: randomUUID() };
  const { accessToken } = await (await request.post(`${field}/signin`, { data: signIn })).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const incident = {
    id: randomUUID(),
    siteId: yardId,
    type: 'fire',
    severity: 'critical',
    description: guardReport,
    deviceAtMs: Date.now() - 60_000,
    position: { latitude: 18.6, longitude: 73.9, accuracyMetres: 6 },
  };
  const data = { sentAtMs: Date.now(), incident };
  expect((await request.post(`${field}/incident`, { headers, data })).status()).toBe(200);
  for (let each = 0; each < photos; each += 1) {
    const background = { r: 200 - each * 90, g: 90, b: 40 };
    const image = sharp({ create: { width: 640, height: 480, channels: 3, background } });
    const file = { name: 'shed.jpg', mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
    const address = `${field}/incident/${incident.id}/photo/${randomUUID()}`;
    expect((await request.post(address, { headers, multipart: { file } })).status()).toBe(200);
  }
}

const mainOf = (page: Page) => page.getByRole('main');
const grid = (page: Page) => page.getByRole('grid', { name: 'Incidents' });
const column = (page: Page, status: string) => page.getByRole('region', { name: new RegExp(`^${status}`) });
const cardOf = (page: Page, status: string, text: string) =>
  column(page, status).getByRole('article').filter({ hasText: text });
const history = (page: Page) => page.getByRole('list').filter({ hasText: 'Reported' });

test('[MNG-08] [NOTIF-05] what a guard reports with photos shows on an open board and on the bell; its photos open large by keyboard', async ({
  browser,
  request,
}) => {
  const page = await tenant.open(browser, 'manage-incidents?view=board');
  await expect(column(page, 'New')).toContainText('Nothing here.');
  await reportFromPhone(request, 2);
  await expect(cardOf(page, 'New', guardReport)).toBeVisible();
  await bellOf(page).click();
  await expect(
    entriesOf(page).filter({ hasText: 'Fire or smoke was reported at River yard.' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await cardOf(page, 'New', guardReport).getByRole('link').click();
  await expect(page.getByText('Arjun More').first()).toBeVisible();

  const first = page.getByRole('button', { name: 'Photo 1 of 2' });
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Photo 1 of 2' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Photo 2 of 2' })).toBeVisible();
  const shown = page.getByRole('img', { name: 'Photo 2 of 2' }).last();
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(first).toBeFocused();
});

test('[MNG-08] a card dragged on and moved by its menu asks for a comment each time, and its history tells both', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-incidents?view=board');
  await cardOf(page, 'New', guardReport).dragTo(column(page, 'Attended'));
  const attend = page.getByRole('dialog', { name: 'Attend' });
  await attend.getByLabel(/^Comment/).fill('Brigade called');
  await attend.getByRole('button', { name: 'Attend', exact: true }).click();
  await expect(cardOf(page, 'Attended', guardReport)).toBeVisible();

  await cardOf(page, 'Attended', guardReport)
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Move to Closed' }).click();
  const close = page.getByRole('dialog', { name: 'Close incident' });
  await close.getByRole('button', { name: 'Close incident', exact: true }).click();
  await expect(close.getByText('Write a comment.')).toBeVisible();
  await close.getByLabel(/^Comment/).fill('Out, no damage');
  await close.getByRole('button', { name: 'Close incident', exact: true }).click();
  await cardOf(page, 'Closed', guardReport).getByRole('link').click();
  for (const [status, comment] of [
    ['Closed', 'Out, no damage'],
    ['Attended', 'Brigade called'],
  ] as const) {
    const step = history(page).getByRole('listitem').filter({ hasText: comment });
    await expect(step).toContainText(status);
    await expect(step).toContainText('Asha Kale');
  }
});

test('[MNG-01] [MNG-08] an incident is added at the console, found in the list and closed by keyboard', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-incidents');
  await page.getByRole('link', { name: 'Add incident' }).click();
  await expect(page.getByRole('heading', { name: 'Add Incident' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Site' }).fill('River');
  await page.getByRole('option', { name: 'River yard' }).click();
  // The map looks at the site, and holds a pin from the moment that a place is picked.
  const map = page.getByRole('application', { name: 'Map to choose where it happened' });
  await map.scrollIntoViewIfNeeded();
  await expect(map.getByTitle('River yard')).toBeVisible();
  const pin = map.getByRole('button', { name: /^Where it happened/ });
  await expect(pin).toHaveCount(0);
  await map.click();
  await expect(pin).toHaveCount(1);
  const written = async (label: string) => Number(await page.getByLabel(label).inputValue());
  expect(Math.abs((await written('Latitude')) - 18.6)).toBeLessThan(0.001);
  expect(Math.abs((await written('Longitude')) - 73.9)).toBeLessThan(0.001);
  await page.getByRole('button', { name: 'Clear the position' }).click();
  await expect(pin).toHaveCount(0);
  await page.getByRole('combobox', { name: /^Type/ }).selectOption('Theft');
  await page.getByRole('combobox', { name: /^Severity/ }).selectOption('High');
  await page.getByRole('textbox', { name: /^Description/ }).fill('Two drums of copper wire are gone.');
  await page.getByRole('button', { name: 'Save' }).click();
  await openRoute(page, 'manage-incidents?searchText=coper');
  await expect(grid(page).getByRole('row').filter({ hasText: 'copper wire' })).toContainText('Theft');
  await openRoute(page, 'manage-incidents?view=board');
  const card = page.getByRole('link', { name: 'Theft' });
  for (const [status, button, comment] of [
    ['Attended', 'Attend', 'On my way'],
    ['Closed', 'Close incident', 'Police informed'],
  ] as const) {
    await card.focus();
    await page.keyboard.press('ArrowRight');
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByLabel(/^Comment/).fill(comment);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(column(page, status).getByRole('link', { name: 'Theft' })).toBeVisible();
  }
});

test('[MNG-08] [REP-13] every time is by the clock of the site where that is chosen, with the reader’s own on hover', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha, { timezoneId: 'America/Lima' });
  const id = randomUUID();
  await tenant.run(
    `INSERT INTO incidents (tenant_id, id, site_id, type, severity, description, reported_at, status_at)
      SELECT tenant_id, $1, $2, 'damage', 'low', 'The barrier is bent', $3, $3 FROM tenants`,
    [id, storeId, '2026-03-04T22:58:00Z'],
  );
  const atSite = page.getByText(/Mar 05, 2026\s04:28\sAM/);
  const ownTime = /Your time: Mar 04, 2026 05:58\sPM \(America\/Lima\)/;
  await openRoute(page, 'manage-incidents?searchText=barrier&zone=site');
  await expect(atSite).toBeVisible();
  await expect(grid(page).locator('time')).toHaveAttribute('data-tip', ownTime);
  await openRoute(page, 'manage-incidents?view=board&searchText=barrier&zone=site');
  await expect(cardOf(page, 'New', 'barrier').locator('time')).toHaveAttribute('data-tip', ownTime);
  await cardOf(page, 'New', 'barrier').getByRole('link').click();
  await expect(atSite).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Times by' }).selectOption('America/Lima');
  await expect(page.getByText(/Mar 04, 2026\s05:58\sPM/)).toHaveCount(2);
  await tenant.run('DELETE FROM incidents WHERE id = $1', [id]);
});

test('[MNG-08] its report is printed without what is only for the screen, and saved as a document', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-incidents?searchText=Smoke');
  await grid(page)
    .getByRole('row')
    .filter({ hasText: guardReport })
    .getByRole('link', { name: 'Details' })
    .click();
  await expect(page.getByText('Brigade called')).toBeVisible();
  await expect(mainOf(page).getByRole('link', { name: 'River yard' })).toHaveAttribute(
    'href',
    /site-details/,
  );
  await expect(mainOf(page).getByRole('link', { name: 'Arjun More' })).toHaveAttribute(
    'href',
    /guard-details/,
  );
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Acme Guarding · Incident report')).toBeVisible();
  await expect(page.getByText('Brigade called')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const file = fs.readFileSync(await (await coming).path());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(2);
});

test('[MNG-08] [MENU-05] a sub admin sees the incidents of the own site alone', async ({ browser }) => {
  const hiddenId = randomUUID();
  await tenant.run(
    `INSERT INTO incidents (tenant_id, id, site_id, type, severity, description)
      SELECT tenant_id, $1, $2, 'theft', 'high', 'A ladder is gone' FROM tenants`,
    [hiddenId, storeId],
  );
  const page = await tenant.open(browser, 'manage-incidents', people.sub);
  await expect(grid(page).getByRole('row').filter({ hasText: guardReport })).toBeVisible();
  await expect(grid(page).getByText('Hill store')).toHaveCount(0);
  await openRoute(page, 'manage-incidents?view=board');
  await expect(column(page, 'Closed').getByRole('article')).toHaveCount(2);
  await expect(column(page, 'New').getByRole('article')).toHaveCount(0);
  await openRoute(page, `manage-incidents/incident-details?id=${hiddenId}`);
  await expect(page.getByText('This record does not exist', { exact: false })).toBeVisible();
  await expect(page.getByText('A ladder is gone')).toHaveCount(0);

  await openRoute(page, 'manage-incidents?searchText=Smoke');
  await grid(page).getByRole('link', { name: 'Details' }).first().click();
  await expect(mainOf(page).getByRole('link', { name: 'Arjun More' })).toBeVisible();
  // Sites are none of a sub admin's areas.
  await expect(mainOf(page).getByText('River yard')).toBeVisible();
  await expect(mainOf(page).getByRole('link', { name: 'River yard' })).toHaveCount(0);
});

test('[MNG-08] list, board, details and form hinder nobody, in light and dark, wide and narrow', async ({
  browser,
}) => {
  test.slow();
  const page = await tenant.open(browser, 'manage-incidents');
  await expect(grid(page).getByRole('row').filter({ hasText: guardReport })).toBeVisible();
  const href = await grid(page)
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: 'Details' })
    .getAttribute('href');
  expect(await faultsInEveryDress(page)).toEqual([]);
  for (const [route, shown] of [
    ['manage-incidents?view=board', column(page, 'New').getByRole('article').first()],
    [(href ?? '').replace('#/', ''), page.getByRole('heading', { name: 'History' })],
    ['manage-incidents/add-incident', page.getByRole('textbox', { name: /^Description/ })],
  ] as const) {
    await openRoute(page, route);
    await expect(shown).toBeVisible();
    expect(await faultsInEveryDress(page)).toEqual([]);
  }
});
