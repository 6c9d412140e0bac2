import { IconAlertCircle } from '@tabler/icons-react';
import type { AdminMetadata, SessionView } from '@watchpost/contract/session';
import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import { TenantLogo } from '../../lib/brand/tenant-logo.tsx';
import { setPageTitle } from '../../lib/document-title.ts';
import { t, translate, useLanguage } from '../../lib/labels.ts';
import { takeTenantLanguage } from '../../lib/language.ts';
import { LanguageChoice } from '../../lib/language-choice.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { NightMap } from './night-map.tsx';
import { PasskeySignInButton, usePasskeyOffer } from './passkey-sign-in.tsx';
import { PasswordRecovery } from './password-recovery.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useAdminMetadata } from './sign-in.api.ts';
import { errorsOf, type SignInValues } from './sign-in-form.ts';
import { fetchedPart } from '../../ui/feedback/fetched-part.tsx';
import { applyAccent } from '../../ui/theme/theme.ts';
import styles from './sign-in-page.module.css';
import { useSignIn } from './use-sign-in.ts';

const SecondStep = fetchedPart(async () => (await import('./second-step.tsx')).SecondStep);

type Field = keyof SignInValues;
const emptyValues: SignInValues = { username: '', password: '' };

function useSignInForm(passwordMaxLength: number | undefined) {
  const [values, setValues] = useState(emptyValues);
  // Dirty or touched: from then on its error shows (SIGN-02).
  const [met, setMet] = useState<ReadonlySet<Field>>(new Set());
  const errors = errorsOf(values, passwordMaxLength);
  const meet = (...fields: Field[]) => setMet((now) => new Set([...now, ...fields]));
  const fieldProps = (field: Field) => ({
    name: field,
    value: values[field],
    error: met.has(field) && errors[field] !== undefined ? translate(errors[field]) : undefined,
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setValues((now) => ({ ...now, [field]: value }));
      meet(field);
    },
    onBlur: () => meet(field),
  });
  const fill = (filled: SignInValues) => {
    setValues(filled);
    meet('username', 'password');
  };
  return { values, fieldProps, fill, isValid: Object.keys(errors).length === 0 };
}

function ErrorPanel({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={text === undefined ? undefined : styles.failure}>
      {text !== undefined && (
        <>
          <IconAlertCircle size={18} aria-hidden />
          {text}
        </>
      )}
    </div>
  );
}

interface WelcomeProps {
  readonly metadata: AdminMetadata | undefined;
  /** Until then no one knows whose logo stands here. */
  readonly isKnown: boolean;
}

function Welcome({ metadata, isKnown }: WelcomeProps) {
  const tenantName = metadata?.tenantName;
  return (
    <div>
      <div className={styles.logo}>
        {isKnown && <TenantLogo logo={metadata?.logo ?? ''} tenantName={tenantName ?? ''} />}
      </div>
      <h1 className={styles.title}>{t('signIn.welcome')}</h1>
      <p className={styles.description}>{t('signIn.description')}</p>
      <p className={styles.tenant}>{tenantName}</p>
    </div>
  );
}

/** Title, accent and language of the page, as the tenant has them. */
function useLooks(metadata: AdminMetadata | undefined): void {
  useLanguage();
  const pageTitle = t('product.title', { page: t('signIn.title') });
  useEffect(() => {
    setPageTitle(pageTitle);
  }, [pageTitle]);
  useEffect(() => {
    if (metadata === undefined) return;
    applyAccent(metadata.accentColour);
    takeTenantLanguage(metadata.defaultLanguage);
  }, [metadata]);
}

interface SecondStepPageProps {
  readonly metadata: AdminMetadata | undefined;
  readonly onEntered: (view: SessionView) => void;
  readonly onStartOver: () => void;
}

function SecondStepPage({ metadata, ...props }: SecondStepPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.panel}>
        <div className={styles.column}>
          <TenantLogo logo={metadata?.logo ?? ''} tenantName={metadata?.tenantName ?? ''} />
          <SecondStep {...props} />
        </div>
      </main>
      <NightMap />
    </div>
  );
}

/** After the form, whose first field so stays the first stop of the tab key, and where nothing pushes it away. */
function Languages() {
  return (
    <div className={styles.language}>
      <LanguageChoice />
    </div>
  );
}

export function SignInPage() {
  const { data: metadata, isPending } = useAdminMetadata();
  useLooks(metadata);
  const form = useSignInForm(metadata?.passwordMaxLength);
  const { submit, failure, enter, needsSecondStep, askSecondStep, startOver } = useSignIn();
  const offerPasskeys = usePasskeyOffer(enter);
  if (needsSecondStep) {
    return <SecondStepPage metadata={metadata} onEntered={enter} onStartOver={startOver} />;
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.isValid) void submit(form.values);
  };
  return (
    <div className={styles.page}>
      <main className={styles.panel}>
        <div className={styles.column}>
          <Welcome metadata={metadata} isKnown={!isPending} />
          <form className={styles.form} onSubmit={handleSubmit} noValidate aria-label={t('signIn.title')}>
            <ErrorPanel text={failure} />
            <TextField
              label={t('signIn.username')}
              type="email"
              inputMode="email"
              autoComplete="username webauthn"
              onFocus={offerPasskeys}
              autoCapitalize="off"
              spellCheck={false}
              placeholder={t('signIn.usernamePlaceholder')}
              {...form.fieldProps('username')}
            />
            <PasswordField label={t('signIn.password')} {...form.fieldProps('password')} />
            <div className={styles.actions}>
              <PasswordRecovery />
              <Button type="submit" variant="primary" disabled={!form.isValid}>
                {t('signIn.submit')}
              </Button>
            </div>
          </form>
          <PasskeySignInButton onEntered={enter} />
          <ProviderSignIn label={metadata?.signInProvider?.label} onSecondStep={askSecondStep} />
          {metadata?.isDemo === true && <DemoSignIns signIns={metadata.demoSignIns} onChoose={form.fill} />}
        </div>
        <Languages />
      </main>
      <NightMap />
    </div>
  );
}
