// The list of rounds: four statements of a page, each written out, one for each way in which PostgreSQL finds its rows; and
// what goes with it: totals, newer rounds, and portions for files.
import type { TrustFlag } from '@watchpost/domain/trust';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { plannedCount, scannedCount } from '../../platform/db/round-counts.ts';
import { readBriefly } from '../../platform/db/shared-reads/brief-reads.ts';
import { grainMs, grains } from '../../platform/rollups/count-windows.ts';
import { namesOfRounds } from '../../records/past-names/past-names.ts';
import { matchOf, matchesOf, totalsOf } from './round-counters.queries.ts';
import type { RoundCursor } from './round-cursor.ts';
import {
  Conditions,
  type RoundFilter,
  RoundQuery,
  isOfNamedRounds,
  isOfWholeCounters,
  roundColumns,
} from './round-query.queries.ts';

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

export interface RoundTotals {
  readonly rounds: number;
  readonly checkpoints: number;
  /** Number of the tenant's latest arrival: what this answer has seen. */
  readonly asOf: number;
}

export interface FoundPage<Row> {
  readonly rows: readonly Row[];
  /** Null when the page is empty; see findTotals. */
  readonly totals: RoundTotals | null;
}

/** Where a page begins: after so many rows, or at a key. */
export type PageStart = { readonly offset: number } | RoundCursor;

/** SQL of the columns of a row of `page`, with its guard, site and recorded names. */
interface RoundColumns<Row> {
  readonly sql: (tenant: string) => string;
  /** Carries the type alone. */
  readonly row?: Row;
}

const names = namesOfRounds('page', '');

const columnsOf = (
  scanned: string,
) => `page.id, page.guard_id AS "guardId", ${names.employeeId} AS "employeeId", ${names.firstName} AS "firstName",
    ${names.lastName} AS "lastName", page.site_id AS "siteId", ${names.siteName} AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", ${plannedCount('page')} AS "totalCheckPoints", ${scanned} AS "scannedCheckPoints"`;

const foundRounds: RoundColumns<FoundRound> = {
  sql: (tenant) => columnsOf(scannedCount('page', tenant)),
};

/** Scans without a plan are not counted here: a subquery over all months would cost every list what few rounds need. */
const pagedRounds: RoundColumns<PagedRound> = {
  sql: (tenant) => `${columnsOf('page.scanned_check_points')},
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = ${tenant} AND d.round_id = page.id) AS doubts`,
};

const namesOf = (tenant: string): string => namesOfRounds('page', tenant).joins;

/** A page in the making. */
interface AskedPage<Row> {
  readonly start: PageStart;
  readonly limit: number;
  readonly columns: RoundColumns<Row>;
}

/** How the rows of a page are read: a page before a cursor from its end. */
function orderOf({ isAscending }: RoundFilter, start: PageStart) {
  const isBackward = 'side' in start && start.side === 'before';
  return { isBackward, direction: isAscending === isBackward ? 'DESC' : 'ASC' } as const;
}

const cursorOf = (start: PageStart): RoundCursor | null => ('side' in start ? start : null);

/**
 * One page of rounds with the exact totals of the filter in one statement. Totals and deep offsets come from the
 * counters, so that neither reads what the filter matches; `limit` is a whole number already checked.
 */
export function findPage(
  scope: SiteScope,
  filter: RoundFilter,
  start: PageStart,
  limit: number,
): Promise<FoundPage<PagedRound>> {
  return findPageOf(scope, filter, { start, limit, columns: pagedRounds });
}

async function findPageOf<Row>(
  scope: SiteScope,
  filter: RoundFilter,
  asked: AskedPage<Row>,
): Promise<FoundPage<Row>> {
  if (!isOfWholeCounters(filter) && !isOfNamedRounds(filter))
    return findNarrowedPage(scope, filter, asked, asked.limit + tiesExpected);
  const q = new RoundQuery(scope, filter);
  const isDeep = !('side' in asked.start) && asked.start.offset > 0;
  const text = isOfNamedRounds(filter)
    ? namedPage(q, asked)
    : isDeep
      ? deepPage(q, asked, asked.start.offset)
      : indexedPage(q, asked);
  const query = q.build<Row & StoredTotals>(text);
  const { rows } = await (isOfNamedRounds(filter)
    ? scope.db.executeQuery(query)
    : readBriefly(scope.db, query));
  return toPage(rows, orderOf(filter, asked.start).isBackward);
}

