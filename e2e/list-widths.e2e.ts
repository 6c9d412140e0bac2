// The lists of managed records on a usual screen.
import type { Locator, Page } from '@playwright/test';
import type { DeviceRow } from '@watchpost/contract/devices';
import { en, hi, mr } from '../apps/console/src/labels/texts.testing.ts';
import { untilFontsLoaded } from './journey.ts';
import { expect, openRoute, test } from './signed-in.ts';
import { someRound } from './some-round.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Headings whose text is cut. */
const clippedHeadings = (grid: Locator) =>
  grid.evaluate((list) =>
    [...list.querySelectorAll<HTMLElement>('[data-column]')]
      .filter((heading) => {
        return [...heading.querySelectorAll('span')].some((text) => {
          // To parts of a pixel: an ellipsis stands for a tenth of one.
          const whole = document.createRange();
          whole.selectNodeContents(text);
          const [needed, given] = [whole.getBoundingClientRect(), text.getBoundingClientRect()];
          // What is no box of its own has no width.
          const isWider = given.width > 0 && needed.width > given.width + 0.1;
          return isWider || needed.height > heading.clientHeight;
        });
      })
      .map(({ textContent }) => textContent),
  );

/** Headings whose text is cut, or that stand under the column of actions. */
const veiledHeadings = async (grid: Locator) => [
  ...(await clippedHeadings(grid)),
  ...(await grid.evaluate((list) => {
    const actions = list.querySelector('[role=columnheader]:last-child');
    const endPx = actions?.getBoundingClientRect().left ?? 0;
    return [...list.querySelectorAll('[data-column]')]
      .filter((heading) => heading.getBoundingClientRect().right > endPx + 1)
      .map(({ textContent }) => textContent);
  })),
];

/**
 * Texts of the cells in which a line is cut at its end. A second line may be, and what stands in brackets: of two who share
 * a phone the number gives way before the name. What is of one pixel is there to be heard.
 */
const clippedLines = (grid: Locator) =>
  grid.evaluate((list) =>
    [...list.querySelectorAll('[role=gridcell] span')]
      .filter((part) => {
        const { overflowX } = getComputedStyle(part);
        const isClipped = part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1;
        return overflowX !== 'visible' && isClipped && !/^\(.*\)$/.test(part.textContent);
      })
      .map(({ textContent }) => textContent),
  );

/** Texts of the cells in which something stands out above or below. */
const overfullCells = (grid: Locator) =>
  grid.evaluate((list) =>
    [...list.querySelectorAll('[role=gridcell]')]
      .filter((cell) => {
        const box = cell.getBoundingClientRect();
        return [...cell.querySelectorAll('span, time')].some((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return top < box.top - 1 || bottom > box.bottom + 1;
        });
      })
      .map(({ textContent }) => textContent),
  );

const lists = [
  'manage-sites',
  'manage-security-guards',
  'manage-checkpoints',
  'manage-shifts',
  'manage-patrol-routes',
  'manage-patrol-tours',
  'manage-patrol-tours/due-rounds',
  'manage-incidents',
  'patrolling-reports/exceptions',
  'patrolling-reports/scheduled-reports',
  'patrolling-reports/scanned-checkpoints',
];

/** No column of the list is out of view or under a fade, and no text of a cell is cut, at any of the widths. */
async function expectWholeAt(page: Page, route: string, widths: readonly number[]): Promise<void> {
  await openRoute(page, route);
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  await untilFontsLoaded(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => veiledHeadings(grid)).toEqual([]);
    expect([width, ...(await overfullCells(grid)), ...(await clippedLines(grid))]).toEqual([width]);
    await expect(grid.locator('..')).toHaveAttribute('data-more', '');
  }
}

for (const route of lists) {
  test(`[GRID-02] on usual screens, beside the open menu, no column of ${route} is out of view or under a fade`, async ({
    page,
  }) => {
    // The last is what a bar that scrolls the page leaves of the one before.
    await expectWholeAt(page, route, [1440, 1366, 1280, 1263]);
  });
}

for (const route of [
  // Wiped and revoked ones first, of which it says since when.
  'manage-devices?sortColumn=status&sortType=desc',
  'patrolling-reports/login-logout',
]) {
  test(`[GRID-02] from 1,366 px on no column of ${route} is out of view or under a fade`, async ({
    page,
  }) => {
    await expectWholeAt(page, route, [1440, 1366]);
  });
}

const languages = [
  { locale: 'en-IN', startTime: en['rounds.startTime'] },
  { locale: 'hi-IN', startTime: hi['rounds.startTime'] },
  { locale: 'mr-IN', startTime: mr['rounds.startTime'] },
] as const;

