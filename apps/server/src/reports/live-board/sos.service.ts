// What the back office does with calls for help. Anyone who sees a call may answer it: no one should have to look for
// somebody with more rights first.
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { acknowledgeSos, getSosCall, SosCall } from '@watchpost/contract/sos';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { signalSos } from '../../company/notifications/sos-signals.queries.ts';
import { hasAcknowledged, insertSosEvent } from './sos-history.queries.ts';
import { findSos, findSosCourse, markSos } from './sos.queries.ts';

async function viewSos(scope: SiteScope, id: string): Promise<SosCall> {
  const call = await findSos(scope, id);
  if (call === null) throw new AppError('notFound');
  return call;
}

export async function viewSosDetails(scope: SiteScope, id: string): Promise<ReplyOf<typeof getSosCall>> {
  const call = await viewSos(scope, id);
  return { call, ...(await findSosCourse(scope, id)) };
}

interface Change {
  readonly kind: 'acknowledged' | 'resolved';
  readonly comment?: string;
}

/** False when somebody did so before. */
async function mark(
  scope: SiteScope,
  call: SosCall,
  { kind, comment = '' }: Change,
  userId: string,
): Promise<boolean> {
  const atMs = Date.now();
  const column = kind === 'acknowledged' ? 'acknowledged_at_ms' : 'resolved_at_ms';
  if (!(await markSos(scope, call.id, column, atMs))) return false;
  const actor = { kind: 'user', id: userId } as const;
  await insertSosEvent(scope, { sosId: call.id, kind, atMs, receivedAtMs: atMs, actor, comment });
  await signalSos(scope.db, scope.tenantId, call.siteId);
  return true;
}

function writeEntry(
  scope: SiteScope,
  call: SosCall,
  action: 'guard.sosAcknowledged' | 'guard.sosResolved',
  origin: AuditOrigin,
  options: { readonly comment?: string } = {},
): Promise<unknown> {
  return insertAuditEntry(scope.db, origin, {
    action,
    subject: { id: call.guardId, label: call.guardName },
    before: null,
    after: { calledAt: new Date(call.raisedAtMs).toISOString(), ...options },
  });
}

/** Who was first stays named; a second one is answered the same, and hears that it was another. */
export async function acknowledge(
  caller: ConsoleCaller,
  id: string,
  origin: AuditOrigin,
): Promise<ReplyOf<typeof acknowledgeSos>> {
  const { scope, userId } = caller;
  return scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db };
    const call = await viewSos(within, id);
    const isFirst = await mark(within, call, { kind: 'acknowledged' }, userId);
    if (isFirst) await writeEntry(within, call, 'guard.sosAcknowledged', origin);
    const isAcknowledgedByCaller = isFirst || (await hasAcknowledged(within, id, userId));
    return { ...(await viewSos(within, id)), isAcknowledgedByCaller };
  });
}

/** Also acknowledges what no one had. Throws editedMeanwhile for a call that somebody has closed. */
export async function resolve(
  caller: ConsoleCaller,
  id: string,
  comment: string,
  origin: AuditOrigin,
): Promise<SosCall> {
  const { scope, userId } = caller;
  return scope.db.transaction().execute(async (db) => {
    const within = { ...scope, db };
    const call = await viewSos(within, id);
    if (!(await mark(within, call, { kind: 'resolved', comment }, userId)))
      throw new AppError('editedMeanwhile');
    await mark(within, call, { kind: 'acknowledged' }, userId);
    await writeEntry(within, call, 'guard.sosResolved', origin, { comment });
    return viewSos(within, id);
  });
}
