// A part of the board: a heading with its count, and a list that scrolls by itself.
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { currentLocale, t } from '../../lib/labels.ts';
import styles from './live-board.module.css';

interface PanelProps {
  readonly title: string;
  readonly count: number;
  /** Left out where the list holds all there is. */
  readonly shown?: number;
  readonly note?: ReactNode;
  readonly area: string | undefined;
  /** Why there is nothing. */
  readonly empty: string;
  readonly children: ReactNode;
}

export function BoardPanel({ title, count, shown = count, note, area, empty, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={classNames(styles.panel, area)} aria-labelledby={titleId}>
      <header className={styles.panelHead}>
        <h2 id={titleId}>{title}</h2>
        <span className={styles.count}>{count.toLocaleString(currentLocale())}</span>
        {note}
      </header>
      {count === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll what they can reach
        <div className={styles.scroller} tabIndex={0}>
          <ul className={styles.list}>{children}</ul>
          {count > shown && <p className={styles.more}>{t('live.more', { count: count - shown })}</p>}
        </div>
      )}
    </section>
  );
}
