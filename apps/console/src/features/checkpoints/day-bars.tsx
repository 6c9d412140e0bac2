// Scans of each day as bars from zero; the same as a table for anyone who wants the figures.
import dayjs from 'dayjs';
import { t } from '../../lib/labels.ts';
import { PlainTable } from '../../ui/display/plain-table.tsx';
import styles from './checkpoint-details.module.css';

interface DayBarsProps {
  /** Oldest first; `day` is YYYY-MM-DD. */
  readonly days: readonly { readonly day: string; readonly scans: number }[];
}

const dayFormat = 'DD MMM';
const wordsOf = (day: string): string => dayjs(day).format(dayFormat);

export function DayBars({ days }: DayBarsProps) {
  const most = Math.max(1, ...days.map(({ scans }) => scans));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div className={styles.chart}>
      <div className={styles.bars} aria-hidden>
        <span className={styles.most}>{most}</span>
        {days.map(({ day, scans }) => (
          <span
            key={day}
            className={scans === 0 ? styles.noBar : styles.bar}
            style={{ height: `${(scans / most) * 100}%` }}
            title={t('checkpoints.dayScans', { day: wordsOf(day), count: scans })}
          />
        ))}
      </div>
      <div className={styles.axis} aria-hidden>
        <span>{first === undefined ? '' : wordsOf(first.day)}</span>
        <span>{last === undefined ? '' : wordsOf(last.day)}</span>
      </div>
      <details className={styles.figuresTable}>
        <summary>{t('checkpoints.daysAsTable')}</summary>
        <div className={styles.days}>
          <PlainTable label={t('checkpoints.daysTable')}>
            <thead>
              <tr>
                <th scope="col">{t('checkpoints.day')}</th>
                <th scope="col" data-is-number>
                  {t('checkpoints.scans')}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, scans }) => (
                <tr key={day}>
                  <td>{wordsOf(day)}</td>
                  <td data-is-number>{scans}</td>
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </div>
      </details>
    </div>
  );
}
