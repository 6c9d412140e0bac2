// The filters of a list that has many: behind a button that says how many are set where the screen is narrow.
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import { classNames } from '../ui/class-names.ts';
import styles from './filter-fold.module.css';

interface FilterFoldProps {
  /** How many of them are set. */
  readonly count: number;
  readonly children: ReactNode;
}

/** Takes part in the row of its parent, a wrapping flex box, after the search. */
export function FilterFold({ count, children }: FilterFoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className={styles.control}>
        <Button
          icon={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count === 0 ? t('records.filters') : t('records.filtersSet', { count })}
        </Button>
      </div>
      <div id={id} className={classNames(styles.fields, isOpen && styles.open)}>
        {children}
      </div>
    </>
  );
}
