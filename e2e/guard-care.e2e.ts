// What the guards' app says where somebody is in a hurry or something does not work.
import type { Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { openCamera, show } from './guard-camera.ts';
import { clockNow, screen, signIn } from './guard-page.ts';
import { labelOf, microCodePicture, phoneScreen } from './guard-phone.ts';
import { phoneRecords } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { faultsInBothSchemes } from './signed-in.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'] });

/** As a phone does when it is locked or another app comes before. */
const setSeen = (page: Page, isSeen: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isSeen ? 'visible' : 'hidden',
  );

/** The picture before the guard is one that moves. */
const isCameraOn = (page: Page) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.srcObject instanceof MediaStream && video.srcObject.active);

/** How many pictures of the camera have been looked at for a code. */
const picturesTaken = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'picturesTaken')());

/** Pictures that are read from now on wait for letPicturesGo(), as a camera's large ones do. */
const delayPictures = (page: Page) =>
  page.evaluate(() => {
    const read = window.createImageBitmap.bind(window);
    const delayed = new Promise<void>((resolve) => {
      Object.assign(window, { letPicturesGo: resolve });
    });
    Object.assign(window, { createImageBitmap: (file: Blob) => delayed.then(() => read(file)) });
  });

const letPicturesGo = (page: Page) => page.evaluate(() => Reflect.get(window, 'letPicturesGo')());

test('whoever signs in with something left empty is told at that field, is led to it, and hears of no other', async ({
  page,
}) => {
  await page.goto('/guard/?company=demo');
  const company = page.getByLabel('Company');
  const number = page.getByLabel('Employee ID');
  const secret = page.getByLabel('Secret', { exact: true });
  const enter = page.getByRole('button', { name: 'Sign in' });
  await enter.click();
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription('Fill in the employee ID.');
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await expect(secret).toHaveAccessibleDescription('Fill in the secret.');
  await expect(company).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByText(/^Fill in/)).toHaveCount(2);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await number.fill('EMP032');
  await expect(page.getByText('Fill in the employee ID.')).toHaveCount(0);
  await enter.click();
  await expect(secret).toBeFocused();
  await expect(page.getByText(/^Fill in/)).toHaveCount(1);

  // What the server says of one field stands there too.
  await company.fill('nobodys');
  await secret.fill('not-theirs-1');
  await enter.click();
  await expect(company).toHaveAccessibleDescription(/^There is no company of this name\./);
  await expect(company).toBeFocused();
  await company.fill('demo');
  await expect(page.getByText(/^There is no company/)).toHaveCount(0);
});

test('a report that lacks what happened says so there until it is chosen, leaves out photos beyond twelve aloud, and waits for those that are still prepared', async ({
  page,
}) => {
  await signIn(page, 'EMP032');
  await screen(page, 'incident');
  await page.getByRole('link', { name: 'Start duty' }).click();
  await page.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
  await expect(page.getByText('On duty since')).toBeVisible();
  await screen(page, 'incident');
  await page.getByLabel('In your words').focus();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const lacking = page.getByText('Choose what happened.');
  await expect(page.getByRole('group', { name: 'What happened?' })).toContainText('Choose what happened.');
  await expect(lacking).toHaveCount(1);
  await expect(lacking).toBeInViewport();
  await expect(page.getByRole('radio', { name: 'Theft' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Theft' })).toHaveAccessibleDescription(
    'Choose what happened.',
  );
  await expect(page.getByText('Damage', { exact: true })).toBeInViewport();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByText('Damage', { exact: true }).click();
  await expect(lacking).toHaveCount(0);
  const files = Array.from({ length: 13 }, () => 'apps/guard/public/icon-192.png');
  // Without memory to draw in, a phone would make a black picture.
  await page.evaluate(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    const refuse = () => {
      Object.assign(HTMLCanvasElement.prototype, { getContext });
      return null;
    };
    Object.assign(HTMLCanvasElement.prototype, { getContext: refuse });
  });
  await page.locator('input[type=file]').setInputFiles(files.slice(0, 1));
  await expect(page.getByText('This could not be stored on the phone. Try once more.')).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(0);
  await delayPictures(page);
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByText('A report holds 12 photos. Those beyond were left out.')).toBeVisible();
  await expect(page.getByText(/^Preparing photo \d+$/)).toHaveCount(12);
  await page.getByRole('button', { name: 'Remove photo 1', exact: true }).click();
  await expect(page.getByText('A report holds 12 photos.')).toHaveCount(0);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Preparing photos' })).toBeVisible();
  await page.getByLabel('In your words').fill('The fence is cut.');
  await letPicturesGo(page);
  await expect(page.getByText('Report sent', { exact: true })).toBeVisible();
  const stored = (await phoneRecords(page)).map(({ entry }) => entry);
  expect(stored.filter(({ kind }) => kind === 'photo')).toHaveLength(11);
  expect(stored).toContainEqual(
    expect.objectContaining({ incident: expect.objectContaining({ description: 'The fence is cut.' }) }),
  );
  await page.getByRole('link', { name: 'Close' }).click();
  await screen(page, 'incident');
  await expect(page.getByLabel('In your words')).toHaveValue('');
  await expect(page.getByRole('img')).toHaveCount(0);
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
    setInterval(() => canvas.getContext('2d')?.fillRect(0, 0, 9, 9), 100);
    Object.assign(navigator.mediaDevices, { getUserMedia: async () => canvas.captureStream() });
  });
  await page.getByRole('button', { name: 'Try the camera again' }).click();
  await expect(page.getByLabel('Picture of the camera')).toBeVisible();
  await expect(page.getByText('Hold the camera over the code')).toBeVisible();
  // Something else takes it meanwhile, as a call does: the last picture would stand still.
  await page.getByLabel('Picture of the camera').evaluate((video: HTMLVideoElement) => {
    if (video.srcObject instanceof MediaStream) for (const track of video.srcObject.getTracks()) track.stop();
  });
  await expect(page.getByText(/or type the code\.$/)).toBeVisible();
  await expect(page.getByLabel('Picture of the camera')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Try the camera again' })).toBeVisible();
});

