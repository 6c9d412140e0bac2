// Which entry of the stored menu a route belongs to (MENU-02), and where the menu begins (SIGN-14).
import { toPatrolMenu, visibleMenu, type MenuEntry } from '@watchpost/domain/menu';
import { pageAt } from './pages.ts';

/** The stored menu as it is shown: patrol names, no duplicates, nothing COMMON (MENU-01, MENU-07). */
export function shownMenu(stored: readonly MenuEntry[]): MenuEntry[] {
  return visibleMenu(toPatrolMenu(stored));
}

/** Entries that lead somewhere, groups opened up, in the menu's order. */
export function leavesOf(menu: readonly MenuEntry[]): MenuEntry[] {
  return menu.flatMap((entry) => (entry.subMenuList.length > 0 ? leavesOf(entry.subMenuList) : [entry]));
}

const bare = (path: string): string => path.toLowerCase().replaceAll(/^\/+|\/+$/g, '');

/**
 * The entry whose URL contains the route, whatever the case. A page below an entry (its details, its form) belongs
 * to the entry that it extends, by full URL or, at root level, by the URL's last segment.
 */
export function selectedEntry(menu: readonly MenuEntry[], path: string): MenuEntry | undefined {
  const route = bare(path);
  if (route === '') return undefined;
  const leaves = leavesOf(menu).filter((entry) => bare(entry.routerLink) !== '');
  const lastSegment = (entry: MenuEntry) => bare(entry.routerLink).split('/').at(-1) ?? '';
  return (
    leaves.find((entry) => bare(entry.routerLink).includes(route)) ??
    leaves
      .filter((entry) => route.startsWith(bare(entry.routerLink)))
      .toSorted((one, other) => other.routerLink.length - one.routerLink.length)[0] ??
    leaves.find((entry) => route.startsWith(lastSegment(entry)))
  );
}

/** What the sidebar marks: nothing where no page is. */
export const markedEntry = (menu: readonly MenuEntry[], path: string): MenuEntry | undefined =>
  pageAt(path) === undefined ? undefined : selectedEntry(menu, path);

/** The first item, or the first child of the first group. */
export function firstEntry(menu: readonly MenuEntry[]): MenuEntry | undefined {
  return leavesOf(menu)[0];
}
