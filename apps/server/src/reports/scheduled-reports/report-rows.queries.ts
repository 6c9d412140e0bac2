import { CompiledQuery } from 'kysely';
import type { ReportContent } from '@watchpost/domain/scheduled-reports';
import { roundStatus } from '@watchpost/domain/round-status';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { Db } from '../../platform/db/database.ts';
import { guardNameAt, namesOfDuties, namesOfRounds, nameAt } from '../../records/past-names/past-names.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import { plannedCount, scannedCount } from '../../platform/db/round-counts.ts';
import { lateArrivalOf } from '../../patrol/trust/late-arrivals.queries.ts';
import type { ReportFigure } from './texts/text-types.ts';

/** Which rows of a tenant a report holds. */
export interface RowSelection {
  readonly tenantId: string;
  /** Null for all sites. */
  readonly siteId: string | null;
  readonly range: TimeRange;
  /** Of a report on events: the records that they happened to, whenever those began; null for all of the range. */
  readonly subjectIds: readonly string[] | null;
  /** What is late or missed is so by this time. */
  readonly nowMs: number;
}

/** A value as JSON has it. */
export type RawCell = string | number | boolean | null;

interface Source {
  /** Tables with r as the rows that are counted and ordered. */
  readonly from: string;
  readonly joins: string;
  /** SQL over r alone: milliseconds by which rows are ordered and belong to a time. */
  readonly at: string;
  readonly where?: string;
  readonly cells: string;
  /** SQL over r alone; where rows are parted by what became of them, the parts add up to the first. */
  readonly figures: Readonly<Partial<Record<ReportFigure, string>>>;
}

const nowMark = '{now}';
const statusNow = `CASE WHEN r.status IN ('due', 'late') AND r.missed_at_ms <= ${nowMark} THEN 'missed'
  WHEN r.status = 'due' AND r.late_at_ms <= ${nowMark} THEN 'late' ELSE r.status END`;
const ofSite = 'JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id';
const guardName = `trim(g.first_name || ' ' || g.last_name)`;
const [rounds, duties] = [namesOfRounds('r', 'r.tenant_id'), namesOfDuties('r', 'r.tenant_id')];
const epochMs = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;
const userName = (column: string) =>
  `(SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
    WHERE u.tenant_id = r.tenant_id AND u.id = r.${column})`;

const dueSource: Source = {
  from: 'due_rounds r',
  // Of several that were sent late the one that was started first.
  joins: `${ofSite} LEFT JOIN LATERAL (SELECT a.* FROM late_arrivals a
      JOIN rounds o ON o.tenant_id = a.tenant_id AND o.id = a.round_id
      WHERE a.tenant_id = r.tenant_id AND a.due_round_id = r.id AND (r.round_id IS NULL OR r.round_id = a.round_id)
      ORDER BY o.started_at_ms, o.id LIMIT 1) AS late ON true
    LEFT JOIN rounds w ON w.tenant_id = r.tenant_id AND w.id = coalesce(r.round_id, late.round_id)
    LEFT JOIN guards g ON g.tenant_id = w.tenant_id AND g.id = w.guard_id`,
  at: 'r.due_at_ms',
  cells: `r.due_at_ms, ${nameAt('s', 'r.due_at_ms')}, r.tour_name, r.route_name, ${statusNow}, ${guardNameAt('g', 'w.started_at_ms')}, w.started_at_ms,
    late.arrived_at_ms, concat_ws('; ', r.excuse, late.acceptance)`,
  figures: {
    due: 'count(*)',
    walked: `count(*) FILTER (WHERE r.status = 'completed')`,
    incompleted: `count(*) FILTER (WHERE r.status = 'incompleted')`,
    missed: `count(*) FILTER (WHERE ${statusNow} = 'missed')`,
    excused: `count(*) FILTER (WHERE r.status = 'excused')`,
    pending: `count(*) FILTER (WHERE ${statusNow} IN ('due', 'late', 'inProgress'))`,
  },
};

