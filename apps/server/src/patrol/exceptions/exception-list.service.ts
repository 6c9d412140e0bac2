// The queue as it is listed and summed up.
import type { ExceptionRow, ExceptionSummary } from '@watchpost/contract/exceptions';
import { closingTimesDays, exceptionKinds } from '@watchpost/domain/exceptions';
import { gridPageSize } from '@watchpost/domain/limits';
import { addDays, calendarDate } from '@watchpost/domain/time-zone';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import type { ReportZone } from '../../platform/exports/report-zone.queries.ts';
import {
  type Condition,
  findIds,
  findRecords,
  findRecordsById,
  type PageWindow,
} from '../../platform/managed-records/record-list.queries.ts';
import { countExceptions, countWaiting, isCounted } from './exception-counts.queries.ts';
import { exceptionConditions, type ExceptionFilter, exceptionTable } from './exception-table.ts';
import { findClosingTimes, findNamed, findWaiting, type SummaryFilter } from './exceptions.queries.ts';

/** The conditions of a filter, its search worked out. */
export async function conditionsOf(
  { scope, userId }: ConsoleCaller,
  { searchText = '', ...filter }: ExceptionFilter & { readonly searchText?: string | undefined },
  zone: ReportZone,
): Promise<Condition[]> {
  const named = searchText === '' ? null : await findNamed(scope, searchText);
  return exceptionConditions(filter, { userId, zone, named });
}

interface ListQuery extends ExceptionFilter, PageWindow {
  readonly searchText?: string | undefined;
  readonly sortColumn?: string | undefined;
  readonly sortType?: 'asc' | 'desc' | undefined;
}

/** One page and the exact number of all, which is read from counters wherever they know it. */
export async function listItems(
  caller: ConsoleCaller,
  { sortColumn, sortType, offset = 0, limit = gridPageSize, ...filter }: ListQuery,
  zone: ReportZone,
): Promise<{ count: number; data: ExceptionRow[] }> {
  const { scope } = caller;
  const conditions = await conditionsOf(caller, filter, zone);
  const order = { sortColumn, sortType };
  if ((filter.searchText ?? '') !== '' || !isCounted(filter)) {
    return findRecords<ExceptionRow>(scope, exceptionTable, { ...order, offset, limit }, conditions);
  }
  const [count, ids] = await Promise.all([
    countExceptions(scope, filter, zone),
    findIds(scope, exceptionTable, order, conditions, { offset, limit }),
  ]);
  return { count, data: await findRecordsById<ExceptionRow>(scope, exceptionTable, ids) };
}

/** Without days: what waits at all, and what was closed in the last days. */
export async function summarize(
  scope: SiteScope,
  filter: SummaryFilter,
  nowMs: number,
): Promise<ExceptionSummary> {
  const today = calendarDate(nowMs, filter.zone.timeZone);
  const to = filter.to ?? today;
  const from = filter.from ?? addDays(to, 1 - closingTimesDays);
  const [waiting, closed] = await Promise.all([
    filter.from === undefined && filter.to === undefined
      ? waitingNow(scope, filter)
      : findWaiting(scope, filter),
    findClosingTimes(scope, { from, to }, filter),
  ]);
  return { ...waiting, closed };
}

async function waitingNow(
  scope: SiteScope,
  { site, zone }: SummaryFilter,
): Promise<Omit<ExceptionSummary, 'closed'>> {
  const [counts, overdue] = await Promise.all([
    countWaiting(scope, site),
    countExceptions(scope, { site, age: 'overdue' }, zone),
  ]);
  const kinds = exceptionKinds.map((kind) => {
    const { open = 0, inHand = 0 } = counts.find((count) => count.kind === kind) ?? {};
    return { kind, open, inHand };
  });
  const sum = (of: 'open' | 'inHand' | 'unowned') => counts.reduce((total, count) => total + count[of], 0);
  return { open: sum('open'), inHand: sum('inHand'), unowned: sum('unowned'), overdue, kinds };
}
