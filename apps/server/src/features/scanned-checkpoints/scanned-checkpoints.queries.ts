import { CompiledQuery, sql } from 'kysely';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { type CountWindow, grainMs, grains, seekWindows, totalWindows } from './count-windows.ts';
import type { RoundCursor } from './round-cursor.ts';
import type { RoundFilter } from './round-filter.ts';

/** A round as the report lists it. */
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
  readonly totalCheckPoints: number;
  readonly scannedCheckPoints: number;
}

export interface RoundTotals {
  readonly rounds: number;
  readonly checkpoints: number;
  /** Number of the tenant's latest arrival: what this answer has seen. */
  readonly asOf: number;
}

export interface FoundPage {
  readonly rows: readonly FoundRound[];
  /** Null when the page is empty; see findTotals. */
  readonly totals: RoundTotals | null;
}

/** Where a page begins: after so many rows, or at a key. */
export type PageStart = { readonly offset: number } | RoundCursor;

const nil = '00000000-0000-0000-0000-000000000000';

/**
 * One page of rounds with the exact totals of the filter in one statement. Totals and deep offsets come from the
 * counters, so that neither reads what the filter matches; `limit` is a whole number already checked.
 */
export async function findPage(
  scope: SiteScope,
  filter: RoundFilter,
  start: PageStart,
  limit: number,
): Promise<FoundPage> {
  const values = new StatementValues();
  const isBackward = 'side' in start && start.side === 'before';
  const direction = filter.isAscending === isBackward ? 'DESC' : 'ASC';
  const tenant = values.add(scope.tenantId, 'uuid');
  const isDeep = !('side' in start) && start.offset > 0;
  const seek = isDeep ? seekQuery(values, tenant, scope, filter, start.offset) : null;
  const where = [
    ...filterConditions(values, tenant, scope, filter),
    ...('side' in start ? cursorConditions(values, start, filter.isAscending) : []),
    ...(seek === null
      ? []
      : [
          filter.isAscending
            ? 'started_at_ms >= (SELECT bucket_ms FROM hit)'
            : `started_at_ms < (SELECT bucket_ms + ${grainMs[grains.quarter]} FROM hit)`,
        ]),
  ];
  const skip = seek === null ? '0' : `(SELECT skip FROM hit)`;
  const order = `ORDER BY started_at_ms ${direction}, id ${direction}`;
  const columns = `id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code, total_check_points, scanned_check_points`;
  const page =
    filter.guardIds === null
      ? `SELECT ${columns} FROM rounds WHERE ${where.join(' AND ')} ${order} OFFSET ${skip} LIMIT ${limit}`
      : `SELECT found.* FROM unnest(${values.add(filter.guardIds, 'uuid[]')}) AS chosen (guard)
          CROSS JOIN LATERAL (SELECT ${columns} FROM rounds WHERE ${where.join(' AND ')} AND guard_id = chosen.guard
            ${order} LIMIT ${skip} + ${limit}) AS found
          ${order} OFFSET ${skip} LIMIT ${limit}`;
  // Each is computed once, whatever number of rows the planner expects.
  const text = `WITH ${seek === null ? '' : `${seek}, `}page AS MATERIALIZED (${page}),
    totals AS MATERIALIZED (${totalsQuery(values, tenant, scope, filter)})
    SELECT page.id, page.guard_id AS "guardId", g.employee_id AS "employeeId", g.first_name AS "firstName",
      g.last_name AS "lastName", page.site_id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone",
      page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
      page.status_code AS "statusCode", page.total_check_points AS "totalCheckPoints",
      page.scanned_check_points AS "scannedCheckPoints", totals.rounds AS "totalRounds",
      totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page
    JOIN guards g ON g.tenant_id = ${tenant} AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = ${tenant} AND s.id = page.site_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms ${direction}, page.id ${direction}`;
  const { rows } = await scope.db.executeQuery<StoredRow>(CompiledQuery.raw(text, values.list));
  return toPage(isBackward ? rows.toReversed() : rows);
}

interface StoredRow extends FoundRound {
  readonly totalRounds: number;
  readonly totalCheckpoints: number;
  readonly asOf: number;
}

function toPage(stored: readonly StoredRow[]): FoundPage {
  const first = stored[0];
  if (first === undefined) return { rows: [], totals: null };
  const totals = { rounds: first.totalRounds, checkpoints: first.totalCheckpoints, asOf: first.asOf };
  return { rows: stored, totals };
}

/** Exact totals of a filter from the counters alone. */
export async function findTotals(scope: SiteScope, filter: RoundFilter): Promise<RoundTotals> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const { rows } = await scope.db.executeQuery<{ rounds: number; checkpoints: number; as_of: number }>(
    CompiledQuery.raw(totalsQuery(values, tenant, scope, filter), values.list),
  );
  const [found] = rows;
  return { rounds: found?.rounds ?? 0, checkpoints: found?.checkpoints ?? 0, asOf: found?.as_of ?? 0 };
}

function totalsQuery(values: StatementValues, tenant: string, scope: SiteScope, filter: RoundFilter): string {
  const subject = countSubject(values, tenant, scope, filter);
  const windows = totalWindows(filter.range).map((window) => windowOf(values, window));
  return `SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = ${tenant}), 0) AS as_of
    FROM (${counters('rounds, checkpoints', subject, windows)}) AS counters`;
}

/**
 * Common table `hit`: the quarter hour in which row number `offset` lies, and how many rows to skip within it.
 * Counters come in the order of the index, so that adding up ends where the row is found.
 */
