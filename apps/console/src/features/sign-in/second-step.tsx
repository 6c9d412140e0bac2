// What follows a right password that does not open a session yet: a code, a passkey, or setting up a first factor.
import type { SessionView } from '@watchpost/contract/session';
import type { PendingStep } from '@watchpost/contract/sign-in-factors';
import { type FormEvent, useEffect, useState } from 'react';
import { withLoader } from '../../lib/app-events.ts';
import { FormMessage } from '../../lib/form-message.tsx';
import { t } from '../../lib/labels.ts';
import { CodeField, isCode } from '../../lib/sign-in-factors/authenticator-setup.tsx';
import { factorFailure } from '../../lib/sign-in-factors/factor-failure.ts';
import { canUsePasskeys } from '../../lib/sign-in-factors/passkey-support.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { FirstFactor } from './first-factor.tsx';
import { enterByPasskey, finishWithCode, loadPending } from './second-step.api.ts';
import styles from './sign-in-page.module.css';

interface SecondStepProps {
  readonly onEntered: (view: SessionView) => void;
  readonly onStartOver: () => void;
}

type Method = PendingStep['methods'][number];

/** Those that this browser can take, the usual one first. */
const usable = (methods: readonly Method[]): Method[] =>
  methods.filter((method) => method !== 'passkey' || canUsePasskeys());

function useAttempt() {
  const [failure, setFailure] = useState<string>();
  const attempt = async <T,>(work: () => Promise<T>, then: (result: T) => void): Promise<void> => {
    setFailure(undefined);
    try {
      then(await withLoader(work));
    } catch (error) {
      setFailure(factorFailure(error));
    }
  };
  return { failure, attempt };
}

interface MethodInputProps {
  readonly method: Method | undefined;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

function MethodInput({ method, code, onCode }: MethodInputProps) {
  if (method === undefined) return <p>{t('secondStep.none')}</p>;
  if (method === 'passkey') return <p>{t('secondStep.passkeyText')}</p>;
  const isApp = method === 'authenticator';
  return (
    <CodeField
      label={isApp ? t('secondStep.code') : t('secondStep.recoveryCode')}
      help={isApp ? t('secondStep.codeHelp') : t('secondStep.recoveryHelp')}
      value={code}
      onValueChange={onCode}
      hasLetters={!isApp}
    />
  );
}

function Steps({
  pending,
  onEntered,
}: { readonly pending: PendingStep } & Pick<SecondStepProps, 'onEntered'>) {
  const methods = usable(pending.methods);
  const [method, setMethod] = useState(methods[0]);
  const [code, setCode] = useState('');
  const { failure, attempt } = useAttempt();
  const choose = (next: Method) => {
    setMethod(next);
    setCode('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (method === 'passkey') void attempt(() => enterByPasskey(), onEntered);
    else if (method !== undefined && isCode(code))
      void attempt(() => finishWithCode(method, code), onEntered);
  };
  const message = failure === undefined ? undefined : { isError: true, texts: [failure] };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('secondStep.title')}>
      <FormMessage message={message} />
      <MethodInput key={method} method={method} code={code} onCode={setCode} />
      {method !== undefined && (
        <Button type="submit" variant="primary" isFullWidth disabled={method !== 'passkey' && !isCode(code)}>
          {method === 'passkey' ? t('secondStep.passkey') : t('secondStep.verify')}
        </Button>
      )}
      <div className={styles.others}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <button key={other} type="button" className={styles.link} onClick={() => choose(other)}>
              {otherText(other)}
            </button>
          ))}
      </div>
    </form>
  );
}

function otherText(method: Method): string {
  if (method === 'passkey') return t('secondStep.passkey');
  return method === 'authenticator' ? t('secondStep.toAuthenticator') : t('secondStep.toRecovery');
}

export function SecondStep({ onEntered, onStartOver }: SecondStepProps) {
  const [pending, setPending] = useState<PendingStep | null>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isGone = false;
    loadPending().then(
      (found) => {
        if (!isGone) setPending(found);
      },
      (error: unknown) => {
        if (!isGone) setFailure(factorFailure(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  const lost = pending === null ? t('factors.signInExpired') : failure;
  return (
    <>
      <div>
        <h1 className={styles.title}>
          {pending?.mustEnrol === true ? t('enrol.title') : t('secondStep.title')}
        </h1>
        {pending && <p className={styles.description}>{t('secondStep.account', { email: pending.email })}</p>}
      </div>
      {lost !== undefined && <FormMessage message={{ isError: true, texts: [lost] }} />}
      {pending === undefined && lost === undefined && <Spinner />}
      {pending && !pending.mustEnrol && <Steps pending={pending} onEntered={onEntered} />}
      {pending?.mustEnrol === true && <FirstFactor onEntered={onEntered} />}
      <div>
        <button type="button" className={styles.link} onClick={onStartOver}>
          {t('secondStep.startOver')}
        </button>
      </div>
    </>
  );
}
