// Through whom people of the organisation may sign in besides their passwords.
import type { SignInProviderReply } from '@watchpost/contract/sign-in-providers';
import { IconCircleCheck, IconCopy } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSignInProvider } from './sign-in-provider.api.ts';
import styles from './settings-form.module.css';
import { SettingsForm, SettingsPage } from './settings-form.tsx';
import {
  type ProviderField,
  type SignInProviderForm,
  useSignInProviderForm,
} from './use-sign-in-provider-form.ts';

type TextName = Exclude<ProviderField, 'isOn'>;

function textProps({ draft, change, problemOf }: SignInProviderForm, name: TextName) {
  return {
    value: draft[name],
    error: problemOf(name),
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  };
}

function CallbackField({ address }: { readonly address: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toasts.success({ text: t('provider.copied') });
  };
  return (
    <TextField
      className={styles.wide}
      label={t('provider.callback')}
      help={t('provider.callbackHelp')}
      value={address}
      readOnly
      trail={
        <IconButton
          size="small"
          label={t('provider.copy')}
          icon={<IconCopy size={18} />}
          onClick={() => void copy()}
        />
      }
    />
  );
}

function Fields({ form }: { readonly form: SignInProviderForm }) {
  const { base, draft, change } = form;
  const hasSecret = base.provider?.hasSecret === true;
  return (
    <div className={styles.fields}>
      <TextField
        className={styles.wide}
        label={t('provider.issuer')}
        help={t('provider.issuerHelp')}
        inputMode="url"
        isRequired
        {...textProps(form, 'issuer')}
      />
      <TextField label={t('provider.clientId')} isRequired {...textProps(form, 'clientId')} />
      <PasswordField
        label={t('provider.clientSecret')}
        help={hasSecret ? t('provider.secretKept') : t('provider.secretHelp')}
        isRequired={!hasSecret}
        {...textProps(form, 'clientSecret')}
        autoComplete="new-password"
      />
      <TextField
        label={t('provider.scopes')}
        help={t('provider.scopesHelp')}
        isRequired
        {...textProps(form, 'scopes')}
      />
      <TextField
        label={t('provider.label')}
        help={t('provider.labelHelp')}
        isRequired
        {...textProps(form, 'label')}
      />
      <CallbackField address={base.callbackUrl} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.isOn}
          onChange={(event) => change({ isOn: event.target.checked })}
        />
        {t('provider.isOn')}
      </label>
    </div>
  );
}

function Foot({ form }: { readonly form: SignInProviderForm }) {
  const { base, trial } = form;
  const { result } = trial;
  return (
    <>
      <div className={styles.foot}>
        <Button isBusy={trial.isRunning} disabled={form.draft.issuer === ''} onClick={() => void trial.run()}>
          {t('provider.test')}
        </Button>
        {base.provider !== null && (
          <span>
            {t('provider.linked', { count: base.provider.linkedAccounts })} {t('provider.relink')}
          </span>
        )}
      </div>
      <output className={styles.result}>
        {result !== undefined && (
          <span className={result.isGood ? styles.good : styles.error}>
            {result.isGood && <IconCircleCheck size={18} aria-hidden />} {result.text}
          </span>
        )}
      </output>
    </>
  );
}

function ProviderForm({ reply }: { readonly reply: SignInProviderReply }) {
  const form = useSignInProviderForm(reply);
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  return (
    <SettingsForm form={form} mayEdit={mayEdit}>
      <Card title={t('provider.title')}>
        <p className={styles.description}>{t('provider.text')}</p>
        <Fields form={form} />
        <Foot form={form} />
      </Card>
    </SettingsForm>
  );
}

export function SignInProviderPage() {
  return <SettingsPage query={useSignInProvider()}>{(reply) => <ProviderForm reply={reply} />}</SettingsPage>;
}
