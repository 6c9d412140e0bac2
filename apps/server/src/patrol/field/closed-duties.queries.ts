import type { FieldPlan } from '@watchpost/contract/field';
import type { GuardScope } from '../../platform/access/caller.ts';

/** A phone is in the middle of one duty, which is among the guard's last ones. */
const sentMax = 5;

/** The guard's duties that ended without a word of the guard (decision 0013), the latest first. */
export async function findClosedDuties({
  db,
  tenantId,
  guardId,
}: GuardScope): Promise<FieldPlan['closedDuties']> {
  const rows = await db
    .selectFrom('duty_sessions')
    .select(['id', 'ended_at_ms as endedAtMs', 'is_closed_by_system as isClosed'])
    .where('tenant_id', '=', tenantId)
    .where('guard_id', '=', guardId)
    .orderBy('at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(sentMax)
    .execute();
  return rows.flatMap(({ id, endedAtMs, isClosed }) =>
    isClosed && endedAtMs !== null ? [{ id, endedAtMs }] : [],
  );
}
