// The shared grid in a browser, by pointer and by keyboard.
import type { Page } from '@playwright/test';
import { expect, openGallery, posts, test } from './gallery/gallery.ts';
import { accessibilityFaults } from './journey.ts';

const row = (page: Page, number: number) => posts(page).locator(`[data-row-id="post-${number}"]`);
const status = (page: Page) => page.getByRole('status', { name: 'Told' });
const column = (page: Page, id: string) => posts(page).locator(`[data-column=${id}]`);
const widthOf = (page: Page, id: string) =>
  column(page, id).evaluate((cell) => Math.round(cell.getBoundingClientRect().width));
const everything = 'edit,delete,details,status,resend,resetPassword';
const namesIn = (page: Page, number: number) =>
  row(page, number)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));

test('[GRID-02] a column is 130 px wide unless told otherwise, the action column 120 px, cells drawn from value and row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 500, height: 800 });
  await openGallery(page, { access: 'edit' });
  expect([await widthOf(page, 'number'), await widthOf(page, 'name'), await widthOf(page, 'state')]).toEqual([
    130, 210, 130,
  ]);
  const action = posts(page).getByRole('columnheader', { name: 'Action' });
  expect(await action.evaluate((cell) => Math.round(cell.getBoundingClientRect().width))).toBe(120);
  await expect(row(page, 2).getByRole('gridcell').nth(2)).toHaveText('false of post-2');
  await expect(row(page, 1)).toHaveClass(/(^| )even-row( |$)/);
  await expect(row(page, 2)).toHaveClass(/(^| )odd-row( |$)/);
});

