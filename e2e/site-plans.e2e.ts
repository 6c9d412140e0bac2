// Where a site lies, how it looks on paper, and where its checkpoints are inside.
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { accessibilityFaults } from './journey.ts';
import { type LocalGeocoder, startGeocoder } from './local-geocoder.ts';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { pressSignedOut, signInAgain } from './session-end.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let geocoder: LocalGeocoder;
let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  geocoder = await startGeocoder();
  tenant = await startOwnTenant({ GEOCODER_URL: geocoder.url, GEOCODER_KIND: 'nominatim' });
});
test.afterEach(() => tenant.closePages());
test.afterAll(async () => {
  await tenant.stop();
  geocoder.stop();
});

test('[MNG-02] a place is found and chosen by keyboard; its zone is followed until one is chosen by hand', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-sites/add-site');
  await page.getByLabel('Name*').fill('Bridge post');
  const search = page.getByRole('combobox', { name: 'Find a place' });
  await search.pressSequentially('bridge');
  await expect(page.getByRole('option')).toHaveCount(2);
  await search.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Tower Bridge/, selected: true })).toBeVisible();
  await search.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue(
    'Tower Bridge, London, United Kingdom',
  );
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
  expect(await accessibilityFaults(page)).toEqual([]);
  await search.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Bridge post' })).toContainText(
    'Tower Bridge, London',
  );
});

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f4ecd8' } })
    .composite([
      {
        input: { create: { width: 300, height: 100, channels: 3, background: '#0b6c70' } },
        top: 60,
        left: 80,
      },
    ])
    .png()
    .toBuffer();

async function openMill(browser: Browser, email: string = people.asha): Promise<Page> {
  const page = await tenant.open(browser, 'manage-sites', email);
  await page.getByRole('row').filter({ hasText: 'Acme mill' }).getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { name: 'Acme mill' })).toBeVisible();
  return page;
}

test('[MNG-02] a logo is cut, kept by the site, shown in the list, and taken away after a question', async ({
  browser,
}) => {
  const page = await openMill(browser);
  const buffer = await drawing(600, 400);
  await page.getByLabel('Logo').setInputFiles({ name: 'mill.png', mimeType: 'image/png', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Use this logo' }).click();
  const mark = page.locator('[data-site-logo=shown] img');
  await expect(mark).toBeVisible();
  // Its empty edges are cut: what is left is as wide as the bar that is drawn on it.
  const proportion = () =>
    mark.evaluate((element) =>
      element instanceof HTMLImageElement ? element.naturalWidth / element.naturalHeight : 0,
    );
  await expect.poll(proportion).toBeGreaterThan(2.8);
  expect(await faultsInEveryDress(page)).toEqual([]);
  await openRoute(page, 'manage-sites');
  await expect(page.getByRole('row').filter({ hasText: 'Acme mill' }).locator('img')).toBeVisible();
  const again = await openMill(browser);
  await again.getByRole('button', { name: 'Remove logo' }).click();
  await again.getByRole('button', { name: 'Yes' }).click();
  await expect(again.locator('[data-site-logo=none]')).toBeVisible();
});

test('[MNG-02] a floor plan is added, checkpoints are placed on it by keys and by mouse, and another user sees them', async ({
  browser,
}) => {
  for (const name of ['Gate', 'Lift']) {
    await tenant.run(
      `INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
        SELECT tenant_id, gen_random_uuid(), id, $1, 18.52, 73.85 FROM sites WHERE name = 'Acme mill'`,
      [name],
    );
  }
  const page = await openMill(browser);
  const buffer = await drawing(1_200, 800);
  await page
    .getByLabel('Add floor plan')
    .setInputFiles({ name: 'ground.png', mimeType: 'image/png', buffer });
  await page.getByLabel('Name of the plan').fill('Ground floor');
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('link', { name: /Ground floor/ }).click();
  const plan = page.getByRole('application', { name: 'Floor plan Ground floor' });
  await expect(plan.locator('img')).toBeVisible();

  await page.getByRole('button', { name: 'Place Gate' }).press('Enter');
  const gate = plan.getByRole('button', { name: /^Gate/ });
  await expect(gate).toBeFocused();
  await gate.press('ArrowLeft');
  await gate.press('Shift+ArrowUp');
  await expect(gate).toHaveAccessibleName('Gate, 49 % from the left, 45 % from the top');

  const frame = await plan.locator('img').boundingBox();
  const lift = await page.getByText('Lift', { exact: true }).boundingBox();
  if (frame === null || lift === null) throw new Error('nothing to drag');
  await page.mouse.move(lift.x + 5, lift.y + 5);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width * 0.8, frame.y + frame.height * 0.9, { steps: 5 });
  await page.mouse.up();
  const placedPin = plan.getByRole('button', { name: /^Lift/ });
  await expect(placedPin).toHaveAccessibleName('Lift, 80 % from the left, 90 % from the top');
  await expect(page.getByText('All checkpoints of the site are placed.')).toBeVisible();
  await placedPin.press('Delete');
  await expect(placedPin).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(placedPin).toBeVisible();
  await page.getByRole('link', { name: 'Manage Incidents' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(gate).toHaveAccessibleName('Gate, 49 % from the left, 45 % from the top');

  const other = await openMill(browser, people.meera);
  await other.getByRole('link', { name: /Ground floor.*2 checkpoints/ }).click();
  const otherPlan = other.getByRole('application', { name: 'Floor plan Ground floor' });
  await otherPlan.getByRole('button', { name: /^Gate/ }).press('ArrowDown');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('button', { name: 'Save' })).toBeDisabled();

  // Of two who change it the second is told, and both changes are put together.
  await page.getByRole('button', { name: 'Take Lift off' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert', { name: 'Somebody else saved in the meantime' })).toBeVisible();
  await expect(gate).toHaveAccessibleName('Gate, 49 % from the left, 46 % from the top');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Place Lift' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('what was moved on a floor plan when the session ended is there again, and can be undone', async ({
  browser,
}) => {
  const page = await openMill(browser);
  await page.getByRole('link', { name: /Ground floor/ }).click();
  const gate = page.getByRole('button', { name: /^Gate, / });
  const before = 'Gate, 49 % from the left, 46 % from the top';
  const moved = 'Gate, 50 % from the left, 46 % from the top';
  await expect(gate).toHaveAccessibleName(before);
  await gate.press('ArrowRight');
  await expect(gate).toHaveAccessibleName(moved);
  await pressSignedOut(page, page.getByRole('button', { name: 'Save' }));
  await signInAgain(page);
  await expect(gate).toHaveAccessibleName(moved);
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(gate).toHaveAccessibleName(before);
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});
