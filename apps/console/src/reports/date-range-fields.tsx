import { t } from '../lib/labels.ts';
import { DateField } from '../ui/fields/date-field.tsx';
import { dateProblem, type Dates } from './dates.ts';
import styles from './report-filters.module.css';

const bounds = { min: '2000-01-01', max: '2099-12-31' };

interface DateRangeProps {
  readonly dates: Dates;
  readonly onChange: (change: Partial<Dates>) => void;
}

/** From and To, each saying what stops them from filtering (REP-05). */
export function DateRangeFields({ dates: { from, to }, onChange }: DateRangeProps) {
  const problem = dateProblem({ from, to });
  const missing = problem === 'dateMissing' ? t('rounds.dateMissing') : null;
  const inverted = problem === 'fromAfterTo' ? t('rounds.fromAfterTo') : null;
  return (
    <div className={styles.dates}>
      <DateField
        {...bounds}
        className={styles.date}
        label={t('rounds.from')}
        value={from || null}
        error={inverted ?? (from === '' ? missing : null)}
        onValueChange={(day) => onChange({ from: day ?? '' })}
      />
      <DateField
        {...bounds}
        className={styles.date}
        label={t('rounds.to')}
        value={to || null}
        error={to === '' ? missing : null}
        onValueChange={(day) => onChange({ to: day ?? '' })}
      />
    </div>
  );
}
