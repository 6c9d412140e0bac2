// Sums over spans of time, as parts of statements: packed rows of running sums where they are whole, rows where a
// quarter of an hour is cut. A statement has the same text for every span, so that each connection plans it once.
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import type { StatementValues } from '../../platform/db/statement-values.ts';
import {
  type Asked,
  askedCuts,
  askedParts,
  askedWindows,
  touched,
  within,
} from '../../platform/rollups/packed-sums.ts';

export const nil = '00000000-0000-0000-0000-000000000000';

/** Whose sums: the tenant's own, a site's, or each of a kind. */
export interface Subject {
  readonly tenant: string;
  /** Placeholders of its statement besides the tenant's. */
  readonly mentioned: readonly string[];
  /** SQL condition over guard_id (of due rounds alone) and site_id of the sums. */
  readonly rounds: string;
  readonly due: string;
  /** The same over the rows. */
  readonly rows: string;
}

/** Everything of the tenant, or of one site. */
export function wholeSubject(values: StatementValues, tenant: string, siteId: string | null): Subject {
  const site = values.add(siteId ?? nil, 'uuid');
  const ofSite = `tenant_id = ${tenant} AND site_id = ${site}`;
  return {
    tenant,
    mentioned: [site],
    rounds: ofSite,
    due: `${ofSite} AND guard_id = '${nil}'`,
    rows: `tenant_id = ${tenant} ${siteId === null ? '' : `AND site_id = ${site}`}`,
  };
}

/** Each site by itself, of all or of one. */
export function siteSubjects(values: StatementValues, tenant: string, siteId: string | null): Subject {
  if (siteId !== null) return wholeSubject(values, tenant, siteId);
  const ofSites = `tenant_id = ${tenant} AND site_id = ANY (ARRAY(SELECT id FROM sites WHERE tenant_id = ${tenant}))`;
  return {
    tenant,
    mentioned: [],
    rounds: ofSites,
    due: `${ofSites} AND guard_id = '${nil}'`,
    rows: `tenant_id = ${tenant}`,
  };
}

/**
 * Common tables asked, cut and span, for the relations below: asked and cut of `parts` that are added up, span of whole
 * ranges. Placeholders that a statement may turn out not to use are `mentioned`: the database refuses values that it is
 * not asked about.
 */
export const askedTables = (
  values: StatementValues,
  { parts, spans }: { readonly parts: readonly Asked[]; readonly spans: readonly Asked[] },
  mentioned: readonly string[],
): string => `${spanTable(values, spans, mentioned)}, ${partTables(values, parts)}`;

export function partTables(values: StatementValues, parts: readonly Asked[]): string {
  const { windows, cuts } = askedParts(parts);
  return `asked AS MATERIALIZED (SELECT * FROM ${askedWindows(values, windows)}),
    cut AS MATERIALIZED (SELECT * FROM ${askedCuts(values, cuts)})`;
}

export const spanTable = (
  values: StatementValues,
  spans: readonly Asked[],
  mentioned: readonly string[],
): string =>
  `mentioned AS (SELECT ${mentioned.join(', ')}), span AS MATERIALIZED (SELECT * FROM ${askedCuts(values, spans)})`;

export const roundFigures = ['begun', 'incompleted', 'completed', 'planned', 'scanned'];

/** Relation of the rounds of the asked ranges: asked, site_id and the figures; to be added up. */
export function roundsIn({ rounds, rows }: Subject): string {
  return `SELECT asked, site_id, ${roundFigures.map((name) => `${within(name)} AS ${name}`).join(', ')}
    FROM ${touched('round_sums', `site_id, ${roundFigures.join(', ')}`, rounds)} AS r
    UNION ALL SELECT cut.asked, counted.* FROM cut CROSS JOIN LATERAL (
      SELECT site_id, count(*)::int, count(*) FILTER (WHERE status_code = 1005)::int,
        count(*) FILTER (WHERE status_code = 1010)::int,
        coalesce(sum(total_check_points) FILTER (WHERE status_code <> 1001), 0)::int,
        coalesce(sum(scanned_check_points) FILTER (WHERE status_code <> 1001), 0)::int
      FROM rounds WHERE ${rows} AND started_at_ms >= cut.from_ms AND started_at_ms < cut.to_ms GROUP BY 1) AS counted`;
}

/** What is told: a name, and the SQL of it over such a relation. */
type Told = readonly (readonly [name: string, sum: string])[];
const sumOf = (columns: string) => `coalesce(sum(${columns}), 0)::bigint`;

export const roundTally: Told = [
  ['inProgress', sumOf('begun - incompleted - completed')],
  ['incompleted', sumOf('incompleted')],
  ['completed', sumOf('completed')],
  ['planned', sumOf('planned')],
  ['scanned', sumOf('scanned')],
];
export const columnsOf = (told: Told): string => told.map(([name, sum]) => `${sum} AS "${name}"`).join(', ');

