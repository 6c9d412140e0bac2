import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Tooltip } from '../overlays/tooltip.tsx';
import styles from './icon-button.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name, shown as a tooltip too. */
  label: string;
  icon: ReactNode;
  size?: 'medium' | 'small';
  hasBorder?: boolean;
  hasTooltip?: boolean;
};

export function IconButton({
  label,
  icon,
  size = 'medium',
  hasBorder = false,
  hasTooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(
        styles.button,
        size === 'small' && styles.small,
        hasBorder && styles.bordered,
        className,
      )}
    >
      {icon}
    </button>
  );
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
