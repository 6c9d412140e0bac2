// Photos of an incident that are still on their way, or do not arrive: none is lost unsaid.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type OwnTenant, startOwnTenant } from './own-tenant.ts';
import { pressSignedOut, signInAgain } from './session-end.ts';
import { expect, test } from './signed-in.ts';
import { delay } from './slow-network.ts';

let tenant: OwnTenant;
let whole: Buffer;

test.use({ role: 'nobody' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  const image = sharp({ create: { width: 320, height: 240, channels: 3, background: '#c85a28' } });
  whole = await image.jpeg().toBuffer();
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

type Browser = Parameters<OwnTenant['open']>[0];

const isUpload = /\/secure\/files\?purpose=image/;
const photo = (name: string, buffer = whole) => ({ name, mimeType: 'image/jpeg', buffer });
const broken = (name: string) => photo(name, Buffer.from('no picture'));

const choose = (page: Page, files: readonly ReturnType<typeof photo>[]) =>
  page.getByLabel('Add photos', { exact: true }).setInputFiles([...files]);
const count = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const cancel = (page: Page) => page.getByRole('link', { name: 'Cancel', exact: true });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const answer = (page: Page, name: 'Stay' | 'Leave') => question(page).getByRole('button', { name }).click();

async function writeIncident(browser: Browser, description: string): Promise<Page> {
  const page = await tenant.open(browser, 'manage-incidents/add-incident');
  await page.getByRole('combobox', { name: 'Site' }).fill('Acme');
  await page.getByRole('option', { name: 'Acme mill' }).click();
  await page.getByRole('combobox', { name: /^Type/ }).selectOption('Theft');
  await page.getByRole('textbox', { name: /^Description/ }).fill(description);
  return page;
}

/** Saves, and looks at the page to which that leads. */
async function saveWith(page: Page, photos: number): Promise<void> {
  await save(page).click();
  await expect(page).toHaveURL(/incident-details\?id=/);
  if (photos > 0)
    await expect(page.getByRole('button', { name: `Photo ${photos} of ${photos}` })).toBeVisible();
}

test('[MNG-08] an incident is not saved while its photos are on their way, and has all of them then', async ({
  browser,
}) => {
  const page = await writeIncident(browser, 'Two drums of copper wire are gone.');
  const saved: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/secure/incidents')) saved.push(request.url());
  });
  const release = await delay(page, isUpload);
  await choose(page, [photo('one.jpg'), photo('two.jpg')]);
  await expect(page.getByText('Photo 1 of 2 is being uploaded.')).toBeVisible();
  await expect(page.getByText('You can save once the upload is done.')).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-busy', 'true');
  await save(page).click({ force: true });
  await page.getByRole('textbox', { name: 'Latitude', exact: true }).press('Enter');
  await page.waitForTimeout(400);
  expect(saved).toEqual([]);
  release();
  await expect(count(page, '2 photos')).toBeVisible();
  await expect(page.getByText('You can save once the upload is done.')).toHaveCount(0);
  await saveWith(page, 2);
  expect(saved).toHaveLength(1);
});

test('[MNG-08] of several photos the one that cannot be read is named and the others are kept, in the form and on the page', async ({
  browser,
}) => {
  const page = await writeIncident(browser, 'The back door is forced.');
  await choose(page, [
    photo('one.jpg'),
    photo('two.jpg'),
    broken('three.jpg'),
    photo('four.jpg'),
    photo('five.jpg'),
  ]);
  await expect(page.getByText(/^1 photo was not added\. three\.jpg: /)).toBeVisible();
  await expect(count(page, '4 photos')).toBeVisible();
  await expect(page.getByRole('main').getByText(/^three\.jpg: /)).toBeVisible();
  await saveWith(page, 4);
  await choose(page, [broken('six.jpg'), photo('seven.jpg')]);
  await expect(page.getByRole('button', { name: 'Photo 5 of 5' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/^six\.jpg: /)).toBeVisible();
});

test('[MNG-10] photos chosen for an incident are not left unasked, neither on their way nor when they are there', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'manage-incidents/add-incident');
  const release = await delay(page, isUpload);
  await choose(page, [photo('one.jpg')]);
  await expect(page.getByText('Photo 1 of 1 is being uploaded.')).toBeVisible();
  await cancel(page).click();
  await answer(page, 'Stay');
  await expect(question(page)).toHaveCount(0);
  release();
  await expect(count(page, '1 photo')).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  await cancel(page).click();
  await answer(page, 'Leave');
  await expect(page).toHaveURL(/#\/manage-incidents(\?|$)/);
});

test('photos that were uploaded when the session ended are there again with what was written', async ({
  browser,
}) => {
  const page = await writeIncident(browser, 'A window is broken.');
  await choose(page, [photo('one.jpg'), photo('two.jpg')]);
  await expect(count(page, '2 photos')).toBeVisible();
  await pressSignedOut(page, save(page));
  await signInAgain(page);
  await expect(count(page, '2 photos')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Description/ })).toHaveValue('A window is broken.');
  await saveWith(page, 2);
});

test('[MNG-08] an upload that takes too long is stopped, and the incident saved without the photo', async ({
  browser,
}) => {
  const page = await writeIncident(browser, 'Smoke behind the mill.');
  const release = await delay(page, isUpload);
  await choose(page, [photo('one.jpg')]);
  await page.getByRole('button', { name: 'Stop uploading' }).click();
  await expect(count(page, '0 photos')).toBeVisible();
  await expect(save(page)).not.toHaveAttribute('aria-busy', 'true');
  await saveWith(page, 0);
  release();
});
