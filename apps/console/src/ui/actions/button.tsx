import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Spinner } from '../feedback/spinner.tsx';
import styles from './button.module.css';

type ButtonLook = {
  /** 'primary' once a screen; 'quiet' has no border. */
  variant?: 'primary' | 'default' | 'quiet' | 'danger';
  size?: 'medium' | 'small';
  icon?: ReactNode;
  isFullWidth?: boolean;
};

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    isBusy?: boolean;
    /** Why it can do nothing just now: it looks so and says so; a press still comes, for telling why. */
    idleReason?: string;
  };

function lookOf(
  { variant = 'default', size = 'medium', isFullWidth }: ButtonLook,
  className?: string,
): string {
  return classNames(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    isFullWidth && styles.full,
    className,
  );
}

/** While isBusy the button keeps its size and focus, shows a spinner and ignores clicks. */
export function Button({
  variant,
  size,
  icon,
  isFullWidth,
  isBusy = false,
  idleReason,
  title,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      title={idleReason ?? title}
      {...rest}
      data-idle={idleReason === undefined ? undefined : true}
      className={lookOf({ variant, size, isFullWidth }, className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <Spinner sizePx={16} /> : icon}
      {children}
    </button>
  );
}

type ButtonLinkProps = ButtonLook & ComponentProps<'a'>;

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  isFullWidth,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={lookOf({ variant, size, isFullWidth }, className)}>
      {icon}
      {children}
    </a>
  );
}
