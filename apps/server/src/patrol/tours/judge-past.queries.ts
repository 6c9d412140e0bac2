import type { Db } from '../../platform/db/database.ts';
import { judgeByClock, moveRounds } from './judge-rounds.queries.ts';
import { makeRounds } from './make-rounds.ts';

/** Makes the rounds that were due since then, and judges them by what was walked: for a past that was written at once. */
export async function judgePast(db: Db, tenantId: string, fromMs: number, nowMs: number): Promise<void> {
  await makeRounds(db, tenantId, fromMs);
  await makeRounds(db, tenantId, nowMs);
  const started = await db
    .selectFrom('rounds')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('started_at_ms', '>=', fromMs)
    .execute();
  await moveRounds(
    db,
    tenantId,
    started.map(({ id }) => id),
  );
  await judgeByClock(db, tenantId, nowMs);
}
