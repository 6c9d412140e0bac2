import { searchTextMaxLength } from '@watchpost/domain/limits';
import { t } from '../lib/labels.ts';
import { SearchField } from '../ui/fields/search-field.tsx';
import styles from './report-filters.module.css';

interface NameSearchProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** `isTyping` changes follow one another and leave no steps in the history. */
  readonly onChange: (change: { readonly searchText: string }, isTyping: true) => void;
}

/** Free text: filters as one types, at once on Enter and on clearing (GRID-05). */
export function NameSearch({ onChange, ...field }: NameSearchProps) {
  return (
    <SearchField
      {...field}
      className={styles.search}
      clearLabel={t('rounds.clearSearch')}
      maxLength={searchTextMaxLength}
      onSearch={(searchText) => onChange({ searchText }, true)}
    />
  );
}
