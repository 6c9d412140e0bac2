// How patrol tours are listed and exported (MNG-07, GRID-06, GRID-07).
import { tourFields, type TourRow, type tourSortColumns } from '@watchpost/contract/tours';
import { clockText } from '@watchpost/domain/clock-text';
import { refuseDeletedPlans } from '../../records/sites/deleted-sites.queries.ts';
import { headColumns } from '../../platform/managed-records/record-columns.ts';
import { fileColumns, shownColumns } from '../../platform/managed-records/record-fields.ts';
import type { RecordExport } from '../../platform/managed-records/record-export.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';
import { weekText } from '../../platform/tables-out/week-text.ts';

const ofRoute = (what: string) =>
  `(SELECT ${what} FROM patrol_routes o JOIN sites s ON s.tenant_id = o.tenant_id AND s.id = o.site_id
    WHERE o.tenant_id = r.tenant_id AND o.id = r.route_id)`;
const ofShift = (what: string) =>
  `(SELECT ${what} FROM shifts f WHERE f.tenant_id = r.tenant_id AND f.id = r.shift_id)`;

/** The window of the shift in place of the tour's own. */
export const effectiveSchedule = `r.schedule || coalesce(
  ${ofShift(`jsonb_build_object('fromMinute', f.from_minute, 'toMinute', f.to_minute)`)}, '{}')`;
export const effectiveWeekdays = `coalesce(${ofShift('f.weekdays')}, r.weekdays)`;

export const tourTable: RecordTable = {
  table: 'patrol_tours',
  label: 'r.name',
  columns: `${headColumns}, ${shownColumns(tourFields, {
    siteId: ofRoute('s.id'),
    siteName: ofRoute('s.name'),
    routeName: ofRoute('o.name'),
    weekdays: effectiveWeekdays,
    schedule: effectiveSchedule,
    shiftName: ofShift('f.name'),
    guards: `(SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', trim(g.first_name || ' ' || g.last_name))
        ORDER BY g.sort_name, g.id), '[]')
      FROM tour_guards x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
      WHERE x.tenant_id = r.tenant_id AND x.tour_id = r.id AND g.deleted_at IS NULL)`,
    validFrom: 'r.valid_from::text',
    validTo: 'r.valid_to::text',
    timeZone: ofRoute('s.time_zone'),
    nextDueAtMs: `(SELECT min(d.due_at_ms) FROM due_rounds d WHERE d.tenant_id = r.tenant_id AND d.tour_id = r.id
      AND d.due_at_ms > (extract(epoch FROM now()) * 1000)::bigint)`,
  })}`,
  atSite: (site) => `EXISTS (SELECT FROM patrol_routes o WHERE o.tenant_id = r.tenant_id AND o.id = r.route_id
    AND o.site_id = ${site})`,
  sortable: {
    name: 'r.sort_name',
    siteName: ofRoute('s.sort_name'),
    routeName: ofRoute('o.sort_name'),
    createdAt: 'r.created_at',
    updatedAt: 'r.updated_at',
  } satisfies Record<(typeof tourSortColumns)[number], string>,
  defaultSort: { column: 'name', type: 'asc' },
  whenRestored: refuseDeletedPlans,
};

/** The filter by site; a site that is not the caller's has no tours. */
export function tourConditions(site: string | undefined): Condition[] {
  return site === undefined ? [] : [(values) => tourTable.atSite(values.add(site, 'uuid'))];
}

function timesOf({ schedule }: TourRow): string {
  if (schedule === null) return '';
  if (schedule.kind === 'times') return schedule.minutes.map(clockText).join(' ');
  const window = `${clockText(schedule.fromMinute)}-${clockText(schedule.toMinute)}`;
  return schedule.kind === 'interval'
    ? `${window} every ${schedule.everyMinutes} min`
    : `${window} ${schedule.rounds} at random, ${schedule.apartMinutes} min apart`;
}

export const tourExport: RecordExport<TourRow> = {
  table: tourTable,
  id: 'patrolTours',
  title: 'Patrol Tours',
  columns: fileColumns(
    tourFields,
    'Tour ID',
    {
      weekdays: ({ weekdays }) => weekText(weekdays),
      schedule: timesOf,
      shiftName: ({ shiftName }) => shiftName ?? '',
      guards: ({ guards }) => guards.map(({ name }) => name).join(', '),
      validTo: ({ validTo }) => validTo ?? '',
    },
    50,
  ),
};
