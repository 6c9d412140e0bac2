// The dialog's forms: the password once more, a first code, a passkey's name.
import { passkeyName } from '@watchpost/contract/sign-in-factors';
import { passkeyNameMaxLength } from '@watchpost/domain/sign-in-factors';
import { type ReactNode, useState } from 'react';
import { FormMessage } from '../../lib/form-message.tsx';
import { t } from '../../lib/labels.ts';
import {
  type AuthenticatorKey,
  AuthenticatorSetup,
  isCode,
} from '../../lib/sign-in-factors/authenticator-setup.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { finishAuthenticator, makeNewPasskey, nameOfPasskey, sendPassword } from './sign-in-security.api.ts';
import styles from './sign-in-security.module.css';
import type { SecuritySteps } from './use-security-steps.ts';

interface CommonProps {
  readonly steps: SecuritySteps;
  readonly width: number;
  readonly onClose: () => void;
  readonly onBack: () => void;
}

interface StepFormProps extends CommonProps {
  readonly title: string;
  readonly submit: string;
  readonly canSubmit: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function StepForm({ steps, title, submit, canSubmit, onSubmit, onBack, children, ...modal }: StepFormProps) {
  const { failure } = steps;
  return (
    <Modal
      isOpen
      {...modal}
      title={title}
      onSubmit={() => {
        if (canSubmit) onSubmit();
      }}
      footer={
        <>
          <Button onClick={onBack}>{t('security.back')}</Button>
          <Button type="submit" variant="primary" disabled={!canSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormMessage message={failure === undefined ? undefined : { isError: true, texts: [failure] }} />
        {children}
      </div>
    </Modal>
  );
}

export function PasswordStep({ next, ...common }: CommonProps & { readonly next: () => void }) {
  const [password, setPassword] = useState('');
  return (
    <StepForm
      {...common}
      title={t('security.title')}
      submit={t('security.confirm')}
      canSubmit={password !== ''}
      onSubmit={() =>
        void common.steps.attempt(
          () => sendPassword(password),
          () => {
            common.onBack();
            next();
          },
        )
      }
    >
      <p>{t('security.passwordText')}</p>
      <PasswordField
        label={t('security.password')}
        isRequired
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </StepForm>
  );
}

export function AuthenticatorStep({ setup, ...common }: CommonProps & { readonly setup: AuthenticatorKey }) {
  const [code, setCode] = useState('');
  const { attempt, finish } = common.steps;
  return (
    <StepForm
      {...common}
      title={t('security.authenticator')}
      submit={t('authenticator.confirm')}
      canSubmit={isCode(code)}
      onSubmit={() =>
        void attempt(
          () => finishAuthenticator(code),
          ({ recoveryCodes }) => finish(t('security.authenticatorAdded'), recoveryCodes),
        )
      }
    >
      <AuthenticatorSetup setup={setup} code={code} onCode={setCode} />
    </StepForm>
  );
}

interface PasskeyStepProps extends CommonProps {
  /** Null for one that is to be made. */
  readonly id: string | null;
  readonly name: string;
}

export function PasskeyStep({ id, name: before, ...common }: PasskeyStepProps) {
  const [name, setName] = useState(before);
  const { attempt, finish, go } = common.steps;
  const isName = passkeyName.safeParse(name).success;
  const save = () => {
    if (id === null) {
      return attempt(
        () => makeNewPasskey(name),
        ({ recoveryCodes }) => finish(t('security.passkeyAdded'), recoveryCodes),
      );
    }
    return attempt(
      () => nameOfPasskey(id, name),
      () => go({ at: 'overview' }),
    );
  };
  return (
    <StepForm
      {...common}
      title={id === null ? t('security.addPasskey') : t('security.rename')}
      submit={id === null ? t('security.addPasskey') : t('security.save')}
      canSubmit={isName}
      onSubmit={() => void save()}
    >
      <TextField
        label={t('security.passkeyName')}
        help={t('security.passkeyNameHelp')}
        isRequired
        data-autofocus
        maxLength={passkeyNameMaxLength}
        error={isName ? undefined : t('passkey_name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </StepForm>
  );
}
