import type { Db } from '../db/database.ts';

/** Of all tenants, in one order. `shared` is a handle of what all tenants share, or the owner's. */
export async function findTenantIds(shared: Db): Promise<string[]> {
  const rows = await shared.selectFrom('tenants').select('tenant_id as id').orderBy('tenant_id').execute();
  return rows.map(({ id }) => id);
}
