// The filters of a report in one row and, under it, what is active in words (REP-02, REP-06).
import { IconFilter, IconRotate2 } from '@tabler/icons-react';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { PrintHead } from '../lib/brand/print-head.tsx';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { ChipList, type ListedChip } from '../ui/display/chip-list.tsx';
import { Fold } from '../ui/display/fold.tsx';
import hiddenStyles from '../ui/display/visually-hidden.module.css';
import styles from './report-filters.module.css';

interface ReportFiltersProps {
  /** In view on every screen. */
  readonly search: ReactNode;
  /** The other fields, which a phone unfolds; the classes of report-filters.module.css place them. */
  readonly children: ReactNode;
  readonly onReset: () => void;
  /** All that the report is filtered by, the search as `searchText`. */
  readonly chips: readonly ListedChip[];
  /** What paper says in place of a chip that is not there. */
  readonly paperLines?: readonly string[];
}

export function ReportFilters({ search, children, onReset, chips, paperLines = [] }: ReportFiltersProps) {
  const ownSite = useSession((session) => session.user()?.siteName ?? '');
  // Text that is typed but no date yet lives in the fields; a reset takes that away too.
  const [resets, setResets] = useState(0);
  const reset = () => {
    setResets(resets + 1);
    onReset();
  };
  const resetButton = useRef<HTMLButtonElement>(null);
  const count = chips.filter(({ id }) => id !== 'searchText').length;
  return (
    <section aria-label={t('rounds.filters')} className={styles.filters}>
      <PrintHead lines={[ownSite, ...paperLines]} />
      <div className={styles.row}>
        <Fragment key={resets}>{search}</Fragment>
        <Fold
          text={count === 0 ? t('rounds.filters') : t('rounds.filtersSet', { count })}
          icon={<IconFilter size={16} aria-hidden />}
          controlClass={styles.control}
          panelClass={styles.fields}
        >
          <Fragment key={resets}>{children}</Fragment>
        </Fold>
        <Button
          ref={resetButton}
          className={styles.reset}
          icon={<IconRotate2 size={16} aria-hidden />}
          onClick={reset}
        >
          <span className={hiddenStyles.onPhones}>{t('rounds.reset')}</span>
        </Button>
      </div>
      {chips.length > 0 && (
        <ChipList
          label={t('rounds.activeFilters')}
          chips={chips}
          className={styles.chips}
          onLast={() => resetButton.current?.focus()}
        />
      )}
    </section>
  );
}
