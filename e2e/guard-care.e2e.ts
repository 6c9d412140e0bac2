// What the guards' app says where somebody is in a hurry or something does not work.
import type { Page } from '@playwright/test';
import { phoneScreen } from './guard-phone.ts';
import { expect, password, test } from './journey.ts';
import { faultsInBothSchemes } from './signed-in.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'] });

async function signIn(page: Page, employeeId: string): Promise<void> {
  await page.goto('/guard/?company=demo');
  await page.getByLabel('Employee ID').fill(employeeId);
  await page.getByLabel('Secret', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Start duty at' })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await screen(page, 'settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Employee ID')).toBeVisible();
}

const screen = (page: Page, name: string) => page.evaluate((to) => (window.location.hash = `#/${to}`), name);

test('a call for help is its caller’s alone on a phone of many, says when it was made, and closes to where one was', async ({
  page,
}) => {
  await signIn(page, 'EMP030');
  await screen(page, 'sos');
  const hold = page.getByRole('button', { name: 'Hold for SOS' });
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await hold.focus();
  await page.keyboard.down('Enter');
  await expect(page.getByText('Your call has arrived.')).toBeVisible();
  await page.keyboard.up('Enter');
  await expect(page.getByText(/^Called at \d\d:\d\d\.$/)).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await signOut(page);
  await signIn(page, 'EMP031');
  await screen(page, 'sos');
  await expect(hold).toBeVisible();

  await signOut(page);
  await signIn(page, 'EMP030');
  await screen(page, 'sos');
  await page.getByRole('button', { name: 'I am safe' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/#\/home$/);
});

test('a report that lacks what happened says so until it is chosen, and leaves out photos beyond twelve aloud', async ({
  page,
}) => {
  await signIn(page, 'EMP032');
  await page.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
  await expect(page.getByText('On duty since')).toBeVisible();
  await screen(page, 'incident');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const lacking = page.getByRole('alert').filter({ hasText: 'Choose what happened.' });
  await expect(lacking).toBeVisible();
  await expect(page.getByText('Damage', { exact: true })).toBeInViewport();
  await page.getByText('Damage', { exact: true }).click();
  await expect(lacking).toHaveCount(0);
  const files = Array.from({ length: 13 }, () => 'apps/guard/public/icon-192.png');
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByText('A report holds 12 photos. Those beyond were left out.')).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(12);
  await page.getByRole('button', { name: 'Remove photo 1', exact: true }).click();
  await expect(page.getByText('A report holds 12 photos.')).toHaveCount(0);
  expect(await faultsInBothSchemes(page)).toEqual([]);
});

test('where the camera cannot be used, the scanner shows no picture, leads to typing and can be tried again', async ({
  page,
}) => {
  await signIn(page, 'EMP033');
  await page.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
  await page.getByRole('link', { name: 'Scan' }).click();
  await expect(page.getByText(/or type the code\.$/)).toBeVisible();
  await expect(page.getByLabel('Picture of the camera')).toBeHidden();
  await expect(page.getByText('Hold the camera over the code')).toHaveCount(0);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
    Object.assign(navigator.mediaDevices, { getUserMedia: async () => canvas.captureStream() });
  });
  await page.getByRole('button', { name: 'Try the camera again' }).click();
  await expect(page.getByLabel('Picture of the camera')).toBeVisible();
  await expect(page.getByText('Hold the camera over the code')).toBeVisible();
});
