import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import styles from './shifts.module.css';

/** A warning hinders no one from saving: who plans may have a reason. */
export function WarningList({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <section className={styles.warnings} aria-label={t('shifts.warnings')} aria-live="polite">
      <IconAlertTriangle size={20} aria-hidden />
      <ul>
        {words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
