// What every page of settings has around its fields: loading, somebody else's save in the meantime, and the bar that saves.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { LoadFailure } from '../../lib/load-failure.tsx';
import { Notice } from './notice.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingsNav } from './settings-nav.tsx';

interface SettingsPageProps<Reply> {
  readonly query: Pick<UseQueryResult<Reply>, 'data' | 'error' | 'refetch'>;
  readonly children: (reply: Reply) => ReactNode;
}

export function SettingsPage<Reply>({ query, children }: SettingsPageProps<Reply>) {
  const { data, error, refetch } = query;
  return (
    <>
      <SettingsNav />
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {error === null && (data === undefined ? <Skeleton height={380} /> : children(data))}
    </>
  );
}

interface SettingsFormProps {
  readonly form: {
    readonly isDirty: boolean;
    readonly isSaving: boolean;
    /** Somebody else saved what is edited here. */
    readonly hasConflict: boolean;
    readonly save: () => Promise<void>;
    readonly discard: () => void;
    readonly keepMine: () => Promise<void>;
    readonly loadTheirs: () => Promise<void>;
  };
  readonly mayEdit: boolean;
  readonly children: ReactNode;
}

export function SettingsForm({ form, mayEdit, children }: SettingsFormProps) {
  useUnsavedChanges(form.isDirty);
  return (
    <>
      {form.hasConflict && (
        <Notice
          title={t('settings.meanwhileTitle')}
          actions={
            <>
              <Button onClick={() => void form.loadTheirs()}>{t('settings.loadTheirs')}</Button>
              <Button onClick={() => void form.keepMine()}>{t('settings.keepMine')}</Button>
            </>
          }
        >
          <p>{t('settings.meanwhileText')}</p>
        </Notice>
      )}
      {children}
      {mayEdit && (
        <SaveBar
          isDirty={form.isDirty}
          isSaving={form.isSaving}
          onSave={() => void form.save()}
          onDiscard={form.discard}
        />
      )}
    </>
  );
}
