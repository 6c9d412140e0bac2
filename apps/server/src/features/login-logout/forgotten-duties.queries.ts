import type { Database } from '../../db/database.ts';
import { closeForgottenDuties, type ForgottenDuties } from '../../duties/close-forgotten.queries.ts';
import { tenantByTenant } from '../../jobs/tenant-by-tenant.ts';

/** Tenant by tenant; see closeForgottenDuties. */
export async function closeForgottenOfAll(
  database: Database,
  which: ForgottenDuties,
  nowMs: number,
): Promise<void> {
  const tenants = await database.shared.selectFrom('tenants').select('tenant_id as id').execute();
  await tenantByTenant(
    tenants.map(({ id }) => id),
    async (id) => void (await closeForgottenDuties(database.forTenant(id), id, which, nowMs)),
  );
}
