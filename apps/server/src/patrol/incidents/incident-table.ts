// How incidents are listed and exported.
import type { IncidentRow, incidentSortColumns, IncidentStage } from '@watchpost/contract/incidents';
import type { IncidentSeverity, IncidentStatus } from '@watchpost/domain/incidents';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { ReportZone } from '../../platform/exports/report-zone.queries.ts';
import { guardNameAt, nameAt } from '../../records/past-names/past-names.ts';
import { dayConditions } from '../../platform/managed-records/day-conditions.ts';
import { inNameOrder } from '../../platform/managed-records/name-order.ts';
import { epochMsOf } from '../../platform/managed-records/record-columns.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';

const siteColumn = (column: string) =>
  `(SELECT s.${column} FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;
const userName = (column: string) =>
  `(SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
    WHERE u.tenant_id = r.tenant_id AND u.id = r.${column})`;
const reportedAtMs = epochMsOf('r.reported_at');
const siteName = `(SELECT ${nameAt('s', reportedAtMs)} FROM sites s
  WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;
const guardName = `(SELECT ${guardNameAt('g', reportedAtMs)} FROM guards g
  WHERE g.tenant_id = r.tenant_id AND g.id = r.guard_id)`;
const isReportFlagged = (flag: TrustFlag) => `EXISTS (SELECT FROM incident_history h
  WHERE h.tenant_id = r.tenant_id AND h.incident_id = r.id AND h.kind = 'reported' AND '${flag}' = ANY (h.flags))`;

export const incidentTable: RecordTable = {
  table: 'incidents',
  label: `r.type || ', ' || ${siteColumn('name')}`,
  columns: `r.id, r.version, r.site_id AS "siteId", ${siteName} AS "siteName",
    ${siteColumn('time_zone')} AS "siteTimeZone", r.type, r.severity, r.status, r.description, r.latitude, r.longitude, r.guard_id AS "guardId",
    coalesce(${guardName}, ${userName('opened_by')}, '') AS "reporterName", r.assignee_id AS "assigneeId",
    coalesce(${userName('assignee_id')}, '') AS "assigneeName",
    (SELECT count(*)::int FROM incident_photos p WHERE p.tenant_id = r.tenant_id AND p.incident_id = r.id) AS photos,
    ${isReportFlagged('lostPhone')} AS "isFromLostPhone", ${isReportFlagged('sentLate')} AS "isSentLate",
    ${isReportFlagged('fromFuture')} AS "isFromFuture",
    ${epochMsOf('r.reported_at')} AS "reportedAt", ${epochMsOf('r.status_at')} AS "statusAt",
    ${epochMsOf('r.updated_at')} AS "updatedAt"`,
  atSite: (site) => `r.site_id = ${site}`,
  sortable: {
    reportedAt: 'r.reported_at',
    severity: `array_position('{low,medium,high,critical}'::text[], r.severity)`,
    status: `array_position('{New,Attended,Closed}'::text[], r.status)`,
    type: 'r.type',
    site: siteColumn('sort_name'),
    assignee: inNameOrder(`coalesce(${userName('assignee_id')}, '')`),
    updatedAt: 'r.updated_at',
  } satisfies Record<(typeof incidentSortColumns)[number], string>,
  defaultSort: { column: 'reportedAt', type: 'desc' },
  isDeletable: false,
};

export interface IncidentFilter {
  readonly site?: string | undefined;
  readonly severity?: IncidentSeverity | undefined;
  readonly state?: IncidentStatus | IncidentStage | undefined;
  readonly type?: string | undefined;
  readonly assignee?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

const reportedAt = { time: 'r.reported_at', type: 'timestamptz', site: 'r.site_id' } as const;

/** Days are those of the zone; a sub admin's own site is seen to by the scope. */
export function incidentConditions(filter: IncidentFilter, zone: ReportZone): Condition[] {
  const conditions: Condition[] = dayConditions(zone, filter, reportedAt);
  const add = (condition: Condition) => void conditions.push(condition);
  const { site, severity, state, type, assignee } = filter;
  if (site !== undefined) add((values) => `r.site_id = ${values.add(site, 'uuid')}`);
  if (severity !== undefined) add((values) => `r.severity = ${values.add(severity, 'text')}`);
  if (state !== undefined) add(stateConditions[state]);
  if (type !== undefined) add((values) => `r.type = ${values.add(type, 'text')}`);
  if (assignee === 'none') add(() => 'r.assignee_id IS NULL');
  else if (assignee !== undefined) add((values) => `r.assignee_id = ${values.add(assignee, 'uuid')}`);
  const { fromMs, toMs } = filter;
  const at = (ms: number) => new Date(ms).toISOString();
  if (fromMs !== undefined) add((values) => `r.reported_at >= ${values.add(at(fromMs), 'timestamptz')}`);
  if (toMs !== undefined) add((values) => `r.reported_at < ${values.add(at(toMs), 'timestamptz')}`);
  return conditions;
}

const stateConditions: Readonly<Record<IncidentStatus | IncidentStage, Condition>> = {
  New: () => "r.status = 'New'",
  Attended: () => "r.status = 'Attended'",
  Closed: () => "r.status = 'Closed'",
  open: () => "r.status IN ('New', 'Attended')",
  answered: () => 'r.attended_at IS NOT NULL',
  settled: () => 'r.closed_at IS NOT NULL',
};

/** Text in front of an incident wherever it is named in the audit log. */
export const incidentLabel = ({ type, siteName }: Pick<IncidentRow, 'type' | 'siteName'>): string =>
  `${type}, ${siteName}`;
