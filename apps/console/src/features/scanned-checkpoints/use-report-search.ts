import { useMemo } from 'react';
import { useUrlSearch } from '../../lib/url-search.ts';
import { emptySearch, readSearch, type ReportSearch, writeSearch } from './report-search.ts';

interface GoOptions {
  /** True leaves no step in the history. */
  readonly replace?: boolean;
}

const names = Object.keys(emptySearch);

/** The report's state in the URL and the way to change it (REP-10); other parts of the query stay as they are. */
export function useReportSearch(): [ReportSearch, (next: ReportSearch, options?: GoOptions) => void] {
  const [raw, change] = useUrlSearch();
  const key = JSON.stringify(names.map((name) => raw[name]));
  // The values, not the object, say whether anything changed.
  // oxlint-disable-next-line react/exhaustive-deps
  const search = useMemo(() => readSearch(raw), [key]);
  const go = (next: ReportSearch, options?: GoOptions) => {
    const written = writeSearch(next);
    change(Object.fromEntries(names.map((name) => [name, written[name]])), options);
  };
  return [search, go];
}
