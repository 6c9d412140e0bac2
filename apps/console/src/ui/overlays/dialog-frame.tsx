/** The one holder of native <dialog>: opening, Escape, first focus and giving focus back. */
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
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

type FrameProps = Omit<DialogFrameProps, 'isOpen'>;

/** Shows the dialog while mounted. */
function useShown(ref: RefObject<HTMLDialogElement | null>, isModal: boolean): void {
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
  }, [ref, isModal]);
}

/** A popup is closed from the page behind it too, and then gives the focus back to what opened it. */
function useEscapeOutside({ onClose, isModal = true, isPersistent = false }: FrameProps): void {
  const opener = useRef<Element | null>(null);
  const isEscapeHandled = !isModal && !isPersistent;
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return;
    // A question that it opens would be closed by the same key.
    event.preventDefault();
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  });
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  useEffect(() => {
    if (!isEscapeHandled) return undefined;
    const key = (event: globalThis.KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [isEscapeHandled]);
}

/** The ways in which a reader asks to close it. */
function closeRequests({
  onClose,
  isModal = true,
  isPersistent = false,
  closesOnBackdrop = false,
}: FrameProps) {
  const request = () => {
    if (!isPersistent) onClose();
  };
  return {
    onCancel(event: SyntheticEvent) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      request();
    },
    // Chromium closes a dialog on the second Escape whatever a cancel listener says, but whether it closes is not its to say.
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      const dialog = event.currentTarget;
      if (event.target !== dialog || dialog.open || !dialog.isConnected) return;
      if (isModal) dialog.showModal();
      request();
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || isModal) return;
      event.stopPropagation();
      event.preventDefault();
      request();
    },
    onMouseDown(event: SyntheticEvent) {
      if (closesOnBackdrop && event.target === event.currentTarget) request();
    },
  };
}

function OpenDialog(props: FrameProps) {
  const { isModal = true, role, labelledBy, describedBy, ariaLabel, className, style, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  useEscapeOutside(props);
  useShown(ref, isModal);
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-label={ariaLabel}
      className={classNames(isModal ? styles.modal : styles.popup, className)}
      style={style}
      {...closeRequests(props)}
    >
      {children}
    </dialog>
  );
}

export function DialogFrame({ isOpen, ...rest }: DialogFrameProps) {
  return isOpen ? <OpenDialog {...rest} /> : null;
}
