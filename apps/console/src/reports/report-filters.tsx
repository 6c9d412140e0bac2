// The filters of a report in one row and, under it, what is active in words (REP-02, REP-06).
import { IconRotate2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { Chip } from '../ui/display/chip.tsx';
import styles from './report-filters.module.css';

interface FilterChip {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

interface ReportFiltersProps {
  /** The fields; the classes of report-filters.module.css place them. */
  readonly children: ReactNode;
  readonly onReset: () => void;
  readonly chips?: readonly FilterChip[];
}

export function ReportFilters({ children, onReset, chips = [] }: ReportFiltersProps) {
  // Text that is typed but no date yet lives in the fields; a reset takes that away too.
  const [resets, setResets] = useState(0);
  const reset = () => {
    setResets(resets + 1);
    onReset();
  };
  return (
    <section aria-label={t('rounds.filters')} className={styles.filters}>
      <div className={styles.row} key={resets}>
        {children}
        <Button className={styles.reset} icon={<IconRotate2 size={16} aria-hidden />} onClick={reset}>
          {t('rounds.reset')}
        </Button>
      </div>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={t('rounds.activeFilters')}>
          {chips.map(({ id, ...chip }) => (
            <li key={id}>
              <Chip {...chip} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
