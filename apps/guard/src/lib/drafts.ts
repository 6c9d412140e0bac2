// What is written and not finished stays while the app is open: a call for help or a look at the round must not cost it.
import { useSyncExternalStore } from 'react';

/** Drafts of one kind, by whatever tells them apart: on a phone of many nobody goes on with another's. */
export function draftsOf<Draft extends object>(empty: Draft) {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return function useDraft(key: string) {
    /** As it is by now, for whoever waited since it was drawn. */
    const now = () => drafts.get(key) ?? empty;
    const change = (changed: (before: Draft) => Partial<Draft>) => {
      drafts.set(key, { ...now(), ...changed(now()) });
      for (const listener of listeners) listener();
    };
    /** Whoever shows it goes elsewhere, and does not empty before the guard's eyes. */
    const forget = () => drafts.delete(key);
    return { draft: useSyncExternalStore(follow, now), now, change, forget };
  };
}
