import { CompiledQuery } from 'kysely';
import type { DutyState } from '@watchpost/domain/duty-sessions';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { isOrWasCalled } from '../../records/past-names/guard-names.queries.ts';
import { namesOfDuties } from '../../records/past-names/past-names.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';

export interface DutyFilter {
  /** Null for every site that the scope allows. */
  readonly siteId: string | null;
  /** Sites whose sessions are left out. */
  readonly apartFrom: readonly string[];
  /** Guards that a search matched; null without a search. */
  readonly guardIds: readonly string[] | null;
  /** By the login, or by the logout where only that is known; null for all time. */
  readonly range: TimeRange | null;
  /** Further: what counts at the sites of each zone, by their own clocks. */
  readonly zoneRanges?: readonly ZoneRange[];
  readonly state: DutyState | null;
  readonly isAscending: boolean;
}

interface ZoneRange extends TimeRange {
  readonly siteIds: readonly string[];
}

/** A duty session as the report lists it. */
export interface FoundDuty {
  readonly id: string;
  readonly guardId: string;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly siteId: string | null;
  readonly siteName: string | null;
  readonly siteTimeZone: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly isClosedBySystem: boolean;
  readonly systemClosedAtMs: number | null;
  /** By which the system closed it. */
  readonly limitHours: number | null;
  /** Of the rounds that belong to the session, as far as the scope reaches. */
  readonly rounds: number;
  readonly scannedCheckPoints: number;
  readonly totalCheckPoints: number;
  readonly firstRoundAtMs: number | null;
}

/** Where in the report's order a reading goes on. */
export interface DutyCursor {
  readonly atMs: number;
  readonly id: string;
}

const stateConditions: Readonly<Record<DutyState, string>> = {
  onDuty: 'ended_at_ms IS NULL',
  loggedOut: 'ended_at_ms IS NOT NULL AND NOT is_closed_by_system',
  closedBySystem: 'is_closed_by_system',
};

function conditionsOf(values: StatementValues, scope: SiteScope, filter: DutyFilter): string[] {
  const conditions = [`tenant_id = ${values.add(scope.tenantId, 'uuid')}`];
  const { range, state, siteId, apartFrom } = filter;
  if (scope.siteId !== null) conditions.push(`site_id = ${values.add(scope.siteId, 'uuid')}`);
  if (siteId !== null) conditions.push(`site_id = ${values.add(siteId, 'uuid')}`);
  if (apartFrom.length > 0) conditions.push(`site_id <> ALL(${values.add(apartFrom, 'uuid[]')})`);
  if (range !== null) {
    conditions.push(`at_ms >= ${values.add(range.fromMs, 'bigint')}`);
    conditions.push(`at_ms < ${values.add(range.toMs, 'bigint')}`);
  }
  if (filter.zoneRanges !== undefined) {
    const parts = filter.zoneRanges.map(
      (part) => `(site_id = ANY(${values.add(part.siteIds, 'uuid[]')})
        AND at_ms >= ${values.add(part.fromMs, 'bigint')} AND at_ms < ${values.add(part.toMs, 'bigint')})`,
    );
    conditions.push(`(${parts.join(' OR ')})`);
  }
  if (state !== null) conditions.push(stateConditions[state]);
  return conditions;
}

/**
 * The rounds of session d: those that its guard started after the login and not after the logout, nor after the next
 * login. A sub admin's are those at the own site.
 */
export function roundsOfDuty(tenant: string, ownSite: string): string {
  return `r.tenant_id = ${tenant} AND r.guard_id = d.guard_id AND (${ownSite} IS NULL OR r.site_id = ${ownSite})
    AND r.started_at_ms >= d.started_at_ms AND r.started_at_ms <= coalesce(d.ended_at_ms, ${Number.MAX_SAFE_INTEGER})
    AND r.started_at_ms < coalesce((SELECT min(n.at_ms) FROM duty_sessions n WHERE n.tenant_id = ${tenant}
      AND n.guard_id = d.guard_id AND n.at_ms > d.started_at_ms AND n.started_at_ms IS NOT NULL), ${Number.MAX_SAFE_INTEGER})`;
}

