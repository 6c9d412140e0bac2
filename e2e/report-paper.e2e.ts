// What a report says of itself on paper, and that its columns have room there.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Page } from '@playwright/test';
import { expect, openRoute, test } from './signed-in.ts';

interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

/** The first sheet of what the printer gets, on the paper that the page asks for. */
async function firstSheet(page: Page): Promise<Sheet> {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const sheet = document.getPage(0);
  const { originalWidth: width, originalHeight: height } = sheet.getOriginalSize();
  const text = sheet.getText();
  document.destroy();
  library.destroy();
  return { width: Math.round(width), height: Math.round(height), text };
}

/** What reaches out of its cell on a sheet of that width, in CSS pixels. */
const reachingOut = (page: Page): Promise<string[]> =>
  page.getByRole('gridcell').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const edge = cell.getBoundingClientRect().right;
      return [...cell.querySelectorAll('*')]
        .filter((part) => part.getBoundingClientRect().right > edge + 1)
        .map((part) => part.textContent);
    }),
  );

async function openForPaper(page: Page, route: string): Promise<void> {
  await openRoute(page, route);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
}

const reports = [
  {
    route: 'patrolling-reports/scanned-checkpoints?doubt=any',
    texts: ['Sahyadri Guarding · All sites · All days', 'Reason to check: Any reason'],
  },
  {
    route: 'login-logout?from=2026-01-05&to=2099-01-06',
    texts: ['Sahyadri Guarding · All sites', '05/01/26 to 06/01/99'],
  },
  { route: 'app-settings/audit-log', texts: ['Sahyadri Guarding'] },
  { route: 'app-settings/sent-mail', texts: ['Sahyadri Guarding'] },
] as const;

for (const { route, texts } of reports)
  test(`on paper ${route} lies across and says whose it is and what it holds`, async ({ page }) => {
    await openForPaper(page, route);
    const sheet = await firstSheet(page);
    expect([sheet.width, sheet.height]).toEqual([842, 595]);
    for (const each of texts) expect(sheet.text).toContain(each);
    // What is left of a sheet beside its margins.
    await page.setViewportSize({ width: 1032, height: 700 });
    await page.emulateMedia({ media: 'print' });
    expect(await reachingOut(page)).toEqual([]);
  });

test('on upright paper, too, no flag of a round is cut', async ({ page }) => {
  await openForPaper(page, 'patrolling-reports/scanned-checkpoints?doubt=any');
  await page.setViewportSize({ width: 702, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  expect(await reachingOut(page)).toEqual([]);
});

test.describe('of who sees one site alone', () => {
  test.use({ role: 'subAdmin' });
  test('a report on paper names the site', async ({ page }) => {
    await openForPaper(page, 'patrolling-reports/scanned-checkpoints');
    expect((await firstSheet(page)).text).toMatch(/Sahyadri Guarding · (?!All sites)[^·\n]+ · All days/);
  });
});
