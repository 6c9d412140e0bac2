// A screen at a checkpoint from its pairing to its end, and what scans of its codes are worth.
import { randomUUID } from 'node:crypto';
import { FieldDevice } from './field-device.ts';
import { codesIn } from './qr-reading.ts';
import { expect, test } from './signed-in.ts';

test('[FIELD-03] a screen is paired, shows a code that phones read, and what is scanned at another time is marked', async ({
  page,
  browser,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP058');
  const checkpoint = device.route.checkpoints.at(-1);
  if (checkpoint === undefined) throw new Error('the route has no checkpoint');
  await page.goto(`/#/manage-checkpoints/checkpoint-details?id=${checkpoint.checkpointId}`);
  await page.getByRole('button', { name: 'Pair a screen' }).click();
  const status = page.getByRole('status').filter({ hasText: 'and type this code:' });
  const code = (await status.locator('code').textContent()) ?? '';
  const address = (await status.getByRole('link').textContent()) ?? '';

  // Nobody is signed in on it.
  const context = await browser.newContext({ viewport: { width: 800, height: 1280 }, locale: 'en-US' });
  const screen = await context.newPage();
  await screen.goto(address);
  await screen.getByLabel('Pairing code').fill(code);
  await screen.getByRole('button', { name: 'Pair this screen' }).click();
  await expect(screen.getByRole('heading', { name: checkpoint.name })).toBeVisible();
  const [shown = ''] = await codesIn(await screen.screenshot());
  expect(shown).toMatch(/^WP2[0-9A-Z]{56}$/);

  const scan = (roundId: string, deviceAtMs: number) =>
    device.send({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId: checkpoint.checkpointId,
      deviceAtMs,
      method: 'qr',
      position: { latitude: checkpoint.latitude, longitude: checkpoint.longitude, accuracyMetres: 5 },
      code: shown,
    });
  const roundId = await device.startRound(Date.now() - 1_800_000);
  // The guards of the demo have signed before, and this device has no key: that is flagged beside.
  const flagsOfCode = async (ofRound: string, atMs: number) =>
    (await scan(ofRound, atMs)).flags.filter((flag) => flag !== 'unsigned');
  expect(await flagsOfCode(roundId, Date.now())).toEqual([]);
  const earlier = await device.startRound(Date.now() - 3_600_000);
  expect(await flagsOfCode(earlier, Date.now() - 1_200_000)).toEqual(['staleCode']);

  // It goes on without a network, also after it was switched off.
  await screen.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await screen.reload();
  await expect(screen.locator('svg.code')).toBeVisible();
  await expect(screen.getByRole('status')).toHaveText('No network; the codes stay right.');
  await context.setOffline(false);

  await page.reload();
  const row = page
    .getByRole('listitem')
    .filter({ hasText: /^Screen \d+/ })
    .first();
  await expect(row).toContainText('In use');
  await row.getByRole('button', { name: 'Take out of use' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take out of use' }).click();
  await expect(row).toContainText('Out of use');
  await screen.reload();
  await expect(screen.getByRole('alert')).toHaveText('This screen was taken out of use. Pair it again.');
  await context.close();
});
