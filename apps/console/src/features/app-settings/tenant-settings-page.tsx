// What a tenant chooses for its whole console (MNG-09).
import type { TenantSettingsReply } from '@watchpost/contract/tenant-settings';
import { useSession } from '../../lib/current-session.ts';
import { useTenantSettings } from './app-settings.api.ts';
import { LogoSection } from './logo-section.tsx';
import {
  DutySection,
  ListsSection,
  LookSection,
  MapSection,
  RegionalSection,
  SecuritySection,
  SosSection,
} from './settings-sections.tsx';
import styles from './settings-form.module.css';
import { SettingsForm, SettingsPage } from './settings-form.tsx';
import { useSettingsForm } from './use-settings-form.ts';

function Form({ reply }: { readonly reply: TenantSettingsReply }) {
  const form = useSettingsForm(reply);
  const mayEdit = useSession((session) => session.hasAccessTo('APP_SETTINGS', 'edit'));
  return (
    <SettingsForm form={form} mayEdit={mayEdit}>
      <div className={styles.sections}>
        <LookSection form={form} />
        <LogoSection mayEdit={mayEdit} />
        <RegionalSection form={form} />
        <ListsSection form={form} />
        <SosSection form={form} />
        <DutySection form={form} />
        <SecuritySection form={form} />
        <MapSection form={form} />
      </div>
    </SettingsForm>
  );
}

export function TenantSettingsPage() {
  return <SettingsPage query={useTenantSettings()}>{(reply) => <Form reply={reply} />}</SettingsPage>;
}
