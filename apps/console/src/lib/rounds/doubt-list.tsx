// The reasons to look at a scan again, with what was measured and what is usual.
import { IconAlertTriangle } from '@tabler/icons-react';
import styles from './doubt-list.module.css';
import type { Doubt } from './flag-reasons.ts';

/** Nothing where there is no reason. */
export function DoubtList({ doubts }: { readonly doubts: readonly Doubt[] }) {
  if (doubts.length === 0) return null;
  return (
    <ul className={styles.doubts}>
      {doubts.map(({ flag, word, reason }) => (
        <li key={flag}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            <strong>{word}.</strong> {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}
