// What a statement tells of the rounds on its page, which it calls `page`.
import type { ListedRound, RoundRow } from '@watchpost/contract/scanned-checkpoints';
import type { TrustFlag } from '@watchpost/domain/trust';
import { namesOfRounds } from '../../past-names/past-names.ts';
import { plannedCount, scannedCount } from '../../db/round-counts.ts';

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

/** A round as the report lists it: what is stored of it as the reply's JSON, and what the rest of its row is drawn from. */
export interface WrittenRound {
  readonly id: string;
  readonly startedAtMs: number;
  readonly statusCode: number;
  /** Null while there is no plan; see db/round-counts.ts. */
  readonly totalCheckPoints: number | null;
  /** As it is stored: 0 while there is no plan. */
  readonly scannedCheckPoints: number;
  /** A JSON object with the fields that are told as they are stored. */
  readonly stored: string;
  /** How many scans have each doubt; null for a round without a doubt. */
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

export const foundRounds: RoundColumns<FoundRound> = {
  sql: (
    tenant,
  ) => `page.id, page.guard_id AS "guardId", ${names.employeeId} AS "employeeId", ${names.firstName} AS "firstName",
    ${names.lastName} AS "lastName", page.site_id AS "siteId", ${names.siteName} AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", ${plannedCount('page')} AS "totalCheckPoints",
    ${scannedCount('page', tenant)} AS "scannedCheckPoints"`,
};

/** Fields of a listed round that the server draws from the others and from its doubts. */
export type DrawnFields = Pick<
  ListedRound,
  'scannedCheckPoints' | 'percentage' | 'status' | 'score' | 'doubts' | 'lateArrivalAtMs'
>;

const storedFields: Readonly<Record<Exclude<keyof RoundRow, keyof DrawnFields>, string>> = {
  id: 'page.id',
  employeeId: names.employeeId,
  scannedBy: names.firstName,
  scannedByLastName: names.lastName,
  scannedById: 'page.guard_id',
  totalCheckPoints: plannedCount('page'),
  scannedStartTime: 'page.started_at_ms',
  scannedEndTime: 'page.ended_at_ms',
  siteName: names.siteName,
  subAdminId: 'page.site_id',
  siteTimeZone: 's.time_zone',
  statusCode: 'page.status_code',
};
const storedList = Object.entries(storedFields)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(', ');

/**
 * To read thirty rows column by column and to write them again takes the server longer than all else of a list. What was
 * scanned without a plan is not told here: a subquery over all months would cost every list what few have.
 */
export const writtenRounds: RoundColumns<WrittenRound> = {
  sql: (tenant) => `page.id, page.started_at_ms AS "startedAtMs", page.status_code AS "statusCode",
    ${plannedCount('page')} AS "totalCheckPoints", page.scanned_check_points AS "scannedCheckPoints",
    (SELECT row_to_json(stored) FROM (SELECT ${storedList}) AS stored)::text AS stored,
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = ${tenant} AND d.round_id = page.id) AS doubts`,
};

/** The page with its guards and sites, and what they were called. */
export const withPlaces = (tenant: string) => `page ${namesOfRounds('page', tenant).joins}`;
