import type { Page } from '@playwright/test';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Find anything' }).click();
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
}

async function first<Row>(page: Page, path: string): Promise<Row> {
  const reply = await page.request.get(`/api/demo/secure/${path}`);
  const { data } = (await reply.json()) as { readonly data: readonly Row[] };
  const [row] = data;
  if (row === undefined) throw new Error(`the demo has none of ${path}`);
  return row;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly siteName: string;
}

interface Guard {
  readonly id: string;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
}

test('the palette finds sites, guards, checkpoints and rounds, and opens the page of each by keyboard', async ({
  page,
}) => {
  await openRoute(page, 'manage-shifts');
  const site = await first<Named>(page, 'sites?limit=1');
  const checkpoint = await first<Named>(page, 'checkpoints?limit=1');
  const round = await first<{ id: string; employeeId: string }>(page, 'scanned-checkpoints?limit=1');
  const guard = await first<Guard>(page, `guards?limit=1&searchText=${round.employeeId}`);
  const name = `${guard.firstName} ${guard.lastName}`;
  const searches = [
    [site.name, `${site.name}Site`, `manage-sites/site-details?id=${site.id}`],
    [
      checkpoint.name,
      `${checkpoint.name}Checkpoint at ${checkpoint.siteName}`,
      `manage-checkpoints/checkpoint-details?id=${checkpoint.id}`,
    ],
    [
      guard.employeeId,
      `${name}Guard ${guard.employeeId}`,
      `manage-security-guards/guard-details?id=${guard.id}`,
    ],
    [
      round.employeeId,
      new RegExp(`^${name}Round of `),
      `patrolling-reports/scanned-checkpoints-details?id=${round.id}&zone=site`,
    ],
  ] as const;
  for (const [text, shown, route] of searches) {
    await type(page, text);
    const option = palette(page).getByRole('option').filter({ hasText: shown }).first();
    await expect(option).toBeVisible();
    while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toHaveCount(0);
    await expect(page).toHaveURL(`/#/${route}`);
  }
});

test('the palette says when it cannot look for records, and still opens pages', async ({ page }) => {
  await openRoute(page, 'manage-shifts');
  await page.route(/\/secure\/guards\?/, (route) => route.abort());
  await type(page, 'sites');
  await expect(palette(page).getByText(/could not be looked for/)).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/#/manage-sites');
});

test('what is typed while the palette is still on its way stands in its field', async ({ page }) => {
  await openRoute(page, 'manage-shifts');
  await expect(
    page
      .getByRole('button', { name: 'Add shift' })
      .or(page.getByRole('link', { name: 'Add shift' }))
      .first(),
  ).toBeVisible();
  let letThrough = (): void => undefined;
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/command-palette-[^/]*\.js$/, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('g ax');
  await page.keyboard.press('Backspace');
  letThrough();
  await expect(palette(page).getByRole('combobox')).toHaveValue('g a');
  await page.keyboard.type('b');
  await expect(palette(page).getByRole('combobox')).toHaveValue('g ab');
  await expect(page).toHaveURL('/#/manage-shifts');
});
