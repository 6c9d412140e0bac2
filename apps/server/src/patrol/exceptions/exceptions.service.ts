// What may be done to exceptions, by whom and in which order.
import type { ExceptionDetails, ExceptionRow } from '@watchpost/contract/exceptions';
import type { AuditAction } from '@watchpost/domain/audit-actions';
import type { ExceptionOutcome } from '@watchpost/domain/exceptions';
import { isPermitted } from '@watchpost/domain/permissions';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { viewRecord } from '../../platform/managed-records/view-record.ts';
import {
  type LockedItem,
  type HistoryEntry,
  lockItems,
  insertHistory,
  type Move,
  moveItems,
  notifyAssigned,
} from './exception-changes.queries.ts';
import { exceptionLabel, exceptionTable } from './exception-table.ts';
import { findExtras, findOwners } from './exceptions.queries.ts';

export interface Saved {
  readonly id: string;
  readonly version: number;
}

export interface Changed {
  readonly changed: Saved[];
  readonly conflicts: string[];
}

export interface Taken extends Changed {
  /** What somebody else has in hand and keeps. */
  readonly left: string[];
}

/** Throws notFound for what is not the caller's. */
export const viewException = (scope: SiteScope, id: string): Promise<ExceptionRow> =>
  viewRecord<ExceptionRow>(scope, exceptionTable, id);

export async function viewDetails(scope: SiteScope, id: string): Promise<ExceptionDetails> {
  const exception = await viewException(scope, id);
  return { exception, ...(await findExtras(scope, id)) };
}

export const subAdminsMay = ({ switches }: ConsoleCaller): boolean =>
  isPermitted('subAdmin', 'EXCEPTIONS:view', switches);

type Recorded = Pick<Parameters<typeof insertAuditEntry>[2], 'before' | 'after'>;

export async function recordChange(
  { db }: SiteScope,
  item: Pick<LockedItem, 'id' | 'kind' | 'routeName' | 'siteName'>,
  action: AuditAction,
  recorded: Recorded,
  origin: AuditOrigin,
): Promise<void> {
  await insertAuditEntry(db, origin, {
    action,
    subject: { id: item.id, label: exceptionLabel(item) },
    ...recorded,
  });
}

interface Step {
  readonly move: Move;
  readonly entry: Pick<HistoryEntry, 'kind' | 'text' | 'details'>;
  readonly action: AuditAction;
  readonly recorded: (item: LockedItem) => Recorded;
  /** Of what has this state already nothing is to be written. */
  readonly isDone?: (item: LockedItem) => boolean;
  /** What is to stay as it is. */
  readonly isLeft?: (item: LockedItem) => boolean;
  /** At the transaction's end, with those that were changed. */
  readonly notify?: (scope: SiteScope, items: readonly LockedItem[]) => Promise<void>;
}

type Items = readonly Saved[];

/**
 * One step with several items, each in the version that the caller saw. Others are left alone and named; when nothing
 * is left to do at all, it throws editedMeanwhile. Throws exceptionClosed when a closed one is among them.
 */
async function changeItems(
  { scope: whole, userId }: ConsoleCaller,
  items: Items,
  stepOf: (scope: SiteScope, locked: readonly LockedItem[]) => Promise<Step> | Step,
  origin: AuditOrigin,
): Promise<Taken> {
  return whole.db.transaction().execute(async (db) => {
    const scope = { ...whole, db };
    const versions = new Map(items.map(({ id, version }) => [id, version]));
    const locked = await lockItems(scope, [...versions.keys()]);
    const current = locked.filter(({ id, version }) => versions.get(id) === version);
    if (current.length === 0) throw new AppError('editedMeanwhile');
    if (current.some(({ status }) => status === 'closed')) throw new AppError('exceptionClosed');
    const step = await stepOf(scope, current);
    const left = current.filter((item) => step.isLeft?.(item) === true);
    const done = current.filter((item) => step.isDone?.(item) === true);
    const moved = current.filter((item) => !left.includes(item) && !done.includes(item));
    const changed = await applyStep(scope, userId, moved, step, origin);
    return {
      changed: [...changed, ...done.map(({ id, version }) => ({ id, version }))],
      conflicts: locked.filter((item) => !current.includes(item)).map(({ id }) => id),
      left: left.map(({ id }) => id),
    };
  });
}

async function applyStep(
  scope: SiteScope,
  userId: string,
  items: readonly LockedItem[],
  { move, entry, action, recorded, notify }: Step,
  origin: AuditOrigin,
): Promise<Saved[]> {
  if (items.length === 0) return [];
  const nowMs = Date.now();
  const ids = items.map(({ id }) => id);
  const changed = await moveItems(scope, ids, move, nowMs);
  await insertHistory(scope, { ids, userId, ...entry }, nowMs);
  for (const item of items) await recordChange(scope, item, action, recorded(item), origin);
  await notify?.(scope, items);
  return changed;
}

