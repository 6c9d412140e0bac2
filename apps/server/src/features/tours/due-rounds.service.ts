// Which instants the dates of the list of due rounds are.
import type { ReplyOf, QueryOf } from '@watchpost/contract/endpoint';
import type { listDueRounds } from '@watchpost/contract/due-rounds';
import { calendarDate, dayRange, type TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { findDueRounds, findZone } from './due-rounds.queries.ts';

/** A day is the one site's where one is asked for or seen, since its rounds are due by its clocks; else the reader's. */
export async function listDues(
  scope: SiteScope,
  { day, from, to, ...filter }: QueryOf<typeof listDueRounds>,
  readersZone: string,
  nowMs: number,
): Promise<ReplyOf<typeof listDueRounds>> {
  const site = scope.siteId ?? filter.site;
  const timeZone = (site === undefined ? null : await findZone(scope, site)) ?? readersZone;
  const today = calendarDate(nowMs, timeZone);
  const date = day === 'today' ? today : day;
  const range = {
    ...datesIn(from, to, readersZone),
    ...(date === undefined ? {} : datesIn(date, date, timeZone)),
  };
  return { ...(await findDueRounds(scope, { ...filter, range }, nowMs)), timeZone, today };
}

/** From the start of the one to the end of the other; without an end where it is not given. */
function datesIn(from: string | undefined, to: string | undefined, zone: string): Partial<TimeRange> {
  return {
    ...(from === undefined ? {} : { fromMs: dayRange(from, from, zone).fromMs }),
    ...(to === undefined ? {} : { toMs: dayRange(to, to, zone).toMs }),
  };
}
