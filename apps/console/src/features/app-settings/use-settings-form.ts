// The form of the tenant's settings: what is written, what is wrong with it, and what becomes of saving it.
import type { TenantSettingsReply } from '@watchpost/contract/tenant-settings';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { loadTenantSettings, useSaveTenantSettings } from './app-settings.api.ts';
import { draftOf, isSameDraft, problemsOf, type SettingsDraft, settingsOf } from './settings-draft.ts';

export function useSettingsForm(reply: TenantSettingsReply) {
  const [base, setBase] = useState(reply);
  const [draft, setDraft] = useState(() => draftOf(reply.settings));
  const [hasConflict, setHasConflict] = useState(false);
  const saving = useSaveTenantSettings();
  const problems = problemsOf(draft);
  const begin = (next: TenantSettingsReply) => {
    setBase(next);
    setDraft(draftOf(next.settings));
    setHasConflict(false);
  };
  const saveOver = async (version: number) => {
    if (Object.keys(problems).length > 0) {
      toasts.error({ summary: t('error.summary'), text: t('settings.invalid') });
      return;
    }
    try {
      begin(await saving.mutateAsync({ version, settings: settingsOf(draft) }));
      toasts.success({ text: t('settings.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'editedMeanwhile') setHasConflict(true);
      else toasts.error({ summary: t('error.summary'), text: translate(error.message) });
    }
  };
  return {
    draft,
    languages: base.languages,
    hasConflict,
    isSaving: saving.isPending,
    isDirty: !isSameDraft(draft, draftOf(base.settings)),
    /** Words for what is wrong with a field; null when nothing is. */
    problemOf: (field: keyof SettingsDraft) => {
      const key = problems[field];
      return key === undefined ? null : translate(key);
    },
    change: (change: Partial<SettingsDraft>) => setDraft((current) => ({ ...current, ...change })),
    save: () => saveOver(base.version),
    keepMine: async () => saveOver((await loadTenantSettings()).version),
    loadTheirs: async () => begin(await loadTenantSettings()),
    discard: () => begin(base),
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
