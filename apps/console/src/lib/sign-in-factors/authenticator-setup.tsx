// An authenticator app is shown its key and shows a first code in return.
import { typedCode } from '@watchpost/contract/sign-in-factors';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { t } from '../labels.ts';
import { QrCode } from './qr-code.tsx';
import { copyText } from './recovery-codes.tsx';
import styles from './sign-in-factors.module.css';

export interface AuthenticatorKey {
  /** In base32. */
  readonly secret: string;
  readonly uri: string;
}

/** In fours, as it is typed off a screen. */
const spaced = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

interface AuthenticatorSetupProps {
  readonly setup: AuthenticatorKey;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** Within a form whose button confirms the code. */
export function AuthenticatorSetup({ setup, code, onCode }: AuthenticatorSetupProps) {
  return (
    <div className={styles.block}>
      <p>{t('authenticator.scan')}</p>
      <QrCode text={setup.uri} label={t('authenticator.qr')} />
      <div className={styles.secret}>
        <span>{t('authenticator.secret')}</span>
        <span className={styles.row}>
          <code>{spaced(setup.secret)}</code>
          <IconButton
            size="small"
            label={t('authenticator.copySecret')}
            icon={<IconCopy size={16} />}
            onClick={() => void copyText(setup.secret)}
          />
        </span>
      </div>
      <CodeField label={t('authenticator.code')} value={code} onValueChange={onCode} />
    </div>
  );
}

interface CodeFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Recovery codes have letters. */
  readonly hasLetters?: boolean;
}

/** One code, which phones and password managers may fill in. */
export function CodeField({ label, help, value, onValueChange, hasLetters = false }: CodeFieldProps) {
  const [isMet, setIsMet] = useState(false);
  return (
    <TextField
      label={label}
      help={help}
      isRequired
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is the only thing to do here, and comes by a deed of the visitor
      autoFocus
      inputMode={hasLetters ? 'text' : 'numeric'}
      autoComplete={hasLetters ? 'off' : 'one-time-code'}
      autoCapitalize="off"
      spellCheck={false}
      isCapped
      maxLength={40}
      value={value}
      error={isMet && !isCode(value) ? t('code_required') : undefined}
      onChange={(event) => {
        onValueChange(event.target.value);
        setIsMet(true);
      }}
    />
  );
}

export const isCode = (text: string): boolean => typedCode.safeParse(text).success;
