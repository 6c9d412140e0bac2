// What may become of a shift, and what is wrong with it.
import type { ShiftPlan, ShiftRecord, ShiftRow } from '@watchpost/contract/shifts';
import { shiftWarnings } from '@watchpost/domain/shifts';
import { calendarDate } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { deleteRecord, type RecordActions } from '../../platform/managed-records/record-changes.queries.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import { findPlanGuards, findShiftsAt, findShiftsOf, findSite } from './shift-plan.queries.ts';
import { shiftTable } from './shift-table.ts';
import {
  findGuardsOf,
  hasTours,
  insertShift,
  type NewShift,
  type ShiftFields,
  updateShift,
} from './shifts.queries.ts';

export const shiftActions: RecordActions = {
  activated: 'shift.activated',
  deactivated: 'shift.deactivated',
  deleted: 'shift.deleted',
  restored: 'shift.restored',
};

const viewShiftRecord = (scope: SiteScope, id: string): Promise<ShiftRecord> =>
  viewRecord<ShiftRecord>(scope, shiftTable, id);

/** How many guards of each shift are in two at once, or rest too little, in the week from today on. */
export async function withWarnings(
  scope: SiteScope,
  shifts: readonly ShiftRecord[],
  nowMs: number,
): Promise<ShiftRow[]> {
  const guardIds = [...new Set(shifts.flatMap((shift) => shift.guardIds))];
  const planned = await findShiftsOf(scope, guardIds);
  const warnings = shiftWarnings(planned, calendarDate(nowMs, 'UTC'));
  return shifts.map((shift) => {
    const own = warnings.filter(({ shiftIds }) => shiftIds.includes(shift.id));
    const guardsOf = (kind: string) =>
      new Set(own.filter((warning) => warning.kind === kind).map(({ guardId }) => guardId)).size;
    return { ...shift, overlaps: guardsOf('overlap'), shortRests: guardsOf('shortRest') };
  });
}

/** Throws notFound for what is not the caller's. */
export async function viewShift(scope: SiteScope, id: string, nowMs: number): Promise<ShiftRow> {
  const shift = await viewShiftRecord(scope, id);
  const [row] = await withWarnings(scope, [shift], nowMs);
  return { ...shift, overlaps: row?.overlaps ?? 0, shortRests: row?.shortRests ?? 0 };
}

export async function viewPlan(scope: SiteScope, siteId: string): Promise<ShiftPlan> {
  const site = await findSite(scope, siteId);
  if (site === undefined) throw new AppError('notFound');
  const [guards, shifts] = await Promise.all([findPlanGuards(scope, siteId), findShiftsAt(scope, siteId)]);
  const others = await findShiftsOf(
    scope,
    guards.map(({ id }) => id),
  );
  const elsewhere = others.flatMap(({ siteId: at, ...shift }) => (at === siteId ? [] : [shift]));
  return { ...site, guards, shifts, elsewhere };
}

/** Throws notFound for guards that are not of the site; those who are in the shift already may stay. */
async function checkGuards(
  scope: SiteScope,
  siteId: string,
  guardIds: readonly string[],
  before: readonly string[],
): Promise<void> {
  const known = new Set([...before, ...(await findGuardsOf(scope, siteId, guardIds))]);
  if (!guardIds.every((id) => known.has(id))) throw new AppError('notFound');
}

export async function addShift(scope: SiteScope, shift: NewShift, origin: AuditOrigin): Promise<string> {
  await checkGuards(scope, shift.siteId, shift.guardIds, []);
  const id = await insertShift(scope, shift, origin);
  if (id === null) throw new AppError('notFound');
  return id;
}

export async function editShift(
  scope: SiteScope,
  id: string,
  edit: { readonly fields: ShiftFields; readonly version: number },
  origin: AuditOrigin,
): Promise<number> {
  const before = await viewShiftRecord(scope, id);
  await checkGuards(scope, before.siteId, edit.fields.guardIds, before.guardIds);
  const version = await updateShift(scope, before, edit.fields, edit.version, origin);
  if (version === null) throw new AppError('editedMeanwhile');
  return version;
}

/** Throws stillUsed while tours go by it; onlyActivatedDeleted for a deactivated shift. */
export async function removeShift(scope: SiteScope, id: string, origin: AuditOrigin): Promise<string[]> {
  const shift = await viewShiftRecord(scope, id);
  if (!shift.activated) throw new AppError('onlyActivatedDeleted');
  return deleteRecord(scope, shiftTable, id, shiftActions, origin, async (own) => {
    if (await hasTours(own, id)) throw new AppError('stillUsed');
  });
}
