// What is written and not finished stays: a call for help, a look at the round or the end of the browser must not cost it.
import { useSyncExternalStore } from 'react';
import { type DraftKind, draftName, findDraft, saveDraft } from './saved-drafts.ts';
import type { Owner } from './records.ts';

interface Form<Draft extends object> {
  /** What is kept of a draft; another object for each. */
  readonly saved: (draft: Draft) => object;
  readonly restored: (saved: object) => Draft;
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
    saved: (draft) => draft,
    // A draft of an older app may lack something.
    restored: (saved) => ({ ...empty, ...saved }),
  },
) {
  /** By what is kept of them. */
  const drafts = new WeakMap<object, Draft>();
  const draftOf = (name: string): Draft => {
    const saved = findDraft(name);
    if (saved === undefined) return empty;
    const draft = drafts.get(saved) ?? form.restored(saved);
    drafts.set(saved, draft);
    return draft;
  };
  return function useDraft(owner: Owner, about = '') {
    const name = draftName(owner, kind, about);
    /** As it is by now, for whoever waited since it was drawn. */
    const now = () => draftOf(name);
    const change = (changed: (before: Draft) => Partial<Draft>) => {
      const draft = { ...now(), ...changed(now()) };
      const saved = form.saved(draft);
      drafts.set(saved, draft);
      saveDraft(name, saved);
      for (const listener of listeners) listener();
    };
    /** Anyone who shows it goes elsewhere, and does not empty before the guard's eyes. */
    const forget = () => saveDraft(name, undefined);
    return { name, draft: useSyncExternalStore(follow, now), now, change, forget };
  };
}
