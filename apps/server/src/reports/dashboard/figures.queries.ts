// The figures of a span as the dashboard shows them first, in one statement.
import { CompiledQuery } from 'kysely';
import type { Dashboard, RoundTally } from '@watchpost/contract/dashboard';
import { dutySitesMax } from '@watchpost/domain/dashboard';
import { type DueTally, noDue } from '@watchpost/domain/due-outcomes';
import { exceptionAges, exceptionSeverities } from '@watchpost/domain/exceptions';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import { isLateToBegin } from '../../patrol/duties/under-way.queries.ts';
import { rollupParts } from '../../platform/rollups/rollup-parts.ts';

/** What to tell of; the rest is null. */
export interface Seen {
  readonly rounds: boolean;
  readonly due: boolean;
  readonly onDuty: boolean;
  readonly incidents: boolean;
  readonly exceptions: boolean;
}

export interface FiguresAsked {
  readonly siteId: string | null;
  readonly span: TimeRange;
  readonly previous: TimeRange;
  readonly nowMs: number;
  readonly seen: Seen;
}

type Numbered<Tally> = Tally & { readonly asked: number };

interface FoundIncidents {
  readonly New: number;
  readonly Attended: number;
  readonly critical: number;
  readonly reported: number;
  readonly reportedBefore: number;
  readonly attended: number;
  readonly attendedMs: number | null;
  readonly closed: number;
  readonly closedMs: number | null;
}

interface FoundExceptions {
  readonly unsettled: number;
  readonly overdue: number;
  readonly closed: number;
  readonly closedMs: number | null;
}

interface Found {
  readonly rounds: readonly Numbered<RoundTally>[];
  readonly due: readonly Numbered<DueTally>[];
  readonly onDuty: number | null;
  readonly onDutySites: NonNullable<Dashboard['onDutySites']>;
  readonly incidents: readonly FoundIncidents[];
  readonly exceptions: readonly FoundExceptions[];
  readonly places: readonly Dashboard['places'][];
  readonly sos: number;
  readonly lateStarts: number | null;
}

export type Figures = Omit<Dashboard, 'span' | 'field'> & {
  readonly field: Pick<Dashboard['field'], 'sos' | 'lateStarts'>;
};

/** SQL of the rows of a query as one value of JSON, which costs less than as many rows; [] for none. */
const asJson = (query: string): string =>
  `coalesce((SELECT json_agg(found) FROM (${query}) AS found), '[]'::json)`;

export async function findFigures(scope: SiteScope, asked: FiguresAsked): Promise<Figures> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const { siteId, nowMs, seen } = asked;
  const own = `tenant_id = ${tenant} ${siteId === null ? '' : `AND site_id = ${values.add(siteId, 'uuid')}`}`;
  const now = values.add(nowMs, 'bigint');
  const some = (isSeen: boolean, query: () => string) => (isSeen ? asJson(query()) : `'[]'::json`);
  const text = `WITH ${spanTables(values, [asked.span, asked.previous])}
    SELECT ${some(seen.rounds, () => rounds(own))} AS rounds,
      ${some(seen.due, () => due(own, now))} AS due,
      ${seen.onDuty ? onDuty(own) : 'NULL::int'} AS "onDuty",
      ${some(seen.onDuty, () => onDutySites(tenant, own))} AS "onDutySites",
      ${some(seen.incidents, () => incidents(values, own, asked))} AS incidents,
      ${some(seen.exceptions, () => exceptions(values, own, asked))} AS exceptions,
      ${asJson(places(values, tenant, scope.siteId))} AS places,
      (SELECT count(*)::int FROM sos_calls WHERE ${own} AND resolved_at_ms IS NULL) AS sos,
      ${seen.due ? lateStarts(own, now) : 'NULL::int'} AS "lateStarts",
      ${now} AS now`;
  const { rows } = await scope.db.executeQuery<Found>(CompiledQuery.raw(text, values.list));
  const [found] = rows;
  if (found === undefined) throw new Error('a statement of values always has a row');
  return {
    rounds: seen.rounds ? besides(found.rounds, noRounds) : null,
    due: seen.due ? besides(found.due, noDue) : null,
    onDuty: found.onDuty,
    onDutySites: seen.onDuty ? found.onDutySites : null,
    incidents: incidentsOf(found.incidents[0]),
    exceptions: exceptionsOf(found.exceptions[0]),
    places: found.places[0] ?? { sites: 0, guards: 0, checkpoints: 0, routes: 0, tours: 0 },
    field: { sos: found.sos, lateStarts: found.lateStarts },
  };
}

