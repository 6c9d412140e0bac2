// The addresses of the console's pages: which there are, who may see which, and those that have nothing around them.
import type { AccessGroup } from '@watchpost/domain/permissions';

/** What the address of a page says; app/pages.ts has an entry for each. */
export interface Page {
  /** Below the hash, without slashes at their ends. */
  readonly paths: readonly string[];
  readonly group: AccessGroup;
}

/** Where the address without a path leads. */
export const homePath = 'admin-dashboard';
export const liveBoardPath = 'admin-dashboard/live';

/** Routes that need no one signed in (ROUTE-03). */
export const openRoutes = ['signin', 'app-info', 'authorize-failure'] as const;
/** Routes without header, sidebar and page header (SHELL-02). */
export const bareRoutes: readonly string[] = [...openRoutes];
/** Whether the address is the live board as a screen on a wall, which has nothing around it. */
export function isWallDisplayAddress(path: string, search: string): boolean {
  return isUnder([liveBoardPath], path) && new URLSearchParams(search).get('wall') === '1';
}
/** Path segments that make no crumb (CRUMB-02). */
export const ignoredCrumbSegments: readonly string[] = ['app-info'];

const trimmed = (path: string): string => path.replaceAll(/^\/+|\/+$/g, '');

/** Whether the path, its query ignored, is one of the listed routes or lies below one. */
export function isUnder(routes: readonly string[], path: string): boolean {
  const bare = trimmed(path.split('?')[0] ?? '');
  return routes.some((route) => bare === route || bare.startsWith(`${route}/`));
}

let pages: readonly Page[] = [];

/** The table names features, which this room may not know: it hands over what their addresses are. */
export function setPages(all: readonly Page[]): void {
  pages = all;
}

/** The entry of `all` whose page is at the path, its query ignored. */
export function pageIn<Entry extends Page>(all: readonly Entry[], path: string): Entry | undefined {
  const bare = trimmed(path.split('?')[0] ?? '').toLowerCase();
  return all.find(({ paths }) => paths.some((each) => each.toLowerCase() === bare));
}

/** `path` if it names a page that the viewer may see; undefined otherwise (ROUTE-08). */
export function visitable(path: string, canView: (group: AccessGroup) => boolean): string | undefined {
  const page = pageIn(pages, path);
  return path.startsWith('/') && page !== undefined && canView(page.group) ? path : undefined;
}
