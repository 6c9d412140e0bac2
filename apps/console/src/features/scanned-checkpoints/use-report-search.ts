import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useUrlSearch } from '../../lib/url-search.ts';
import { emptySearch, readSearch, type ReportSearch, writeSearch } from './report-search.ts';
import { roundAddress } from './round-address.ts';

interface GoOptions {
  /** True leaves no step in the history. */
  readonly replace?: boolean;
}

const names = Object.keys(emptySearch);

/** The report's state in the URL and the way to change it (REP-10); other parts of the query stay as they are. */
export function useReportSearch(): [ReportSearch, (next: ReportSearch, options?: GoOptions) => void] {
  const [raw, change] = useUrlSearch();
  const { pathname } = useLocation();
  const key = JSON.stringify(names.map((name) => raw[name]));
  const [stored, setStored] = useState(() => ({ key, search: readSearch(raw) }));
  // On the way to another page the address is no longer the list's while the list is still on screen.
  const isCurrent = stored.key === key || !roundAddress.isList(pathname);
  if (!isCurrent) setStored({ key, search: readSearch(raw) });
  const search = stored.search;
  const go = (next: ReportSearch, options?: GoOptions) => {
    const written = writeSearch(next);
    change(Object.fromEntries(names.map((name) => [name, written[name]])), options);
  };
  return [search, go];
}
