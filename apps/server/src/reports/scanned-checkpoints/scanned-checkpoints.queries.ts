import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { readBriefly } from '../../platform/db/shared-reads/brief-reads.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import { grainMs, grains, totalWindows } from '../../platform/rollups/count-windows.ts';
import { namedRounds, narrowedPage, narrowedTotals } from './narrowed-rounds.queries.ts';
import type { RoundCursor } from './round-cursor.ts';
import { isOfNamedRounds, isOfWholeCounters, type RoundFilter } from './round-filter.ts';
import {
  type FoundRound,
  foundRounds,
  type RoundColumns,
  withPlaces,
  type PagedRound,
  pagedRounds,
} from './round-rows.queries.ts';
import { counters, seekQuery, windowOf } from './round-seek.queries.ts';
import {
  countSubject,
  cursorConditions,
  filterConditions,
  pageOfRounds,
  narrowedConditions,
  roundColumns,
} from './round-statements.queries.ts';

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

/** The rounds of a page without their doubts. */
export async function findRounds(
  scope: SiteScope,
  filter: RoundFilter,
  start: PageStart,
  limit: number,
): Promise<readonly FoundRound[]> {
  return (await findPageOf(scope, filter, { start, limit, columns: foundRounds })).rows;
}

interface AskedPage<Row> {
  readonly start: PageStart;
  readonly limit: number;
  readonly columns: RoundColumns<Row>;
}

async function findPageOf<Row>(
  scope: SiteScope,
  filter: RoundFilter,
  asked: AskedPage<Row>,
): Promise<FoundPage<Row>> {
  if (isOfNamedRounds(filter)) return findNamedPage(scope, filter, asked);
  if (!isOfWholeCounters(filter)) return findNarrowedPage(scope, filter, asked, asked.limit + tiesExpected);
  const { start, limit, columns } = asked;
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
  const page = pageOfRounds(values, filter, { where, order, skip, limit });
  const tables = `${seek === null ? '' : `${seek}, `}page AS MATERIALIZED (${page})`;
  return readPage(scope, filter, { columns, values, tenant, tables, direction, isBackward });
}

interface PageStatement<Row> {
  readonly columns: RoundColumns<Row>;
  readonly values: StatementValues;
  readonly tenant: string;
  /** Common tables that end with the page's rows. */
  readonly tables: string;
  readonly direction: 'ASC' | 'DESC';
  readonly isBackward: boolean;
}

async function readPage<Row>(
  scope: SiteScope,
  filter: RoundFilter,
  { columns, values, tenant, tables, direction, isBackward }: PageStatement<Row>,
): Promise<FoundPage<Row>> {
  // Each is computed once, whatever number of rows the planner expects.
  const text = `WITH ${tables},
    totals AS MATERIALIZED (${totalsQuery(values, tenant, scope, filter)})
    SELECT ${columns.sql(tenant)}, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints",
      totals.as_of AS "asOf"
    FROM ${withPlaces(tenant)}
    CROSS JOIN totals
    ORDER BY page.started_at_ms ${direction}, page.id ${direction}`;
  const query = CompiledQuery.raw(text, values.list);
  const isBrief = isOfWholeCounters(filter) && !isOfNamedRounds(filter);
  const { rows } = await (isBrief
    ? readBriefly<Row & StoredTotals>(scope.db, query)
    : scope.db.executeQuery<Row & StoredTotals>(query));
  return toPage(isBackward ? rows.toReversed() : rows);
}

/** Rows beside those of a page that stretches of time may hold: of a cursor's own millisecond, and arrived since. */
const tiesExpected = 100;
const soughtMax = 1_000_000;

async function findNarrowedPage<Row>(
  scope: SiteScope,
  filter: RoundFilter,
  page: AskedPage<Row>,
  need: number,
): Promise<FoundPage<Row>> {
  const { start, limit } = page;
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const isBackward = 'side' in start && start.side === 'before';
  const direction = filter.isAscending === isBackward ? 'DESC' : 'ASC';
  const conditions = 'side' in start ? cursorConditions(values, start, filter.isAscending) : [];
  const near = 'side' in start ? upToCursor(filter, start, direction === 'ASC') : filter;
  const offset = 'side' in start ? 0 : start.offset;
  const asked = { isBackward, direction, offset, limit, need, conditions } as const;
  const tables = narrowedPage(values, tenant, scope, near, asked);
  const statement = { columns: page.columns, values, tenant, tables, direction, isBackward } as const;
  const found = await readPage(scope, filter, statement);
  const isWhole = found.rows.length === limit || (found.totals !== null && found.totals.rounds <= need);
  if (isWhole || !('side' in start) || need >= soughtMax) return found;
  return findNarrowedPage(scope, filter, page, need * 16);
}

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

/** On a day of UTC, after every time that a record may bear. */
const lastMs = Date.UTC(2200, 0, 1);

async function findNamedPage<Row>(
  scope: SiteScope,
  filter: RoundFilter,
  { start, limit, columns }: AskedPage<Row>,
): Promise<FoundPage<Row>> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const isBackward = 'side' in start && start.side === 'before';
  const direction = filter.isAscending === isBackward ? 'DESC' : 'ASC';
  const rounds = namedRounds(values, tenant, scope, filter);
  const where = 'side' in start ? cursorConditions(values, start, filter.isAscending) : [];
  const offset = 'side' in start ? '0' : values.add(start.offset, 'bigint');
  const tables = `page AS MATERIALIZED (SELECT ${roundColumns} FROM ${rounds} AS rounds
    ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
    ORDER BY started_at_ms ${direction}, id ${direction} OFFSET ${offset} LIMIT ${limit})`;
  return readPage(scope, filter, { columns, values, tenant, tables, direction, isBackward });
}

interface StoredTotals {
  readonly totalRounds: number;
  readonly totalCheckpoints: number;
  readonly asOf: number;
}

function toPage<Row>(stored: readonly (Row & StoredTotals)[]): FoundPage<Row> {
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
  return `SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = ${tenant}), 0) AS as_of
    FROM (${summands(values, tenant, scope, filter)}) AS counters`;
}

function summands(values: StatementValues, tenant: string, scope: SiteScope, filter: RoundFilter): string {
  if (isOfNamedRounds(filter)) {
    return `SELECT count(*) AS rounds, sum(total_check_points) AS checkpoints
      FROM ${namedRounds(values, tenant, scope, filter)} AS rounds`;
  }
  if (!isOfWholeCounters(filter)) return narrowedTotals(values, tenant, scope, filter);
  const windows = totalWindows(filter.range).map((window) => windowOf(values, window));
  return counters('rounds, checkpoints', countSubject(values, tenant, scope, filter), windows);
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
  const where = narrowedConditions(values, tenant, scope, filter);
  const rounds = isOfNamedRounds(filter) ? namedRounds(values, tenant, scope, filter) : 'rounds';
  const text = `SELECT count(*) AS newer FROM (SELECT 1 FROM ${rounds} AS rounds WHERE ${where}
    AND arrival_no > ${since} AND arrival_no <= ${upto} LIMIT ${newerMax}) AS found`;
  const { rows } = await scope.db.executeQuery<{ newer: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.newer ?? 0;
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
