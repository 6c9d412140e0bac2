// How shifts are listed and exported (MNG-05, GRID-06, GRID-07).
import type { ShiftRecord, shiftSortColumns } from '@watchpost/contract/shifts';
import { clockText } from '@watchpost/domain/clock-text';
import { refuseDeletedSites } from '../sites/deleted-sites.queries.ts';
import { headColumns } from '../../platform/managed-records/record-columns.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';
import { weekText } from '../../platform/tables-out/week-text.ts';

const ofSite = (column: string) =>
  `(SELECT s.${column} FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;

export const shiftTable: RecordTable = {
  table: 'shifts',
  label: 'r.name',
  columns: `${headColumns}, r.name, r.site_id AS "siteId", ${ofSite('name')} AS "siteName",
    ${ofSite('time_zone')} AS "timeZone", r.from_minute AS "fromMinute", r.to_minute AS "toMinute", r.weekdays,
    ARRAY(SELECT x.guard_id FROM shift_guards x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
      WHERE x.tenant_id = r.tenant_id AND x.shift_id = r.id AND g.deleted_at IS NULL
      ORDER BY g.sort_name, g.id)::text[] AS "guardIds"`,
  atSite: (site) => `r.site_id = ${site}`,
  sortable: {
    name: 'r.sort_name',
    siteName: ofSite('sort_name'),
    fromMinute: 'r.from_minute',
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  } satisfies Record<(typeof shiftSortColumns)[number], string>,
  defaultSort: { column: 'name', type: 'asc' },
  whenRestored: refuseDeletedSites('shifts'),
};

/** The filter by site; a site that is not the caller's has no shifts. */
export function shiftConditions(site: string | undefined): Condition[] {
  return site === undefined ? [] : [(values) => `r.site_id = ${values.add(site, 'uuid')}`];
}

export const shiftExport: RecordExport<ShiftRecord> = {
  table: shiftTable,
  id: 'shifts',
  title: 'Shifts',
  columns: [
    { header: 'Name', kind: 'text', width: 28, value: (shift) => shift.name },
    { header: 'Site', kind: 'text', width: 28, value: (shift) => shift.siteName },
    { header: 'From', kind: 'text', width: 8, value: (shift) => clockText(shift.fromMinute) },
    { header: 'To', kind: 'text', width: 8, value: (shift) => clockText(shift.toMinute) },
    { header: 'Weekdays', kind: 'text', width: 28, value: ({ weekdays }) => weekText(weekdays) },
    { header: 'Guards', kind: 'number', width: 10, value: (shift) => shift.guardIds.length },
    { header: 'Time Zone', kind: 'text', width: 18, value: (shift) => shift.timeZone },
    {
      header: 'Status',
      kind: 'text',
      width: 12,
      value: (shift) => (shift.activated ? 'Active' : 'Deactive'),
    },
    { header: 'Shift ID', kind: 'text', width: 38, value: (shift) => shift.id },
  ],
};
