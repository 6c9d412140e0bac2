import type { ListPreferences } from '@watchpost/contract/list-preferences';
import { searchTextMaxLength } from '@watchpost/domain/limits';
import { statusFilters } from '@watchpost/domain/managed-records';
import { IconRotate2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../lib/labels.ts';
import { useUrlSearch } from '../lib/url-search.ts';
import { ZoneField } from '../lib/rounds/zone-field.tsx';
import { Button } from '../ui/actions/button.tsx';
import { classNames } from '../ui/class-names.ts';
import hiddenStyles from '../ui/display/visually-hidden.module.css';
import { SearchField } from '../ui/fields/search-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { commonChips, type RecordChip, zoneChip } from './filter-chips.ts';
import { FilterFold } from './filter-fold.tsx';
import styles from './record-list-page.module.css';
import { type FilterProps, isNarrowed, oneOf, without, zoneName, zoneOf } from './record-search.ts';
import type { RecordList } from './use-record-list.ts';
import { ViewMenu } from './view-menu.tsx';

interface ToolbarProps {
  readonly list: Pick<RecordList, 'search' | 'change'>;
  readonly hasStatus: boolean;
  readonly searchPlaceholder: string;
  readonly filters: ((props: FilterProps) => ReactNode) | undefined;
  readonly foldsFilters: boolean;
  /** What its own filters are set to. */
  readonly chips: readonly RecordChip[];
  /** Zones of the sites on screen; null of a list that goes by no one zone. */
  readonly siteZones: readonly string[] | null;
}

interface ArrangeProps {
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly preferences: ListPreferences;
  readonly onPreferences: (preferences: ListPreferences) => Promise<unknown>;
}

export function RecordToolbar(props: ToolbarProps) {
  const { list, hasStatus, searchPlaceholder, filters, foldsFilters, chips, siteZones } = props;
  const { search, change } = list;
  const filter = (name: string, value: string) => {
    const { [name]: _before, ...others } = search.filters;
    change({ filters: value === '' ? others : { ...others, [name]: value } });
  };
  const zone = zoneOf(search.filters);
  const allChips = [...commonChips(search), ...chips, ...zoneChip(search.filters)];
  const fields = (
    <>
      {hasStatus && <StatusSelect list={list} />}
      {filters?.({ filters: search.filters, onChange: filter })}
      {siteZones !== null && (
        <ZoneField
          className={styles.zone}
          zone={zone}
          siteZones={siteZones}
          onChange={(choice) => filter(zoneName, choice.zone)}
        />
      )}
    </>
  );
  return (
    <section aria-label={t('records.filters')} className={styles.toolbar}>
      <SearchField
        className={classNames(styles.search, foldsFilters && styles.besideControl)}
        label={t('records.search')}
        placeholder={searchPlaceholder}
        clearLabel={t('records.clearSearch')}
        maxLength={searchTextMaxLength}
        text={search.searchText}
        onSearch={(searchText) => change({ searchText }, { isTyping: true })}
      />
      {foldsFilters ? <FilterFold chips={allChips}>{fields}</FilterFold> : fields}
      {isNarrowed(search) && (
        <Button
          icon={<IconRotate2 size={16} aria-hidden />}
          onClick={() => change({ searchText: '', status: 'all', filters: {} })}
        >
          <span className={foldsFilters ? hiddenStyles.onPhones : undefined}>{t('records.reset')}</span>
        </Button>
      )}
      <ActiveFilters chips={allChips} onClear={(names) => change(without(search, names))} />
    </section>
  );
}

function StatusSelect({ list: { search, change } }: Pick<ToolbarProps, 'list'>) {
  return (
    <SelectField
      className={styles.choice}
      label={t('records.status')}
      options={statusFilters.map((value) => ({ value, label: t(`records.status.${value}`) }))}
      value={search.status}
      onValueChange={(value) => {
        const status = oneOf(statusFilters, value);
        if (status !== undefined) change({ status });
      }}
    />
  );
}

/** Views and columns. */
export function Arrange({ columns, preferences, onPreferences }: ArrangeProps) {
  const views = useViews();
  return (
    <div className={styles.arrange}>
      <ViewMenu
        views={preferences.views}
        current={views.current}
        onOpen={views.open}
        onSave={(next) => onPreferences({ ...preferences, views: next })}
      />
      <ColumnMenu
        columns={columns}
        hidden={preferences.hiddenColumns}
        onChange={(hidden) => void onPreferences({ ...preferences, hiddenColumns: [...hidden] })}
      />
    </div>
  );
}

/** A view is the query of the list's address without its page. */
function useViews() {
  const [raw, change] = useUrlSearch();
  const names = Object.keys(raw);
  const kept = new URLSearchParams();
  for (const name of names) if (name !== 'page') kept.set(name, raw[name] ?? '');
  kept.sort();
  return {
    current: kept.toString(),
    open: (search: string) => {
      const emptied = Object.fromEntries(names.map((name) => [name, undefined]));
      change({ ...emptied, ...Object.fromEntries(new URLSearchParams(search)) });
    },
  };
}
