// How many rows one page of a list holds: the tenant's choice, felt as soon as it is made (MNG-09).
import { pageSizeMax } from '@watchpost/domain/limits';
import { pageSizeMin } from '@watchpost/domain/tenant-settings';
import { session, useSession } from './current-session.ts';

function chosen(text: string | undefined, standard: number): number {
  const size = Number(text ?? Number.NaN);
  return Number.isInteger(size) && size >= pageSizeMin && size <= pageSizeMax ? size : standard;
}

/** `standard` is the list's own size, for tenants that have chosen none (GRID-06, REP-04). */
export function usePageSize(standard: number): number {
  return useSession((current) => chosen(current.tenantConfig('pageSize'), standard));
}

/** The same outside of rendering. */
export const currentPageSize = (standard: number): number =>
  chosen(session.tenantConfig('pageSize'), standard);
