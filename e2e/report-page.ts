// The scanned-checkpoints report as a journey sees it: its grid, what it asks of the server, and what the server has.
import type { Page, Request } from '@playwright/test';
import type { ScannedCheckpointsPage } from '@watchpost/contract/scanned-checkpoints';
import { expect, openRoute } from './signed-in.ts';

export const reportRoute = 'patrolling-reports/scanned-checkpoints';
export const zone = 'Asia/Kolkata';

export const reportGrid = (page: Page) => page.getByRole('grid', { name: 'Scanned checkpoints' });
export const dataRows = (page: Page) => reportGrid(page).locator('[data-row-id]');

/** Ids of the rounds on screen, from the first row on. */
export async function roundIds(page: Page): Promise<string[]> {
  return dataRows(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-id') ?? ''));
}

/** Opens the report with a query in its address and waits for its rows. */
export async function openReport(page: Page, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const text = new URLSearchParams(query).toString();
  await openRoute(page, text === '' ? reportRoute : `${reportRoute}?${text}`);
  await expect(dataRows(page).first()).toBeVisible();
  // The rows below the first screen follow.
  await expect(dataRows(page).first().locator('..')).toHaveAttribute('aria-busy', 'false');
}

/** The query in the address of the report's route. */
export const routeQuery = (page: Page): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? ''));

export const isListUrl = (url: URL): boolean => url.pathname.endsWith('/secure/scanned-checkpoints');
export const isListRequest = (request: Request): boolean => isListUrl(new URL(request.url()));

/** Queries of the list that the page asks for from now on. */
export function askedLists(page: Page): Record<string, string>[] {
  const asked: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (isListRequest(request)) asked.push(Object.fromEntries(new URL(request.url()).searchParams));
  });
  return asked;
}

/** What the API answers to whoever is signed in on the page. */
export async function listFromApi(
  page: Page,
  query: Readonly<Record<string, string>> = {},
): Promise<ScannedCheckpointsPage> {
  const reply = await page.request.get('/api/demo/secure/scanned-checkpoints', {
    params: { ...query },
    headers: { timezone: zone },
  });
  expect(reply.status()).toBe(200);
  return reply.json();
}

/** The calendar day some days ago, as the address holds it: history that no guard adds to any more. */
export const dayAgo = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() - days * 86_400_000);

const parts = (atMs: number, timeZone: string): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );

/** The wall clock of a zone as the lists write it. */
export function clock(atMs: number, timeZone: string = zone): string {
  const { hour, minute, dayPeriod } = parts(atMs, timeZone);
  return `${hour}:${minute} ${dayPeriod}`;
}

/** When a checkpoint was scanned, as details write it: day, month, year and clock at the site. */
export function scannedAt(atMs: number, timeZone: string = zone): string {
  const { day, month, year } = parts(atMs, timeZone);
  return `${day}-${month}-${year} ${clock(atMs, timeZone)}`;
}

/** A calendar day as a person types it. */
export const typedDay = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${month}/${year.slice(2)}`;
};

export interface NamedSite {
  readonly id: string;
  readonly name: string;
}

/** A site with more rounds in two days than a page holds, and fewer in one. */
export async function someSite(page: Page): Promise<NamedSite> {
  const { data } = await listFromApi(page, { limit: '1', from: dayAgo(20), to: dayAgo(20) });
  const [round] = data;
  if (round === undefined) throw new Error('the demo has no round twenty days ago');
  return { id: round.subAdminId, name: round.siteName };
}
