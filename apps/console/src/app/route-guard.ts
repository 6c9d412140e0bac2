// Who may enter a route, and where whoever may not is sent (ROUTE-03, ROUTE-07, ROUTE-08).
import { isUnder, openRoutes } from '../lib/pages.ts';
import type { Session } from '../lib/session.ts';
import { selectedEntry, shownMenu } from './menu-selection.ts';
import { pageAt } from './pages.ts';

interface Surroundings {
  readonly session: Pick<Session, 'isSignedIn' | 'menu' | 'selectMenu'>;
  readonly setNotificationFetching: (isOn: boolean) => void;
}

/** The route to enter instead; undefined lets the visitor in. `address` is path and query below the hash. */
export function guardRoute(
  address: string,
  surroundings: Surroundings,
): { next: string | undefined } | undefined {
  const { session, setNotificationFetching } = surroundings;
  const path = address.split('?')[0] ?? '';
  if (isUnder(openRoutes, path)) {
    if (!session.isSignedIn()) setNotificationFetching(false);
    return undefined;
  }
  setNotificationFetching(session.isSignedIn());
  if (!session.isSignedIn()) return { next: path === '/' || path === '' ? undefined : address };
  const entry = selectedEntry(shownMenu(session.menu()), path);
  // A page beside those of the menu, such as a part of App Settings, has the rights of its own group.
  const group = entry?.accessGroupCode ?? pageAt(path)?.group;
  if (group !== undefined) session.selectMenu(group);
  return undefined;
}
