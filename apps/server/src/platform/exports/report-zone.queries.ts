// By whose clocks a report and its file go: one zone for days and times alike (REP-13).
import { type TimeRange, zoneOffsetMs } from '@watchpost/domain/time-zone';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../access/caller.ts';

export interface ReportZone {
  /** IANA name; the caller's own where each site goes by its own clock. */
  readonly timeZone: string;
  /** Ids of sites by their zones, where days and times go by the clocks of several; null for one zone. */
  readonly sites: ReadonlyMap<string, readonly string[]> | null;
}

interface Asked {
  /** IANA name, or 'site' for each row's site; the caller's own unless given. */
  readonly zone?: string | undefined;
  readonly site?: string | undefined;
}

/** Sites that share a zone are asked for as that one zone. */
export async function findReportZone(
  scope: SiteScope,
  { zone, site }: Asked,
  callerZone: string,
): Promise<ReportZone> {
  if (zone !== 'site') return { timeZone: zone ?? callerZone, sites: null };
  const text = `SELECT time_zone AS zone, array_agg(id) AS ids FROM sites
    WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR id = $2::uuid) AND ($3::uuid IS NULL OR id = $3::uuid)
    GROUP BY time_zone`;
  const { rows } = await scope.db.executeQuery<{ zone: string; ids: string[] }>(
    CompiledQuery.raw(text, [scope.tenantId, scope.siteId, site ?? null]),
  );
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return { timeZone: only.zone, sites: null };
  return { timeZone: callerZone, sites: new Map(rows.map((row) => [row.zone, row.ids])) };
}

/** A stretch of time at one site: its own day, hour or window. */
export interface SiteRange extends TimeRange {
  readonly siteId: string;
}

/** The same days, or hours of them, at each site by its own clock. */
export const siteRanges = (
  sites: ReadonlyMap<string, readonly string[]>,
  rangesIn: (zone: string) => readonly TimeRange[],
): SiteRange[] =>
  [...sites].flatMap(([zone, ids]) => {
    const ranges = rangesIn(zone);
    return ids.flatMap((siteId) => ranges.map((range) => ({ siteId, ...range })));
  });

/** How a file shows times. */
export interface FileClock {
  /** Of the file's writer. */
  readonly timeZone: string;
  /** As the file says it. */
  readonly timesOf: string;
  /** A time of a row at a site in that zone, for the file's writer; null for the zone where no site is known. */
  readonly at: (atMs: number | null, siteZone: string | null) => number | null;
}

/** Where each site has its own clock, the writer gets wall clocks, which it takes for UTC. */
export function fileClockOf({ timeZone, sites }: ReportZone): FileClock {
  if (sites === null) return { timeZone, timesOf: timeZone, at: (atMs) => atMs };
  return {
    timeZone: 'UTC',
    timesOf: 'each site, by its own clock',
    at: (atMs, siteZone) => (atMs === null ? null : atMs + zoneOffsetMs(siteZone ?? timeZone, atMs)),
  };
}
