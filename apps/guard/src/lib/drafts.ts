// What is written and not finished stays while the app is open: a call for help or a look at the round must not cost it.
import { useState } from 'react';

/** Drafts of one kind, by whatever tells them apart: on a phone of many nobody goes on with another's. */
export function draftsOf<Draft extends object>(empty: Draft) {
  const drafts = new Map<string, Draft>();
  return function useDraft(key: string) {
    const [draft, setDraft] = useState(() => drafts.get(key) ?? empty);
    const change = (changed: (before: Draft) => Partial<Draft>) => {
      const before = drafts.get(key) ?? empty;
      const next = { ...before, ...changed(before) };
      drafts.set(key, next);
      setDraft(next);
    };
    return { draft, change, forget: () => drafts.delete(key) };
  };
}