/** The first page, or one beside a cursor: rows in the order of the index of rounds. */
function indexedPage<Row>(q: RoundQuery, { start, limit, columns }: AskedPage<Row>): string {
  const { direction } = orderOf(q.filter, start);
  const where = q.starts().whereIf(cursorOf(start), (cursor) => q.fromCursor(cursor));
  // Each common table is computed once, whatever number of rows the planner expects.
  return `WITH page AS MATERIALIZED (${roundsInOrder(q, { where, direction, skip: '0', limit })}),
    totals AS MATERIALIZED (${totalsOf(q)})
    SELECT ${columns.sql(q.tenant)}, ${totalColumns}
    FROM page ${namesOf(q.tenant)}
    CROSS JOIN totals
    ORDER BY page.started_at_ms ${direction}, page.id ${direction}`;
}

/** A page far behind the first: the counters say in which quarter of an hour its first row lies. */
function deepPage<Row>(q: RoundQuery, { start, limit, columns }: AskedPage<Row>, offset: number): string {
  const { direction } = orderOf(q.filter, start);
  const match = matchOf(q, offset);
  const where = q
    .starts()
    .where(
      q.filter.isAscending
        ? 'started_at_ms >= (SELECT bucket_ms FROM hit)'
        : `started_at_ms < (SELECT bucket_ms + ${grainMs[grains.quarter]} FROM hit)`,
    );
  return `WITH ${match},
    page AS MATERIALIZED (${roundsInOrder(q, { where, direction, skip: '(SELECT skip FROM hit)', limit })}),
    totals AS MATERIALIZED (${totalsOf(q)})
    SELECT ${columns.sql(q.tenant)}, ${totalColumns}
    FROM page ${namesOf(q.tenant)}
    CROSS JOIN totals
    ORDER BY page.started_at_ms ${direction}, page.id ${direction}`;
}

/** A page of rounds that rows beside them name, which are few: those of a flag, a missed checkpoint or the sites' own days. */
function namedPage<Row>(q: RoundQuery, { start, limit, columns }: AskedPage<Row>): string {
  const { direction } = orderOf(q.filter, start);
  const where = new Conditions().where('true').whereIf(cursorOf(start), (cursor) => q.fromCursor(cursor));
  const offset = 'side' in start ? '0' : q.value(start.offset, 'bigint');
  return `WITH page AS MATERIALIZED (SELECT ${roundColumns} FROM ${q.named()} AS rounds
      WHERE ${where.sql}
      ORDER BY started_at_ms ${direction}, id ${direction} OFFSET ${offset} LIMIT ${limit}),
    totals AS MATERIALIZED (${totalsOf(q)})
    SELECT ${columns.sql(q.tenant)}, ${totalColumns}
    FROM page ${namesOf(q.tenant)}
    CROSS JOIN totals
    ORDER BY page.started_at_ms ${direction}, page.id ${direction}`;
}

/**
 * A page by what whole counters do not tell: a status, hours of the week, times to the millisecond. `near` is the part of the
 * filter that a cursor's page lies in; intervals of time are sought that have `need` rows.
 */
function narrowedPage<Row>(
  q: RoundQuery,
  { start, limit, columns }: AskedPage<Row>,
  { near, need }: { readonly near: RoundFilter; readonly need: number },
): string {
  const { direction } = orderOf(q.filter, start);
  const offset = q.value('side' in start ? 0 : start.offset, 'bigint');
  const matches = matchesOf(q.with(near), { direction, offset, need: q.value(need, 'bigint') });
  const where = q
    .with({ ...near, range: null })
    .rounds()
    .whereIf(cursorOf(start), (cursor) => q.fromCursor(cursor));
  return `WITH ${matches},
    page AS MATERIALIZED (SELECT found.* FROM hits
      CROSS JOIN LATERAL (SELECT ${roundColumns} FROM rounds WHERE ${where.sql}
        AND started_at_ms >= hits.from_ms AND started_at_ms < hits.to_ms OFFSET 0) AS found
      ORDER BY started_at_ms ${direction}, id ${direction}
      OFFSET ${offset} - coalesce((SELECT min(upto - n) FROM hits), ${offset}) LIMIT ${limit}),
    totals AS MATERIALIZED (${totalsOf(q)})
    SELECT ${columns.sql(q.tenant)}, ${totalColumns}
    FROM page ${namesOf(q.tenant)}
    CROSS JOIN totals
    ORDER BY page.started_at_ms ${direction}, page.id ${direction}`;
}

