// The form of thresholds of doubt: what is written, what is wrong with it, and what becomes of saving it.
import type { TrustSettingsReply } from '@watchpost/contract/trust-settings';
import type { TrustFlag } from '@watchpost/domain/trust';
import { defaultTrust, type TrustThreshold } from '@watchpost/domain/trust-thresholds';
import { t, translate } from '../../lib/labels.ts';
import {
  isSameTrustDraft,
  shownRange,
  trustDraftOf,
  trustProblemsOf,
  trustSettingsOf,
} from './trust-draft.ts';
import { loadTrustSettings, useSaveTrustSettings } from './trust-settings.api.ts';
import { useSavedForm } from './use-saved-form.ts';

export function useTrustForm(reply: TrustSettingsReply) {
  const saving = useSaveTrustSettings();
  const { draft, setDraft, ...form } = useSavedForm({
    reply,
    draftOf: ({ settings }: TrustSettingsReply) => trustDraftOf(settings),
    isSame: isSameTrustDraft,
    isWrong: (written) => Object.keys(trustProblemsOf(written)).length > 0,
    load: loadTrustSettings,
    save: (version, written) => saving.mutateAsync({ version, settings: trustSettingsOf(written) }),
  });
  const problems = trustProblemsOf(draft);
  return {
    ...form,
    draft,
    isSaving: saving.isPending,
    isUsual: isSameTrustDraft(draft, trustDraftOf(defaultTrust)),
    problemOf: (name: TrustThreshold) => problemText(problems[name], name),
    write: (name: TrustThreshold, text: string) =>
      setDraft((now) => ({ ...now, texts: { ...now.texts, [name]: text } })),
    mark: (flag: TrustFlag, isAlways: boolean) =>
      setDraft((now) => {
        const others = now.alwaysFlags.filter((each) => each !== flag);
        return { ...now, alwaysFlags: isAlways ? [...others, flag] : others };
      }),
    takeUsual: () => setDraft(trustDraftOf(defaultTrust)),
  };
}

export type TrustForm = ReturnType<typeof useTrustForm>;

function problemText(problem: string | undefined, name: TrustThreshold): string | null {
  if (problem === undefined) return null;
  return problem === 'doubt_threshold' ? t('doubt.range', shownRange(name)) : translate(problem);
}
