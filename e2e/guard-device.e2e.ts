// From a guard's phone to the admin's screen.
import { FieldDevice } from './field-device.ts';
import { openReport, reportGrid } from './report-page.ts';
import { expect, test } from './signed-in.ts';

test('[REP-01] [REP-08] [RDET-03] a guard signs in, goes on duty and walks a round: the admin sees it in progress, then completed, scan by scan', async ({
  page,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP001');
  const { checkpoints, siteId, siteName } = device.route;
  const startMs = Date.now() - 30 * 60_000;
  const dutyId = await device.startDuty(startMs - 60_000);
  const roundId = await device.startRound(startMs);
  await device.scan(roundId, 0, { deviceAtMs: startMs + 60_000 });

  await openReport(page, { site: siteId });
  const row = reportGrid(page).locator(`[data-row-id="${roundId}"]`);
  await expect(row).toContainText('EMP001');
  await expect(row).toContainText(siteName);
  await expect(row).toContainText('Inprogress');
  await expect(row).toContainText(`1 / ${checkpoints.length}`);
  await expect(row).toContainText('Not ended');
  await row.getByRole('link', { name: 'Details' }).click();
  const table = page.getByRole('grid', { name: 'Checkpoints' });
  await expect(table.getByText('Missed so far')).toHaveCount(checkpoints.length - 1);
  await page.goBack();

  const flags: string[][] = [];
  for (let index = 1; index < checkpoints.length; index += 1) {
    const isLast = index === checkpoints.length - 1;
    const receipt = await device.scan(roundId, index, {
      deviceAtMs: startMs + (index + 1) * 180_000,
      degreesNorth: isLast ? 0.005 : 0,
      method: isLast ? 'typed' : 'qr',
    });
    flags.push(receipt.flags.toSorted());
  }
  // Whether the guard has signed before, and so owes a signature, differs with the day of the demo.
  expect(flags.at(-1)?.filter((flag) => flag !== 'unsigned')).toEqual(['outsideRadius', 'typedCode']);
  await device.endRound(roundId, startMs + 28 * 60_000);
  await device.endDuty(dutyId, Date.now());
  expect(await device.signOut()).toBe(200);

  await page.reload();
  await expect(row).toContainText('Completed');
  await expect(row).toContainText(`${checkpoints.length} / ${checkpoints.length}`);
  await row.getByRole('link', { name: 'Details' }).click();
  await expect(table.locator('[data-row-id]')).toHaveCount(checkpoints.length);
  for (const { name } of checkpoints) {
    await expect(table.getByRole('row').filter({ hasText: name }).first()).toContainText('Scanned');
  }
  const last = page.getByRole('list', { name: 'What was scanned' }).locator('[data-checkpoint]').last();
  await expect(last).toContainText('Typed code');
  await expect(last).toContainText('Away from the checkpoint');
  await expect(last).toContainText(/55\d m away, radius \d+ m, accuracy \d+ m/);
});
