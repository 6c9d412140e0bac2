// The dashboard in a real browser: each kind of figure opens the rows that it counts.
import type { Locator, Page } from '@playwright/test';
import type { Dashboard, DashboardRanking } from '@watchpost/contract/dashboard';
import { dayAgo, someSite, zone } from './report-page.ts';
import { delay } from './slow-network.ts';
import { expect, openRoute, test } from './signed-in.ts';

const route = 'admin-dashboard/dashboard';

/** As a person reads it: 1,284 is one thousand two hundred and eighty-four. */
const numberIn = (text: string): number => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', ''));

async function openRange(page: Page, range: string): Promise<void> {
  await openRoute(page, `${route}?range=${range}`);
  await expect(page.getByRole('region', { name: 'What needs a hand' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Rounds over time' }).getByRole('link').first(),
  ).toBeVisible();
}

/** Opens what a link leads to and waits for the list that says how many rows it has. */
async function countBehind(page: Page, link: ReturnType<Page['locator']>): Promise<number> {
  const href = (await link.getAttribute('href')) ?? '';
  await page.goto(`/${href}`);
  const total = page.getByText(/^Total: [\d,]+/).first();
  await expect(total).toBeVisible();
  return numberIn(await total.innerText());
}

/** In the page: the colour of its ground, and how many values pass over to others. */
const groundAndTransitions = () => ({
  ground: getComputedStyle(document.body).backgroundColor,
  transitions: document.getAnimations().filter((motion) => motion instanceof CSSTransition).length,
});

test('[DASH-02] a card, a bar, a cell and a row of a ranking open just the rounds that they count', async ({
  page,
}) => {
  await openRange(page, 'last7Days');
  const kinds = {
    card: page.getByRole('region', { name: 'Rounds', exact: true }).getByRole('link').nth(1),
    bar: page
      .getByRole('group', { name: /^Rounds by status/ })
      .getByRole('link')
      .first(),
    cell: page
      .getByRole('table', { name: /^Rounds started in each hour/ })
      .getByRole('link', { name: /: [1-9]/ })
      .first(),
    missed: page.getByRole('region', { name: 'Checkpoints missed most' }).getByRole('link').first(),
  };
  await expect(kinds.missed).toBeVisible();
  const asked: [string, number, string][] = [];
  for (const [kind, link] of Object.entries(kinds)) {
    const text = (await link.getAttribute('aria-label')) ?? (await link.innerText());
    const value = /(\d[\d,]*)(?: \p{L}+)*$/u.exec(text.trim())?.[1] ?? '';
    asked.push([kind, numberIn(value), (await link.getAttribute('href')) ?? '']);
  }
  for (const [kind, value, href] of asked) {
    const link = page.locator(`a[href="${href}"]`).first();
    if ((await link.count()) === 0) await openRange(page, 'last7Days');
    expect([kind, await countBehind(page, link)]).toEqual([kind, value]);
    await expect(page.getByRole('button', { name: /^Remove filter/ }).first()).toBeVisible();
  }
});

test('[DASH-02] the coverage of one day speaks of its hours alone', async ({ page }) => {
  await openRange(page, `custom&from=${dayAgo(3)}&to=${dayAgo(3)}`);
  const hours = page.getByRole('table', { name: /^Rounds started in each hour/ });
  await expect(hours.getByRole('row')).toHaveCount(2);
  await expect(hours.getByRole('link')).toHaveCount(24);
  await expect(page.getByText(/of the 24 hours of this period/)).toBeVisible();
});

/** In whole per cent; neither 0 nor 100 unless it is nothing or all; a dash where there is nothing to take a share of. */
const shareOf = (part: number, whole: number): string =>
  whole === 0
    ? '–'
    : `${part % whole === 0 ? (part / whole) * 100 : Math.min(99, Math.max(1, Math.round((part / whole) * 100)))}%`;

test('[DASH-02] compliance and completion are shares of what was settled and of what was planned, of all sites and of each', async ({
  page,
}) => {
  // Days that are over.
  const params = { range: 'custom', from: dayAgo(20), to: dayAgo(10) };
  const asked = async (path: string) =>
    (
      await page.request.get(`/api/demo/secure/dashboard${path}`, { params, headers: { timezone: zone } })
    ).json();
  const { due, rounds }: Dashboard = await asked('');
  const { sites }: DashboardRanking = await asked('/ranking');
  const compliance = ({ onTime, doneLate, incomplete, missed }: NonNullable<Dashboard['due']>['now']) =>
    shareOf(onTime, onTime + doneLate + incomplete + missed);
  if (due === null || rounds === null) throw new Error('a super admin sees all figures');
  expect(due.now.doneLate).toBeGreaterThan(0);

  await openRange(page, `custom&from=${params.from}&to=${params.to}`);
  const headline = (name: string) =>
    page.getByRole('region', { name, exact: true }).getByRole('link').first();
  await expect(headline('Compliance')).toHaveText(compliance(due.now));
  await expect(headline('Completion')).toHaveText(shareOf(rounds.now.scanned, rounds.now.planned));
  const missed = page
    .getByRole('region', { name: 'Completion' })
    .getByRole('listitem')
    .filter({ hasText: 'Checkpoints missed' })
    .getByRole('link');
  await expect(missed).toHaveText((rounds.now.planned - rounds.now.scanned).toLocaleString('en-IN'));
  await expect(missed).toHaveAttribute('href', /scanned-checkpoints\?.*status=incompleted/);
  const crews = page.getByRole('region', { name: 'Guards on duty' }).getByRole('listitem');
  // What is so by now, whoever comes and goes meanwhile.
  const byNow = async () => {
    const { onDuty, onDutySites, incidents }: Dashboard = await asked('');
    const named = (onDutySites ?? []).map((site) => [site.name, String(site.onDuty)]);
    const elsewhere = (onDutySites ?? []).reduce((rest, site) => rest - site.onDuty, onDuty ?? 0);
    return {
      figures: [onDuty, (incidents?.New ?? 0) + (incidents?.Attended ?? 0)].map(String),
      crews: [...named, ...(elsewhere > 0 ? [['At other sites', String(elsewhere)]] : [])],
    };
  };
  await expect(async () => {
    const shown = [headline('Guards on duty'), headline('Open incidents')];
    expect({
      figures: await Promise.all(shown.map((link) => link.innerText())),
      crews: await crews.evaluateAll((items) =>
        items.map(({ children }) => [...children].map(({ textContent }) => textContent)),
      ),
    }).toEqual(await byNow());
  }).toPass({ timeout: 20_000 });
  await expect(headline('Guards on duty')).toHaveAttribute('href', /login-logout\?.*onDuty/);
  await expect(headline('Open incidents')).toHaveAttribute('href', /manage-incidents\?.*state=open/);
  const [board, report] = await crews.first().getByRole('link').all();
  const siteOf = async (link: typeof board) =>
    /[?&]site=([^&]+)/.exec((await link?.getAttribute('href')) ?? '')?.[1];
  await expect(board ?? crews).toHaveAttribute('href', /^#\/admin-dashboard\/live\?site=/);
  await expect(report ?? crews).toHaveAttribute('href', /login-logout\?.*onDuty/);
  expect(await siteOf(report)).toBe(await siteOf(board));
  const others = crews.filter({ hasText: 'At other sites' }).getByRole('link');
  await expect(others).toHaveAttribute('href', /login-logout\?status=onDuty&apartFrom=/);
  expect(sites.length).toBeGreaterThan(5);
  const table = page.getByRole('table', { name: 'Sites, those first that need a look' });
  for (const { name, due: ofSite, rounds: walked } of sites) {
    if (ofSite === null || walked === null) throw new Error('a super admin sees all figures');
    const cells = table.getByRole('row', { name }).getByRole('cell');
    await expect(cells.first().getByRole('link').first()).toHaveText(compliance(ofSite));
    await expect(cells.last()).toHaveText(shareOf(walked.scanned, walked.planned));
  }
});

test('[DASH-01] range and site are in the address, and a chart is a table at the press of a button', async ({
  page,
}) => {
  await openRange(page, 'last30Days');
  await expect(page.getByLabel('Range').getByRole('option')).toHaveText([
    'Last Hour',
    'Last 4 Hours',
    'Current Day',
    'Last 7 Days',
    'Last 15 Days',
    'Last 30 Days',
    'This Month',
    'Last Month',
    'Custom',
  ]);
  const { id, name } = await someSite(page);
  await page.getByRole('combobox', { name: 'Site' }).fill(name);
  await page.getByRole('combobox', { name: 'Site' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`site=${id}`));
  const rounds = page.getByRole('region', { name: 'Rounds', exact: true }).getByRole('link').first();
  await expect(rounds).toHaveAttribute('href', new RegExp(`site=${id}`));
  await page.getByLabel('Range').selectOption({ label: 'Last 15 Days' });
  await expect(page).toHaveURL(/range=last15Days/);
  await page.getByRole('button', { name: 'Rounds over time as a table' }).click();
  const table = page.getByRole('table', { name: 'Rounds over time' });
  await expect(table.getByRole('row')).toHaveCount(16);
  await page.getByRole('button', { name: 'Rounds over time as a chart' }).click();
  await page.getByLabel('Range').selectOption({ label: 'Custom' });
  await expect(page.getByLabel('From', { exact: true })).toBeVisible();
  await openRoute(page, `${route}?range=custom&from=2026-01-01&to=2024-01-01`);
  await expect(page.getByText('From must not be after To.')).toBeVisible();
});

test('[DASH-01] figures of the site before open nothing until those of the chosen one have come', async ({
  page,
}) => {
  await openRange(page, 'last7Days');
  const { id, name } = await someSite(page);
  const rounds = page.getByRole('region', { name: 'Rounds', exact: true }).getByRole('link');
  const trend = page.getByRole('region', { name: 'Rounds over time' }).getByRole('link');
  await expect(page.getByRole('table', { name: 'Sites, those first that need a look' })).toBeVisible();
  const release = await delay(
    page,
    (url) => url.pathname.includes('/dashboard') && url.searchParams.get('site') === id,
  );
  await page.getByRole('combobox', { name: 'Site' }).fill(name);
  await page.getByRole('combobox', { name: 'Site' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`site=${id}`));
  const opens = (link: Locator) => link.evaluate((element) => element.closest('[inert]') === null);
  for (const link of [rounds, trend]) await expect.poll(() => opens(link.first())).toBe(false);
  release();
  await expect(rounds.first()).toHaveAttribute('href', new RegExp(`site=${id}`));
  for (const link of [rounds, trend]) await expect.poll(() => opens(link.first())).toBe(true);
});

test('[DASH-02] rounds completed and incompleted have one colour in the card, the chart and the list', async ({
  page,
}) => {
  await openRange(page, 'last7Days');
  const card = page.getByRole('region', { name: 'Rounds', exact: true });
  const chart = page.getByRole('region', { name: 'Rounds over time' });
  const colours = [];
  for (const status of ['Completed', 'Incompleted']) {
    const named = { hasText: new RegExp(`^${status}`) };
    const dot = card.getByRole('listitem').filter(named).locator('span').first();
    const key = chart.getByRole('listitem').filter(named);
    colours.push({
      status,
      card: await dot.evaluate((part) => getComputedStyle(part).backgroundColor),
      chart: await key.evaluate((part) => getComputedStyle(part, '::before').backgroundColor),
    });
  }
  for (const { status, card: ofCard, chart: ofChart } of colours) {
    await openRoute(page, `patrolling-reports/scanned-checkpoints?status=${status.toLowerCase()}`);
    const badge = page.getByRole('grid').getByText(status, { exact: true }).first();
    await expect(badge).toBeVisible();
    const ofList = await badge.evaluate((text) => getComputedStyle(text).color);
    expect([status, ofCard, ofChart]).toEqual([status, ofList, ofList]);
  }
});

test('without motion, a page in the other colours passes nothing over to them', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openRange(page, 'last30Days');
  const light = await page.evaluate(groundAndTransitions);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await page.evaluate(groundAndTransitions);
  expect(dark.ground).not.toBe(light.ground);
  expect(dark.transitions).toBe(0);
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });

  test('[DASH-01] has no site to choose', async ({ page }) => {
    await openRange(page, 'last30Days');
    await expect(page.getByLabel('Range')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Site' })).toHaveCount(0);
  });
});
