import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './card.module.css';

type CardProps = {
  title?: ReactNode;
  actions?: ReactNode;
  /** Removes the inner padding, for tables, maps and charts that fill the card. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
};

export function Card({ title, actions, isFlush = false, className, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={classNames(styles.card, className)} aria-labelledby={title ? titleId : undefined}>
      {(title || actions) && (
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={isFlush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}

/** Words within a flush card. */
export function CardNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** Below the rows of a flush card: the way to the rest of them. */
export function CardFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
