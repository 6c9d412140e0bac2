// One list of records: its state in the URL, its page from the server, and the rows that are selected.
import { gridPageSize } from '@watchpost/domain/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePageSize } from '../lib/page-size.ts';
import { useSidebarReload } from '../lib/sidebar-reload.ts';
import { useUrlSearch } from '../lib/url-search.ts';
import type { ListedRecord, RecordApi } from './record-api.ts';
import {
  changed,
  filterQuery,
  linkedZone,
  readSearch,
  type RecordSearch,
  type SearchChange,
  writeSearch,
  zoneName,
} from './record-search.ts';

interface ChangeOptions {
  /** Changes while typing follow one another and leave no steps in the history. */
  readonly isTyping?: boolean;
}

const noFilters: readonly string[] = [];

export function useRecordList<Row extends ListedRecord, Column extends string>(
  api: RecordApi<Row, Column>,
  filterNames: readonly string[] = noFilters,
) {
  const [raw, write] = useUrlSearch();
  const search = readSearch(raw, filterNames);
  const pageSize = usePageSize(gridPageSize);
  const query = {
    ...filterQuery(search, api.sortColumns),
    offset: (search.page - 1) * pageSize,
    limit: pageSize,
  };
  const page = useQuery({
    queryKey: [api.area, 'list', query, search.filters],
    queryFn: ({ signal }) => api.list(query, search.filters, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useSidebarReload(page);
  useZoneInAddress(search.filters, filterNames);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const go = (next: RecordSearch, { isTyping = false }: ChangeOptions = {}) =>
    write(writeSearch(next, filterNames), { replace: isTyping });
  const rows = page.data?.data;
  const shown = new Set(rows?.map(({ id }) => id));
  return {
    search,
    pageSize,
    rows,
    total: page.data?.count,
    isTurning: page.isPlaceholderData,
    isLoading: page.isPlaceholderData && page.isFetching,
    error: page.error,
    retry: () => void page.refetch(),
    change: (change: SearchChange, options?: ChangeOptions) => {
      setSelectedIds(new Set());
      go(changed(search, change), options);
    },
    clear: () => {
      setSelectedIds(new Set());
      go(changed(search, { searchText: '', status: 'all', filters: {} }));
    },
    turnTo: (number: number) => {
      setSelectedIds(new Set());
      go({ ...search, page: number });
    },
    /** Of the rows on screen alone: no one changes what they cannot see. */
    selectedIds: new Set([...selectedIds].filter((id) => shown.has(id))),
    select: setSelectedIds,
  };
}

/** An address of before, or typed by hand, names days and no zone: what is copied from the address bar does (REP-13). */
export function useZoneInAddress(filters: RecordSearch['filters'], filterNames: readonly string[]): void {
  const [, write] = useUrlSearch();
  const linked = filterNames.includes(zoneName) ? linkedZone(filters) : filters[zoneName];
  useEffect(() => {
    if (linked !== filters[zoneName]) write({ [zoneName]: linked }, { replace: true });
  });
}

export type RecordList<Row extends ListedRecord = ListedRecord> = ReturnType<
  typeof useRecordList<Row, string>
>;
