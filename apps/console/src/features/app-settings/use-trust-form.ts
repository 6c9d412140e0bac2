// The form of thresholds of doubt: what is written, what is wrong with it, and what becomes of saving it.
import type { TrustSettingsReply } from '@watchpost/contract/trust-settings';
import type { TrustFlag } from '@watchpost/domain/trust';
import { defaultTrust, type TrustThreshold } from '@watchpost/domain/trust-thresholds';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import {
  isSameTrustDraft,
  shownRange,
  type TrustDraft,
  trustDraftOf,
  trustProblemsOf,
  trustSettingsOf,
} from './trust-draft.ts';
import { loadTrustSettings, useSaveTrustSettings } from './trust-settings.api.ts';

export function useTrustForm(reply: TrustSettingsReply) {
  const [base, setBase] = useState(reply);
  const [draft, setDraft] = useState<TrustDraft>(() => trustDraftOf(reply.settings));
  const [hasConflict, setHasConflict] = useState(false);
  const saving = useSaveTrustSettings();
  const problems = trustProblemsOf(draft);
  const begin = (next: TrustSettingsReply) => {
    setBase(next);
    setDraft(trustDraftOf(next.settings));
    setHasConflict(false);
  };
  const saveOver = async (version: number) => {
    if (Object.keys(problems).length > 0) {
      toasts.error({ summary: t('error.summary'), text: t('settings.invalid') });
      return;
    }
    try {
      begin(await saving.mutateAsync({ version, settings: trustSettingsOf(draft) }));
      toasts.success({ text: t('settings.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'editedMeanwhile') setHasConflict(true);
      else toasts.error({ summary: t('error.summary'), text: translate(error.message) });
    }
  };
  return {
    draft,
    hasConflict,
    isSaving: saving.isPending,
    isDirty: !isSameTrustDraft(draft, trustDraftOf(base.settings)),
    isUsual: isSameTrustDraft(draft, trustDraftOf(defaultTrust)),
    problemOf: (name: TrustThreshold) => problemWords(problems[name], name),
    write: (name: TrustThreshold, text: string) =>
      setDraft((now) => ({ ...now, texts: { ...now.texts, [name]: text } })),
    mark: (flag: TrustFlag, isAlways: boolean) =>
      setDraft((now) => {
        const others = now.alwaysFlags.filter((each) => each !== flag);
        return { ...now, alwaysFlags: isAlways ? [...others, flag] : others };
      }),
    takeUsual: () => setDraft(trustDraftOf(defaultTrust)),
    save: () => saveOver(base.version),
    keepMine: async () => saveOver((await loadTrustSettings()).version),
    loadTheirs: async () => begin(await loadTrustSettings()),
    discard: () => begin(base),
  };
}

export type TrustForm = ReturnType<typeof useTrustForm>;

function problemWords(problem: string | undefined, name: TrustThreshold): string | null {
  if (problem === undefined) return null;
  return problem === 'doubt_threshold' ? t('doubt.range', shownRange(name)) : translate(problem);
}
