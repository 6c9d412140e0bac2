// A form that is saved whole in the version that was edited: what is written, and what becomes of saving it.
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { useKeeping, useKept } from '../../records/kept-draft.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

interface SavedForm<Reply, Draft> {
  /** What the form is filled with. */
  readonly reply: Reply;
  readonly draftOf: (reply: Reply) => Draft;
  readonly isSame: (one: Draft, other: Draft) => boolean;
  /** Whether something written cannot be saved. */
  readonly isWrong: (draft: Draft) => boolean;
  readonly load: () => Promise<Reply>;
  readonly save: (version: number, draft: Draft) => Promise<Reply>;
}

/** What is written, beside what it began with. */
function useWritten<Reply extends object, Draft extends object>(
  reply: Reply,
  draftOf: (reply: Reply) => Draft,
  isSame: (one: Draft, other: Draft) => boolean,
) {
  const begun = useKept({ base: reply, draft: draftOf(reply) });
  const [base, setBase] = useState(begun.base);
  const [draft, setDraft] = useState(begun.draft);
  const isDirty = !isSame(draft, draftOf(base));
  useKeeping({ base, draft }, isDirty);
  return {
    base,
    draft,
    setDraft,
    isDirty,
    begin: (next: Reply) => {
      setBase(next);
      setDraft(draftOf(next));
    },
    /** What was written since it was sent stays written. */
    taken: (sent: Draft, next: Reply) => {
      setBase(next);
      setDraft((current) => (isSame(current, sent) ? draftOf(next) : current));
    },
  };
}

export function useSavedForm<Reply extends { readonly version: number }, Draft extends object>({
  reply,
  draftOf,
  isSame,
  isWrong,
  load,
  save,
}: SavedForm<Reply, Draft>) {
  const { base, draft, setDraft, isDirty, begin, taken } = useWritten(reply, draftOf, isSame);
  const [hasConflict, setHasConflict] = useState(false);
  /** Of work after which this form and what is stored are one again. */
  const explaining = async (work: () => Promise<void>) => {
    try {
      await work();
      setHasConflict(false);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'editedMeanwhile') setHasConflict(true);
      else toasts.error({ summary: t('error.summary'), text: translate(error.message) });
    }
  };
  const saveOver = async (version: number) => {
    taken(draft, await save(version, draft));
    toasts.success({ text: t('settings.saved') });
  };
  const saving = async (versionOf: () => Promise<number>) => {
    if (isWrong(draft)) toasts.error({ summary: t('error.summary'), text: t('settings.invalid') });
    else await explaining(async () => saveOver(await versionOf()));
  };
  return {
    base,
    draft,
    setDraft,
    hasConflict,
    isDirty,
    save: () => saving(async () => base.version),
    keepMine: () => saving(async () => (await load()).version),
    loadTheirs: () => explaining(async () => begin(await load())),
    discard: () => {
      begin(base);
      setHasConflict(false);
    },
  };
}
