// What is written in a dialog on a page: not lost by closing the dialog unasked, nor by the end of the session.
import { useEffect, useEffectEvent, useState } from 'react';
import { onAppEvent } from '../lib/app-events.ts';
import { askToLeave, useUnsavedChanges } from '../lib/unsaved-changes.ts';
import { forgetKept, hasKept, useKeeping, useKept } from './kept-draft.ts';
import { isSameFields } from './merge-fields.ts';

/** For whoever wants to close a dialog, or to leave its page: asks while something in it is not saved. */
export function useAskedClosing(isUnsaved: boolean, onClose: () => void): () => void {
  useUnsavedChanges(isUnsaved);
  return () => {
    if (isUnsaved) void askToLeave().then((may) => may && onClose());
    else onClose();
  };
}

/** `name` is of those who open the dialog, see makeAsked; `stored` is looked at once, when it opens. */
export function useDialogDraft<Draft extends object>(name: string, stored: Draft, onClose: () => void) {
  const begun = useKept({ base: stored, draft: stored }, name);
  const [base] = useState(begun.base);
  const [draft, setDraft] = useState(begun.draft);
  const isDirty = !isSameFields(draft, base);
  useKeeping({ base, draft }, isDirty, { name });
  const drop = () => {
    forgetKept(name);
    onClose();
  };
  return {
    draft,
    change: (next: Partial<Draft>) => setDraft((current) => ({ ...current, ...next })),
    close: useAskedClosing(isDirty, drop),
    /** Once it is saved. */
    drop,
  };
}

/**
 * The hook with which a page holds what its dialog is open about, null while it is closed: open again about the same where
 * something written in it was kept. One dialog at a time has the name `name` on a page.
 */
export function makeAsked<Subject>(name: string) {
  let held: Subject | null = null;
  return function useAsked() {
    const state = useState<Subject | null>(() => (hasKept(name) ? held : null));
    const [asked] = state;
    const hold = useEffectEvent(() => {
      held = asked ?? held;
    });
    useEffect(() => onAppEvent('sessionEnded', () => hold()), []);
    return state;
  };
}