function seekQuery(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
  offset: number,
): string {
  const at = values.add(offset, 'float8');
  const order = `ORDER BY bucket_ms ${filter.isAscending ? 'ASC' : 'DESC'}`;
  const subject = countSubject(values, tenant, scope, filter);
  const lengthMs = `CASE grain WHEN ${grains.day} THEN ${grainMs[grains.day]} ELSE ${grainMs[grains.quarter]} END`;
  const upto = `sum(rounds) OVER (${order} ROWS UNBOUNDED PRECEDING) AS upto`;
  // One subject has one counter a bucket; several guards' are added up first.
  const buckets = (windows: readonly Window[]) =>
    filter.guardIds === null
      ? counters('grain, bucket_ms, rounds::float8 AS rounds', subject, windows)
      : `SELECT grain, bucket_ms, sum(rounds)::float8 AS rounds
          FROM (${counters('grain, bucket_ms, rounds', subject, windows)}) AS each GROUP BY grain, bucket_ms`;
  const coarse = seekWindows(filter.range).map((window) => windowOf(values, window));
  // to_ms is computed apart: an expression that could fail is not pushed into an index under row-level security.
  const near = {
    grain: grains.quarter,
    from: '(SELECT from_ms FROM near)',
    to: '(SELECT to_ms FROM near)',
  };
  return `coarse AS (SELECT b.*, ${upto} FROM (${buckets(coarse)}) AS b),
    near AS MATERIALIZED (
      SELECT bucket_ms AS from_ms, bucket_ms + ${lengthMs} AS to_ms, ${at} - upto + rounds AS left_over
      FROM coarse WHERE upto > ${at} ${order} LIMIT 1),
    fine AS (SELECT b.*, ${upto} FROM (${buckets([near])}) AS b),
    hit AS (
      SELECT bucket_ms, ((SELECT left_over FROM near) - upto + rounds)::bigint AS skip
      FROM fine WHERE upto > (SELECT left_over FROM near) ${order} LIMIT 1)`;
}

/** A CountWindow whose ends are SQL. */
interface Window {
  readonly grain: number;
  readonly from: string;
  readonly to: string;
}

function windowOf(values: StatementValues, { grain, fromMs, toMs }: CountWindow): Window {
  return { grain, from: values.add(fromMs, 'bigint'), to: values.add(toMs, 'bigint') };
}

/** Counters of a subject in some windows; one query for each, which is what lets the index give their order. */
function counters(columns: string, subject: string, windows: readonly Window[]): string {
  return windows
    .map(
      ({ grain, from, to }) =>
        `SELECT ${columns} FROM round_counts
          WHERE ${subject} AND grain = ${grain} AND bucket_ms >= ${from} AND bucket_ms < ${to}`,
    )
    .join(' UNION ALL ');
}

function countSubject(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string {
  const siteId = scope.siteId ?? filter.siteId;
  if (filter.guardIds === null) {
    return `tenant_id = ${tenant} AND guard_id = '${nil}' AND site_id = ${values.add(siteId ?? nil, 'uuid')}`;
  }
  const site = siteId === null ? '' : `AND site_id = ${values.add(siteId, 'uuid')}`;
  return `tenant_id = ${tenant} AND guard_id = ANY(${values.add(filter.guardIds, 'uuid[]')}) ${site}`;
}

function filterConditions(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string[] {
  const conditions = [`tenant_id = ${tenant}`];
  const siteId = scope.siteId ?? filter.siteId;
  if (siteId !== null) conditions.push(`site_id = ${values.add(siteId, 'uuid')}`);
  if (filter.range !== null) {
    conditions.push(`started_at_ms >= ${values.add(filter.range.fromMs, 'bigint')}`);
    conditions.push(`started_at_ms < ${values.add(filter.range.toMs, 'bigint')}`);
  }
  return conditions;
}

function cursorConditions(values: StatementValues, cursor: RoundCursor, isAscending: boolean): string[] {
  const goesUp = isAscending === (cursor.side !== 'before');
  const comparison = `${goesUp ? '>' : '<'}${cursor.side === 'from' ? '=' : ''}`;
  const at = values.add(cursor.startedAtMs, 'bigint');
  const id = values.add(cursor.id, 'uuid');
  return [
    `(started_at_ms, id) ${comparison} (${at}, ${id})`,
    `arrival_no <= ${values.add(cursor.asOf, 'bigint')}`,
  ];
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
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const since = values.add(sinceNo, 'bigint');
  const upto = values.add(Math.min(uptoNo, sinceNo + newerArrivalsMax), 'bigint');
  const where = filterConditions(values, tenant, scope, filter);
  if (filter.guardIds !== null) where.push(`guard_id = ANY(${values.add(filter.guardIds, 'uuid[]')})`);
  const text = `SELECT count(*) AS newer FROM (SELECT 1 FROM rounds WHERE ${where.join(' AND ')}
    AND arrival_no > ${since} AND arrival_no <= ${upto} LIMIT ${newerMax}) AS found`;
  const { rows } = await scope.db.executeQuery<{ newer: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.newer ?? 0;
}

/** Guards whose name or employee id holds the text, and who have rounds within the scope; at most `limit`. */
export async function findGuardIds(scope: SiteScope, text: string, limit: number): Promise<string[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await scope.db
    .selectFrom('guards as g')
    .select('g.id')
    .where('g.tenant_id', '=', scope.tenantId)
    .where(sql<boolean>`g.employee_id || ' ' || g.first_name || ' ' || g.last_name ILIKE ${pattern}`)
    .$if(scope.siteId !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('round_counts as c')
            .select('c.guard_id')
            .whereRef('c.tenant_id', '=', 'g.tenant_id')
            .whereRef('c.guard_id', '=', 'g.id')
            .where('c.site_id', '=', scope.siteId)
            .where('c.grain', '=', grains.allTime),
        ),
      ),
    )
    .orderBy('g.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
