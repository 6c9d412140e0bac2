// One report on screen: its state in the URL, its rows, and what the controls around them do.
import type { ScannedCheckpointsPage } from '@watchpost/contract/scanned-checkpoints';
import { reportPageSize } from '@watchpost/domain/limits';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { sinceOpeningMs } from '../../lib/page-opening.ts';
import { usePageSize } from '../../lib/page-size.ts';
import { useSidebarReload } from '../../lib/sidebar-reload.ts';
import { dateProblem } from '../../reports/dates.ts';
import { pagerOf, wayOutOfEmptyPage } from './report-pager.ts';
import {
  type ReportFilters,
  type ReportSearch,
  withFilters,
  withoutFilters,
  withPage,
  withSort,
  writeSearch,
} from './report-search.ts';
import { useLoadNewest, useRounds } from './scanned-checkpoints.api.ts';
import { useDelayedLoad } from './use-delayed-load.ts';
import { useReportSearch } from './use-report-search.ts';

interface Shown {
  readonly search: ReportSearch;
  readonly reply: ScannedCheckpointsPage;
}

/** Leaves a page that turned out empty for the one that was on screen, which stays there in the meantime (REP-06). */
function useNoEmptyPage(
  search: ReportSearch,
  rounds: ReturnType<typeof useRounds>,
  go: ReturnType<typeof useReportSearch>[1],
): ScannedCheckpointsPage | undefined {
  const [shown, setShown] = useState<Shown | null>(null);
  const pageSize = usePageSize(reportPageSize);
  const arrived = rounds.isPlaceholderData ? undefined : rounds.data;
  const wayOut =
    arrived === undefined ? null : wayOutOfEmptyPage(search, arrived, shown?.search ?? null, pageSize);
  if (arrived !== undefined && wayOut === null && (shown?.reply !== arrived || shown.search !== search)) {
    setShown({ search, reply: arrived });
  }
  useEffect(() => {
    if (wayOut !== null) go(wayOut, { replace: true });
  });
  return wayOut === null ? rounds.data : shown?.reply;
}

export type Report = ReturnType<typeof useReport>;

export function useReport() {
  const [search, go] = useReportSearch();
  const mayLoad = useDelayedLoad();
  // What was loaded for an earlier visit is not this visit's newest.
  const [liveSinceMs] = useState(() => Date.now() - sinceOpeningMs());
  const loadNewest = useLoadNewest();
  const pageSize = usePageSize(reportPageSize);
  const problem = dateProblem(search);
  const rounds = useRounds(search, { isEnabled: mayLoad && problem !== 'fromAfterTo', liveSinceMs });
  const reply = useNoEmptyPage(search, rounds, go);
  const { refetch } = rounds;

  useSidebarReload(rounds);
  // An address of before, or typed by hand, names no zone: what is copied from the address bar does.
  const linked = writeSearch(search)['zone'] ?? '';
  useEffect(() => {
    if (linked !== search.zone) go({ ...search, zone: linked }, { replace: true });
  });

  /** Rows of another page or filter are still on screen. */
  const isTurning = rounds.isPlaceholderData && rounds.isFetching;
  const pager = reply === undefined ? null : pagerOf(search, reply, pageSize);

  const showNewest = () => {
    const first = withPage(search, 1, null);
    void loadNewest(first).then(() => go(first));
  };

  return {
    search,
    reply,
    pager,
    isTurning,
    problem,
    error: rounds.error,
    retry: () => (isRefusedPage(rounds.error, search) ? showNewest() : void refetch()),
    changeFilters: (change: Partial<ReportFilters>, isTyping = false) =>
      go(withFilters(search, change), { replace: isTyping }),
    reset: () => go(withoutFilters(search)),
    sort: (direction: ReportSearch['sort']) => go(withSort(search, direction)),
    turnTo: (page: number) => {
      const target = page < (pager?.page ?? 1) ? pager?.previous : pager?.next;
      if (target && !rounds.isPlaceholderData) go(target);
    },
    showNewest,
  };
}

/** A cursor that the server refuses stays refused; only the live report can be asked for again. */
function isRefusedPage(error: Error | null, { cursor }: ReportSearch): boolean {
  return cursor !== '' && error instanceof ApiError && error.status === 400;
}
