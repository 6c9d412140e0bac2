// What is written and not finished stays: a call for help, a look at the round or the end of the browser must not cost it.
import { useSyncExternalStore } from 'react';
import { type DraftKind, draftName, findDraft, keepDraft } from './kept-drafts.ts';
import type { Owner } from './records.ts';

interface Form<Draft extends object> {
  /** What is kept of a draft; another object for each. */
  readonly kept: (draft: Draft) => object;
  readonly restored: (kept: object) => Draft;
}

const listeners = new Set<() => void>();
const follow = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Drafts of one kind, by guard and by what they are about. */
export function draftsOf<Draft extends object>(
  kind: DraftKind,
  empty: Draft,
  form: Form<Draft> = {
    kept: (draft) => draft,
    // A draft of an older app may lack something.
    restored: (kept) => ({ ...empty, ...kept }),
  },
) {
  /** By what is kept of them. */
  const drafts = new WeakMap<object, Draft>();
  const draftOf = (name: string): Draft => {
    const kept = findDraft(name);
    if (kept === undefined) return empty;
    const draft = drafts.get(kept) ?? form.restored(kept);
    drafts.set(kept, draft);
    return draft;
  };
  return function useDraft(owner: Owner, about = '') {
    const name = draftName(owner, kind, about);
    /** As it is by now, for whoever waited since it was drawn. */
    const now = () => draftOf(name);
    const change = (changed: (before: Draft) => Partial<Draft>) => {
      const draft = { ...now(), ...changed(now()) };
      const kept = form.kept(draft);
      drafts.set(kept, draft);
      keepDraft(name, kept);
      for (const listener of listeners) listener();
    };
    /** Anyone who shows it goes elsewhere, and does not empty before the guard's eyes. */
    const forget = () => keepDraft(name, undefined);
    return { name, draft: useSyncExternalStore(follow, now), now, change, forget };
  };
}
