// The scanner as a guard meets it: other codes beside ours, a lamp, a camera that is taken, a reader that is not there yet.
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { FieldDevice } from './field-device.ts';
import { openCamera, show, showBlank } from './guard-camera.ts';
import { readWhatIsNew, screen, signIn } from './guard-page.ts';
import { labelOf, phoneScreen } from './guard-phone.ts';
import { phoneRecords } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { faultsInBothSchemes } from './signed-in.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'] });

const shop = 'https://example.org/menu?table=7';

/** A poster of somebody's that is larger than the label beside it and stands nearer to the middle. */
async function labelNextToPoster(label: Buffer): Promise<Buffer> {
  const poster = await sharp(await labelOf(shop))
    .resize(250, 250)
    .png()
    .toBuffer();
  const small = await sharp(label).resize(180, 180).png().toBuffer();
  return sharp({ create: { width: 440, height: 440, channels: 3, background: '#b9b4a8' } })
    .composite([
      { input: poster, left: 60, top: 0 },
      { input: small, left: 258, top: 256 },
    ])
    .png()
    .toBuffer();
}

/** On a round, with the codes of its checkpoints. */
async function onRound(page: Page, request: APIRequestContext, employeeId: string) {
  const { route, codes } = await FieldDevice.signIn(request, employeeId);
  await openCamera(page);
  // What there is to know at a site comes before its rounds.
  await readWhatIsNew(page);
  await signIn(page, employeeId);
  await page.getByRole('button', { name: route.siteName }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: route.routeName }).click();
  await expect(page.getByText(`0 of ${route.checkpoints.length} scanned`)).toBeVisible();
  const [first, second] = route.checkpoints;
  if (first === undefined || second === undefined) throw new Error('the route is too short');
  await page.context().setGeolocation({ ...first, accuracy: 6 });
  return { first, second, codeOf: (id: string) => codes.get(id) ?? '' };
}

const hint = (page: Page) => page.getByText('Hold the camera over the code at the checkpoint.');
/** What the phone holds of the codes that were read. */
const scans = async (page: Page) =>
  (await phoneRecords(page)).flatMap(({ entry }) =>
    entry.event?.kind === 'checkpointScanned' ? [entry.event.code] : [],
  );

test('[FIELD-01] a label is read beside a poster of somebody’s, which alone is asked about and can be passed over', async ({
  page,
  context,
  request,
}) => {
  const { first, second, codeOf } = await onRound(page, request, 'EMP040');
  await screen(page, 'scan');
  await expect(hint(page)).toBeVisible();
  await show(page, await labelNextToPoster(await labelOf(codeOf(first.checkpointId))));
  await expect(page.getByText('Recorded', { exact: true })).toBeVisible();

  await show(page, await labelOf(shop));
  await page.getByRole('button', { name: 'Scan next' }).click();
  await expect(page.getByRole('heading', { name: 'Where are you?' })).toBeVisible();
  await expect(page.getByText(`It says “${shop}”.`)).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Read another one' }).click();
  await expect(hint(page)).toBeVisible();
  // What was turned down is still there, and asked about no more.
  await page.waitForTimeout(2_000);
  await expect(hint(page)).toBeVisible();
  await context.setGeolocation({ ...second, accuracy: 6 });
  await show(page, await labelNextToPoster(await labelOf(codeOf(second.checkpointId))));
  await expect(page.getByText(second.name, { exact: true })).toBeVisible();
  expect(await scans(page)).toEqual([first, second].map(({ checkpointId }) => codeOf(checkpointId)));
});

test('[FIELD-01] the lamp is offered once the camera knows of it, and a camera that something else holds is told of', async ({
  page,
  request,
}) => {
  await onRound(page, request, 'EMP041');
  await screen(page, 'scan');
  await page.getByRole('button', { name: 'Light on' }).click();
  await expect(page.getByRole('button', { name: 'Light off' })).toBeVisible();
  const isLit = () => page.evaluate(() => Reflect.get(window, 'isTorchLit')());
  expect(await isLit()).toBe(true);
  await page.getByRole('button', { name: 'Light off' }).click();
  await expect(page.getByRole('button', { name: 'Light on' })).toBeVisible();
  expect(await isLit()).toBe(false);
  // As an iPhone does, whose camera then neither ends nor goes on.
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const stream = video.srcObject instanceof MediaStream ? video.srcObject : null;
    Object.defineProperty(stream?.getVideoTracks()[0] ?? {}, 'muted', { value: true });
  });
  await expect(page.getByText('The camera cannot be used.')).toBeVisible();
  await page.getByRole('button', { name: 'Try the camera again' }).click();
  await expect(hint(page)).toBeVisible();
});

