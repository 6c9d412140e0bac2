import { IconX } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useId } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { focusTooLong } from '../fields/text-length.ts';
import { useUiLabels } from '../ui-labels.ts';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './modal.module.css';

type ModalProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** CSS pixels; never wider or taller than the screen. */
  width?: number;
  hasCloseButton?: boolean;
  /** Buttons, primary last. */
  footer?: ReactNode;
  /** Given, the content is a form: Enter submits, and a submit button may stand in the footer. */
  onSubmit?: () => void;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
};

type PanelProps = Omit<ModalProps, 'isOpen' | 'width' | 'role'> & { titleId: string };

function Panel({ title, titleId, onClose, hasCloseButton = true, footer, onSubmit, children }: PanelProps) {
  const labels = useUiLabels();
  const content = (
    <>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {hasCloseButton && (
          <IconButton
            size="small"
            hasTooltip={false}
            label={labels.close}
            icon={<IconX size={18} />}
            onClick={onClose}
          />
        )}
      </div>
      <div className={styles.body} data-dialog-body>
        {children}
      </div>
      {footer && (
        <div className={styles.footer} data-dialog-body data-keep-clear>
          {footer}
        </div>
      )}
    </>
  );
  if (!onSubmit) return <div className={styles.panel}>{content}</div>;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (!focusTooLong(event.currentTarget)) onSubmit();
  };
  return (
    <form className={styles.panel} onSubmit={handleSubmit} noValidate>
      {content}
    </form>
  );
}

/** Blocks the page until answered. */
export function Modal({ isOpen, width = 480, role, ...panel }: ModalProps) {
  const titleId = useId();
  return (
    <DialogFrame
      isOpen={isOpen}
      onClose={panel.onClose}
      role={role}
      labelledBy={titleId}
      className={styles.modal}
      style={{ width }}
    >
      <Panel {...panel} titleId={titleId} />
    </DialogFrame>
  );
}

/** Centred over the page, which stays usable behind it. */
export function Popup({ isOpen, width = 480, role, ...panel }: ModalProps) {
  const titleId = useId();
  return (
    <DialogFrame
      isOpen={isOpen}
      onClose={panel.onClose}
      isModal={false}
      role={role}
      labelledBy={titleId}
      className={styles.popup}
      style={{ width }}
    >
      <Panel {...panel} titleId={titleId} />
    </DialogFrame>
  );
}
