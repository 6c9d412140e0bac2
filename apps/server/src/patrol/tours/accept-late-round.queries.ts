// A person accepts what was sent late for a due round: from then on that counts, with the reason (TRUTH-04).
import type { AcceptedLate } from '@watchpost/contract/due-rounds';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { retryRaces } from '../../platform/db/database-errors.ts';
import type { Db } from '../../platform/db/database.ts';
import { dueStatusAt } from '../../platform/db/due-status.ts';
import { closeAccepted } from '../exceptions/close-excused.queries.ts';
import { lockRounds } from '../exceptions/lock-rounds.queries.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { roundsMovedJob } from '../../platform/jobs/rounds-moved-job.ts';
import { noteDueSteps } from './due-history.queries.ts';
import { moveWithin } from './judge-rounds.queries.ts';

export interface LateAcceptance extends AcceptedLate {
  /** Of the due round. */
  readonly id: string;
  readonly nowMs: number;
}

/** changed: something else became of the due round since the caller looked, or more arrived. */
export type Accepting = 'accepted' | 'changed' | 'unknown';

interface LockedDue {
  readonly siteId: string;
  readonly tourName: string;
  readonly status: string;
  readonly roundId: string | null;
  readonly dueAtMs: number;
  readonly missedAtMs: number;
  readonly arrivedAtMs: number;
  readonly acceptedUntilMs: number | null;
}

export async function acceptLate(
  scope: SiteScope,
  acceptance: LateAcceptance,
  origin: AuditOrigin,
): Promise<Accepting> {
  return retryRaces(() =>
    scope.db.transaction().execute((db) => acceptWithin({ ...scope, db }, acceptance, origin)),
  );
}

async function acceptWithin(
  { db, tenantId, siteId }: SiteScope,
  acceptance: LateAcceptance,
  origin: AuditOrigin,
): Promise<Accepting> {
  const { id, roundId, reason, nowMs } = acceptance;
  // Locks the round before the due round, in the order of moveRounds.
  await lockRounds(db, tenantId, [roundId]);
  const locked = await findLocked(db, tenantId, acceptance);
  if (locked === null || (siteId !== null && siteId !== locked.siteId)) return 'unknown';
  if (!isAsSeen(locked, acceptance)) return 'changed';
  const userId = origin.actor?.id ?? null;
  await storeAcceptance(db, tenantId, acceptance, userId);
  if (locked.roundId === null) await tie(db, tenantId, { ...acceptance, missedAtMs: locked.missedAtMs });
  await moveWithin(db, tenantId, [roundId]);
  const after = await db
    .selectFrom('due_rounds')
    .select('status')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const completedId = after.status === 'completed' ? roundId : null;
  await closeAccepted(db, { tenantId, dueRoundId: id, roundId: completedId, reason, userId }, nowMs);
  await insertAuditEntry(db, origin, {
    action: 'patrolTour.lateRoundAccepted',
    subject: { id, label: locked.tourName },
    before: { status: locked.status },
    after: {
      status: after.status,
      reason,
      round: roundId,
      dueAt: new Date(locked.dueAtMs).toISOString(),
      arrivedAt: new Date(locked.arrivedAtMs).toISOString(),
    },
  });
  // Exceptions of the round are of the tour from now on.
  await enqueueJob(db, roundsMovedJob, { tenantId, roundIds: [roundId] });
  return 'accepted';
}

/** Null where nothing of the round came late for the due round, or where it was removed. */
async function findLocked(
  db: Db,
  tenantId: string,
  { id, roundId, nowMs }: LateAcceptance,
): Promise<LockedDue | null> {
  const text = `SELECT d.site_id AS "siteId", d.tour_name AS "tourName", ${dueStatusAt('$4::bigint')} AS status,
      d.round_id AS "roundId", d.due_at_ms AS "dueAtMs", d.missed_at_ms AS "missedAtMs",
      a.arrived_at_ms AS "arrivedAtMs", a.accepted_until_ms AS "acceptedUntilMs"
    FROM due_rounds d JOIN late_arrivals a ON a.tenant_id = d.tenant_id AND a.due_round_id = d.id
    WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid AND a.round_id = $3::uuid
      AND EXISTS (SELECT FROM rounds r WHERE r.tenant_id = d.tenant_id AND r.id = a.round_id) FOR UPDATE OF d, a`;
  const { rows } = await db.executeQuery<LockedDue>(CompiledQuery.raw(text, [tenantId, id, roundId, nowMs]));
  return rows[0] ?? null;
}

function isAsSeen(locked: LockedDue, { roundId, status, arrivedAtMs }: LateAcceptance): boolean {
  const isOpen = locked.acceptedUntilMs === null || locked.acceptedUntilMs < locked.arrivedAtMs;
  const isOwn = locked.roundId === null || locked.roundId === roundId;
  return isOpen && isOwn && locked.status === status && locked.arrivedAtMs === arrivedAtMs;
}

async function storeAcceptance(
  db: Db,
  tenantId: string,
  { id, roundId, reason, nowMs }: LateAcceptance,
  userId: string | null,
): Promise<void> {
  const text = `UPDATE late_arrivals SET accepted_until_ms = arrived_at_ms, accepted_at = now(), acceptance = $3,
      accepted_by = coalesce((SELECT coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email)
        FROM users WHERE tenant_id = $1::uuid AND id = $4::uuid), '')
    WHERE tenant_id = $1::uuid AND round_id = $2::uuid`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, roundId, reason, userId]));
  await noteDueSteps(db, tenantId, [{ dueId: id, status: 'accepted', atMs: nowMs }]);
}

/** That it was missed is written down first, if no one has by now: it was. */
async function tie(
  db: Db,
  tenantId: string,
  { id, roundId, status, missedAtMs }: LateAcceptance & { readonly missedAtMs: number },
): Promise<void> {
  const text = `UPDATE due_rounds SET round_id = $3::uuid, status = 'inProgress'
    WHERE tenant_id = $1::uuid AND id = $2::uuid`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, id, roundId]));
  if (status === 'missed') await noteDueSteps(db, tenantId, [{ dueId: id, status, atMs: missedAtMs }]);
}
