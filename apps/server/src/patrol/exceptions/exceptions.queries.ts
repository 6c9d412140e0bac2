import type { ExceptionDetails, ExceptionSummary } from '@watchpost/contract/exceptions';
import { type ExceptionKind, exceptionKinds } from '@watchpost/domain/exceptions';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import { type Condition, withinScope } from '../../platform/managed-records/record-list.queries.ts';
import { plannedCount, scannedCount } from '../../platform/db/round-counts.ts';
import { dueStatusAt } from '../../platform/db/due-status.ts';
import { lateArrivalsOf } from '../trust/late-arrivals.queries.ts';
import type { ReportZone } from '../../platform/exports/report-zone.queries.ts';
import { dayConditions } from '../../platform/managed-records/day-conditions.ts';
import { closedAt, exceptionTable, happenedAt, isOverdue, type Named, nowMs } from './exception-table.ts';
import { nameAt } from '../../records/past-names/past-names.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
}

async function rowsOf<Row>({ db }: Pick<SiteScope, 'db'>, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
  return rows;
}

/** Sites, guards and routes that a text names, among those that the caller may see. */
export async function findNamed(scope: SiteScope, text: string): Promise<Named> {
  const [found] = await rowsOf<Named>(
    scope,
    `SELECT ARRAY(SELECT id FROM search_sites($1::text, $2::uuid)) AS "siteIds",
      ARRAY(SELECT id FROM search_guards($1::text, $2::uuid)) AS "guardIds",
      ARRAY(SELECT id FROM search_patrol_routes($1::text, $2::uuid)) AS "routeIds"`,
    [text, scope.siteId],
  );
  return found ?? { siteIds: [], guardIds: [], routeIds: [] };
}

const personName = (alias: string) =>
  `coalesce(nullif(trim(concat(${alias}.first_name, ' ', ${alias}.last_name)), ''), ${alias}.email)`;

/** Users who may see to the exceptions of the site: super admins, and its sub admins where those have any. */
export function findOwners(scope: SiteScope, site: string | null, subAdminsMay: boolean): Promise<Choice[]> {
  const text = `SELECT u.id, ${personName('u')} AS name
    FROM users u LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
    WHERE u.tenant_id = $1::uuid AND u.activated AND (u.role = 'superAdmin'
      OR (u.role = 'subAdmin' AND $3::boolean AND ($2::uuid IS NULL OR a.site_id = $2::uuid)))
    ORDER BY 2, 1 LIMIT 2000`;
  return rowsOf(scope, text, [scope.tenantId, scope.siteId ?? site, subAdminsMay]);
}

export function findSites(scope: SiteScope): Promise<Choice[]> {
  const text = `SELECT id, name FROM sites WHERE tenant_id = $1::uuid AND deleted_at IS NULL
      AND ($2::uuid IS NULL OR id = $2::uuid) ORDER BY sort_name, id LIMIT 2000`;
  return rowsOf(scope, text, [scope.tenantId, scope.siteId]);
}

type Extras = Omit<ExceptionDetails, 'exception'>;

/** Of an exception that the caller was shown to see. */
export async function findExtras(scope: SiteScope, id: string): Promise<Extras> {
  const text = `SELECT
      (SELECT json_build_object('dueAtMs', d.due_at_ms, 'lateAtMs', d.late_at_ms, 'missedAtMs', d.missed_at_ms)
        FROM due_rounds d WHERE d.tenant_id = $1::uuid AND d.id = e.due_round_id) AS due,
      (SELECT json_build_object('id', d.id, 'tourName', d.tour_name, 'siteName', ${nameAt('s', 'd.due_at_ms')}, 'timeZone', s.time_zone,
          'dueAtMs', d.due_at_ms, 'status', ${dueStatusAt(nowMs)}, 'sentLate', (${lateArrivalsOf('d')}))
        FROM due_rounds d JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id
        WHERE d.tenant_id = $1::uuid AND d.id = coalesce(e.due_round_id,
            (SELECT l.due_round_id FROM late_arrivals l WHERE l.tenant_id = $1::uuid AND l.round_id = e.round_id))
          AND EXISTS (SELECT FROM late_arrivals l WHERE l.tenant_id = $1::uuid AND l.due_round_id = d.id)) AS "lateDue",
      (SELECT json_build_object('endedAtMs', r.ended_at_ms, 'startedAtMs', coalesce((SELECT d.begun_at_ms FROM due_rounds d
            WHERE d.tenant_id = $1::uuid AND d.id = e.due_round_id AND d.round_id = r.id), r.started_at_ms),
          'scannedCheckPoints', ${scannedCount('r', '$1::uuid')}, 'totalCheckPoints', ${plannedCount('r')})
        FROM rounds r WHERE r.tenant_id = $1::uuid AND r.id = e.round_id) AS round,
      (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes,
          'addedAtMs', x.added_at_ms, 'addedBy', coalesce((SELECT ${personName('u')} FROM users u
            WHERE u.tenant_id = $1::uuid AND u.id = x.added_by), '')) ORDER BY x.added_at_ms, f.id), '[]')
        FROM exception_files x JOIN files f ON f.tenant_id = x.tenant_id AND f.id = x.file_id
        WHERE x.tenant_id = $1::uuid AND x.exception_id = e.id) AS files,
      (SELECT coalesce(json_agg(json_build_object('id', h.id, 'atMs', h.at_ms, 'kind', h.kind, 'actorKind', h.actor_kind,
          'actorName', h.actor_name, 'text', h.text, 'owner', coalesce(h.details ->> 'owner', ''),
          'outcome', h.details ->> 'outcome', 'reasons', coalesce(h.details -> 'reasons', '[]'),
          'fileName', coalesce(h.details ->> 'fileName', '')) ORDER BY h.at_ms, h.id), '[]')
        FROM exception_history h WHERE h.tenant_id = $1::uuid AND h.exception_id = e.id) AS history
    FROM exceptions e WHERE e.tenant_id = $1::uuid AND e.id = $2::uuid`;
  const [found] = await rowsOf<Extras>(scope, text, [scope.tenantId, id]);
  return found ?? { due: null, lateDue: null, round: null, files: [], history: [] };
}

