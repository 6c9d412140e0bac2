// What a tenant's exceptions have become, straight from the database.
import type { Db } from '../platform/db/database.ts';
import type { MadeTenant } from './factories.ts';

/** Whole, the oldest first. */
export const exceptionsOf = (owner: Db, tenant: MadeTenant) =>
  owner
    .selectFrom('exceptions')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .orderBy('opened_at_ms')
    .orderBy('kind')
    .execute();

/** What was written in their histories, in order. */
export async function exceptionHistoryOf(owner: Db, tenant: MadeTenant): Promise<string[]> {
  const rows = await owner
    .selectFrom('exception_history')
    .select('kind')
    .where('tenant_id', '=', tenant.id)
    .orderBy('at_ms')
    .orderBy('kind', 'desc')
    .execute();
  return rows.map(({ kind }) => kind);
}
