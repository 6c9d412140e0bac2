// The one session of this page, over the browser's local storage.
import { useSyncExternalStore } from 'react';
import { createSession, type Session } from './session.ts';
import { currentTenant } from './tenant.ts';

export const session = createSession(() => window.localStorage, currentTenant);

/** Follows one stored value; `read` must answer the same object while nothing changed, as the session's readers do. */
export function useSession<T>(read: (session: Session) => T): T {
  return useSyncExternalStore(session.subscribe, () => read(session));
}
