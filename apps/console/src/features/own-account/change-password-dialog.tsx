// The change-password popup of the profile menu (CHPW-01 to CHPW-06). Mounted while open, so that closing clears it.
import { changePasswordDialogWidthPx } from '@watchpost/domain/limits';
import { FormMessage } from '../../lib/form-message.tsx';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import styles from './own-account.module.css';
import { useChangePassword } from './use-change-password.ts';

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { fieldProps, message, maxLength, save, canSave } = useChangePassword(onClose);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('changePassword.title')}
      width={changePasswordDialogWidthPx}
      hasCloseButton={false}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t('changePassword.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!canSave}>
            {t('changePassword.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.message}>
          {message === undefined && (
            <p className={styles.rule}>{t('changePassword.rule', { max: maxLength })}</p>
          )}
          <FormMessage message={message} />
        </div>
        <PasswordField label={t('changePassword.old')} {...fieldProps('old')} />
        <PasswordField label={t('changePassword.new')} {...fieldProps('new')} />
        <PasswordField label={t('changePassword.confirm')} {...fieldProps('confirm')} />
      </div>
    </Modal>
  );
}
