// Where a site lies, how it looks on paper, and where its checkpoints are inside.
import { type Page } from '@playwright/test';
import { type LocalGeocoder, startGeocoder } from './local-geocoder.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let geocoder: LocalGeocoder;
let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  geocoder = await startGeocoder();
  tenant = await startOwnTenant({ GEOCODER_URL: geocoder.url, GEOCODER_KIND: 'nominatim' });
});
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});
test.afterAll(async () => {
  await tenant.stop();
  geocoder.stop();
});

const opened: Page[] = [];

async function open(browser: Parameters<OwnTenant['signedIn']>[0], route: string): Promise<Page> {
  const page = await tenant.signedIn(browser, people.asha);
  opened.push(page);
  await openRoute(page, route);
  return page;
}

test('[MNG-02] a place is found and chosen by keyboard; its zone is followed until one is chosen by hand', async ({
  browser,
}) => {
  const page = await open(browser, 'manage-sites/add-site');
  await page.getByLabel('Name*').fill('Bridge post');
  const search = page.getByRole('combobox', { name: 'Find a place' });
  await search.pressSequentially('bridge');
  await expect(page.getByRole('option')).toHaveCount(2);
  await search.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Tower Bridge/, selected: true })).toBeVisible();
  await search.press('Enter');
  await expect(page.getByLabel('Address')).toHaveValue('Tower Bridge, London, United Kingdom');
  await expect(page.getByLabel('Latitude')).toHaveValue('51.5055');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toHaveValue('Europe/London');

  await page.getByLabel('Latitude').fill('48.85');
  await page.getByLabel('Longitude').fill('2.35');
  await expect(zone).toHaveValue('Europe/Paris');
  await zone.fill('Asia/Tokyo');
  await zone.press('Enter');
  await expect(zone).toHaveValue('Asia/Tokyo');
  await page.getByLabel('Latitude').fill('40.4');
  await page.getByLabel('Longitude').fill('-3.7');
  await expect(page.getByText('The position lies in Europe/Madrid.')).toBeVisible();
  await expect(zone).toHaveValue('Asia/Tokyo');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(zone).toHaveValue('Europe/Madrid');

  await search.fill('acme mill');
  await expect(page.getByRole('option', { name: /Own site/ })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await search.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Bridge post' })).toContainText(
    'Tower Bridge, London',
  );
});
