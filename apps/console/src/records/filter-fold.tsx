// The filters of a list that has many: behind a button that says how many are set where the screen has no room for them.
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
  const words = count === 0 ? t('records.filters') : t('records.filtersSet', { count });
  return <Fold words={words} look={{ control: styles.control, fields: styles.fields }} panel={children} />;
}

/** The filters that are asked for less: on a wide screen a row below that opens by itself where one of them is set. */
export function MoreFilters({ count, children }: FilterFoldProps) {
  const words = count === 0 ? t('records.moreFilters') : t('records.moreFiltersSet', { count });
  const look = { control: styles.moreControl, fields: styles.moreFields };
  return <Fold words={words} look={look} panel={children} isOpenAtFirst={count > 0} />;
}

interface FoldProps {
  readonly words: string;
  readonly look: { readonly control: string | undefined; readonly fields: string | undefined };
  readonly panel: ReactNode;
  readonly isOpenAtFirst?: boolean;
}

function Fold({ words, look, panel, isOpenAtFirst = false }: FoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <>
      <div className={look.control}>
        <Button
          icon={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {words}
        </Button>
      </div>
      <div id={id} className={classNames(look.fields, isOpen && styles.open)}>
        {panel}
      </div>
    </>
  );
}
