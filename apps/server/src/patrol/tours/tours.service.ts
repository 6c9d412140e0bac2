// What may become of a tour, and of a round that it makes due.
import type { TourChoices, TourRow } from '@watchpost/contract/tours';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { deleteRecord, type RecordActions } from '../../platform/managed-records/record-changes.queries.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import { deleteHoliday, upsertHoliday } from './holidays.queries.ts';
import { tourTable } from './tour-table.ts';
import {
  type CheckParts,
  findChoices,
  findParts,
  hasPast,
  insertTour,
  type TourFields,
  updateTour,
} from './tours.queries.ts';

export const tourActions: RecordActions = {
  activated: 'patrolTour.activated',
  deactivated: 'patrolTour.deactivated',
  deleted: 'patrolTour.deleted',
  restored: 'patrolTour.restored',
};

/** Throws notFound for what is not the caller's. */
export const viewTour = (scope: SiteScope, id: string): Promise<TourRow> =>
  viewRecord<TourRow>(scope, tourTable, id);

export async function viewChoices(scope: SiteScope, siteId: string): Promise<TourChoices> {
  const choices = await findChoices(scope, siteId);
  if (choices === undefined) throw new AppError('notFound');
  return choices;
}

/**
 * Throws notFound for a route, shift or guard that is not the caller's or not of the route's site, and what to change
 * where the route or the shift was deleted in the meantime; the site's id.
 */
const checkParts: CheckParts = async (scope, fields) => {
  const parts = await findParts(scope, fields);
  if (parts === undefined) throw new AppError('notFound');
  if (parts.isRouteGone) throw new InvalidInput({ routeId: 'tour_route_gone' });
  if (parts.shift === 'gone') throw new InvalidInput({ shiftId: 'tour_shift_gone' });
  const isWhole = parts.shift !== 'unknown' && parts.guards === fields.guardIds.length;
  if (!isWhole) throw new AppError('notFound');
  return parts.siteId;
};

export async function addTour(scope: SiteScope, fields: TourFields, origin: AuditOrigin): Promise<string> {
  return insertTour(scope, fields, origin, checkParts);
}

/** Its rounds were due at its site, so it stays there; guards who are in it already may stay too. */
export async function editTour(
  scope: SiteScope,
  id: string,
  edit: { readonly fields: TourFields; readonly version: number },
  origin: AuditOrigin,
): Promise<number> {
  const before = await viewTour(scope, id);
  const inIt = new Set(before.guards.map((guard) => guard.id));
  const check: CheckParts = async (own, fields) => {
    const guardIds = fields.guardIds.filter((guardId) => !inIt.has(guardId));
    const siteId = await checkParts(own, { ...fields, guardIds });
    if (siteId !== before.siteId) throw new InvalidInput({ routeId: 'tour_route_elsewhere' });
    return siteId;
  };
  const version = await updateTour(scope, { before, fields: edit.fields, check }, edit.version, origin);
  if (version === null) throw new AppError('editedMeanwhile');
  return version;
}

/** Throws hasHistory once a round of it was due; onlyActivatedDeleted for a deactivated tour. */
export async function removeTour(
  scope: SiteScope,
  id: string,
  origin: AuditOrigin,
  nowMs: number,
): Promise<string[]> {
  const tour = await viewTour(scope, id);
  if (!tour.activated) throw new AppError('onlyActivatedDeleted');
  return deleteRecord(scope, tourTable, id, tourActions, origin, async (own) => {
    if (await hasPast(own, id, nowMs)) throw new AppError('hasHistory');
  });
}

type Holiday = Parameters<typeof upsertHoliday>[1];

export async function nameHoliday(scope: SiteScope, holiday: Holiday, origin: AuditOrigin): Promise<void> {
  if (!(await upsertHoliday(scope, holiday, origin))) throw new AppError('notFound');
}

export async function dropHoliday(
  scope: SiteScope,
  holiday: Omit<Holiday, 'name'>,
  origin: AuditOrigin,
): Promise<void> {
  if (!(await deleteHoliday(scope, holiday, origin))) throw new AppError('notFound');
}
