// What needs a hand now, first of all; or that nothing does.
import type { Dashboard } from '@watchpost/contract/dashboard';
import { t } from '../../lib/labels.ts';
import { MeaningIcon } from '../../ui/display/meaning-icon.tsx';
import { callsOf, calmText } from './attention-calls.ts';
import styles from './dashboard.module.css';
import { count } from './figure-texts.ts';

interface StripProps {
  readonly figures: Dashboard;
  readonly site: string | null;
}

export function AttentionStrip({ figures, site }: StripProps) {
  const calls = callsOf(figures, site);
  const calm = calmText(figures, calls);
  return (
    <section
      className={styles.strip}
      aria-label={t('dashboard.attention')}
      data-is-calm={calm !== null || undefined}
    >
      {calm !== null && (
        <p className={styles.calm}>
          <MeaningIcon meaning="good" sizePx={20} />
          {calm}
        </p>
      )}
      {calls.map(({ id, meaning, value, text, href }) => (
        <a key={id} href={href} className={styles.call} data-meaning={meaning}>
          <MeaningIcon meaning={meaning} sizePx={20} />
          <strong>{count(value)}</strong>
          <span>{text}</span>
        </a>
      ))}
    </section>
  );
}
