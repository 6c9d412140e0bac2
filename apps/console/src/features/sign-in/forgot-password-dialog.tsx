// The first popup on the way back into an account (FORGOT-01 to FORGOT-03). Mounted while open.
import { username as usernameRule } from '@watchpost/contract/values';
import { type FocusEvent, useState } from 'react';
import { withLoader } from '../../lib/app-events.ts';
import { failureTexts, FormMessage } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { isLeft } from '../../ui/fields/use-left.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import { askForCode } from './recovery.api.ts';
import styles from './recovery.module.css';

interface ForgotPasswordProps {
  readonly onClose: () => void;
  /** Called with the address that a mail went to, if it has an account. */
  readonly onAsked: (email: string) => void;
}

function useForgotPassword(onAsked: ForgotPasswordProps['onAsked']) {
  const [username, setUsername] = useState('');
  const [isMet, setIsMet] = useState(false);
  const [failure, setFailure] = useState<readonly string[]>();
  const checked = usernameRule.safeParse(username);
  const error = checked.error?.issues[0]?.message;
  const submit = async () => {
    if (!checked.success) return;
    setFailure(undefined);
    try {
      const { general } = await withLoader(() => askForCode(checked.data));
      toasts.success({ text: translate(general[0]?.message ?? '') });
    } catch (caught) {
      const texts = failureTexts(caught);
      setFailure(texts);
      toasts.error({ summary: t('error.summary'), text: texts[0] ?? '' });
      return;
    }
    onAsked(checked.data);
  };
  const fieldProps = {
    value: username,
    error: isMet && error !== undefined ? translate(error) : undefined,
    onChange: (event: { target: { value: string } }) => {
      setUsername(event.target.value);
      setIsMet(true);
    },
    onBlur: (event: FocusEvent) => {
      if (isLeft(event)) setIsMet(true);
    },
  };
  return { fieldProps, failure, submit, canSubmit: checked.success };
}

export function ForgotPasswordDialog({ onClose, onAsked }: ForgotPasswordProps) {
  const { fieldProps, failure, submit, canSubmit } = useForgotPassword(onAsked);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('forgot.title')}
      width={440}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('forgot.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!canSubmit}>
            {t('forgot.submit')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormMessage message={failure && { isError: true, texts: failure }} />
        <p>{t('forgot.text')}</p>
        <TextField
          label={t('forgot.username')}
          isRequired
          inputMode="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          {...fieldProps}
        />
      </div>
    </Modal>
  );
}
