// The letters below a code, typed for another checkpoint than theirs: a phone that has met them says so without a network.
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { phoneScreen } from './guard-phone.ts';
import { phoneRecords } from './guard-records.ts';
import { accessibilityFaults, expect, test } from './journey.ts';
import { positionOfPosts, PostMaker, signInAs } from './own-post.ts';

test.use({ viewport: phoneScreen, permissions: ['geolocation'], geolocation: positionOfPosts });

test('[FIELD-01] [FIELD-03] letters that were met at one checkpoint are recorded there, whichever was chosen, and the guard is told at once', async ({
  page,
  context,
  request,
}) => {
  const maker = await PostMaker.signIn(request);
  const site = await maker.site('Silo');
  const gate = await maker.point(site.id, 'Silo gate');
  const loft = await maker.point(site.id, 'Silo loft');
  await maker.route(site.id, 'Silo round', [gate, loft, await maker.point(site.id, 'Silo roof')], false);
  const code = await maker.codeOf(gate);
  await signInAs(page, await maker.guard('Anil', site.id));
  await page.getByRole('button', { name: site.name }).click();
  await page.getByRole('region', { name: 'Routes' }).getByRole('button').click();
  await page.getByRole('link', { name: 'Type code' }).click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Record at Silo gate' }).click();
  await expect(page.getByRole('status')).toContainText('Silo gate');
  await page.getByRole('link', { name: 'To the round' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Type code' }).click();
  await page.getByText('Silo loft', { exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(typedCodeOf(code).toLowerCase());
  await expect(page.getByRole('alert')).toHaveText('This is the code of Silo gate.');
  await expect(page.getByRole('radio', { name: 'Silo gate' })).toBeChecked();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Record at Silo gate' }).click();
  await expect(page.getByRole('status')).toContainText(
    'You have scanned this checkpoint before on this round.',
  );
  const scans = (await phoneRecords(page)).flatMap(({ entry }) => entry.event ?? []);
  expect(scans.filter(({ kind }) => kind === 'checkpointScanned')).toMatchObject([
    { checkpointId: gate },
    { checkpointId: gate },
  ]);
});