/** Rows beside those of a page that intervals of time may have: of a cursor's own millisecond, and arrived since. */
const tiesExpected = 100;
const soughtMax = 1_000_000;

async function findNarrowedPage<Row>(
  scope: SiteScope,
  filter: RoundFilter,
  asked: AskedPage<Row>,
  need: number,
): Promise<FoundPage<Row>> {
  const { start, limit } = asked;
  const { isBackward, direction } = orderOf(filter, start);
  const near = 'side' in start ? upToCursor(filter, start, direction === 'ASC') : filter;
  const q = new RoundQuery(scope, filter);
  const { rows } = await scope.db.executeQuery(
    q.build<Row & StoredTotals>(narrowedPage(q, asked, { near, need })),
  );
  const found = toPage(rows, isBackward);
  const isWhole = found.rows.length === limit || (found.totals !== null && found.totals.rounds <= need);
  if (isWhole || !('side' in start) || need >= soughtMax) return found;
  return findNarrowedPage(scope, filter, asked, need * 16);
}

/** On a day of UTC, after every time that a record may bear. */
const lastMs = Date.UTC(2200, 0, 1);

/** The part of a filter's range that a cursor's page lies in. */
function upToCursor(filter: RoundFilter, { startedAtMs }: RoundCursor, goesUp: boolean): RoundFilter {
  const fromMs = Math.max(filter.range?.fromMs ?? 0, goesUp ? startedAtMs : 0);
  const toMs = Math.min(filter.range?.toMs ?? lastMs, goesUp ? lastMs : startedAtMs + 1);
  const range = { fromMs, toMs: Math.max(fromMs, toMs) };
  if (filter.windows === undefined) return { ...filter, range };
  const windows = filter.windows
    .map((window) => ({ fromMs: Math.max(window.fromMs, fromMs), toMs: Math.min(window.toMs, toMs) }))
    .filter((window) => window.fromMs < window.toMs);
  return { ...filter, range, windows };
}

interface RowsInOrder {
  readonly where: Conditions;
  readonly direction: 'ASC' | 'DESC';
  /** SQL of how many rows to pass over. */
  readonly skip: string;
  readonly limit: number;
}

/** Rows in the order of an index of rounds; of guards that a search matched from the index of each. */
function roundsInOrder(q: RoundQuery, { where, direction, skip, limit }: RowsInOrder): string {
  const order = `ORDER BY started_at_ms ${direction}, id ${direction}`;
  const rounds = `SELECT ${roundColumns} FROM rounds WHERE ${where.sql}`;
  const { guardIds } = q.filter;
  if (guardIds === null) return `${rounds} ${order} OFFSET ${skip} LIMIT ${limit}`;
  return `SELECT found.* FROM unnest(${q.value(guardIds, 'uuid[]')}) AS chosen (guard)
    CROSS JOIN LATERAL (${rounds} AND guard_id = chosen.guard ${order} LIMIT ${skip} + ${limit}) AS found
    ${order} OFFSET ${skip} LIMIT ${limit}`;
}

const totalColumns = `totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"`;

interface StoredTotals {
  readonly totalRounds: number;
  readonly totalCheckpoints: number;
  readonly asOf: number;
}

function toPage<Row>(stored: readonly (Row & StoredTotals)[], isBackward: boolean): FoundPage<Row> {
  const first = stored[0];
  if (first === undefined) return { rows: [], totals: null };
  const totals = { rounds: first.totalRounds, checkpoints: first.totalCheckpoints, asOf: first.asOf };
  return { rows: isBackward ? stored.toReversed() : stored, totals };
}

/** Exact totals of a filter from the counters alone. */
export async function findTotals(scope: SiteScope, filter: RoundFilter): Promise<RoundTotals> {
  const q = new RoundQuery(scope, filter);
  const query = q.build<{ rounds: number; checkpoints: number; as_of: number }>(totalsOf(q));
  const [found] = (await scope.db.executeQuery(query)).rows;
  return { rounds: found?.rounds ?? 0, checkpoints: found?.checkpoints ?? 0, asOf: found?.as_of ?? 0 };
}

/** Newer rounds are counted up to here, and looked for among this many arrivals. */
export const newerMax = 1_000;
const newerArrivalsMax = 20_000;

/**
 * How many rounds of the filter arrived after `sinceNo`, at most newerMax. Arrivals after `uptoNo`, which the totals
 * beside it have not seen, are not counted either: else the difference of the two would lose rows.
 */