/** What somebody else has in hand stays there unless the caller takes it over. */
export function takeItems(
  caller: ConsoleCaller,
  items: Items,
  takesOver: boolean,
  origin: AuditOrigin,
): Promise<Taken> {
  const { userId } = caller;
  const step: Step = {
    move: { to: 'inHand', ownerId: userId },
    entry: { kind: 'taken' },
    action: 'exception.taken',
    recorded: ({ status, ownerName }) => ({
      before: { status, owner: ownerName },
      after: { status: 'inHand' },
    }),
    isDone: ({ status, ownerId }) => status === 'inHand' && ownerId === userId,
    isLeft: ({ ownerId }) => !takesOver && ownerId !== null && ownerId !== userId,
  };
  return changeItems(caller, items, () => step, origin);
}

/** Throws notFound for a user who may not see to each of the items' sites. */
export function assignItems(
  caller: ConsoleCaller,
  items: Items,
  userId: string | null,
  origin: AuditOrigin,
): Promise<Changed> {
  return changeItems(
    caller,
    items,
    async (scope, locked) => {
      const owner = userId === null ? '' : await ownerOf(caller, scope, locked, userId);
      return {
        move: userId === null ? { to: 'open' } : { to: 'inHand', ownerId: userId },
        entry: { kind: 'assigned', details: { owner } },
        action: 'exception.assigned',
        recorded: ({ ownerName }) => ({ before: { owner: ownerName }, after: { owner } }),
        isDone: ({ ownerId, status }) =>
          ownerId === userId && status === (userId === null ? 'open' : 'inHand'),
        notify: async (within, given) => {
          if (userId !== null && userId !== caller.userId)
            await notifyAssigned(within, userId, caller.userId, given);
        },
      };
    },
    origin,
  );
}

async function ownerOf(
  caller: ConsoleCaller,
  scope: SiteScope,
  locked: readonly LockedItem[],
  userId: string,
): Promise<string> {
  let name = '';
  for (const siteId of new Set(locked.map((item) => item.siteId))) {
    const owners = await findOwners(scope, siteId, subAdminsMay(caller));
    const owner = owners.find(({ id }) => id === userId);
    if (owner === undefined) throw new AppError('notFound');
    ({ name } = owner);
  }
  return name;
}

export function closeItems(
  caller: ConsoleCaller,
  items: Items,
  { outcome, reason }: { readonly outcome: ExceptionOutcome; readonly reason: string },
  origin: AuditOrigin,
): Promise<Changed> {
  const step: Step = {
    move: { to: 'closed', by: caller.userId, outcome, reason },
    entry: { kind: 'closed', text: reason, details: { outcome } },
    action: 'exception.closed',
    recorded: ({ status }) => ({ before: { status }, after: { status: 'closed', outcome, reason } }),
  };
  return changeItems(caller, items, () => step, origin);
}

/** Throws exceptionNotClosed for one that is not closed. */
export function reopen(
  { scope: whole, userId }: ConsoleCaller,
  { id, version, reason }: Saved & { readonly reason: string },
  origin: AuditOrigin,
): Promise<Saved> {
  return whole.db.transaction().execute(async (db) => {
    const scope = { ...whole, db };
    const locked = await lockItems(scope, [id]);
    if (locked.some((item) => item.version !== version)) throw new AppError('editedMeanwhile');
    if (locked.some(({ status }) => status !== 'closed')) throw new AppError('exceptionNotClosed');
    const step: Step = {
      move: { to: 'reopened' },
      entry: { kind: 'reopened', text: reason },
      action: 'exception.reopened',
      recorded: ({ status }) => ({ before: { status }, after: { reason } }),
    };
    const [changed] = await applyStep(scope, userId, locked, step, origin);
    return changed ?? { id, version };
  });
}

/** Others may be at work in the meantime: a comment is in no one's way, so the version stays. */
export function comment(
  { scope: whole, userId }: ConsoleCaller,
  id: string,
  text: string,
  origin: AuditOrigin,
): Promise<Saved> {
  return whole.db.transaction().execute(async (db) => {
    const scope = { ...whole, db };
    const [item] = await lockItems(scope, [id]);
    if (item === undefined) throw new AppError('notFound');
    await insertHistory(scope, { ids: [id], kind: 'comment', userId, text }, Date.now());
    await recordChange(scope, item, 'exception.commented', { after: { comment: text } }, origin);
    return { id, version: item.version };
  });
}
