// What is written in a dialog on a record's page: not lost by closing the dialog unasked, nor by the end of the session.
import { useState } from 'react';
import { askToLeave, useUnsavedChanges } from '../lib/unsaved-changes.ts';
import { forgetKept, hasKept, useKeeping, useKept } from './kept-draft.ts';
import { isSameFields } from './merge-fields.ts';

interface Begun<Draft extends object> {
  readonly draft: Draft;
  /** Of the record as the draft began with it. */
  readonly version: number;
}

/** `stored` is looked at once, when the dialog opens. */
export function useDialogDraft<Draft extends object>(stored: Begun<Draft>, onClose: () => void) {
  const begun = useKept({ base: stored, draft: stored.draft });
  const [base] = useState(begun.base);
  const [draft, setDraft] = useState(begun.draft);
  const isDirty = !isSameFields(draft, base.draft);
  useUnsavedChanges(isDirty);
  useKeeping({ base, draft }, isDirty);
  const drop = () => {
    forgetKept();
    onClose();
  };
  return {
    draft,
    version: base.version,
    change: (next: Partial<Draft>) => setDraft((current) => ({ ...current, ...next })),
    /** For whoever wants to close it. */
    close: () => {
      if (isDirty) void askToLeave().then((may) => may && drop());
      else drop();
    },
    /** Once it is saved. */
    drop,
  };
}

/** What a dialog edits while it is open; it opens by itself where something written in it was kept. */
export function useEdited<Stored>(data: Stored | undefined) {
  const [edited, setEdited] = useState<Stored | null>(null);
  const [isAwaited, setIsAwaited] = useState(hasKept);
  if (isAwaited && data !== undefined) {
    setIsAwaited(false);
    setEdited(data);
  }
  return [edited, setEdited] as const;
}