for (const { locale, startTime = '' } of languages) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('[REP-01] the start time is 300 px wide from 1,440 px on, and less on smaller screens alone', async ({
      page,
    }) => {
      await openRoute(page, 'patrolling-reports/scanned-checkpoints');
      const start = page.getByRole('grid').getByRole('columnheader', { name: startTime });
      await expect(start).toBeVisible();
      await untilFontsLoaded(page);
      const widthAt = async (width: number) => {
        await page.setViewportSize({ width, height: 800 });
        return start.evaluate((cell) => cell.getBoundingClientRect().width);
      };
      for (const width of [1440, 1455, 1600, 1920, 2560])
        expect([width, await widthAt(width)]).toEqual([width, 300]);
      for (const width of [1439, 1366, 1280, 1200]) expect(await widthAt(width)).toBeLessThanOrEqual(300);
    });

    test('[REP-01] [RDET-01] [LOGIO-01] no heading of a report is cut, beside the open menu', async ({
      page,
    }) => {
      const round = await someRound(page);
      for (const route of [
        'patrolling-reports/scanned-checkpoints',
        'patrolling-reports/login-logout',
        `patrolling-reports/scanned-checkpoints-details?id=${round.round.id}`,
      ]) {
        await openRoute(page, route);
        const grid = page.getByRole('grid').first();
        await expect(grid.getByRole('gridcell').first()).toBeVisible();
        await untilFontsLoaded(page);
        for (const width of [1920, 1440, 1366, 1280, 1024, 390]) {
          await page.setViewportSize({ width, height: 800 });
          await expect.poll(() => clippedHeadings(grid), `${route} at ${width} px`).toEqual([]);
        }
      }
    });
  });
}

test('on a laptop of 1366 px what a phone is can be read whole', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openRoute(page, 'manage-devices');
  const kinds = page.getByRole('gridcell', { name: /^[A-Z0-9-]+ ?Chrome, Android$/ });
  await expect(kinds.first()).toBeVisible();
  await untilFontsLoaded(page);
  const clipped = await kinds.evaluateAll((cells) =>
    cells
      .filter((cell) =>
        [cell, ...cell.querySelectorAll('span')].some(
          (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1,
        ),
      )
      .map(({ textContent }) => textContent),
  );
  expect(clipped).toEqual([]);
});

/** Texts that do not stand whole in their cells. */
const clippedTexts = (grid: Locator) =>
  grid.evaluate((list) =>
    [...list.querySelectorAll('[role=gridcell] > span, [role=gridcell]')]
      .filter((part) => {
        const { overflowX } = getComputedStyle(part);
        const isClipped =
          part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
        return overflowX !== 'visible' && isClipped;
      })
      .map(({ textContent }) => textContent),
  );

test('on a usual screen a scheduled report reads whole in its row', async ({ page }) => {
  await openRoute(page, 'patrolling-reports/scheduled-reports');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  await expect.poll(() => clippedTexts(grid)).toEqual([]);
});

test('on a usual screen guards who share a phone stand whole in its row, a line each', async ({ page }) => {
  const reply = await page.request.get('/api/demo/secure/devices', { params: { limit: '100' } });
  const { data }: { data: DeviceRow[] } = await reply.json();
  const longest = ({ guards }: DeviceRow) => Math.max(...guards.map(({ name }) => name.length));
  const [shared] = data
    .filter(({ guards }) => guards.length === 2)
    .toSorted((one, other) => longest(other) - longest(one));
  if (shared === undefined) throw new Error('the demo company has phones that two share');
  await openRoute(page, `manage-devices?searchText=${shared.guards[0]?.employeeId}`);
  const cell = page.locator(`[data-row-id="${shared.id}"]`).getByRole('gridcell').nth(1);
  await expect(cell).toBeVisible();
  await untilFontsLoaded(page);
  const lines = await cell.evaluate((element) => {
    const parts = [...element.querySelectorAll<HTMLElement>('span:not(:has(span))')];
    const box = element.getBoundingClientRect();
    return parts.map((part) => {
      const { right, bottom } = part.getBoundingClientRect();
      const isWhole = part.scrollWidth <= part.clientWidth + 1 && right < box.right && bottom < box.bottom;
      return isWhole ? part.textContent : `${part.textContent} is cut`;
    });
  });
  expect(lines).toEqual(shared.guards.flatMap(({ name, employeeId }) => [name, `(${employeeId})`]));
});

test('[DASH-02] on a usual screen no column of the rankings is under a fade', async ({ page }) => {
  await openRoute(page, 'admin-dashboard/dashboard?range=last7Days');
  for (const name of [/^Sites, those/, /^Guards who/])
    await expect(page.getByRole('table', { name }).locator('..')).toHaveAttribute('data-more', '');
});

test('[GRID-02] times of the audit log stand whole in their cells on narrower screens too', async ({
  page,
}) => {
  await openRoute(page, 'app-settings/audit-log');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  for (const width of [1366, 1024, 720]) {
    await page.setViewportSize({ width, height: 768 });
    await expect
      .poll(async () => (await clippedTexts(grid)).filter((text) => /GMT/.test(text ?? '')))
      .toEqual([]);
  }
});
