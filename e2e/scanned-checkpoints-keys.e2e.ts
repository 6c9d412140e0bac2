// Reviewing rounds by keyboard: from row to row, into a round and back, and beside its preview.
import { dataRows, dayAgo, openReport, roundIds } from './report-page.ts';
import { expect, test } from './signed-in.ts';

const day = { from: dayAgo(20), to: dayAgo(20) };

test('[REP-03] [GRID-09] a row is found and opened by keyboard alone', async ({ page }) => {
  await openReport(page, day);
  const ids = await roundIds(page);
  await page.keyboard.press('j');
  await expect(dataRows(page).first().getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await expect(dataRows(page).nth(1).getByRole('gridcell').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`scanned-checkpoints-details\\?id=${ids[1]}&zone=`));
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeFocused();
  await page.goBack();
  await expect(dataRows(page)).toHaveCount(ids.length);
  await expect(title).toHaveText('Scanned Checkpoints');
  await expect(title).toBeFocused();
  await page.keyboard.press('j');
  await expect(dataRows(page).nth(2).getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`scanned-checkpoints-details\\?id=${ids[2]}&zone=`));
});

test('[REP-03] [GRID-09] letters that move rows are text in a search, and belong to a menu that is open', async ({
  page,
}) => {
  await openReport(page, day);
  await page.getByRole('button', { name: 'More file types' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(menu.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  const search = page.getByRole('searchbox');
  await search.pressSequentially('jk');
  await expect(search).toHaveValue('jk');
  await expect(search).toBeFocused();
});

test('the preview is followed from row to row as soon as it opens, and Escape closes it before it clears a selection', async ({
  page,
}) => {
  await openReport(page, day);
  await dataRows(page).nth(3).getByRole('gridcell').nth(1).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  const panel = page.getByRole('complementary', { name: 'Preview' });
  const nameIn = (row: number) => dataRows(page).nth(row).getByRole('gridcell').nth(2).innerText();
  await expect(panel.getByRole('heading')).toHaveText(await nameIn(3));
  const isFocused = (row: number) => expect(dataRows(page).nth(row).locator(':focus')).toHaveCount(1);
  await isFocused(3);
  await page.keyboard.press('ArrowDown');
  await isFocused(4);
  await page.keyboard.press('j');
  await isFocused(5);
  await expect(panel.getByRole('heading')).toHaveText(await nameIn(5));
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Preview' }).click();
  await panel.getByRole('link', { name: 'Open details' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await isFocused(5);
});
