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

export function useSavedForm<Reply extends { readonly version: number }, Draft extends object>({
  reply,
  draftOf,
  isSame,
  isWrong,
  load,
  save,
}: SavedForm<Reply, Draft>) {
  const begun = useKept({ base: reply, draft: draftOf(reply) });
  const [base, setBase] = useState(begun.base);
  const [draft, setDraft] = useState(begun.draft);
  const [hasConflict, setHasConflict] = useState(false);
  const isDirty = !isSame(draft, draftOf(base));
  useKeeping({ base, draft }, isDirty);
  const begin = (next: Reply) => {
    setBase(next);
    setDraft(draftOf(next));
    setHasConflict(false);
  };
  /** What was written since it was sent stays written. */
  const taken = (sent: Draft, next: Reply) => {
    setBase(next);
    setDraft((current) => (isSame(current, sent) ? draftOf(next) : current));
    setHasConflict(false);
  };
  const explaining = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'editedMeanwhile') setHasConflict(true);
      else toasts.error({ summary: t('error.summary'), text: translate(error.message) });
    }
  };
  const saveOver = async (version: number) => {
    if (isWrong(draft)) {
      toasts.error({ summary: t('error.summary'), text: t('settings.invalid') });
      return;
    }
    taken(draft, await save(version, draft));
    toasts.success({ text: t('settings.saved') });
  };
  return {
    base,
    draft,
    setDraft,
    hasConflict,
    isDirty,
    save: () => explaining(() => saveOver(base.version)),
    keepMine: () => explaining(async () => saveOver((await load()).version)),
    loadTheirs: () => explaining(async () => begin(await load())),
    discard: () => begin(base),
  };
}
