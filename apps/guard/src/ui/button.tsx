import type { ReactNode } from 'react';
import controls from './controls.module.css';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  readonly kind?: 'primary' | 'quiet' | 'alarm';
  readonly isBusy?: boolean;
  readonly isSubmit?: boolean;
  /** Read out instead, where the same words stand on several; begins with them. */
  readonly label?: string;
}

/** While busy a press does nothing, but the button keeps the focus. */
export function Button({
  children,
  onPress,
  kind = 'quiet',
  isBusy = false,
  isSubmit = false,
  label,
}: ButtonProps) {
  const look = kind === 'quiet' ? '' : ` ${controls[kind] ?? ''}`;
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      className={`${controls.button ?? ''}${look}`}
      aria-disabled={isBusy}
      aria-label={label}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onPress?.();
      }}
    >
      {children}
    </button>
  );
}

/** Looks like a button and leads somewhere. */
export function ButtonLink({
  href,
  kind = 'quiet',
  children,
}: {
  readonly href: string;
  readonly kind?: 'primary' | 'quiet';
  readonly children: ReactNode;
}) {
  return (
    <a
      className={`${controls.button ?? ''} ${kind === 'primary' ? (controls.primary ?? '') : ''}`}
      href={href}
    >
      {children}
    </a>
  );
}
