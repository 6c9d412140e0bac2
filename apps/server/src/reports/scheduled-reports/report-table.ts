// How scheduled reports are listed and exported.
import type { reportSortColumns } from '@watchpost/contract/scheduled-reports';
import { clockText } from '@watchpost/domain/clock-text';
import type { ReportEvent } from '@watchpost/domain/scheduled-reports';
import { defaultTenantSettings } from '@watchpost/domain/tenant-settings';
import { stateOfAddress } from '../../company/mail-consents/mail-consents.queries.ts';
import { epochMsOf, headColumns } from '../../platform/managed-records/record-columns.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';
import { weekText } from '../../platform/tables-out/week-text.ts';
import { disarm } from './report-changes.queries.ts';
import type { StoredReport } from './stored-report.ts';
import { reportTexts } from './texts/report-texts.ts';

const siteColumn = (column: string) =>
  `(SELECT s.${column} FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;
const tenantZone = `(SELECT nullif(c.config_value, '') FROM tenant_config c
  WHERE c.tenant_id = r.tenant_id AND c.config_key = 'timeZone')`;
/** SQL of the zone whose clocks a report goes by. */
export const zoneOfReport = `coalesce(${siteColumn('time_zone')}, ${tenantZone}, '${defaultTenantSettings.timeZone}')`;

export const scheduledReportTable: RecordTable = {
  table: 'scheduled_reports',
  label: 'r.name',
  columns: `${headColumns}, r.name, r.site_id AS "siteId", ${siteColumn('name')} AS "siteName",
    ${zoneOfReport} AS "timeZone", r.timing, r.contents, r.period, r.day_start_minute AS "dayStartMinute", r.formats,
    r.language, r.sends_empty AS "sendsEmpty", r.paused_reason AS "pausedReason",
    coalesce((SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
      WHERE u.tenant_id = r.tenant_id AND u.id = r.owner_id), '') AS "ownerName",
    (SELECT coalesce(json_agg(json_build_object('email', p.email,
        'unsubscribedAt', ${epochMsOf('p.unsubscribed_at')},
        'state', ${stateOfAddress('p.tenant_id', 'scheduledReports', 'p.email')}) ORDER BY p.place, p.email), '[]')
      FROM scheduled_report_recipients p
      WHERE p.tenant_id = r.tenant_id AND p.report_id = r.id AND p.place IS NOT NULL) AS recipients,
    (SELECT json_build_object('state', n.state, 'atMs', n.due_at_ms) FROM scheduled_report_runs n
      WHERE n.tenant_id = r.tenant_id AND n.report_id = r.id AND n.kind <> 'test'
        AND n.site_id IS NOT DISTINCT FROM r.site_id
      ORDER BY n.due_at_ms DESC, n.id DESC LIMIT 1) AS "lastRun"`,
  atSite: (site) => `r.site_id = ${site}`,
  sortable: {
    name: 'r.sort_name',
    siteName: siteColumn('sort_name'),
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  } satisfies Record<(typeof reportSortColumns)[number], string>,
  defaultSort: { column: 'name', type: 'asc' },
  whenSwitchedOff: (db, tenantId, ids) => disarm(db, tenantId, ids),
};

export function reportConditions(site: string | undefined): Condition[] {
  return site === undefined ? [] : [(values) => scheduledReportTable.atSite(values.add(site, 'uuid'))];
}

const texts = reportTexts('en');

const eventTexts: Readonly<Record<ReportEvent, string>> = {
  incidentClosed: 'After an incident is closed',
  roundMissed: 'After a round is missed',
  roundIncompleted: 'After a round ends incomplete',
};

function whenOf({ timing }: StoredReport): string {
  switch (timing.kind) {
    case 'daily':
      return `Daily at ${clockText(timing.minute)}`;
    case 'weekly':
      return `${weekText(timing.weekdays)} at ${clockText(timing.minute)}`;
    case 'monthly':
      return `Monthly on day ${timing.day} at ${clockText(timing.minute)}`;
    case 'event':
      return `${eventTexts[timing.event]}, gathered for ${timing.gatherMinutes} min`;
  }
}

export const scheduledReportExport: RecordExport<StoredReport> = {
  table: scheduledReportTable,
  id: 'scheduledReports',
  title: 'Scheduled Reports',
  columns: [
    { header: 'Name', kind: 'text', width: 28, value: (report) => report.name },
    { header: 'Site', kind: 'text', width: 28, value: (report) => report.siteName ?? 'All sites' },
    { header: 'When', kind: 'text', width: 34, value: whenOf },
    {
      header: 'Contents',
      kind: 'text',
      width: 34,
      value: ({ contents }) => contents.map((content) => texts.contents[content]).join(', '),
    },
    { header: 'Formats', kind: 'text', width: 14, value: ({ formats }) => formats.join(' ') },
    { header: 'Language', kind: 'text', width: 10, value: (report) => report.language },
    {
      header: 'Recipients',
      kind: 'text',
      width: 40,
      value: ({ recipients }) => recipients.map(({ email }) => email).join(', '),
    },
    { header: 'Time Zone', kind: 'text', width: 18, value: (report) => report.timeZone },
    {
      header: 'Status',
      kind: 'text',
      width: 12,
      value: (report) => (report.activated ? 'Active' : 'Deactive'),
    },
    { header: 'Report ID', kind: 'text', width: 38, value: (report) => report.id },
  ],
};
