import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { useUiLabels } from '../ui-labels.ts';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './drawer.module.css';

type DrawerProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  side?: 'left' | 'right';
  /** CSS pixels; never wider than the screen. */
  width?: number;
  /** A non-modal drawer leaves the page usable, e.g. to move through a list beside it. */
  isModal?: boolean;
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

export function Drawer(props: DrawerProps) {
  const {
    isOpen,
    onClose,
    title,
    side = 'right',
    width = 400,
    isModal = true,
    actions,
    footer,
    children,
  } = props;
  const labels = useUiLabels();
  const titleId = useId();
  return (
    <DialogFrame
      isOpen={isOpen}
      onClose={onClose}
      isModal={isModal}
      closesOnBackdrop
      labelledBy={titleId}
      className={classNames(styles.drawer, styles[side])}
      style={{ width }}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {actions}
          <IconButton
            size="small"
            hasTooltip={false}
            label={labels.close}
            icon={<IconX size={18} />}
            onClick={onClose}
          />
        </div>
        <div className={styles.body} data-dialog-body>
          {children}
        </div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </DialogFrame>
  );
}
