// The form of the tenant's settings: what is written, what is wrong with it, and what becomes of saving it.
import type { TenantSettingsReply } from '@watchpost/contract/tenant-settings';
import { translate } from '../../lib/labels.ts';
import { loadTenantSettings, useSaveTenantSettings } from './app-settings.api.ts';
import { draftOf, isSameDraft, problemsOf, type SettingsDraft, settingsOf } from './settings-draft.ts';
import { useSavedForm } from './use-saved-form.ts';

export function useSettingsForm(reply: TenantSettingsReply) {
  const saving = useSaveTenantSettings();
  const { base, draft, setDraft, ...form } = useSavedForm({
    reply,
    draftOf: ({ settings }: TenantSettingsReply) => draftOf(settings),
    isSame: isSameDraft,
    isWrong: (written) => Object.keys(problemsOf(written)).length > 0,
    load: loadTenantSettings,
    save: (version, written) => saving.mutateAsync({ version, settings: settingsOf(written) }),
  });
  const problems = problemsOf(draft);
  return {
    ...form,
    draft,
    languages: base.languages,
    isSaving: saving.isPending,
    /** Words for what is wrong with a field; null when nothing is. */
    problemOf: (field: keyof SettingsDraft) => {
      const key = problems[field];
      return key === undefined ? null : translate(key);
    },
    change: (change: Partial<SettingsDraft>) => setDraft((current) => ({ ...current, ...change })),
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