/** Whole rows of the sessions whose ids the common table `page` holds. */
function rowsOfPage(values: StatementValues, scope: SiteScope): string {
  const tenant = values.add(scope.tenantId, 'uuid');
  const ownSite = values.add(scope.siteId, 'uuid');
  const { joins, employeeId, firstName, lastName, siteName } = namesOfDuties('d', tenant);
  return `SELECT d.id, d.guard_id AS "guardId", ${employeeId} AS "employeeId", ${firstName} AS "firstName",
      ${lastName} AS "lastName", d.site_id AS "siteId", ${siteName} AS "siteName", s.time_zone AS "siteTimeZone",
      d.started_at_ms AS "startedAtMs", d.ended_at_ms AS "endedAtMs", d.is_closed_by_system AS "isClosedBySystem",
      d.system_closed_at_ms AS "systemClosedAtMs", d.limit_hours AS "limitHours", walked.*
    FROM page JOIN duty_sessions d ON d.tenant_id = ${tenant} AND d.id = page.id
    ${joins}
    CROSS JOIN LATERAL (SELECT count(*)::int AS rounds,
        coalesce(sum(r.scanned_check_points), 0)::int AS "scannedCheckPoints",
        coalesce(sum(r.total_check_points), 0)::int AS "totalCheckPoints",
        min(r.started_at_ms) AS "firstRoundAtMs"
      FROM rounds r WHERE ${roundsOfDuty(tenant, ownSite)}) AS walked`;
}

/** `offset` rows are left out, or, with `after`, all up to that place. */
export async function findDuties(
  scope: SiteScope,
  filter: DutyFilter,
  { offset = 0, limit, after = null }: { offset?: number; limit: number; after?: DutyCursor | null },
): Promise<FoundDuty[]> {
  const values = new StatementValues();
  const direction = filter.isAscending ? 'ASC' : 'DESC';
  const where = conditionsOf(values, scope, filter);
  if (after !== null) {
    const checkpoint = `(${values.add(after.atMs, 'bigint')}, ${values.add(after.id, 'uuid')})`;
    where.push(`(at_ms, id) ${filter.isAscending ? '>' : '<'} ${checkpoint}`);
  }
  const order = `ORDER BY at_ms ${direction}, id ${direction}`;
  const [skip, take] = [values.add(offset, 'int'), values.add(limit, 'int')];
  const limits = `OFFSET ${skip} LIMIT ${take}`;
  const ids = `SELECT id, at_ms FROM duty_sessions WHERE ${where.join(' AND ')}`;
  // Guard by guard, so that each one's sessions are read in their order and no further than needed.
  const page =
    filter.guardIds === null
      ? `${ids} ${order} ${limits}`
      : `SELECT found.* FROM unnest(${values.add(filter.guardIds, 'uuid[]')}) AS chosen (guard)
          CROSS JOIN LATERAL (${ids} AND guard_id = chosen.guard ${order} LIMIT ${skip} + ${take}) AS found
          ${order} ${limits}`;
  const text = `WITH page AS MATERIALIZED (${page}) ${rowsOfPage(values, scope)}
    ORDER BY page.at_ms ${direction}, page.id ${direction}`;
  const { rows } = await scope.db.executeQuery<FoundDuty>(CompiledQuery.raw(text, values.list));
  return rows;
}

export async function countDuties(scope: SiteScope, filter: DutyFilter): Promise<number> {
  const values = new StatementValues();
  const where = conditionsOf(values, scope, filter);
  if (filter.guardIds !== null) where.push(`guard_id = ANY(${values.add(filter.guardIds, 'uuid[]')})`);
  const text = `SELECT count(*)::int AS count FROM duty_sessions WHERE ${where.join(' AND ')}`;
  const { rows } = await scope.db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.count ?? 0;
}

/** One session, or null when it does not exist or lies outside the scope: the two look the same. */
export async function findDuty(scope: SiteScope, id: string): Promise<FoundDuty | null> {
  const values = new StatementValues();
  const page = `SELECT id FROM duty_sessions WHERE tenant_id = ${values.add(scope.tenantId, 'uuid')}
    AND id = ${values.add(id, 'uuid')}
    ${scope.siteId === null ? '' : `AND site_id = ${values.add(scope.siteId, 'uuid')}`}`;
  const text = `WITH page AS MATERIALIZED (${page}) ${rowsOfPage(values, scope)}`;
  const { rows } = await scope.db.executeQuery<FoundDuty>(CompiledQuery.raw(text, values.list));
  return rows[0] ?? null;
}

/** Guards whose name or employee id, now or before, holds the text, and who have sessions within the scope; at most `limit`. */
export async function findGuardIds(scope: SiteScope, text: string, limit: number): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('guards as g')
    .select('g.id')
    .where('g.tenant_id', '=', scope.tenantId)
    .where(isOrWasCalled(scope.tenantId, text))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('duty_sessions as d')
          .select('d.id')
          .whereRef('d.tenant_id', '=', 'g.tenant_id')
          .whereRef('d.guard_id', '=', 'g.id')
          .$if(scope.siteId !== null, (query) => query.where('d.site_id', '=', scope.siteId)),
      ),
    )
    .orderBy('g.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
