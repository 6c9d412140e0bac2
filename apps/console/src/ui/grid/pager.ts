/** Page arithmetic: pages count from 1. [REP-04] */

export type PagerState = {
  page: number;
  pageCount: number;
  isShown: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
};

/** Shown only when the total exceeds one page; a page outside the list counts as its nearest. */
export function pagerState(total: number, pageSize: number, page: number): PagerState {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const within = Math.max(1, Math.min(Math.trunc(page) || 1, pageCount));
  return {
    page: within,
    pageCount,
    isShown: total > pageSize,
    hasPrevious: within > 1,
    hasNext: within < pageCount,
  };
}
