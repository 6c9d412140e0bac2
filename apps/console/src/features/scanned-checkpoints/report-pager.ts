// Where the pager's buttons lead, and what happens when a page turns out empty: pure.
import { reportPageSize } from '@watchpost/domain/limits';
import { hasPaging, lastPage } from '@watchpost/domain/paging';
import { type ReportSearch, withPage } from './report-search.ts';

interface PageReply {
  readonly count: number;
  readonly data: readonly unknown[];
  readonly offset: number;
  readonly next: string | null;
  readonly previous: string | null;
}

export interface Pager {
  /** Shown only when the total exceeds one page (REP-04). */
  readonly isShown: boolean;
  readonly page: number;
  readonly pageCount: number;
  /** Null on the first page. */
  readonly previous: ReportSearch | null;
  /** Null on the last page. */
  readonly next: ReportSearch | null;
}

/**
 * The neighbours of the page shown. Both carry the cursor of the reply, the first page too: going back and forth
 * never shifts or repeats a row, whatever arrived in the meantime (REP-10).
 */
export function pagerOf(shown: ReportSearch, reply: PageReply, pageSize: number = reportPageSize): Pager {
  const pageCount = lastPage(reply.count, pageSize);
  const page = Math.min(Math.floor(reply.offset / pageSize) + 1, pageCount);
  return {
    isShown: hasPaging(reply.count, pageSize),
    page,
    pageCount,
    previous: page > 1 ? withPage(shown, page - 1, reply.previous) : null,
    next: page < pageCount ? withPage(shown, page + 1, reply.next) : null,
  };
}

/**
 * Where to go when a page came back empty: to the page that was on screen, which so stays unchanged (REP-06), or,
 * when nothing was, to the last page there is. Null when the page may be shown as it is.
 */
export function wayOutOfEmptyPage(
  asked: ReportSearch,
  reply: PageReply,
  onScreen: ReportSearch | null,
  pageSize: number = reportPageSize,
): ReportSearch | null {
  const isPastEnd = reply.data.length === 0 && (asked.page > 1 || asked.cursor !== '');
  if (!isPastEnd) return null;
  return onScreen ?? withPage(asked, lastPage(reply.count, pageSize), null);
}