export const noRounds: RoundTally = { inProgress: 0, incompleted: 0, completed: 0, planned: 0, scanned: 0 };

function besides<Tally extends object>(found: readonly Numbered<Tally>[], none: Tally) {
  const of = (wanted: number): Tally => {
    const tally = found.find(({ asked }) => asked === wanted);
    return tally === undefined ? none : tally;
  };
  return { now: of(0), before: of(1) };
}

/** Common tables span, of the spans by their number, and part, of what adds up to each (rollup-parts.ts). */
function spanTables(values: StatementValues, spans: readonly TimeRange[]): string {
  const numbered = spans.map((span, asked) => ({ asked, ...span }));
  const parts = numbered.flatMap(({ asked, ...span }) =>
    rollupParts(span).map((part) => ({ asked, ...part })),
  );
  const list = (numbers: readonly number[], type: string) => values.add(numbers, `${type}[]`);
  return `span AS MATERIALIZED (SELECT * FROM unnest(
      ${list([...numbered.keys()], 'int')}, ${list(column(numbered, 'fromMs'), 'bigint')},
      ${list(column(numbered, 'toMs'), 'bigint')}) AS span (asked, from_ms, to_ms)),
    part AS MATERIALIZED (SELECT * FROM unnest(
      ${list(column(parts, 'asked'), 'int')}, ${list(column(parts, 'sign'), 'int')},
      ${list(column(parts, 'hours'), 'smallint')}, ${list(column(parts, 'fromMs'), 'bigint')},
      ${list(column(parts, 'toMs'), 'bigint')}) AS part (asked, sign, hours, from_ms, to_ms))`;
}

const column = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number[] =>
  rows.map((row) => row[name]);

/** Rounds of each span: rollups, and rows where a part has none. */
const rounds = (
  own: string,
) => `SELECT asked, sum(sign * (started - incompleted - completed)) AS "inProgress",
    sum(sign * incompleted) AS incompleted, sum(sign * completed) AS completed, sum(sign * planned) AS planned,
    sum(sign * scanned) AS scanned
  FROM (
    SELECT asked, sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT started, incompleted, completed, planned, scanned FROM site_round_rollups
      WHERE ${own} AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT asked, sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT 1, (status_code = 1005)::int, (status_code = 1010)::int,
        CASE WHEN status_code = 1001 THEN 0 ELSE total_check_points END,
        CASE WHEN status_code = 1001 THEN 0 ELSE scanned_check_points END
      FROM rounds
      WHERE ${own} AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
  ) AS rounds_in_parts
  GROUP BY asked`;

/** The same of due rounds; those that no one has started are in no rollup, since the clock alone makes them missed. */
const due = (
  own: string,
  now: string,
) => `SELECT asked, sum(sign * on_time) AS "onTime", sum(sign * done_late) AS "doneLate",
    sum(sign * incomplete) AS incomplete, sum(sign * missed) AS missed, sum(sign * excused) AS excused,
    sum(sign * under_way) AS "underWay", sum(sign * waiting) AS waiting
  FROM (
    SELECT asked, sign, counted.*, 0 AS waiting FROM part CROSS JOIN LATERAL (
      SELECT on_time, done_late, incomplete, missed, excused, under_way FROM site_due_rollups
      WHERE ${own} AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT asked, sign, counted.*, 0 FROM part CROSS JOIN LATERAL (
      SELECT (outcome = 'onTime')::int, (outcome = 'doneLate')::int, (outcome = 'incomplete')::int,
        (outcome = 'missed')::int, (outcome = 'excused')::int, (outcome = 'underWay')::int
      FROM due_rounds
      WHERE ${own} AND due_at_ms >= part.from_ms AND due_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
    UNION ALL
    SELECT asked, 1, 0, 0, 0, (missed_at_ms <= ${now})::int, 0, 0, (missed_at_ms > ${now})::int
    FROM span CROSS JOIN LATERAL (
      SELECT missed_at_ms FROM due_rounds WHERE ${own} AND status IN ('due', 'late')
        AND due_at_ms >= span.from_ms AND due_at_ms < span.to_ms AND due_at_ms <= ${now} OFFSET 0) AS not_started
  ) AS due_in_parts
  GROUP BY asked`;

const dutiesNow = (own: string) => `FROM duty_sessions WHERE ${own} AND ended_at_ms IS NULL AND at_ms > 0`;

const onDuty = (own: string) => `(SELECT count(*)::int ${dutiesNow(own)})`;