test('[GRID-03] the Action column exists only with buttons, each button only with its access', async ({
  page,
}) => {
  await openGallery(page);
  await expect(posts(page).getByRole('columnheader', { name: 'Action' })).toHaveCount(0);
  await expect(posts(page).getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await openGallery(page, { access: 'edit,details' });
  await expect(posts(page).getByRole('columnheader', { name: 'Action' })).toBeVisible();
  expect(await namesIn(page, 1)).toEqual(['Edit', 'Details']);
});

test('[GRID-03] each button shows by its rule, only activated rows can be deleted, an icon tells the state', async ({
  page,
}) => {
  await openGallery(page, { access: everything });
  expect(await namesIn(page, 1)).toEqual([
    'Edit',
    'Delete',
    'Details',
    'Change status',
    'Send reset password',
  ]);
  expect(await namesIn(page, 2)).toEqual(['Edit', 'Details', 'Change status', 'Resend']);
  await expect(row(page, 1).getByRole('img', { name: 'Activated', exact: true })).toBeVisible();
  await expect(row(page, 2).getByRole('img', { name: 'Deactivated', exact: true })).toBeVisible();
  for (const [name, id] of [
    ['Edit', 'edit'],
    ['Delete', 'delete'],
    ['Details', 'details'],
    ['Change status', 'status'],
    ['Send reset password', 'resetPassword'],
  ] as const) {
    await row(page, 3).getByRole('button', { name }).click();
    await expect(status(page)).toHaveText(`${id} post-3`);
  }
  await row(page, 2).getByRole('button', { name: 'Resend' }).click();
  await expect(status(page)).toHaveText('resend post-2');
});

test('[GRID-01] one row is selected at a time unless several are asked for', async ({ page }) => {
  await openGallery(page);
  await expect(posts(page).getByRole('checkbox')).toHaveCount(0);
  await row(page, 2).click();
  await expect(row(page, 2)).toHaveAttribute('aria-selected', 'true');
  await row(page, 4).click({ modifiers: ['Shift'] });
  await expect(status(page)).toHaveText('selected post-4');
  await expect(posts(page).locator('[aria-selected=true]')).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(posts(page).locator('[aria-selected=true]')).toHaveCount(0);
});

test('[GRID-01] several rows are selected by boxes, ranges and all at once', async ({ page }) => {
  await openGallery(page, { mode: 'multiple' });
  await expect(posts(page)).toHaveAttribute('aria-multiselectable', 'true');
  await row(page, 2).getByRole('checkbox').click();
  await row(page, 5)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(status(page)).toHaveText('selected post-2 post-3 post-4 post-5');
  await row(page, 3).getByRole('checkbox').click();
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await posts(page).getByRole('checkbox', { name: 'Select all rows' }).click();
  await expect(page.getByText('40 selected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(posts(page).locator('[aria-selected=true]')).toHaveCount(0);
});

test('[GRID-01] [GRID-02] a column is resized by pointer, others keep their place, and a double click gives all theirs back', async ({
  page,
}) => {
  await openGallery(page);
  const [name, state] = [await widthOf(page, 'name'), await widthOf(page, 'state')];
  const separator = posts(page).getByRole('separator', { name: 'Resize column Name' });
  const box = await separator.boundingBox();
  if (box === null) throw new Error('the separator is not drawn');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + 4, { steps: 4 });
  await page.mouse.up();
  expect([await widthOf(page, 'name'), await widthOf(page, 'state')]).toEqual([name - 60, state]);
  await separator.dblclick();
  expect(await widthOf(page, 'name')).toBe(name);
  await expect(posts(page).getByRole('separator', { name: 'Resize column State' })).toHaveCount(0);
  await expect(posts(page).getByRole('columnheader', { name: 'Name', exact: true })).toBeVisible();
});

test('[GRID-09] [GRID-01] a column is resized, and sorted, by keyboard alone', async ({ page }) => {
  await openGallery(page);
  await page.keyboard.press('Tab');
  await expect(row(page, 1).getByRole('gridcell').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const sort = column(page, 'number').getByRole('button', { name: 'Number' });
  await expect(sort).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(column(page, 'number')).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Enter');
  await expect(column(page, 'number')).toHaveAttribute('aria-sort', 'descending');
  await expect(posts(page).locator('[data-row-id]').first()).toHaveAttribute('data-row-id', 'post-40');
  await page.keyboard.press('Tab');
  await expect(posts(page).getByRole('separator', { name: 'Resize column Number' })).toBeFocused();
  const before = await widthOf(page, 'number');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  expect(await widthOf(page, 'number')).toBe(before + 60);
  await page.keyboard.press('Enter');
  expect(await widthOf(page, 'number')).toBe(before);
});

test('[GRID-09] rows, their opening and their actions are reached by keyboard alone', async ({ page }) => {
  await openGallery(page, { access: everything });
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await expect(row(page, 3).getByRole('gridcell').first()).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('open post-2');
  await page.keyboard.press('Space');
  await expect(row(page, 2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(row(page, 2).getByRole('button', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('details post-2');
  await page.keyboard.press('Home');
  await expect(row(page, 2).getByRole('gridcell').first()).toBeFocused();
});

test('[GRID-09] of 10,000 rows only those in view are drawn, and each is reached by scrolling and by keyboard', async ({
  page,
}) => {
  await openGallery(page, { rows: '10000', mode: 'multiple', access: 'edit' });
  await expect(posts(page)).toHaveAttribute('aria-rowcount', '10001');
  const drawn = () => posts(page).locator('[data-row-id]').count();
  expect(await drawn()).toBeLessThan(60);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+End');
  await expect(row(page, 10_000)).toBeInViewport();
  await expect(row(page, 10_000)).toHaveAttribute('aria-rowindex', '10001');
  expect(await drawn()).toBeLessThan(60);
  await page.keyboard.press('PageUp');
  await expect(posts(page).locator(':focus')).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await expect(row(page, 1)).toBeInViewport();

  // Leap by leap through the list: no frame may show a hole where a row belongs.
  const holes = await posts(page).evaluate(async (grid) => {
    const found: number[] = [];
    const frame = () => new Promise(requestAnimationFrame);
    const head = grid.querySelector('[role=row]')?.getBoundingClientRect().height ?? 0;
    for (let top = 0; top < 80_000; top += 1_000) {
      grid.scrollTop = top;
      await frame();
      const rows = [...grid.querySelectorAll<HTMLElement>('[data-row-index]')];
      const shown = new Set(rows.map((one) => Number(one.dataset['rowIndex'])));
      const firstInView = Math.floor(top / 40);
      const lastInView = Math.floor((top + grid.clientHeight - head - 1) / 40);
      for (let index = firstInView; index <= lastInView; index += 1) if (!shown.has(index)) found.push(index);
    }
    return found;
  });
  expect(holes).toEqual([]);
  expect(await drawn()).toBeLessThan(60);
});

test('[GRID-09] while a list is scrolled by three rows a frame, up or down, each frame paints no hole', async ({
  page,
}) => {
  await openGallery(page, { rows: '10000', mode: 'multiple', access: 'edit' });
  const holes = await posts(page).evaluate(async (grid) => {
    const found: number[] = [];
    const head = grid.querySelector('[role=row]')?.getBoundingClientRect().height ?? 0;
    for (let step = 0; step < 120; step += 1) {
      await new Promise(requestAnimationFrame);
      grid.scrollTop += step < 80 ? 120 : -120;
      // What stands in the document now is what this frame paints.
      const rows = [...grid.querySelectorAll<HTMLElement>('[data-row-index]')];
      const shown = new Set(rows.map((one) => Number(one.dataset['rowIndex'])));
      const firstInView = Math.floor(grid.scrollTop / 40);
      const lastInView = Math.floor((grid.scrollTop + grid.clientHeight - head - 1) / 40);
      for (let index = firstInView; index <= lastInView; index += 1) if (!shown.has(index)) found.push(index);
    }
    return found;
  });
  expect(holes).toEqual([]);
});

test('[GRID-09] a scroll moves the rows that are drawn and paints none of them again', async ({ page }) => {
  await openGallery(page, { rows: '10000', mode: 'multiple', access: 'edit' });
  const session = await page.context().newCDPSession(page);
  type Layer = { height: number; scrollRects?: { type: string }[] };
  let layers: Layer[] = [];
  session.on('LayerTree.layerTreeDidChange', (change) => {
    layers = change.layers ?? layers;
  });
  await session.send('LayerTree.enable');
  await posts(page).evaluate((grid) => grid.scrollTo(0, 1_000));
  await expect.poll(() => layers.some((layer) => layer.height >= 400_000)).toBe(true);
  const areas = layers.flatMap((layer) => layer.scrollRects ?? []);
  expect(areas.filter(({ type }) => type === 'RepaintsOnScroll')).toEqual([]);
});

test('[GRID-01] [GRID-06] [REP-04] a list is paged fifteen rows at a time from its first page', async ({
  page,
}) => {
  await openGallery(page, { paged: '', rows: '31' });
  const ids = () =>
    posts(page)
      .locator('[data-row-id]')
      .evaluateAll((rows) => rows.map((one) => one.getAttribute('aria-rowindex')));
  const indexes = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index + 1));
  expect(await ids()).toEqual(indexes(1, 15));
  await expect(page.getByText('Page 1 of 3', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  expect(await ids()).toEqual(indexes(16, 30));
  await page.getByRole('button', { name: 'Next' }).click();
  expect(await ids()).toEqual(indexes(31, 31));
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await openGallery(page, { paged: '', rows: '15' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
});

test('[GRID-04] without rows the grid says No records found across all its columns', async ({ page }) => {
  await openGallery(page, { rows: '0', access: 'edit', mode: 'multiple' });
  const cell = posts(page).getByRole('gridcell');
  await expect(cell).toHaveText('No records found');
  await expect(cell).toHaveAttribute('aria-colspan', '5');
});

test('[GRID-09] no fault that axe finds, light or dark', async ({ page }) => {
  await openGallery(page, { access: everything, mode: 'multiple', rows: '12' });
  await row(page, 2).getByRole('checkbox').click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
