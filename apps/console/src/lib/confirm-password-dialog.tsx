// The question for one's own password, before what opens an account is changed in a session that is not fresh.
import { confirmPassword } from '@watchpost/contract/sign-in-factors';
import { useState } from 'react';
import { Button } from '../ui/actions/button.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { failureTexts, FormMessage, type FormMessageContent } from './form-message.tsx';
import { t } from './labels.ts';

interface ConfirmProps {
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

export function ConfirmPasswordDialog({ onConfirmed, onClose }: ConfirmProps) {
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<FormMessageContent>();
  const confirmNow = async () => {
    setMessage(undefined);
    try {
      await call(confirmPassword, { body: { password }, explainedBy: 'caller' });
      onConfirmed();
    } catch (error) {
      setMessage({ isError: true, texts: failureTexts(error) });
    }
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('confirmPassword.title')}
      onSubmit={() => void confirmNow()}
      footer={
        <>
          <Button onClick={onClose}>{t('confirmPassword.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={password === ''}>
            {t('confirmPassword.confirm')}
          </Button>
        </>
      }
    >
      <FormMessage message={message} />
      <PasswordField
        label={t('confirmPassword.password')}
        data-autofocus
        isRequired
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Modal>
  );
}

/** Whether the server wants the password first. */
export const isConfirmFirst = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirmFirst';
