// The first and the last day that a list is narrowed to.
import { t } from '../lib/labels.ts';
import { DateField } from '../ui/fields/date-field.tsx';
import styles from './day-filters.module.css';
import type { FilterProps } from './record-search.ts';

interface DayFiltersProps extends FilterProps {
  readonly words: { readonly from: string; readonly to: string };
}

export function DayFilters({ filters, onChange, words }: DayFiltersProps) {
  const { from = '', to = '' } = filters;
  const inverted = from !== '' && to !== '' && from > to ? t('rounds.fromAfterTo') : null;
  const ends = (['from', 'to'] as const).map((end) => (
    <DateField
      key={end}
      className={styles.day}
      label={words[end]}
      value={filters[end] ?? null}
      error={end === 'from' ? inverted : null}
      onValueChange={(day) => onChange(end, day ?? '')}
    />
  ));
  return <div className={styles.days}>{ends}</div>;
}