test('[FIELD-01] a lamp that was switched on is lit again for each scan of the round, and for none of the next', async ({
  page,
  request,
}) => {
  const { first, codeOf } = await onRound(page, request, 'EMP052');
  const off = page.getByRole('button', { name: 'Light off' });
  const isLit = () => page.evaluate(() => Reflect.get(window, 'isTorchLit')());
  await screen(page, 'scan');
  await page.getByRole('button', { name: 'Light on' }).click();
  await expect(off).toBeVisible();
  await show(page, await labelOf(codeOf(first.checkpointId)));
  await expect(page.getByText('Recorded', { exact: true })).toBeVisible();
  expect(await isLit()).toBe(false);
  await showBlank(page);
  await page.getByRole('button', { name: 'Scan next' }).click();
  await expect(off).toBeVisible();
  expect(await isLit()).toBe(true);
  await screen(page, 'round');
  await expect.poll(isLit).toBe(false);
  await screen(page, 'scan');
  await expect(off).toBeVisible();
  expect(await isLit()).toBe(true);

  await screen(page, 'end');
  await page.getByRole('button', { name: /^End/ }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button', { name: /./ }).first().click();
  await expect(page.getByText(/^0 of \d+ scanned/)).toBeVisible();
  await screen(page, 'scan');
  await expect(page.getByRole('button', { name: 'Light on' })).toBeVisible();
  expect(await isLit()).toBe(false);
});

test('[FIELD-01] a label that stays in view is recorded once, unless the guard asks for more or comes back to it', async ({
  page,
  request,
}) => {
  const { first, codeOf } = await onRound(page, request, 'EMP055');
  const label = await labelOf(codeOf(first.checkpointId));
  const recorded = page.getByText('Recorded', { exact: true });
  const next = page.getByRole('button', { name: 'Scan next' });
  const stillThere = page.getByText('This one is recorded. Hold the camera over the next code.');
  const count = async () => (await scans(page)).length;
  await screen(page, 'scan');
  await show(page, label);
  await expect(recorded).toBeVisible();
  await next.click();
  await expect(stillThere).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.waitForTimeout(3_000);
  await expect(stillThere).toBeVisible();
  expect(await count()).toBe(1);
  await page.getByRole('button', { name: 'Record it once more' }).click();
  await expect(recorded).toBeVisible();
  expect(await count()).toBe(2);

  await next.click();
  await expect(stillThere).toBeVisible();
  await showBlank(page);
  await expect(stillThere).toBeHidden();
  await expect(hint(page)).toBeVisible();
  await show(page, label);
  await expect(recorded).toBeVisible();
  expect(await count()).toBe(3);
});

test.describe('before the app lies on the phone', () => {
  test.use({ serviceWorkers: 'block' });

  for (const [employeeId, file] of [
    ['EMP042', 'own-detector-*.js'],
    ['EMP043', 'zxing_reader-*.wasm'],
  ] as const) {
    test(`[FIELD-01] a reader of codes that has not arrived (${file}) is told of, and works once it has`, async ({
      page,
      request,
    }) => {
      const { first, codeOf } = await onRound(page, request, employeeId);
      const address = `**/assets/${file}`;
      await page.route(address, (route) => route.abort());
      await screen(page, 'scan');
      const absent = page.getByText('What reads codes is not on this phone yet.');
      await expect(absent).toBeVisible();
      expect(await faultsInBothSchemes(page)).toEqual([]);
      const again = page.getByRole('button', { name: 'Try the camera again' });
      if (file.endsWith('.js')) {
        // Many browsers import nothing once more that did not arrive, unless the page is loaded anew.
        const reloaded = page.waitForEvent('load');
        await again.click();
        await reloaded;
        await expect(absent).toBeVisible();
      }
      await page.unroute(address);
      await again.click();
      await expect(hint(page)).toBeVisible();
      const label = await labelOf(codeOf(first.checkpointId));
      // The page may be loading anew at this moment, and then has another camera.
      await expect(async () => {
        await show(page, label);
        await expect.poll(() => scans(page), { timeout: 5_000 }).toEqual([codeOf(first.checkpointId)]);
      }).toPass();
    });
  }

  test('[FIELD-01] while the reader of codes is on its way the guard is told to wait', async ({
    page,
    request,
  }) => {
    const { first, codeOf } = await onRound(page, request, 'EMP044');
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/zxing_reader-*.wasm', async (route) => {
      await arrived;
      await route.continue();
    });
    await screen(page, 'scan');
    await expect(page.getByText('One moment: the camera is made ready.')).toBeVisible();
    await expect(hint(page)).toBeHidden();
    await show(page, await labelOf(codeOf(first.checkpointId)));
    arrive();
    await expect.poll(async () => (await scans(page)).length).toBe(1);
  });
});

test('[FIELD-01] a browser whose own reader fails has the label read by ours', async ({ page, request }) => {
  await page.addInitScript(() => {
    class Failing {
      static getSupportedFormats = async () => ['qr_code'];
      detect = () =>
        Promise.reject(new DOMException('Barcode detection service unavailable.', 'NotSupportedError'));
    }
    Object.assign(window, { BarcodeDetector: Failing });
  });
  const { first, codeOf } = await onRound(page, request, 'EMP045');
  await screen(page, 'scan');
  await show(page, await labelOf(codeOf(first.checkpointId)));
  await expect.poll(async () => (await scans(page)).length).toBe(1);
});
