// Records with the longest names that they take, and no space in them, on wide and narrow screens.
import type { Page } from '@playwright/test';
import { siteNameMaxLength } from '@watchpost/domain/managed-records';
import { type OwnTenant, startOwnTenant } from './own-tenant.ts';
import { expect, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
});
test.afterAll(() => tenant.stop());

const long = (initial: string): string => initial.padEnd(siteNameMaxLength, 'W');
const position = { latitude: 18.52, longitude: 73.85 };
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Makes a record as its form does, and tells its id. */
async function make(page: Page, path: string, data: Readonly<Record<string, unknown>>): Promise<string> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const reply = await page.request.post(`/api/acme/secure/${path}`, {
    headers: { 'X-XSRF-TOKEN': token },
    data,
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { id }: { readonly id: string } = await reply.json();
  return id;
}

async function makeRecords(page: Page) {
  const contact = { address: long('A'), contactName: long('C'), contactPhone: '' };
  const siteId = await make(page, 'sites', {
    ...position,
    ...contact,
    name: long('S'),
    timeZone: 'Asia/Kolkata',
  });
  const person = { firstName: 'M'.repeat(50), lastName: 'W'.repeat(50), email: '', photo: '' };
  const phone = { employeeId: 'E'.repeat(50), phoneNumber: '9876543210', countryCode: '+91' };
  const guard = await make(page, 'guards', { ...person, ...phone, siteIds: [siteId] });
  const scanned = { radiusMetres: 30, instructions: long('I'), nfcTagId: '' };
  const checkpoint = await make(page, 'checkpoints', { ...position, ...scanned, siteId, name: long('C') });
  const stops = [{ checkpointId: checkpoint, expectedMinutes: 0 }];
  const route = await make(page, 'patrol-routes', { siteId, name: long('R'), isFixedOrder: true, stops });
  const night = { siteId, weekdays: everyDay, guardIds: [guard], fromMinute: 1_320, toMinute: 360 };
  const shift = await make(page, 'shifts', { ...night, name: long('N') });
  await make(page, 'shifts', { ...night, name: long('O'), fromMinute: 1_200 });
  return { siteId, guard, checkpoint, route, shift };
}

const overflowPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('[MNG-01] names of a hundred letters without a space never push a page out of the window, enlarged to 200 % neither', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-sites');
  const { siteId, guard, checkpoint, route, shift } = await makeRecords(page);
  const pages = [
    ['manage-sites', long('S')],
    [`manage-sites/site-details?id=${siteId}`, long('S')],
    [`manage-security-guards/guard-details?id=${guard}`, 'M'.repeat(50)],
    [`manage-checkpoints/checkpoint-details?id=${checkpoint}`, long('C')],
    [`manage-patrol-routes/route-details?id=${route}`, long('R')],
    [`manage-shifts?view=calendar&site=${siteId}`, long('N')],
    [`manage-shifts/edit-shift?id=${shift}`, long('O')],
    [`manage-shifts/shift-details?id=${shift}`, long('N')],
  ] as const;
  for (const [address, name] of pages) {
    await openRoute(page, address);
    await expect(page.getByRole('main').getByText(name).first()).toBeAttached();
    for (const width of [1440, 720, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflowPx(page), `${address} at ${width} px`).toBe(0);
    }
  }
});

test('[MNG-01] beside the longest words of two savers the name of their field stays whole on a phone', async ({
  browser,
}) => {
  const own = await tenant.open(browser, 'manage-sites');
  await own.getByRole('row').nth(1).getByRole('link', { name: 'Edit' }).click();
  await expect(own).toHaveURL(/edit-site/);
  const other = await own.context().newPage();
  await other.goto(own.url());
  await own.getByLabel('Contact person').fill(long('M'));
  await other.getByLabel('Contact person').fill(long('T'));
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByRole('grid')).toBeVisible();
  await own.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(own.getByRole('alert', { name: 'Somebody else saved in the meantime' })).toBeVisible();
  await own.setViewportSize({ width: 390, height: 844 });
  const field = own.getByRole('rowheader', { name: 'Contact person' });
  const lines = () =>
    field.evaluate((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return new Set([...text.getClientRects()].map(({ top }) => top)).size;
    });
  await expect.poll(lines).toBeLessThanOrEqual(2);
  await expect(own.getByRole('cell', { name: long('T') })).toBeVisible();
  expect(await overflowPx(own)).toBe(0);
});
