// The row above the board: its search, its filters and, where those are folded away, what they are set to.
import { searchTextMaxLength } from '@watchpost/domain/limits';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { ZoneField } from '../../lib/rounds/zone-field.tsx';
import { ActiveFilters } from '../../records/active-filters.tsx';
import { commonChips, zoneChip } from '../../records/filter-chips.ts';
import { FilterFold } from '../../records/filter-fold.tsx';
import { type RecordSearch, zoneOf } from '../../records/record-search.ts';
import { useZoneInAddress } from '../../records/use-record-list.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useIncidentChips } from './incident-chips.ts';
import { IncidentFilters } from './incident-filters.tsx';
import { filterNames } from './incidents.api.ts';
import styles from './incidents.module.css';

interface BoardFiltersProps extends Pick<RecordSearch, 'searchText' | 'filters'> {
  /** Of the cards on screen. */
  readonly siteZones: readonly string[];
}

export function BoardFilters({ searchText, filters, siteZones }: BoardFiltersProps) {
  const [, change] = useUrlSearch();
  useZoneInAddress(filters, filterNames);
  const allChips = [...useIncidentChips({ isBoard: true }), ...zoneChip(filters)];
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
      <FilterFold chips={allChips}>
        <IncidentFilters filters={filters} onChange={(name, value) => change({ [name]: value })} isBoard />
        <ZoneField className={styles.zone} zone={zoneOf(filters)} siteZones={siteZones} onChange={change} />
      </FilterFold>
      <ActiveFilters
        chips={[...commonChips({ searchText, status: 'all' }), ...allChips]}
        onClear={(names) => change(Object.fromEntries(names.map((name) => [name, undefined])))}
      />
    </section>
  );
}
