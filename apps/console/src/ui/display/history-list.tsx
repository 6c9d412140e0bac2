import type { ReactNode } from 'react';
import styles from './history-list.module.css';

export type HistoryItem = {
  id: string;
  title: string;
  time: ReactNode;
  /** Who did it; empty where no one is named. */
  actor: string;
  /** What was said with it; empty without any. */
  text: string;
  tone?: 'good' | 'bad' | undefined;
  more?: ReactNode;
};

/** What was done to a record, in the order given. */
export function HistoryList({ items }: { items: readonly HistoryItem[] }) {
  return (
    <ol className={styles.history}>
      {items.map(({ id, title, time, actor, text, tone, more }) => (
        <li key={id} data-tone={tone}>
          <h3>{title}</h3>
          <p className={styles.byline}>
            {time}
            {actor !== '' && `, ${actor}`}
          </p>
          {text !== '' && <p className={styles.words}>{text}</p>}
          {more}
        </li>
      ))}
    </ol>
  );
}
