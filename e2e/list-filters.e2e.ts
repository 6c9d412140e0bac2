// What narrows a list of records, in words: where its fields are folded away, and on paper.
import type { Locator, Page } from '@playwright/test';
import { expect, faultsInBothSchemes, openRoute, test } from './signed-in.ts';

const narrow = { width: 390, height: 844 };
const chipsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Filters' }).getByRole('list', { name: 'Active filters' });
const chip = (page: Page, texts: string): Locator => chipsOf(page).getByText(texts, { exact: true });
const removal = (page: Page, texts: string): Locator =>
  chipsOf(page).getByRole('button', { name: `Remove filter ${texts}`, exact: true });

const folded = [
  {
    route: 'patrolling-reports/exceptions?kind=missed&severity=high',
    texts: ['Kind: Missed', 'Severity: High'],
  },
  { route: 'manage-incidents?severity=high&type=intrusion', texts: ['Severity: High', 'Type: Intrusion'] },
  {
    route: 'manage-incidents?view=board&severity=high&type=intrusion',
    texts: ['Severity: High', 'Type: Intrusion'],
  },
] as const;

for (const { route, texts } of folded)
  test(`where filters are folded, ${route} names each; they go by pointer and by key, and the focus stays beside`, async ({
    page,
  }) => {
    await page.setViewportSize(narrow);
    await openRoute(page, route);
    const control = page.getByRole('button', { name: 'Filters (2)' });
    for (const each of texts) await expect(chip(page, each)).toBeVisible();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await control.click();
    await expect(chipsOf(page)).toBeHidden();
    await control.click();
    await removal(page, texts[0]).focus();
    await page.keyboard.press('Enter');
    await expect(chip(page, texts[0])).toHaveCount(0);
    await expect(removal(page, texts[1])).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chipsOf(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
    await expect(page).not.toHaveURL(/severity|kind|type=/);

    await openRoute(page, route);
    await removal(page, texts[1]).click();
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(chipsOf(page)).toBeHidden();
  });

test('on a wide screen a filter is named while the second row that has its field is folded, or where none has', async ({
  page,
}) => {
  await openRoute(page, 'patrolling-reports/exceptions?kind=missed&age=overdue');
  const more = page.getByRole('button', { name: 'More filters (1)' });
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(chipsOf(page)).toBeHidden();
  await more.click();
  await expect(chip(page, 'Age: Overdue')).toBeVisible();
  await expect(chip(page, 'Kind: Missed')).toBeHidden();
  await removal(page, 'Age: Overdue').click();
  await expect(page).not.toHaveURL(/age=/);
  await openRoute(page, 'patrolling-reports/exceptions?closedFrom=2026-01-05&closedTo=2026-01-06');
  await removal(page, 'Closed: 05/01/26 – 06/01/26').click();
  // The zone of the days stays chosen.
  await expect(page).toHaveURL(/exceptions\?zone=[^&]+$/);
});

const printed = [
  { route: 'manage-security-guards?searchText=EMP&status=active', texts: ['Search: EMP', 'Status: Active'] },
  { route: 'manage-sites?status=active', texts: ['Status: Active'] },
  { route: 'manage-checkpoints?status=active', texts: ['Status: Active'] },
  { route: 'manage-shifts?searchText=Night', texts: ['Search: Night'] },
  { route: 'manage-patrol-routes?status=active', texts: ['Status: Active'] },
  { route: 'manage-patrol-tours?status=active', texts: ['Status: Active'] },
  { route: 'manage-devices?state=active', texts: ['Status: In use'] },
  { route: 'manage-incidents?severity=high', texts: ['Severity: High'] },
  { route: 'manage-incidents?view=board&severity=high', texts: ['Severity: High'] },
  { route: 'patrolling-reports/exceptions?kind=missed', texts: ['Kind: Missed'] },
  { route: 'patrolling-reports/scheduled-reports?status=active', texts: ['Status: Active'] },
] as const;

test('a list on paper says whose it is and what narrows it, and of how many pages it is one', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  for (const { route, texts } of printed) {
    await openRoute(page, route);
    await expect(page.getByRole('main').getByText('Sahyadri Guarding', { exact: true }), route).toBeVisible();
    for (const each of texts) await expect(chip(page, each), route).toBeVisible();
    await expect(page.getByRole('searchbox'), route).toBeHidden();
    await expect(chipsOf(page).getByRole('button'), route).toHaveCount(0);
  }
  await openRoute(page, 'manage-security-guards?status=active');
  await expect(page.getByText(/^Page 1 of /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeHidden();
});

test.describe('of who sees one site alone', () => {
  test.use({ role: 'subAdmin' });
  test('a list on paper says which site it is of', async ({ page }) => {
    await openRoute(page, 'manage-checkpoints');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('main').getByText(/^Sahyadri Guarding · ./)).toBeVisible();
  });
});
