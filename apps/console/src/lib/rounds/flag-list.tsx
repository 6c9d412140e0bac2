// The reasons to look at a scan again, with what was measured and what is usual.
import { IconAlertTriangle } from '@tabler/icons-react';
import styles from './flag-list.module.css';
import type { FlagReason } from './flag-reasons.ts';

/** Nothing where there is no reason. */
export function FlagList({ flags }: { readonly flags: readonly FlagReason[] }) {
  if (flags.length === 0) return null;
  return (
    <ul className={styles.doubts}>
      {flags.map(({ flag, label, reason }) => (
        <li key={flag}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>
            <strong>{label}.</strong> {reason}
          </span>
        </li>
      ))}
    </ul>
  );
}