const sources: Readonly<Record<ReportContent, Source>> = {
  scannedCheckpoints: {
    from: 'rounds r',
    joins: `${rounds.joins}
      LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id`,
    at: 'r.started_at_ms',
    cells: `r.started_at_ms, r.ended_at_ms, ${rounds.siteName}, v.name, ${rounds.guardName}, ${rounds.employeeId},
      ${scannedCount('r', 'r.tenant_id')}, ${plannedCount('r')}, r.status_code,
      CASE WHEN EXISTS (SELECT FROM round_doubts d WHERE d.tenant_id = r.tenant_id AND d.round_id = r.id
        AND d.flag = 'sentLate') THEN ${lateArrivalOf('r.tenant_id', 'r.id')} END`,
    figures: {
      rounds: 'count(*)',
      completed: `count(*) FILTER (WHERE r.status_code = ${roundStatus.completed})`,
      incompleted: `count(*) FILTER (WHERE r.status_code = ${roundStatus.incompleted})`,
      inProgress: `count(*) FILTER (WHERE r.status_code = ${roundStatus.inProgress})`,
      // As the rows count them, so that a column adds up to its figure.
      checkpoints: `coalesce(sum(${scannedCount('r', 'r.tenant_id')}), 0)`,
      planned: `coalesce(sum(${plannedCount('r')}), 0)`,
    },
  },
  loginLogout: {
    from: 'duty_sessions r',
    joins: duties.joins,
    at: 'r.at_ms',
    cells: `r.started_at_ms, r.ended_at_ms, ${duties.siteName}, ${duties.guardName}, ${duties.employeeId}, r.is_closed_by_system`,
    figures: {
      sessions: 'count(*)',
      onDuty: 'count(*) FILTER (WHERE r.ended_at_ms IS NULL)',
      loggedOut: 'count(*) FILTER (WHERE r.ended_at_ms IS NOT NULL AND NOT r.is_closed_by_system)',
      closedBySystem: 'count(*) FILTER (WHERE r.is_closed_by_system)',
    },
  },
  dueRounds: dueSource,
  missedRounds: {
    ...dueSource,
    where: `${statusNow} = 'missed'`,
    figures: { missed: 'count(*)' },
  },
  incidents: {
    from: 'incidents r',
    joins: `${ofSite} LEFT JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id`,
    at: epochMs('r.reported_at'),
    cells: `${epochMs('r.reported_at')}, s.name, r.type, r.severity, r.status, ${epochMs('r.status_at')}, r.description,
      coalesce(${guardName}, ${userName('opened_by')}, ''), coalesce(${userName('assignee_id')}, '')`,
    figures: {
      incidents: 'count(*)',
      open: `count(*) FILTER (WHERE r.status <> 'Closed')`,
      grave: `count(*) FILTER (WHERE r.severity IN ('high', 'critical'))`,
    },
  },
  exceptions: {
    from: 'exceptions r',
    joins: ofSite,
    at: 'r.happened_at_ms',
    cells: `r.happened_at_ms, s.name, r.kind, r.severity, r.route_name, r.status, r.outcome, r.closing_reason,
      coalesce(${userName('owner_id')}, '')`,
    figures: {
      exceptions: 'count(*)',
      open: `count(*) FILTER (WHERE r.status <> 'closed')`,
      grave: 'count(*) FILTER (WHERE r.severity >= 3)',
    },
  },
};

/** Times of incidents are timestamps: compared as such, so that their index is of use. */
function rangeOf(values: StatementValues, content: ReportContent, { fromMs, toMs }: TimeRange): string {
  if (content !== 'incidents') {
    const { at } = sources[content];
    return `${at} >= ${values.add(fromMs, 'bigint')} AND ${at} < ${values.add(toMs, 'bigint')}`;
  }
  const instant = (ms: number) => values.add(new Date(ms).toISOString(), 'timestamptz');
  return `r.reported_at >= ${instant(fromMs)} AND r.reported_at < ${instant(toMs)}`;
}

function whereOf(values: StatementValues, content: ReportContent, selection: RowSelection): string {
  const { where } = sources[content];
  const { tenantId, siteId, subjectIds, range } = selection;
  return [
    `r.tenant_id = ${values.add(tenantId, 'uuid')}`,
    ...(siteId === null ? [] : [`r.site_id = ${values.add(siteId, 'uuid')}`]),
    subjectIds === null
      ? rangeOf(values, content, range)
      : `r.id = ANY (${values.add(subjectIds, 'uuid[]')})`,
    ...(where === undefined ? [] : [where]),
  ].join(' AND ');
}

/** Figures of all rows, the first of them being how many there are. */
export async function findFigures(
  db: Db,
  content: ReportContent,
  selection: RowSelection,
): Promise<{ readonly count: number; readonly figures: readonly (readonly [string, number])[] }> {
  const values = new StatementValues();
  const { from, figures } = sources[content];
  const columns = Object.entries(figures).map(([name, sum]) => `(${sum})::float8 AS "${name}"`);
  const text = `SELECT count(*)::float8 AS "rowCount", ${columns.join(', ')} FROM ${from}
    WHERE ${whereOf(values, content, selection)}`;
  const { rows } = await db.executeQuery<Record<string, number>>(
    CompiledQuery.raw(text.replaceAll(nowMark, String(selection.nowMs)), values.list),
  );
  const found = rows[0] ?? {};
  return {
    count: found['rowCount'] ?? 0,
    figures: Object.keys(figures).map((name) => [name, found[name] ?? 0]),
  };
}

/** Rows read at once: few enough that others are served in between. */
const rowsAtOnce = 500;

/** Cells of the rows in the order of time, a little at a time; at most `limit` rows. */
export async function* readRows(
  db: Db,
  content: ReportContent,
  selection: RowSelection,
  limit: number,
): AsyncGenerator<RawCell[][]> {
  const { from, joins, at, cells } = sources[content];
  let after: { readonly at: number; readonly id: string } | null = null;
  for (let read = 0; read < limit; ) {
    const values = new StatementValues();
    const where = [whereOf(values, content, selection)];
    if (after !== null)
      where.push(`(${at}, r.id) > (${values.add(after.at, 'bigint')}, ${values.add(after.id, 'uuid')})`);
    const take = Math.min(rowsAtOnce, limit - read);
    const text = `SELECT r.id, (${at})::float8 AS at, json_build_array(${cells}) AS cells
      FROM (SELECT r.* FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${at}, r.id LIMIT ${take}) AS r ${joins}
      ORDER BY ${at}, r.id`;
    const { rows }: { rows: { id: string; at: number; cells: RawCell[] }[] } = await db.executeQuery(
      CompiledQuery.raw(text.replaceAll(nowMark, String(selection.nowMs)), values.list),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => row.cells);
    read += rows.length;
    if (rows.length < take) return;
    after = { at: last.at, id: last.id };
  }
}
