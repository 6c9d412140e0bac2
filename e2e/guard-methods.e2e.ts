// Which ways of scanning count on the guard's phone, and what it says of a code that hangs elsewhere.
import type { Page } from '@playwright/test';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { phoneScreen } from './guard-phone.ts';
import { kindOf, phoneRecords } from './guard-records.ts';
import { expect, test } from './journey.ts';
import { positionOfPosts, PostMaker, signInAs } from './own-post.ts';
import { faultsInBothSchemes } from './signed-in.ts';

test.use({
  viewport: phoneScreen,
  permissions: ['geolocation'],
  geolocation: { ...positionOfPosts, accuracy: 6 },
});

const metresPerDegree = 111_195;
const points = (page: Page) => page.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem');
const sent = (page: Page) => expect(page.getByText('Everything is sent')).toBeVisible();

async function beginRound(page: Page, siteName: string): Promise<void> {
  await page.getByRole('button', { name: siteName }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button').click();
  await expect(page.getByRole('progressbar')).toBeVisible();
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('link', { name: 'Type code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(typedCodeOf(code));
  await page.getByRole('button', { name: /^Record/ }).click();
}

test('[FIELD-01] [FIELD-03] a code typed without a network is not confirmed until the server says whose it is, and then counts there', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.site('Kiln');
  const [gate, loft] = [await maker.point(site.id, 'Kiln gate'), await maker.point(site.id, 'Kiln loft')];
  await maker.route(site.id, 'Kiln round', [gate, loft]);
  await signInAs(page, await maker.guard('Asha', site.id));
  await beginRound(page, site.name);
  await sent(page);

  // The app takes it for the next checkpoint, and the guard stands at the other one.
  await context.setOffline(true);
  await typeCode(page, await maker.codeOf(loft));
  await expect(page.getByRole('status')).toContainText('Not confirmed yet');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'To the round' }).click();
  await expect(points(page).filter({ hasText: 'Kiln gate' })).toContainText('not confirmed yet');
  await expect(points(page).filter({ hasText: 'Kiln gate' })).toHaveAttribute('data-state', 'unconfirmed');

  await context.setOffline(false);
  await sent(page);
  await expect(
    page.getByText('The code taken for Kiln gate belongs to Kiln loft: counted there.'),
  ).toBeVisible();
  await expect(points(page).filter({ hasText: 'Kiln gate' })).toHaveAttribute('data-state', 'next');
  await expect(points(page).filter({ hasText: 'Kiln loft' })).toHaveAttribute('data-state', 'taken');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  const [, , scan] = await phoneRecords(page);
  expect(scan).toMatchObject({ state: 'sent', countsAt: loft, entry: { event: { checkpointId: gate } } });

  // Now the phone has met it, and says so without a network; what ends too early says what is missing.
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Type code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(typedCodeOf(await maker.codeOf(loft)));
  await expect(page.getByRole('alert')).toHaveText('This is the code of Kiln loft.');
  await context.setOffline(false);
});

test('[FIELD-01] [FIELD-03] a code of a checkpoint where the guard may not scan counts nowhere, also after the round has ended', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const [site, other] = [await maker.site('Quay'), await maker.site('Vault')];
  const gate = await maker.point(site.id, 'Quay gate');
  await maker.route(site.id, 'Quay round', [gate]);
  const strange = await maker.codeOf(await maker.point(other.id, 'Vault door'));
  await signInAs(page, await maker.guard('Anil', site.id));
  await beginRound(page, site.name);
  await sent(page);
  await context.setOffline(true);
  await typeCode(page, strange);
  await expect(page.getByRole('status')).toContainText('Not confirmed yet');
  await page.getByRole('link', { name: 'End round' }).click();
  await expect(page.getByText('Codes not confirmed yet: 1.')).toBeVisible();
  await page.getByRole('button', { name: 'End round' }).click();
  await expect(page.getByRole('region', { name: 'Walked in this duty' })).toContainText('complete');
  await context.setOffline(false);
  await sent(page);
  await expect(page.getByRole('region', { name: 'Walked in this duty' })).toContainText('missed: 1');
  await expect(page.getByText('counted elsewhere: 1')).toBeVisible();
});

test('[TRUTH-01] a guard checks in by position where that counts, after staying there for some seconds', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.site('Fence');
  const corner = await maker.point(site.id, 'Fence corner', { scanMethods: ['position'] });
  await maker.route(site.id, 'Fence round', [corner]);
  await signInAs(page, await maker.guard('Ravi', site.id));
  await beginRound(page, site.name);
  await expect(page.getByText('Counts here: position')).toBeVisible();
  // Nothing is typed where that counts nowhere.
  await expect(page.getByRole('link', { name: 'Type code' })).toHaveCount(0);

  const away = { ...positionOfPosts, latitude: positionOfPosts.latitude + 400 / metresPerDegree };
  await context.setGeolocation({ ...away, accuracy: 8 });
  await page.getByRole('link', { name: 'Check in by position' }).click();
  await expect(page.getByText('400 m away; go to within 50 m.')).toBeVisible();
  await expect(page.getByText('Known to 8 m; up to 50 m counts here.')).toBeVisible();
  const checkIn = page.getByRole('button', { name: 'Check in at Fence corner' });
  await expect(checkIn).toHaveAttribute('aria-disabled', 'true');
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await context.setGeolocation({ ...positionOfPosts, accuracy: 8 });
  await expect(page.getByText('You are inside.')).toBeVisible();
  await expect(page.getByText(/^Stay here: \d+ s$/)).toBeVisible();
  await expect(checkIn).toHaveAttribute('aria-disabled', 'true');
  // As a phone does, whose place is never the same to the millimetre.
  await expect(async () => {
    const latitude = positionOfPosts.latitude + Math.random() / metresPerDegree;
    await context.setGeolocation({ ...positionOfPosts, latitude, accuracy: 8 });
    await expect(page.getByText('You can check in now.')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await checkIn.press('Enter');
  await expect(page.getByText('Sent. The office has it.')).toBeVisible();
  const scans = (await phoneRecords(page)).filter((record) => kindOf(record) === 'checkpointScanned');
  expect(scans).toMatchObject([{ state: 'sent', flags: [], entry: { event: { method: 'position' } } }]);
  expect(scans[0]?.entry.event?.dwellMs).toBeGreaterThanOrEqual(10_000);
});

test('[TRUTH-01] a way that does not count is said so before, and is recorded all the same', async ({
  page,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.site('Depot');
  const gate = await maker.point(site.id, 'Depot gate', { scanMethods: ['qr'] });
  const dock = await maker.point(site.id, 'Depot dock');
  await maker.route(site.id, 'Depot round', [gate, dock]);
  await signInAs(page, await maker.guard('Meena', site.id));
  await beginRound(page, site.name);
  await page.getByRole('link', { name: 'Type code' }).click();
  await expect(page.getByText('Typed codes do not count at this checkpoint')).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill(await maker.codeOf(gate));
  await page.getByRole('button', { name: 'Record at Depot gate' }).click();
  await expect(page.getByText('This checkpoint does not take scans made this way.')).toBeVisible();
  await expect(page.getByText('Sent. The office has it.')).toBeVisible();
  const scans = (await phoneRecords(page)).filter((record) => kindOf(record) === 'checkpointScanned');
  expect(scans[0]?.flags).toEqual(['typedCode', 'methodNotAllowed']);
});
