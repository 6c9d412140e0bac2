import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

interface Decided {
  readonly tenantId: string;
  readonly reason: string;
  /** Null for a caller who is no user. */
  readonly userId: string | null;
}

interface Excused extends Decided {
  readonly dueRoundId: string;
}

/** Within the transaction that excuses a due round: its exceptions close with that reason, by that person. */
export function closeExcused(db: Db, { dueRoundId, ...decided }: Excused, nowMs: number): Promise<void> {
  return close(db, decided, { event: 'excused', missed: dueRoundId, late: dueRoundId }, nowMs);
}

interface Accepted extends Excused {
  /** Null where the round is not completed. */
  readonly roundId: string | null;
}

/** The like where a round that was sent late is accepted for it: neither was it missed nor, if it is completed, cut short. */
export function closeAccepted(
  db: Db,
  { dueRoundId, roundId, ...decided }: Accepted,
  nowMs: number,
): Promise<void> {
  return close(db, decided, { event: 'accepted', missed: dueRoundId, incomplete: roundId }, nowMs);
}

interface Closing {
  readonly event: 'excused' | 'accepted';
  /** By kind, whose exception it is. */
  readonly missed: string;
  readonly late?: string;
  readonly incomplete?: string | null;
}

async function close(
  db: Db,
  { tenantId, reason, userId }: Decided,
  { event, missed, late, incomplete }: Closing,
  nowMs: number,
): Promise<void> {
  const text = `WITH closed AS (
      UPDATE exceptions e SET status = 'closed', outcome = 'justified', closing_reason = $3, closed_at_ms = $4::bigint,
        taken_at_ms = coalesce(e.taken_at_ms, $4::bigint), owner_id = coalesce(e.owner_id, $5::uuid),
        version = e.version + 1
      FROM (VALUES ('missed', $2::uuid), ('late', $6::uuid), ('incomplete', $7::uuid)) AS named (kind, subject_id)
      WHERE e.tenant_id = $1::uuid AND e.kind = named.kind AND e.subject_id = named.subject_id AND e.status <> 'closed'
      RETURNING e.id)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, actor_id, actor_name, text, details)
    SELECT $1::uuid, gen_random_uuid(), id, $4::bigint, $8::text, 'user', $5::uuid, coalesce((
        SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
        WHERE u.tenant_id = $1::uuid AND u.id = $5::uuid), ''), $3, '{"outcome": "justified"}'
    FROM closed`;
  const subjects = [late ?? null, incomplete ?? null];
  await db.executeQuery(
    CompiledQuery.raw(text, [tenantId, missed, reason, nowMs, userId, ...subjects, event]),
  );
}
