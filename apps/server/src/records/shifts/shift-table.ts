// How shifts are listed and exported (MNG-05, GRID-06, GRID-07).
import { shiftFields, type ShiftRecord, type shiftSortColumns } from '@watchpost/contract/shifts';
import { clockText } from '@watchpost/domain/clock-text';
import { refuseDeletedSites } from '../sites/deleted-sites.queries.ts';
import { headColumns } from '../../platform/managed-records/record-columns.ts';
import { fileColumns, shownColumns } from '../../platform/managed-records/record-fields.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';
import { weekText } from '../../platform/tables-out/week-text.ts';

const ofSite = (column: string) =>
  `(SELECT s.${column} FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;

export const shiftTable: RecordTable = {
  table: 'shifts',
  label: 'r.name',
  columns: `${headColumns}, ${shownColumns(shiftFields, {
    siteName: ofSite('name'),
    timeZone: ofSite('time_zone'),
    guardIds: `ARRAY(SELECT x.guard_id FROM shift_guards x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
      WHERE x.tenant_id = r.tenant_id AND x.shift_id = r.id AND g.deleted_at IS NULL
      ORDER BY g.sort_name, g.id)::text[]`,
  })}`,
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
  columns: fileColumns(shiftFields, 'Shift ID', {
    fromMinute: ({ fromMinute }) => clockText(fromMinute),
    toMinute: ({ toMinute }) => clockText(toMinute),
    weekdays: ({ weekdays }) => weekText(weekdays),
    guardIds: ({ guardIds }) => guardIds.length,
  }),
};
