import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';

interface Excused {
  readonly tenantId: string;
  readonly dueRoundId: string;
  readonly reason: string;
  /** Null for a caller who is no user. */
  readonly userId: string | null;
}

/** Within the transaction that excuses a due round: its exceptions close with that reason, by that person. */
export async function closeExcused(
  db: Db,
  { tenantId, dueRoundId, reason, userId }: Excused,
  nowMs: number,
): Promise<void> {
  const text = `WITH closed AS (
      UPDATE exceptions e SET status = 'closed', outcome = 'justified', closing_reason = $3, closed_at_ms = $4::bigint,
        taken_at_ms = coalesce(e.taken_at_ms, $4::bigint), owner_id = coalesce(e.owner_id, $5::uuid),
        version = e.version + 1
      WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND e.subject_id = $2::uuid AND e.status <> 'closed'
      RETURNING e.id)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, actor_id, actor_name, text, details)
    SELECT $1::uuid, gen_random_uuid(), id, $4::bigint, 'excused', 'user', $5::uuid, coalesce((
        SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
        WHERE u.tenant_id = $1::uuid AND u.id = $5::uuid), ''), $3, '{"outcome": "justified"}'
    FROM closed`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, dueRoundId, reason, nowMs, userId]));
}