export interface EvidenceFile {
  readonly name: string;
  readonly mediaType: string;
  readonly storageKey: string;
}

/** A file of this exception; null when it is none of it. */
export async function findEvidence(
  scope: SiteScope,
  id: string,
  fileId: string,
): Promise<EvidenceFile | null> {
  const text = `SELECT f.name, f.media_type AS "mediaType", f.storage_key AS "storageKey"
    FROM exception_files x JOIN files f ON f.tenant_id = x.tenant_id AND f.id = x.file_id
    WHERE x.tenant_id = $1::uuid AND x.exception_id = $2::uuid AND x.file_id = $3::uuid`;
  const [found] = await rowsOf<EvidenceFile>(scope, text, [scope.tenantId, id, fileId]);
  return found ?? null;
}

function whereOf(values: StatementValues, scope: SiteScope, conditions: readonly Condition[]): string {
  const all = [...withinScope(scope, exceptionTable), ...conditions];
  return [
    `r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`,
    ...all.map((condition) => condition(values)),
  ].join(' AND ');
}

const atSite = (site: string | undefined): Condition[] =>
  site === undefined ? [] : [(values) => `r.site_id = ${values.add(site, 'uuid')}`];

export interface SummaryFilter {
  readonly site?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone: ReportZone;
}

type Waiting = Omit<ExceptionSummary, 'closed'>;

interface WaitingRow {
  readonly kind: ExceptionKind;
  readonly open: number;
  readonly inHand: number;
  readonly overdue: number;
  readonly unowned: number;
}

/** What waits, of all that happened in the days; read from the index of what waits alone. */
export async function findWaiting(scope: SiteScope, filter: SummaryFilter): Promise<Waiting> {
  const values = new StatementValues();
  const { site, zone } = filter;
  const where = whereOf(values, scope, [...atSite(site), ...dayConditions(zone, filter, happenedAt)]);
  const count = (condition: string) => `(count(*) FILTER (WHERE ${condition}))::int`;
  const rows = await rowsOf<WaitingRow>(
    scope,
    `SELECT r.kind, ${count(`r.status = 'open'`)} AS open, ${count(`r.status = 'inHand'`)} AS "inHand",
      ${count(isOverdue)} AS overdue, ${count('r.owner_id IS NULL')} AS unowned
      FROM exceptions r WHERE ${where} AND r.status <> 'closed' GROUP BY r.kind`,
    values.list,
  );
  const sum = (of: 'open' | 'inHand' | 'overdue' | 'unowned') =>
    rows.reduce((total, row) => total + row[of], 0);
  return {
    open: sum('open'),
    inHand: sum('inHand'),
    overdue: sum('overdue'),
    unowned: sum('unowned'),
    kinds: exceptionKinds.map((kind) => {
      const row = rows.find((found) => found.kind === kind);
      return { kind, open: row?.open ?? 0, inHand: row?.inHand ?? 0 };
    }),
  };
}

interface Closed {
  readonly from: string;
  readonly to: string;
}

/** How fast what was closed in the days had been taken and closed. */
export async function findClosingTimes(
  scope: SiteScope,
  { from, to }: Closed,
  { site, zone }: SummaryFilter,
): Promise<ExceptionSummary['closed']> {
  const values = new StatementValues();
  const where = whereOf(values, scope, [...atSite(site), ...dayConditions(zone, { from, to }, closedAt)]);
  const median = (time: string) =>
    `round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ${time} - r.opened_at_ms))::float8`;
  const [found] = await rowsOf<Omit<ExceptionSummary['closed'], 'from' | 'to'>>(
    scope,
    `SELECT count(*)::int AS count, ${median('r.taken_at_ms')} AS "medianTakingMs",
      ${median('r.closed_at_ms')} AS "medianClosingMs" FROM exceptions r WHERE ${where}`,
    values.list,
  );
  return { from, to, ...(found ?? { count: 0, medianTakingMs: null, medianClosingMs: null }) };
}
