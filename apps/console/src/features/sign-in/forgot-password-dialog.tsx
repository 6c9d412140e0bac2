import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import styles from './sign-in-page.module.css';

/** The link, and an honest answer: passwords cannot be reset by oneself yet, so whom to ask. */
export function ForgotPassword({ tenantName }: { tenantName: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setIsOpen(true)}>
        {t('signIn.forgot')}
      </button>
      <Modal
        isOpen={isOpen}
        onClose={close}
        title={t('signIn.forgotTitle')}
        width={440}
        footer={
          <Button variant="primary" onClick={close}>
            {t('signIn.forgotDone')}
          </Button>
        }
      >
        <p>{t('signIn.forgotText', { tenant: tenantName })}</p>
      </Modal>
    </>
  );
}
