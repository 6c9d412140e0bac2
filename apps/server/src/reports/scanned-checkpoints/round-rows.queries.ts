// What a statement tells of the rounds on its page, which it calls `page`.
import type { TrustFlag } from '@watchpost/domain/trust';
import { namesOfRounds } from '../../records/past-names/past-names.ts';
import { plannedCount, scannedCount } from '../../platform/db/round-counts.ts';

export interface FoundRound {
  readonly id: string;
  readonly guardId: string;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly siteTimeZone: string;
  readonly routeVersionId: string | null;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly statusCode: number;
  /** Null while there is no plan; see db/round-counts.ts. */
  readonly totalCheckPoints: number | null;
  readonly scannedCheckPoints: number;
}

/** A round on a page of the report. */
export interface PagedRound extends FoundRound {
  /** How many scans have each flag; null for a round without one. */
  readonly doubts: readonly (readonly [flag: TrustFlag, scans: number])[] | null;
  /** See ListedRound. */
  readonly lateArrivalAtMs?: number;
}

/** SQL of the columns of a row, drawn from the page and its places; see withPlaces(). */
export interface RoundColumns<Row> {
  readonly sql: (tenant: string) => string;
  /** Stands for the type alone. */
  readonly row?: Row;
}

/** The same whatever the tenant is, but for the joins. */
const names = namesOfRounds('page', '');

const columnsOf = (
  scanned: string,
) => `page.id, page.guard_id AS "guardId", ${names.employeeId} AS "employeeId", ${names.firstName} AS "firstName",
    ${names.lastName} AS "lastName", page.site_id AS "siteId", ${names.siteName} AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", ${plannedCount('page')} AS "totalCheckPoints", ${scanned} AS "scannedCheckPoints"`;

export const foundRounds: RoundColumns<FoundRound> = {
  sql: (tenant) => columnsOf(scannedCount('page', tenant)),
};

/** Scans without a plan are not counted here: a subquery over all months would cost every list what few rounds need. */
export const pagedRounds: RoundColumns<PagedRound> = {
  sql: (tenant) => `${columnsOf('page.scanned_check_points')},
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = ${tenant} AND d.round_id = page.id) AS doubts`,
};

/** The page with its guards and sites, and what they were called. */
export const withPlaces = (tenant: string) => `page ${namesOfRounds('page', tenant).joins}`;
