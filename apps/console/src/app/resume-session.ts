// Someone whose session still lives has nothing to do on the sign-in page (SIGN-14).
import { getUserMetadata } from '@watchpost/contract/session';
import { call } from '../lib/api-client.ts';
import { visitable } from '../lib/pages.ts';
import { session } from '../lib/current-session.ts';
import { setNotificationFetching } from '../lib/notification-fetching.ts';
import { firstEntry, shownMenu } from './menu-selection.ts';

/** Path to go on to from /signin; undefined when the visitor has to sign in. */
export async function resumeSession(query: string): Promise<string | undefined> {
  const search = new URLSearchParams(query);
  // A mailed link for a new password is followed whoever is signed in here, and so is the way back from a provider.
  if (search.has('reset') || search.has('provider') || !session.isSignedIn() || session.menu().length === 0)
    return undefined;
  try {
    session.save(await call(getUserMetadata, { explainedBy: 'caller' }));
  } catch {
    // Ended: the client has cleared what was stored. Out of reach: the sign-in page says so when it is used.
    return undefined;
  }
  const first = firstEntry(shownMenu(session.menu()));
  if (first === undefined) return undefined;
  session.rememberDashboardRoute(first.routerLink);
  session.selectMenu(first.accessGroupCode);
  setNotificationFetching(true);
  const next = search.get('next');
  return (
    (next === null ? undefined : visitable(next, session.canView)) ??
    `/${first.routerLink.replace(/\/$/, '')}`
  );
}
