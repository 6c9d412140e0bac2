// Which instants the dates of the list of due rounds are.
import type { ReplyOf, QueryOf } from '@watchpost/contract/endpoint';
import type { listDueRounds } from '@watchpost/contract/due-rounds';
import { calendarDate } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { findReportZone, type ReportZone } from '../../platform/exports/report-zone.queries.ts';
import { dayConditions } from '../../platform/managed-records/day-conditions.ts';
import { findDueRounds, findZone } from './due-rounds.queries.ts';

const dueAt = { time: 'd.due_at_ms', type: 'bigint', site: 'd.site_id' } as const;

/**
 * A day is the named zone's. Where none is named it is the one site's where one is asked for or seen, since its rounds are
 * due by its clocks; else the reader's, as the first and the last of several days are.
 */
export async function listDues(
  scope: SiteScope,
  { day, from, to, zone, ...filter }: QueryOf<typeof listDueRounds>,
  readersZone: string,
  nowMs: number,
): Promise<ReplyOf<typeof listDueRounds>> {
  const site = scope.siteId ?? filter.site;
  const spanZone = await findReportZone(scope, { zone, site }, readersZone);
  const dayZone = zone === undefined ? await zoneOfDay(scope, site, spanZone) : spanZone;
  const { timeZone } = dayZone;
  const today = calendarDate(nowMs, timeZone);
  const date = day === 'today' ? today : day;
  const days = [
    ...dayConditions(spanZone, { from, to }, dueAt),
    ...dayConditions(dayZone, { from: date, to: date }, dueAt),
  ];
  return { ...(await findDueRounds(scope, { ...filter, range: {}, days }, nowMs)), timeZone, today };
}

async function zoneOfDay(
  scope: SiteScope,
  site: string | undefined,
  readers: ReportZone,
): Promise<ReportZone> {
  const own = site === undefined ? null : await findZone(scope, site);
  return own === null ? readers : { timeZone: own, sites: null };
}
