// What a tenant chooses for its whole console (MNG-09).
import type { TenantSettingsReply } from '@watchpost/contract/tenant-settings';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useTenantSettings } from './app-settings.api.ts';
import { LoadFailure } from './load-failure.tsx';
import { LogoSection } from './logo-section.tsx';
import { Notice } from './notice.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingsNav } from './settings-nav.tsx';
import {
  ListsSection,
  LookSection,
  MapSection,
  RegionalSection,
  SecuritySection,
} from './settings-sections.tsx';
import styles from './settings-form.module.css';
import { useSettingsForm } from './use-settings-form.ts';

function Form({ reply }: { readonly reply: TenantSettingsReply }) {
  const form = useSettingsForm(reply);
  const mayEdit = useSession((session) => session.hasAccessTo('APP_SETTINGS', 'edit'));
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
      <div className={styles.sections}>
        <LookSection form={form} />
        <LogoSection mayEdit={mayEdit} />
        <RegionalSection form={form} />
        <ListsSection form={form} />
        <SecuritySection form={form} />
        <MapSection form={form} />
      </div>
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

export function TenantSettingsPage() {
  const { data, error, refetch } = useTenantSettings();
  return (
    <>
      <SettingsNav />
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {error === null && (data === undefined ? <Skeleton height={380} /> : <Form reply={data} />)}
    </>
  );
}
