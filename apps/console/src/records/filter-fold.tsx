// The filters of a list that has many: behind a button that says how many are set where the screen has no room for them.
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../lib/labels.ts';
import { Fold } from '../ui/display/fold.tsx';
import type { RecordChip } from './filter-chips.ts';
import styles from './filter-fold.module.css';

interface FilterFoldProps {
  /** Of the whole list; those of fields that are folded away are counted. */
  readonly chips: readonly Pick<RecordChip, 'place'>[];
  readonly children: ReactNode;
}

interface MoreFiltersProps {
  /** How many of them are set. */
  readonly count: number;
  readonly children: ReactNode;
}

/** Takes part in the row of its parent, a wrapping flex box, after the search. */
export function FilterFold({ chips, children }: FilterFoldProps) {
  const count = chips.filter(({ place }) => place !== 'paper').length;
  return (
    <Fold
      text={count === 0 ? t('records.filters') : t('records.filtersSet', { count })}
      icon={<IconFilter size={16} aria-hidden />}
      controlClass={styles.control}
      panelClass={styles.fields}
    >
      {children}
    </Fold>
  );
}

/** The filters that are asked for less: on a wide screen a row below that opens by itself where one of them is set. */
export function MoreFilters({ count, children }: MoreFiltersProps) {
  return (
    <Fold
      text={count === 0 ? t('records.moreFilters') : t('records.moreFiltersSet', { count })}
      icon={<IconFilter size={16} aria-hidden />}
      controlClass={styles.moreControl}
      panelClass={styles.moreFields}
      isOpenAtFirst={count > 0}
    >
      {children}
    </Fold>
  );
}
