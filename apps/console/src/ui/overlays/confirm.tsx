import { useSyncExternalStore } from 'react';
import { Button } from '../actions/button.tsx';
import { useUiLabels } from '../ui-labels.ts';
import { currentConfirm, subscribeToConfirms } from './confirm-store.ts';
import { Modal } from './modal.tsx';
import styles from './confirm.module.css';

/** Mounted by UiProvider. */
export function ConfirmHost() {
  const labels = useUiLabels();
  const question = useSyncExternalStore(subscribeToConfirms, currentConfirm);
  if (!question) return null;
  return (
    <Modal
      key={question.id}
      isOpen
      onClose={() => question.answer(false)}
      title={question.title ?? labels.confirmTitle}
      role="alertdialog"
      width={440}
      hasCloseButton={false}
      footer={
        <>
          <Button onClick={() => question.answer(false)} data-autofocus={question.isDangerous || undefined}>
            {question.noLabel ?? labels.no}
          </Button>
          <Button
            variant={question.isDangerous ? 'danger' : 'primary'}
            onClick={() => question.answer(true)}
            data-autofocus={question.isDangerous ? undefined : true}
          >
            {question.yesLabel ?? labels.yes}
          </Button>
        </>
      }
    >
      <p className={styles.message}>{question.message}</p>
    </Modal>
  );
}
