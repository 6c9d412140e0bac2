// The tenant lets no one in without a second step: here somebody without one sets it up.
import type { SessionView } from '@watchpost/contract/session';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { withLoader } from '../../lib/app-events.ts';
import { FormMessage } from '../../lib/form-message.tsx';
import { t } from '../../lib/labels.ts';
import {
  type AuthenticatorKey,
  AuthenticatorSetup,
  isCode,
} from '../../lib/sign-in-factors/authenticator-setup.tsx';
import { factorFailure } from '../../lib/sign-in-factors/factor-failure.ts';
import { canUsePasskeys } from '../../lib/sign-in-factors/passkey-support.ts';
import { RecoveryCodes } from '../../lib/sign-in-factors/recovery-codes.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { addPasskey, beginAuthenticator, confirmAuthenticator } from './second-step.api.ts';
import styles from './sign-in-page.module.css';

interface Opened {
  readonly session: SessionView;
  readonly recoveryCodes: readonly string[] | null;
}

function useFirstFactor(onEntered: (view: SessionView) => void) {
  const [setup, setSetup] = useState<AuthenticatorKey>();
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<string>();
  const attempt = async <T,>(work: () => Promise<T>, then: (result: T) => void) => {
    setFailure(undefined);
    try {
      then(await withLoader(work));
    } catch (error) {
      setFailure(factorFailure(error));
    }
  };
  // The session is open, but its codes are shown before it is gone on with.
  const finish = (result: Opened) => {
    if (result.recoveryCodes === null) onEntered(result.session);
    else setOpened(result);
  };
  return { setup, setSetup, opened, failure, attempt, finish };
}

export function FirstFactor({ onEntered }: { readonly onEntered: (view: SessionView) => void }) {
  const { setup, setSetup, opened, failure, attempt, finish } = useFirstFactor(onEntered);
  const [code, setCode] = useState('');
  if (opened !== undefined) {
    return (
      <div className={styles.form}>
        <RecoveryCodes codes={opened.recoveryCodes ?? []} />
        <Button variant="primary" isFullWidth onClick={() => onEntered(opened.session)}>
          {t('enrol.enter')}
        </Button>
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isCode(code)) void attempt(() => confirmAuthenticator(code), finish);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('enrol.title')}>
      <FormMessage message={failure === undefined ? undefined : { isError: true, texts: [failure] }} />
      {setup === undefined ? (
        <>
          <p>{t('enrol.text')}</p>
          <Button
            icon={<IconDeviceMobile size={18} />}
            onClick={() => void attempt(beginAuthenticator, setSetup)}
          >
            {t('enrol.authenticator')}
          </Button>
          {canUsePasskeys() && (
            <Button icon={<IconFingerprint size={18} />} onClick={() => void attempt(addPasskey, finish)}>
              {t('enrol.passkey')}
            </Button>
          )}
        </>
      ) : (
        <>
          <AuthenticatorSetup setup={setup} code={code} onCode={setCode} />
          <Button type="submit" variant="primary" isFullWidth disabled={!isCode(code)}>
            {t('authenticator.confirm')}
          </Button>
          <button type="button" className={styles.link} onClick={() => setSetup(undefined)}>
            {t('enrol.other')}
          </button>
        </>
      )}
    </form>
  );
}
