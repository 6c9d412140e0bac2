// The popup titled reset password (SETPW-01 to SETPW-03). Mounted while open.
import { passwordCloseDelayMs } from '@watchpost/domain/limits';
import { type FocusEvent, useEffect, useState } from 'react';
import { withLoader } from '../../lib/app-events.ts';
import { failureTexts, FormMessage, type FormMessageContent } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { confirmError, passwordError } from '../../lib/password-rules.ts';
import { Button } from '../../ui/actions/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { isLeft } from '../../ui/fields/use-left.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import { saveNewPassword } from './recovery.api.ts';
import styles from './recovery.module.css';

interface SetPasswordProps {
  /** Secret of a right code or of the mailed link. */
  readonly otpId: string;
  readonly maxLength: number;
  readonly onClose: () => void;
}

type Field = 'password' | 'confirm';

function useSetPassword({ otpId, maxLength, onClose }: SetPasswordProps) {
  const [values, setValues] = useState({ password: '', confirm: '' });
  const [met, setMet] = useState<ReadonlySet<Field>>(new Set());
  const [message, setMessage] = useState<FormMessageContent>();
  const isDone = message?.isError === false;
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(onClose, passwordCloseDelayMs);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);
  const errors: Record<Field, string | undefined> = {
    password: passwordError(values.password, 'error_new_password_required', maxLength),
    confirm: confirmError(values.password, values.confirm, maxLength),
  };
  const meet = (field: Field) => setMet((now) => new Set([...now, field]));
  const fieldProps = (field: Field) => ({
    value: values[field],
    autoComplete: 'new-password',
    isRequired: true,
    disabled: isDone,
    error: met.has(field) && errors[field] !== undefined ? translate(errors[field]) : undefined,
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setValues((now) => ({ ...now, [field]: value }));
      meet(field);
    },
    onBlur: (event: FocusEvent) => {
      if (isLeft(event)) meet(field);
    },
  });
  const isValid = errors.password === undefined && errors.confirm === undefined;
  const save = async () => {
    if (!isValid || isDone) return;
    setMessage(undefined);
    try {
      const { general } = await withLoader(() => saveNewPassword(otpId, values.password));
      setMessage({ isError: false, texts: general.map((each) => translate(each.message)) });
    } catch (error) {
      setMessage({ isError: true, texts: failureTexts(error) });
    }
  };
  return { fieldProps, message, save, canSave: isValid && !isDone };
}

export function SetPasswordDialog(props: SetPasswordProps) {
  const { fieldProps, message, save, canSave } = useSetPassword(props);
  return (
    <Modal
      isOpen
      onClose={props.onClose}
      title={t('setPassword.title')}
      width={480}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={props.onClose}>{t('setPassword.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!canSave}>
            {t('setPassword.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormMessage message={message} />
        <PasswordField
          label={t('setPassword.new')}
          help={t('passwords.rule', { max: props.maxLength })}
          {...fieldProps('password')}
        />
        <PasswordField label={t('setPassword.confirm')} {...fieldProps('confirm')} />
      </div>
    </Modal>
  );
}
