// From where on scans are doubted, and which rounds somebody has to look at (FIELD-03).
import type { TrustSettingsReply } from '@watchpost/contract/trust-settings';
import { trustFlags } from '@watchpost/domain/trust';
import { trustWeights } from '@watchpost/domain/trust-score';
import { defaultTrust, type TrustThreshold } from '@watchpost/domain/trust-thresholds';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { SettingsForm, SettingsPage } from './settings-form.tsx';
import { shownValue } from './trust-draft.ts';
import { useTrustSettings } from './trust-settings.api.ts';
import styles from './trust-settings-page.module.css';
import { type TrustForm, useTrustForm } from './use-trust-form.ts';

const positionThresholds = ['radiusSlackMetres', 'accuracyMaxMetres', 'positionDwellMs'] as const;
const times = [
  'burstMs',
  'speedMaxMetresPerSecond',
  'travelMaxMetresPerSecond',
  'teleportMetresPerSecond',
  'sentLateMs',
] as const;
const phones = ['clockSkewMaxMs', 'sharedDeviceMs', 'rotatingCodeMs'] as const;

interface FieldsProps {
  readonly form: TrustForm;
  readonly names: readonly TrustThreshold[];
}

function Thresholds({ form, names }: FieldsProps) {
  return (
    <div className={styles.fields}>
      {names.map((name) => (
        <TextField
          key={name}
          label={t(`doubt.${name}`)}
          help={t(`doubt.${name}Help`, { usual: shownValue(defaultTrust, name) })}
          error={form.problemOf(name)}
          inputMode="decimal"
          isRequired
          value={form.draft.texts[name]}
          onChange={(event) => form.write(name, event.target.value)}
        />
      ))}
    </div>
  );
}

function AlwaysFlagged({ form }: { readonly form: TrustForm }) {
  return (
    <fieldset className={styles.always}>
      <legend>{t('doubt.alwaysFlags')}</legend>
      <p className={styles.text}>{t('doubt.alwaysFlagsHelp')}</p>
      <div className={styles.choices}>
        {trustFlags.map((flag) => (
          <label key={flag} className={styles.choice}>
            <input
              type="checkbox"
              checked={form.draft.alwaysFlags.includes(flag)}
              onChange={(event) => form.mark(flag, event.target.checked)}
            />
            <span>{t(`trust.${flag}`)}</span>
            <span className={styles.points}>{t('doubt.points', { points: trustWeights[flag] })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Form({ reply }: { readonly reply: TrustSettingsReply }) {
  const form = useTrustForm(reply);
  const mayEdit = useSession((session) => session.hasAccessTo('APP_SETTINGS', 'edit'));
  return (
    <SettingsForm form={form} mayEdit={mayEdit}>
      <div className={styles.sections}>
        <Card title={t('doubt.title')}>
          <div className={styles.intro}>
            <p className={styles.text}>
              {t('doubt.text')} {t('doubt.future')}
            </p>
            {mayEdit && (
              <Button disabled={form.isUsual} onClick={form.takeUsual}>
                {t('doubt.reset')}
              </Button>
            )}
          </div>
        </Card>
        <Card title={t('doubt.place')}>
          <Thresholds form={form} names={positionThresholds} />
        </Card>
        <Card title={t('doubt.time')}>
          <Thresholds form={form} names={times} />
        </Card>
        <Card title={t('doubt.phone')}>
          <Thresholds form={form} names={phones} />
        </Card>
        <Card title={t('doubt.exceptions')}>
          <p className={styles.text}>{t('doubt.exceptionsText')}</p>
          <Thresholds form={form} names={['scoreMin']} />
          <AlwaysFlagged form={form} />
        </Card>
      </div>
    </SettingsForm>
  );
}

export function TrustSettingsPage() {
  return <SettingsPage query={useTrustSettings()}>{(reply) => <Form reply={reply} />}</SettingsPage>;
}