test.describe('without a place', () => {
  test.use({ permissions: [] });

  test('[FIELD-01] a round on which the phone may not say where it is tells so before the first scan', async ({
    page,
    context,
  }) => {
    await signIn(page, 'EMP026');
    await page.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
    await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
    const text = page.getByText('Location is not allowed: each scan is recorded with a doubt.');
    await expect(text).toBeVisible();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 18.6, longitude: 73.7, accuracy: 6 });
    await screen(page, 'home');
    // On a round no other one is offered.
    await expect(page.getByRole('region', { name: 'Routes' }).getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText('Start', { exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Go on with the round' }).click();
    await expect(text).toHaveCount(0);
  });
});

test('[FIELD-01] help can be called for from every screen of a round, and a checkpoint scanned again is no doubt', async ({
  page,
  context,
  request,
}) => {
  const { route, codes } = await FieldDevice.signIn(request, 'EMP035');
  const [first, second] = route.checkpoints;
  if (first === undefined || second === undefined) throw new Error('the route is too short');
  await context.setGeolocation({ ...first, accuracy: 6 });
  await openCamera(page);
  await signIn(page, 'EMP035');
  await page.getByRole('button', { name: route.siteName }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: route.routeName }).click();
  await expect(page.getByText(`0 of ${route.checkpoints.length} scanned`)).toBeVisible();
  const sos = page.getByRole('link', { name: 'SOS' });
  for (const name of ['round', 'type', 'end', 'incident', 'outbox', 'settings', 'scan']) {
    await screen(page, name);
    await expect(sos).toBeVisible();
  }
  await expect.poll(() => isCameraOn(page)).toBe(true);
  await setSeen(page, false);
  await expect.poll(() => isCameraOn(page)).toBe(false);
  await setSeen(page, true);
  await expect.poll(() => isCameraOn(page)).toBe(true);
  // What looks like another kind of code is none.
  await show(page, await microCodePicture());
  const before = await picturesTaken(page);
  await expect.poll(() => picturesTaken(page)).toBeGreaterThan(before + 5);
  await expect(page.getByText('Recorded', { exact: true })).toHaveCount(0);
  await show(page, await labelOf(codes.get(first.checkpointId) ?? ''));
  await expect(page.getByText('Recorded', { exact: true })).toBeVisible();
  await expect(sos).toBeVisible();
  await page.getByRole('button', { name: 'Scan next' }).click();
  await page.getByRole('button', { name: 'Record it once more' }).click();
  await expect(page.getByText('You have scanned this checkpoint before on this round.')).toBeVisible();
  await expect(page.getByText('Sent. The office has it.')).toBeVisible();
  await expect(page.getByText('Recorded', { exact: true })).toBeVisible();
  await expect(page.getByText('Another checkpoint was next.')).toHaveCount(0);
  await page.getByRole('link', { name: 'To the round' }).click();
  await expect(page.getByText(`1 of ${route.checkpoints.length} scanned`)).toBeVisible();
});

test.describe('far from home', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('[FIELD-01] on a phone whose clock and time zone are wrong, times are the site’s', async ({
    page,
    request,
  }) => {
    const { route } = await FieldDevice.signIn(request, 'EMP039');
    await page.addInitScript(() => {
      const now = Date.now.bind(Date);
      const fastMs = () => (localStorage.getItem('clock') === 'right' ? 0 : 3 * 3_600_000);
      Object.assign(Date, { now: () => now() + fastMs() });
    });
    await signIn(page, 'EMP039');
    const before = clockNow(route.siteTimeZone);
    await page.getByRole('button', { name: route.siteName }).click();
    const since = page.getByText('On duty since');
    await expect(since).toBeVisible();
    expect([before, clockNow(route.siteTimeZone)].map((time) => `On duty since ${time}`)).toContain(
      await since.textContent(),
    );

    // Somebody sets it right in the middle of a round, with the app open, which is opened anew later.
    const text = (await since.textContent()) ?? '';
    await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
    await expect(page.getByText('Walking for')).toBeVisible();
    await page.evaluate(() => localStorage.setItem('clock', 'right'));
    await expect(page.getByText('Walking for')).toHaveText(/^Walking for (?!0:00$)\d:\d\d$/);
    await page.reload();
    await expect(page.getByText('Walking for')).toHaveText(/^Walking for (?!0:00$)\d:\d\d$/);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(since).toHaveText(text);
  });
});
