// From a guard's phone to a verdict that needs nobody: sealed, saved, and checked in a page opened from a disk.
import fs from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { FieldDevice } from './field-device.ts';
import { accessibilityFaults } from './journey.ts';
import { dayAgo, openReport } from './report-page.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';
import { VerificationPage } from './verification-page.ts';

/** The head that a saved file begins with, or is. */
async function headIn(file: string): Promise<{ size: number; root: string }> {
  const text = await fs.readFile(file, 'utf8');
  return JSON.parse(file.endsWith('.jsonl') ? (text.split('\n', 1)[0] ?? '') : `{"head":${text}}`).head;
}

/** Saves what a button downloads. */
async function saved(page: Page, button: Locator, file: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  await download.saveAs(file);
  return file;
}

test('[FIELD-03] evidence of a round, of a list and of a head is saved in the console and checked offline; a change is named', async ({
  page,
  browser,
  request,
}, testInfo) => {
  const outputPath = (name: string) => testInfo.outputPath(name);
  const device = await FieldDevice.signIn(request, 'EMP001');
  const startMs = Date.now() - 60_000;
  const roundId = await device.startRound(startMs);
  const scan = await device.scan(roundId, 0, { deviceAtMs: startMs + 30_000 });
  await device.endRound(roundId, Date.now());
  expect(scan.flags).toBeDefined();

  await openRoute(page, `patrolling-reports/scanned-checkpoints-details?id=${roundId}`);
  const card = page.getByRole('region', { name: 'Evidence', exact: true });
  const evidence = await saved(
    page,
    card.getByRole('button', { name: 'Save evidence file' }),
    outputPath('round.jsonl'),
  );
  const checker = await saved(
    page,
    card.getByRole('button', { name: 'Save verification page' }),
    outputPath('check.html'),
  );
  // The list's evidence seals it, so that the head below is a later one than that of the round's.
  await device.endRound(await device.startRound());
  await openReport(page, { site: device.route.siteId, from: dayAgo(3), to: dayAgo(0) });
  await page.getByRole('button', { name: 'More file types' }).click();
  const list = await saved(
    page,
    page.getByRole('menuitem', { name: 'Evidence of this list' }),
    outputPath('list.jsonl'),
  );
  await openRoute(page, 'patrolling-reports/evidence-log');
  await expect(page.getByRole('table', { name: 'Heads over time' }).getByRole('row').nth(1)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  const head = await saved(
    page,
    page.getByRole('button', { name: 'Save today’s head' }),
    outputPath('head.json'),
  );

  const [from, to] = [await headIn(evidence), await headIn(head)];
  expect(to.size).toBeGreaterThan(from.size);
  const growth = outputPath('growth.json');
  const grown = `/evidence/growth?from=${from.size}&fromRoot=${from.root}&to=${to.size}&toRoot=${to.root}`;
  const proof = await request.get(`/api/demo${grown}`);
  expect(proof.status()).toBe(200);
  await fs.writeFile(growth, await proof.body());
  const keys = outputPath('keys.json');
  await fs.writeFile(keys, await (await request.get('/api/demo/evidence/keys')).body());

  const text = await fs.readFile(evidence, 'utf8');
  const altered = outputPath('altered.jsonl');
  await fs.writeFile(altered, text.replace('"method":"qr"', '"method":"nfc"'));
  expect(await fs.readFile(altered, 'utf8')).not.toBe(text);

  const stranger = await VerificationPage.open(browser, checker);
  // As on a phone with letters twice as large.
  await stranger.page.setViewportSize({ width: 180, height: 320 });
  expect(await stranger.page.evaluate(() => document.documentElement.scrollWidth)).toBe(180);
  const language = await stranger.page.getByLabel('Language').boundingBox();
  expect(language?.height).toBeGreaterThanOrEqual(44);
  await stranger.page.setViewportSize({ width: 1280, height: 720 });
  // Beside the fields a dropped file is not opened in the page's place, nor in a window of its own.
  await stranger.drop(evidence, null);
  await stranger.drop(evidence, stranger.page.getByText('Evidence file', { exact: true }));
  await stranger.saw('Everything holds', 'round.jsonl');
  expect(stranger.page.context().pages()).toHaveLength(1);
  // The only round of a file lies open: its times are of the site's zone, which is named.
  const scans = stranger.page.getByRole('region', { name: 'When each checkpoint was scanned' });
  await expect(scans.locator('ol > li').first()).toContainText(/\d{2}:\d{2}:\d{2} GMT\+5:30/);
  await expect(scans.locator('ol > li').first()).toContainText(/code (not )?genuine.*phone [\da-f]{8}/);
  await expect(scans.getByText('in the time zone of the site: Asia/Kolkata')).toBeVisible();
  // A file that somebody made up as a whole holds as well, under another key.
  await expect(
    stranger.page.getByText('The file alone does not tell who sealed it: only the fingerprint below does.'),
  ).toBeVisible();
  await stranger.compared.setInputFiles(keys);
  await expect(stranger.page.getByText('sealed with the key that the company published')).toBeVisible();
  await stranger.compared.setInputFiles(head);
  const compared = stranger.page.getByRole('region', { name: 'Compared with what was kept before' });
  await expect(compared.getByRole('listitem')).toContainText(grown);
  await stranger.compared.setInputFiles([head, growth]);
  await expect(compared.getByRole('listitem').first()).toContainText('the log has grown out of it');
  // The same as a note of the file's own head, pasted out of a mail.
  const { note } = JSON.parse((await fs.readFile(evidence, 'utf8')).split('\n', 1)[0] ?? '');
  await stranger.pasted.fill(`Dear witness,\n\n${note}\nKind regards`);
  const ofNote = `first ${from.size.toLocaleString('en-GB')} records of the log was changed since that note`;
  await expect(compared.getByRole('listitem').filter({ hasText: ofNote })).toBeVisible();
  await stranger.pasted.fill('Kind regards');
  await expect(stranger.page.getByText('What you pasted has no note in it.')).toBeVisible();
  await stranger.pasted.fill('');
  await stranger.choose('Enter', list);
  // Of the demo only the last day is in the log.
  await stranger.saw('What is sealed holds', 'list.jsonl');
  await stranger.choose('Space', altered);
  await stranger.saw('This file does not hold', 'altered.jsonl');
  await expect(stranger.page.getByText('so do not rely on what it shows')).toBeVisible();
  const findings = stranger.page.getByRole('region', { name: 'Findings' }).getByRole('listitem');
  const altering = findings.filter({ hasText: 'way of scanning (method)' });
  await expect(altering).toContainText(/^AlteredScan [\da-f-]{36}/);
  await expect(findings.filter({ hasText: 'Lines 1-' })).toContainText(/^Altered/);
  expect(await faultsInEveryDress(stranger.page)).toEqual([]);
  const newer = outputPath('newer.jsonl');
  await fs.writeFile(newer, text.replace(/watchpost evidence \d+/, 'watchpost evidence 99'));
  await stranger.evidence.setInputFiles(newer);
  await expect(stranger.page.getByText('newer.jsonl is newer than this page')).toBeVisible();
  await stranger.evidence.setInputFiles(altered);
  await stranger.saw('This file does not hold', 'altered.jsonl');
  await fs.rm(altered);
  await stranger.compared.setInputFiles(list);
  await expect(stranger.page.getByText('altered.jsonl could not be read. Choose it again.')).toBeVisible();
  expect(new Set(stranger.asked)).toEqual(new Set([stranger.address]));
  await stranger.page.context().close();
});

test('[FIELD-03] on a phone the heads of the log scroll by themselves and the page is as wide as the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRoute(page, 'patrolling-reports/evidence-log');
  const saveHead = page.getByRole('button', { name: /Save today/ });
  await Promise.all([page.waitForEvent('download'), saveHead.click()]);
  await page.reload();
  const heads = page.getByRole('table', { name: 'Heads over time' });
  await expect(heads).toBeVisible();
  const widths = await heads.evaluate((table) => ({
    page: document.documentElement.scrollWidth,
    isTableWider: table.scrollWidth > (table.parentElement?.clientWidth ?? 0),
  }));
  expect(widths).toEqual({ page: 390, isTableWider: true });
});