/** Those with the most first, and of as many by name. */
const onDutySites = (tenant: string, own: string) =>
  `SELECT s.id, s.name, d.many AS "onDuty"
    FROM (SELECT site_id, count(*)::int AS many ${dutiesNow(own)} GROUP BY site_id) AS d
    JOIN sites s ON s.tenant_id = ${tenant} AND s.id = d.site_id
    ORDER BY d.many DESC, s.sort_name, s.id LIMIT ${dutySitesMax}`;

/** As the live board has them. */
const lateStarts = (own: string, now: string) =>
  `(SELECT count(*)::int FROM due_rounds WHERE ${own} AND ${isLateToBegin(now)})`;

const medianOf = (column: string) =>
  `percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${column} - reported_at) * 1000)::bigint`;

function incidents(values: StatementValues, own: string, { span, previous }: FiguresAsked): string {
  const reported = ({ fromMs, toMs }: TimeRange) => {
    const [from, to] = [fromMs, toMs].map((ms) => values.add(new Date(ms).toISOString(), 'timestamptz'));
    return `FROM incidents WHERE ${own} AND reported_at >= ${from} AND reported_at < ${to}`;
  };
  return `SELECT * FROM (SELECT count(*) FILTER (WHERE status = 'New') AS "New",
        count(*) FILTER (WHERE status = 'Attended') AS "Attended", count(*) FILTER (WHERE severity = 'critical') AS critical
      FROM incidents WHERE ${own} AND status IN ('New', 'Attended')) AS open,
    (SELECT count(*) AS reported, count(attended_at) AS attended, ${medianOf('attended_at')} AS "attendedMs",
      count(closed_at) AS closed, ${medianOf('closed_at')} AS "closedMs" ${reported(span)}) AS now,
    (SELECT count(*) AS "reportedBefore" ${reported(previous)}) AS before`;
}

function incidentsOf(found: FoundIncidents | undefined): Figures['incidents'] {
  if (found === undefined) return null;
  const { attended, attendedMs, closed, closedMs, ...rest } = found;
  return {
    ...rest,
    attended: { count: attended, medianMs: attendedMs },
    closed: { count: closed, medianMs: closedMs },
  };
}

function exceptions(values: StatementValues, own: string, { span, nowMs }: FiguresAsked): string {
  const openedBy = exceptionSeverities.map((severity) => nowMs - exceptionAges[severity].overdueMs);
  const overdue = `opened_at_ms <= (${values.add(openedBy, 'bigint[]')})[severity]`;
  return `SELECT * FROM (SELECT count(*) AS unsettled, count(*) FILTER (WHERE ${overdue}) AS overdue
      FROM exceptions WHERE ${own} AND status <> 'closed') AS waiting,
    (SELECT count(*) AS closed, percentile_cont(0.5) WITHIN GROUP (ORDER BY closed_at_ms - opened_at_ms)::bigint AS "closedMs"
      FROM exceptions WHERE ${own} AND status = 'closed' AND closed_at_ms >= ${values.add(span.fromMs, 'bigint')}
        AND closed_at_ms < ${values.add(span.toMs, 'bigint')}) AS closed`;
}

function exceptionsOf(found: FoundExceptions | undefined): Figures['exceptions'] {
  if (found === undefined) return null;
  const { unsettled, overdue, closed, closedMs } = found;
  return { unsettled, overdue, closed: { count: closed, medianMs: closedMs } };
}

/** What there is, to know whether anything can be expected at all. */
function places(values: StatementValues, tenant: string, ownSiteId: string | null): string {
  const own = ownSiteId === null ? null : values.add(ownSiteId, 'uuid');
  // By key: of a tenant with many, PostgreSQL would else look for the first through the rows of all others.
  const some = (from: string, site: string) =>
    `(SELECT count(*)::int FROM (SELECT FROM ${from} WHERE ${from.slice(-1)}.tenant_id = ${tenant}
      AND ${from.slice(-1)}.deleted_at IS NULL ${own === null ? `ORDER BY ${from.slice(-1)}.id` : `AND ${site}`}
      LIMIT 1) AS found)`;
  const guardSite = `EXISTS (SELECT FROM guard_sites gs WHERE gs.tenant_id = ${tenant} AND gs.guard_id = g.id AND gs.site_id = ${own})`;
  const tourSite = `EXISTS (SELECT FROM patrol_routes o WHERE o.tenant_id = ${tenant} AND o.id = t.route_id AND o.site_id = ${own})`;
  return `SELECT ${some('sites s', `s.id = ${own}`)} AS sites, ${some('guards g', guardSite)} AS guards,
    ${some('checkpoints c', `c.site_id = ${own}`)} AS checkpoints,
    ${some('patrol_routes r', `r.site_id = ${own}`)} AS routes, ${some('patrol_tours t', tourSite)} AS tours`;
}
