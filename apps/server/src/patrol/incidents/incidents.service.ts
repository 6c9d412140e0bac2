// What may be done to an incident, by whom and in which order (MNG-08).
import type { IncidentDetails, IncidentRow } from '@watchpost/contract/incidents';
import {
  incidentPhotosMax,
  type IncidentStatus,
  isIncidentType,
  mayFollow,
} from '@watchpost/domain/incidents';
import { isPermitted } from '@watchpost/domain/permissions';
import { uuidv7 } from 'uuidv7';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { findFormerIds } from '../../platform/managed-records/former-ids.queries.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import {
  type FieldChange,
  findOwnImages,
  type IncidentFields,
  insertHistory,
  insertIncident,
  insertPhotos,
  lockIncident,
  notifyReported,
  updateIncident,
} from './incident-changes.queries.ts';
import {
  findAssignees,
  findHistory,
  findOrigin,
  findPhotos,
  findSiteGuards,
} from './incident-details.queries.ts';
import { incidentLabel, incidentTable } from './incident-table.ts';
import { findSiteName } from './incident-sites.queries.ts';

const positionText = ({ latitude, longitude }: IncidentRow): string =>
  latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`;

const commentOf: Readonly<Record<string, (incident: IncidentRow) => string>> = {
  site: ({ siteName }) => siteName,
  type: ({ type }) => type,
  severity: ({ severity }) => severity,
  description: ({ description }) => description,
  position: positionText,
  reporter: ({ reporterName }) => reporterName,
  assignee: ({ assigneeName }) => assigneeName,
};

function changesBetween(before: IncidentRow, after: IncidentRow): FieldChange[] {
  return Object.entries(commentOf).flatMap(([field, textOf]) => {
    const change = { field, before: textOf(before), after: textOf(after) };
    return change.before === change.after ? [] : [change];
  });
}

interface Saved {
  readonly id: string;
  readonly version: number;
}

/** Throws notFound for what is not the caller's. */
export const viewIncident = (scope: SiteScope, id: string): Promise<IncidentRow> =>
  viewRecord<IncidentRow>(scope, incidentTable, id);

export async function viewIncidentDetails(scope: SiteScope, id: string): Promise<IncidentDetails> {
  const incident = await viewIncident(scope, id);
  const [origin, photos, history, formerIds] = await Promise.all([
    findOrigin(scope, id),
    findPhotos(scope, id),
    findHistory(scope, id),
    findFormerIds(scope, [id]),
  ]);
  const formerId = formerIds.get(id);
  return { incident, ...origin, photos, history, ...(formerId === undefined ? {} : { formerId }) };
}

const subAdminsMay = ({ switches }: ConsoleCaller): boolean =>
  isPermitted('subAdmin', 'INCIDENTS:view', switches);

export async function viewPeople(caller: ConsoleCaller, site: string | undefined) {
  const { scope } = caller;
  if (site !== undefined && scope.siteId !== null && scope.siteId !== site) throw new AppError('notFound');
  const [guards, assignees] = await Promise.all([
    findSiteGuards(scope, site ?? null),
    findAssignees(scope, site ?? null, subAdminsMay(caller)),
  ]);
  return { guards, assignees };
}

/**
 * Throws notFound for a site that is not the caller's, InvalidInput for a guard who is not of that site, and for a type that is
 * neither one of ours nor the one that the incident has.
 */
async function checkFields(scope: SiteScope, fields: IncidentFields, before?: IncidentRow): Promise<string> {
  const { siteId, guardId } = fields;
  if (scope.siteId !== null && scope.siteId !== siteId) throw new AppError('notFound');
  if (!isIncidentType(fields.type) && fields.type !== before?.type)
    throw new InvalidInput({ type: 'incident_type_required' });
  const siteName = await findSiteName(scope, siteId);
  if (siteName === null) throw new AppError('notFound');
  const isAsBefore = before?.guardId === guardId && before.siteId === siteId;
  if (guardId !== null && !isAsBefore) {
    const guards = await findSiteGuards(scope, siteId);
    if (!guards.some(({ id }) => id === guardId))
      throw new InvalidInput({ guardId: 'incident_guard_unknown' });
  }
  return siteName;
}

async function within<Result>(
  { scope }: ConsoleCaller,
  work: (scope: SiteScope) => Promise<Result>,
): Promise<Result> {
  return scope.db.transaction().execute((db) => work({ ...scope, db }));
}

export async function openIncident(
  caller: ConsoleCaller,
  fields: IncidentFields,
  photoIds: readonly string[],
  origin: AuditOrigin,
): Promise<Saved> {
  const id = uuidv7();
  const { userId } = caller;
  await within(caller, async (scope) => {
    const siteName = await checkFields(scope, fields);
    await insertIncident(scope, { id, fields, userId });
    await attach(scope, id, { userId, photoIds, already: 0 });
    await insertHistory(scope, {
      incidentId: id,
      kind: 'reported',
      actor: { kind: 'user', id: userId },
      toStatus: 'New',
    });
    await insertAuditEntry(scope.db, origin, {
      action: 'incident.created',
      subject: { id, label: incidentLabel({ type: fields.type, siteName }) },
      before: null,
      after: { ...fields, photos: photoIds.length },
    });
    await notifyReported(scope, { id, siteId: fields.siteId, type: fields.type });
  });
  return { id, version: 1 };
}

async function attach(
  scope: SiteScope,
  id: string,
  {
    userId,
    photoIds,
    already,
  }: { readonly userId: string; readonly photoIds: readonly string[]; readonly already: number },
): Promise<void> {
  const ids = [...new Set(photoIds)];
  if (ids.length === 0) return;
  if (already + ids.length > incidentPhotosMax) throw new AppError('photosFull');
  const own = await findOwnImages(scope, userId, ids);
  const added = own.length < ids.length ? 0 : await insertPhotos(scope, id, ids);
  if (added < ids.length) throw new AppError('notFound');
}

function refuseClosed({ status }: IncidentRow): void {
  if (status === 'Closed') throw new AppError('incidentClosed');
}

interface Recorded {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

async function record(
  scope: SiteScope,
  incident: IncidentRow,
  { before, after }: Recorded,
  origin: AuditOrigin,
): Promise<void> {
  await insertAuditEntry(scope.db, origin, {
    action: 'incident.changed',
    subject: { id: incident.id, label: incidentLabel(incident) },
    before,
    after,
  });
}

function sidesOf(changes: readonly FieldChange[]): Recorded {
  const side = (name: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [change.field, change[name]]));
  return { before: side('before'), after: side('after') };
}

/** The assignee who may no longer see to it once it is at another site; undefined where nothing has to change. */
async function withoutAssignee(
  caller: ConsoleCaller,
  scope: SiteScope,
  before: IncidentRow,
  siteId: string,
): Promise<null | undefined> {
  if (before.assigneeId === null || before.siteId === siteId) return undefined;
  const people = await findAssignees(scope, siteId, subAdminsMay(caller));
  return people.some(({ id }) => id === before.assigneeId) ? undefined : null;
}

export function editIncident(
  caller: ConsoleCaller,
  id: string,
  edit: { readonly fields: IncidentFields; readonly version: number },
  origin: AuditOrigin,
): Promise<Saved> {
  return within(caller, async (scope) => {
    const before = await lockIncident(scope, id, edit.version);
    refuseClosed(before);
    const { fields } = edit;
    await checkFields(scope, fields, before);
    const assigneeId = await withoutAssignee(caller, scope, before, fields.siteId);
    const version = await updateIncident(scope, id, {
      fields,
      ...(assigneeId === null ? { assigneeId } : {}),
    });
    const after = await viewIncident(scope, id);
    const changes = changesBetween(before, after);
    if (changes.length > 0) {
      const actor = { kind: 'user', id: caller.userId } as const;
      await insertHistory(scope, { incidentId: id, kind: 'edited', actor, changes });
    }
    await record(scope, after, sidesOf(changes), origin);
    return { id, version };
  });
}

export function moveIncident(
  caller: ConsoleCaller,
  id: string,
  step: { readonly status: IncidentStatus; readonly comment: string; readonly version: number },
  origin: AuditOrigin,
): Promise<Saved> {
  return within(caller, async (scope) => {
    const { status, comment } = step;
    const before = await lockIncident(scope, id, step.version);
    if (!mayFollow(before.status, status)) throw new AppError('statusNotNext');
    const version = await updateIncident(scope, id, { status });
    await insertHistory(scope, {
      incidentId: id,
      kind: 'status',
      actor: { kind: 'user', id: caller.userId },
      fromStatus: before.status,
      toStatus: status,
      comment,
    });
    const after = comment === '' ? { status } : { status, comment };
    await record(scope, before, { before: { status: before.status }, after }, origin);
    return { id, version };
  });
}

export function changeAssignee(
  caller: ConsoleCaller,
  id: string,
  given: { readonly userId: string | null; readonly version: number },
  origin: AuditOrigin,
): Promise<Saved> {
  return within(caller, async (scope) => {
    const before = await lockIncident(scope, id, given.version);
    refuseClosed(before);
    const people = await findAssignees(scope, before.siteId, subAdminsMay(caller));
    const assignee = people.find((person) => person.id === given.userId);
    if (given.userId !== null && assignee === undefined) throw new AppError('notFound');
    if (before.assigneeId === given.userId) return { id, version: before.version };
    const version = await updateIncident(scope, id, { assigneeId: given.userId });
    const change = { field: 'assignee', before: before.assigneeName, after: assignee?.name ?? '' };
    const actor = { kind: 'user', id: caller.userId } as const;
    await insertHistory(scope, { incidentId: id, kind: 'assigned', actor, changes: [change] });
    const recorded = { before: { assignee: change.before }, after: { assignee: change.after } };
    await record(scope, before, recorded, origin);
    return { id, version };
  });
}

/** Others may be editing in the meantime: a comment is in no one's way, so the version stays. */
export function addComment(
  caller: ConsoleCaller,
  id: string,
  comment: string,
  origin: AuditOrigin,
): Promise<Saved> {
  return within(caller, async (scope) => {
    const incident = await lockIncident(scope, id, null);
    const actor = { kind: 'user', id: caller.userId } as const;
    await insertHistory(scope, { incidentId: id, kind: 'comment', actor, comment });
    await record(scope, incident, { before: null, after: { comment } }, origin);
    return { id, version: incident.version };
  });
}

export function addPhotos(
  caller: ConsoleCaller,
  id: string,
  photoIds: readonly string[],
  origin: AuditOrigin,
): Promise<Saved> {
  return within(caller, async (scope) => {
    const incident = await lockIncident(scope, id, null);
    refuseClosed(incident);
    const { userId } = caller;
    await attach(scope, id, { userId, photoIds, already: incident.photos });
    const added = new Set(photoIds).size;
    const changes = [{ field: 'photos', before: '', after: String(added) }];
    const actor = { kind: 'user', id: userId } as const;
    await insertHistory(scope, { incidentId: id, kind: 'photos', actor, changes });
    await record(scope, incident, { before: null, after: { photosAdded: added } }, origin);
    return { id, version: incident.version };
  });
}