export async function countNewer(
  scope: SiteScope,
  filter: RoundFilter,
  sinceNo: number,
  uptoNo: number,
): Promise<number> {
  const q = new RoundQuery(scope, filter);
  const since = q.value(sinceNo, 'bigint');
  const upto = q.value(Math.min(uptoNo, sinceNo + newerArrivalsMax), 'bigint');
  const query = q.build<{ newer: number }>(`SELECT count(*) AS newer
    FROM (SELECT 1 FROM ${q.relation(isOfNamedRounds(filter))} AS rounds WHERE ${q.matching().sql}
      AND arrival_no > ${since} AND arrival_no <= ${upto} LIMIT ${newerMax}) AS found`);
  return (await scope.db.executeQuery(query)).rows[0]?.newer ?? 0;
}

/** The next `limit` rounds of the filter for a file, in the report's order from the cursor on: without totals and flags. */
export async function findPortion(
  scope: SiteScope,
  filter: RoundFilter,
  cursor: RoundCursor,
  limit: number,
): Promise<readonly FoundRound[]> {
  if (!isOfWholeCounters(filter))
    return (await findPageOf(scope, filter, { start: cursor, limit, columns: foundRounds })).rows;
  const q = new RoundQuery(scope, filter);
  const direction = filter.isAscending ? 'ASC' : 'DESC';
  const where = q.starts().where(q.fromCursor(cursor));
  const query = q.build<FoundRound>(`WITH page AS MATERIALIZED (
      ${roundsInOrder(q, { where, direction, skip: '0', limit })})
    SELECT ${foundRounds.sql(q.tenant)}
    FROM page ${namesOf(q.tenant)}
    ORDER BY page.started_at_ms ${direction}, page.id ${direction}`);
  return (await scope.db.executeQuery(query)).rows;
}

/** One round, or null when it does not exist or lies outside the scope: the two look the same. */
export async function findRound(scope: SiteScope, id: string): Promise<FoundRound | null> {
  const text = `WITH page AS (SELECT ${roundColumns} FROM rounds
      WHERE tenant_id = $1::uuid AND id = $2::uuid AND ($3::uuid IS NULL OR site_id = $3::uuid))
    SELECT ${foundRounds.sql('$1::uuid')} FROM page ${namesOf('$1::uuid')}`;
  const { rows } = await scope.db.executeQuery<FoundRound>(
    CompiledQuery.raw(text, [scope.tenantId, id, scope.siteId]),
  );
  return rows[0] ?? null;
}

/**
 * Rows in a file of rounds without a plan, which counters of planned checkpoints know nothing of: one for each checkpoint that
 * was scanned, or one alone. They are few, and an index of their own finds them.
 */
export async function countUnplannedRows(scope: SiteScope, filter: RoundFilter): Promise<number> {
  const q = new RoundQuery(scope, filter);
  const query = q.build<{
    found: number;
  }>(`SELECT coalesce(sum(greatest(1, (SELECT count(DISTINCT s.checkpoint_id)
      FROM scans s WHERE s.tenant_id = ${q.tenant} AND s.round_id = rounds.id))), 0)::bigint AS found
    FROM ${q.relation(isOfNamedRounds(filter))} AS rounds
    WHERE ${q.matching().sql} AND total_check_points = 0`);
  return (await scope.db.executeQuery(query)).rows[0]?.found ?? 0;
}

/** By how much the planned checkpoints of imported rounds are more than their rows in a file: those without checkpoints have one. */
export async function countUnexportedRows(scope: SiteScope, filter: RoundFilter): Promise<number> {
  const q = new RoundQuery(scope, filter);
  const query = q.build<{
    found: number;
  }>(`SELECT coalesce(sum(found.total_check_points - 1), 0)::bigint AS found
    FROM imported_rounds i CROSS JOIN LATERAL (SELECT total_check_points
      FROM ${q.relation(isOfNamedRounds(filter))} AS rounds
      WHERE ${q.matching().sql} AND total_check_points > 1 AND id = i.round_id) AS found
    WHERE i.tenant_id = ${q.tenant} AND NOT i.has_scans`);
  return (await scope.db.executeQuery(query)).rows[0]?.found ?? 0;
}

/** The zone of a site's clocks; null for one that does not exist or lies outside the scope. */
export async function findSiteZone(scope: SiteScope, siteId: string): Promise<string | null> {
  if (scope.siteId !== null && scope.siteId !== siteId) return null;
  const site = await scope.db
    .selectFrom('sites')
    .select('time_zone')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', siteId)
    .executeTakeFirst();
  return site?.time_zone ?? null;
}
