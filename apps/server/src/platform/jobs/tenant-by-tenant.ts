import { isUnavailable } from '../db/database-errors.ts';

/** So many are named in one message; trouble of all has one reason. */
const namedMax = 3;

/**
 * Does the work for one tenant after the other. One tenant's trouble holds up no other's: rejects after the last one, with what
 * went wrong; at once where the database is away.
 */
export async function tenantByTenant(
  tenantIds: readonly string[],
  work: (tenantId: string) => Promise<void>,
): Promise<void> {
  const failures: Error[] = [];
  for (const id of tenantIds) {
    try {
      await work(id);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(new Error(`tenant ${id}: ${String(error)}`, { cause: error }));
    }
  }
  if (failures.length === 0) return;
  const named = failures.slice(0, namedMax).map(({ message }) => message);
  throw new AggregateError(failures, `${failures.length} of ${tenantIds.length}: ${named.join('; ')}`);
}
