// How the shared grid shows that columns are out of view.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, openGallery, posts, test } from './gallery/gallery.ts';

const row = (page: Page, number: number) => posts(page).locator(`[data-row-id="post-${number}"]`);
const column = (page: Page, id: string) => posts(page).locator(`[data-column=${id}]`);
const scrollTo = (page: Page, left: number) =>
  posts(page).evaluate((scroller, px) => scroller.scrollTo({ left: px, behavior: 'instant' }), left);

test('[GRID-02] columns out of view fade out at their side, beside the action column where it is fixed', async ({
  page,
}) => {
  const fades = () =>
    posts(page).evaluate((scroller) =>
      ['::before', '::after'].map((side) => {
        const { opacity, content, display } = getComputedStyle(scroller.parentElement ?? scroller, side);
        return content === 'none' || display === 'none' ? '0' : opacity;
      }),
    );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 760, height: 800 });
  await openGallery(page, { access: 'edit' });
  await column(page, 'name').getByRole('separator').focus();
  await page.keyboard.press('End');
  await expect.poll(fades).toEqual(['0', '1']);
  const fixedPx = await posts(page).evaluate((scroller) =>
    Number.parseFloat(getComputedStyle(scroller.parentElement ?? scroller, '::after').right),
  );
  expect(fixedPx).toBe(120);
  await scrollTo(page, 9999);
  await expect.poll(fades).toEqual(['0', '0']);
  await scrollTo(page, 0);
  await expect.poll(fades).toEqual(['0', '1']);
});

/** By how much rows differ, above their texts, between two places, in steps of a colour's channel. */
async function differences(page: Page, numbers: readonly number[], oneX: number, otherX: number) {
  const picture = sharp(await page.screenshot()).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => {
    const at = (Math.round(y) * info.width + Math.round(x)) * info.channels;
    return [...data.subarray(at, at + 3)];
  };
  return Promise.all(
    numbers.map(async (number) => {
      const { y = 0 } = (await row(page, number).boundingBox()) ?? {};
      const other = pixel(otherX, y + 4);
      return Math.max(...pixel(oneX, y + 4).map((value, at) => Math.abs(value - (other[at] ?? 0))));
    }),
  );
}

for (const widthPx of [500, 760, 1100]) {
  test(`[GRID-02] ${widthPx} px wide, rows fade out in their own colour, selected ones too`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: widthPx, height: 800 });
    await openGallery(page, { access: 'edit', mode: 'multiple' });
    for (const name of ['number', 'name']) {
      await column(page, name).getByRole('separator').focus();
      await page.keyboard.press('End');
    }
    await row(page, 2).getByRole('checkbox').click();
    await page.mouse.move(1, 1);
    await scrollTo(page, 0);
    const view = posts(page).locator('..');
    const { x = 0, width = 0 } = (await view.boundingBox()) ?? {};
    await expect(view).toHaveAttribute('data-more', 'end');
    const middlePx = x + width / 2;
    const endPx = x + width - (widthPx < 600 ? 0 : 120) - 3;
    expect(Math.max(...(await differences(page, [2, 4], endPx, middlePx)))).toBeLessThan(4);
    if (widthPx < 900) return;
    await scrollTo(page, 9999);
    await expect(view).toHaveAttribute('data-more', 'start');
    expect(Math.max(...(await differences(page, [2, 4], x + 3, middlePx)))).toBeLessThan(4);
  });
}

test('[GRID-02] a wide grid without an action column fades out its rows also while one is selected', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1100, height: 800 });
  await openGallery(page, { mode: 'multiple' });
  for (const name of ['number', 'name']) {
    await column(page, name).getByRole('separator').focus();
    await page.keyboard.press('End');
  }
  await scrollTo(page, 0);
  const view = posts(page).locator('..');
  await expect(view).toHaveAttribute('data-more', 'end');
  const fade = () => view.evaluate((element) => getComputedStyle(element, '::after').backgroundImage);
  const before = await fade();
  expect(before).toContain('linear-gradient');
  await row(page, 2).getByRole('checkbox').click();
  await expect(view).toHaveAttribute('data-selected', 'true');
  expect(await fade()).toBe(before);
});

test('[GRID-04] words that stand in for rows do not fade out at the side', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 500, height: 800 });
  await openGallery(page, { rows: '0' });
  for (const name of ['number', 'name']) {
    await column(page, name).getByRole('separator').focus();
    await page.keyboard.press('End');
  }
  await scrollTo(page, 0);
  const view = posts(page).locator('..');
  await expect(view).toHaveAttribute('data-more', 'end');
  const bodyFade = await view.evaluate((element) =>
    getComputedStyle(element, '::after').getPropertyValue('--body-fade').trim(),
  );
  expect(bodyFade).toBe('transparent');
});