/** Columns of sums of due rounds by outcome; of those that wait there is none. */
const dueColumns = {
  onTime: 'on_time',
  doneLate: 'done_late',
  incomplete: 'incomplete',
  missed: 'missed',
  excused: 'excused',
  underWay: 'under_way',
} as const;
export const dueFigures = Object.values(dueColumns);

interface DueRows {
  /** due_rounds, once for each whom a row counts for. */
  readonly from: string;
  /** SQL of the guard that it counts for. */
  readonly guard: string;
}

/** Relation of the packed due rounds of the asked ranges: asked, guard_id, site_id and the figures; to be added up. */
const packedDue = (whose: string) => `
  SELECT asked, guard_id, site_id, ${dueFigures.map((name) => `${within(name)} AS ${name}`).join(', ')}, 0 AS waiting
  FROM ${touched('due_sums', `guard_id, site_id, ${dueFigures.join(', ')}`, whose)} AS d`;

/** The same of those in a cut quarter of an hour, of which no sum tells. */
function cutDue(rows: string, { from: table, guard }: DueRows): string {
  const counted = Object.keys(dueColumns)
    .map((outcome) => `count(*) FILTER (WHERE outcome = '${outcome}')::int`)
    .join(', ');
  return `SELECT cut.asked, counted.* FROM cut CROSS JOIN LATERAL (SELECT ${guard}, site_id, ${counted}, 0 FROM ${table}
      WHERE ${rows} AND due_at_ms >= cut.from_ms AND due_at_ms < cut.to_ms GROUP BY 1, 2) AS counted`;
}

/** Condition over due_rounds and span: those that no one has started, which the clock alone makes missed ones. */
const unbegun = (rows: string, now: string): string => `${rows} AND status IN ('due', 'late')
  AND due_at_ms >= span.from_ms AND due_at_ms < span.to_ms AND due_at_ms <= ${now}`;

const waitingDue = (rows: string, { from: table, guard }: DueRows, now: string): string => `
  SELECT span.asked, waiting.* FROM span CROSS JOIN LATERAL (
    SELECT ${guard}, site_id, 0, 0, 0, count(*) FILTER (WHERE missed_at_ms <= ${now})::int, 0, 0,
      count(*) FILTER (WHERE missed_at_ms > ${now})::int
    FROM ${table} WHERE ${unbegun(rows, now)} GROUP BY 1, 2) AS waiting`;

/** Due rounds, for their sites. */
const dueOfSites: DueRows = { from: 'due_rounds', guard: `'${nil}'::uuid` };

/** Due rounds, for each guard whose they are. */
const dueOfGuards: DueRows = {
  from: `due_rounds CROSS JOIN LATERAL (SELECT DISTINCT whose FROM
    unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose) AS w`,
  guard: 'whose',
};

/**
 * Relation of the due rounds of the asked ranges: asked, guard_id, site_id and the figures; to be added up. Without
 * `now` settled ones alone.
 */
export const dueIn = ({ due, rows }: Subject, now: string | null): string =>
  [
    packedDue(due),
    cutDue(rows, dueOfSites),
    ...(now === null ? [] : [waitingDue(rows, dueOfSites, now)]),
  ].join(' UNION ALL ');

/** The same of guards, whose parts of days are `counters` of their own. */
export const dueOfGuardsIn = (packed: string, counters: string, rows: string, now: string | null): string =>
  [
    packedDue(packed),
    counters,
    cutDue(rows, dueOfGuards),
    ...(now === null ? [] : [waitingDue(rows, dueOfGuards, now)]),
  ].join(' UNION ALL ');

/**
 * Of both, those alone that no one has started: what standings leave out of a span that lies between two of them.
 */
export const unbegunIn = (rows: string, now: string): string => {
  const columns = ['asked', 'whose', 'site_id', ...dueFigures, 'waiting'].join(', ');
  return `SELECT * FROM (${waitingDue(rows, dueOfSites, now)} UNION ALL ${waitingDue(rows, dueOfGuards, now)})
    AS unbegun (${columns})`;
};

export const dueTally: Told = dueOutcomes.map((outcome) => [
  outcome,
  sumOf(outcome === 'waiting' ? 'waiting' : dueColumns[outcome]),
]);

/** SQL of the rows of a query as one value of JSON, which costs less than as many rows; [] for none. */
export const asJson = (query: string): string =>
  `coalesce((SELECT json_agg(found) FROM (${query}) AS found), '[]'::json)`;

/** SQL of rows as one JSON list of lists. */
export const asArrays = (columns: readonly string[], from: string): string =>
  `(SELECT coalesce(json_agg(json_build_array(${columns.join(', ')})), '[]'::json) FROM ${from})`;
