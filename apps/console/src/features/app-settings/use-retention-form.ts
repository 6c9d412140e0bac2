import type { Retention } from '@watchpost/contract/retention';
import { isSameRetention, monthsOf, retentionDraftOf, type RetentionDraft } from './retention-draft.ts';
import { loadRetention, useSaveRetention } from './retention.api.ts';
import { useSavedForm } from './use-saved-form.ts';

export function useRetentionForm(reply: Retention) {
  const saving = useSaveRetention();
  const { draft, setDraft, ...form } = useSavedForm({
    reply,
    draftOf: retentionDraftOf,
    isSame: isSameRetention,
    isWrong: (written) => monthsOf(written) === undefined,
    load: loadRetention,
    save: (version, written) => saving.mutateAsync({ version, monthsToKeep: monthsOf(written) ?? null }),
  });
  return {
    ...form,
    draft,
    isSaving: saving.isPending,
    /** Null for everything; undefined for what is no number of months. */
    months: monthsOf(draft),
    choose: (keeps: RetentionDraft['retains']) => setDraft((now) => ({ ...now, retains: keeps })),
    write: (months: string) => setDraft((now) => ({ ...now, months })),
  };
}

export type RetentionForm = ReturnType<typeof useRetentionForm>;
