/** The one holder of native <dialog>: opening, Escape, first focus and giving focus back. */
import type { CSSProperties, KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './dialog-frame.module.css';
import { enterLayer } from './layers.ts';

type DialogFrameProps = {
  isOpen: boolean;
  /** Asked for by Escape or, when closesOnBackdrop, by a click outside. */
  onClose: () => void;
  isModal?: boolean;
  /** Neither Escape nor a click outside closes it. */
  isPersistent?: boolean;
  closesOnBackdrop?: boolean;
  role?: 'dialog' | 'alertdialog';
  labelledBy?: string;
  describedBy?: string;
  ariaLabel?: string;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
};

const FIRST_FIELD =
  '[data-dialog-body] :is(input, select, textarea, button, a[href], [tabindex="0"]):not([disabled])';

function focusFirst(dialog: HTMLDialogElement): void {
  const target =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(FIRST_FIELD);
  target?.focus();
}

function OpenDialog({
  onClose,
  isModal = true,
  isPersistent = false,
  closesOnBackdrop = false,
  role,
  labelledBy,
  describedBy,
  ariaLabel,
  className,
  style,
  children,
}: Omit<DialogFrameProps, 'isOpen'>) {
  const ref = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    if (isModal) dialog.showModal();
    else dialog.show();
    focusFirst(dialog);
    const leaveLayer = isModal ? enterLayer(dialog) : undefined;
    return () => {
      leaveLayer?.();
      dialog.close();
    };
  }, [isModal]);

  const requestClose = () => {
    if (!isPersistent) onClose();
  };

  // Chromium closes a dialog on the second Escape whatever a cancel listener says: open it again if it must stay.
  const handleClosed = (event: SyntheticEvent<HTMLDialogElement>) => {
    const dialog = event.currentTarget;
    if (event.target !== dialog || dialog.open || !dialog.isConnected) return;
    if (isPersistent) dialog.showModal();
    else onClose();
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isModal) return;
    event.stopPropagation();
    requestClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and backdrop belong to the dialog
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-label={ariaLabel}
      className={classNames(isModal ? styles.modal : styles.popup, className)}
      style={style}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        requestClose();
      }}
      onClose={handleClosed}
      onKeyDown={handleKeyDown}
      onMouseDown={(event) => {
        if (closesOnBackdrop && event.target === event.currentTarget) requestClose();
      }}
    >
      {children}
    </dialog>
  );
}

export function DialogFrame({ isOpen, ...rest }: DialogFrameProps) {
  return isOpen ? <OpenDialog {...rest} /> : null;
}
