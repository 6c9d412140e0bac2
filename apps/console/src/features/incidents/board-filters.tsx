// The row above the board: its search, its filters and, where those are folded away, what they are set to.
import { searchTextMaxLength } from '@watchpost/domain/limits';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { ActiveFilters } from '../../records/active-filters.tsx';
import { commonChips } from '../../records/filter-chips.ts';
import { FilterFold } from '../../records/filter-fold.tsx';
import type { RecordSearch } from '../../records/record-search.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useIncidentChips } from './incident-chips.ts';
import { IncidentFilters } from './incident-filters.tsx';
import styles from './incidents.module.css';

export function BoardFilters({ searchText, filters }: Pick<RecordSearch, 'searchText' | 'filters'>) {
  const [, change] = useUrlSearch();
  const chips = useIncidentChips({ isBoard: true });
  return (
    <section aria-label={t('records.filters')} className={styles.toolbar}>
      <SearchField
        className={styles.search}
        label={t('records.search')}
        placeholder={t('incidents.searchPlaceholder')}
        clearLabel={t('records.clearSearch')}
        maxLength={searchTextMaxLength}
        text={searchText}
        onSearch={(text) => change({ searchText: text }, { replace: true })}
      />
      <FilterFold chips={chips}>
        <IncidentFilters filters={filters} onChange={(name, value) => change({ [name]: value })} isBoard />
      </FilterFold>
      <ActiveFilters
        chips={[...commonChips({ searchText, status: 'all' }), ...chips]}
        onClear={(names) => change(Object.fromEntries(names.map((name) => [name, undefined])))}
      />
    </section>
  );
}
