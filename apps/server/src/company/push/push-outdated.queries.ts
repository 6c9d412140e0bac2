import { CompiledQuery } from 'kysely';
import type { NoticeKind } from '@watchpost/domain/notice-kinds';
import { roundStatus } from '@watchpost/domain/round-status';
import type { Db } from '../../platform/db/database.ts';
import { type PushOrder, subjectOf } from '../../platform/notify/send-push-job.ts';

/** Finds a row where what the notice asks somebody to do was done since. */
const dealtWith: Readonly<Partial<Record<NoticeKind, string>>> = {
  sosRaised:
    'SELECT FROM sos_calls WHERE tenant_id = $1::uuid AND id = $2::uuid AND resolved_at_ms IS NOT NULL',
  roundNotBegun: `SELECT FROM due_rounds
    WHERE tenant_id = $1::uuid AND id = $2::uuid AND status NOT IN ('due', 'late')`,
  roundLate: `SELECT FROM rounds
    WHERE tenant_id = $1::uuid AND id = $2::uuid AND status_code <> ${roundStatus.inProgress}`,
};

/** Whether a notice that waited would only wake somebody for nothing. */
export async function isOutdated(db: Db, order: PushOrder): Promise<boolean> {
  const text = dealtWith[order.kind];
  const subject = subjectOf(order);
  if (text === undefined || subject === null) return false;
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [order.tenantId, subject]));
  return rows.length > 0;
}
