// The pages that show the rows of a figure. Their addresses take the filters of their lists by the same names.
import type { FigureLink, FigureList } from '@watchpost/contract/dashboard-links';

const pages: Readonly<Record<FigureList, string>> = {
  rounds: 'patrolling-reports/scanned-checkpoints',
  dueRounds: 'manage-patrol-tours/due-rounds',
  incidents: 'manage-incidents',
  duties: 'patrolling-reports/login-logout',
  exceptions: 'patrolling-reports/exceptions',
};

/** `named` is what the guard or checkpoint of the filter is called. */
export function hrefOf({ list, query }: FigureLink, named = ''): string {
  const search = named === '' ? query : { ...query, named };
  return `#/${pages[list]}?${new URLSearchParams(search)}`;
}
