import type { Database } from '../../platform/db/database.ts';
import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import { closeForgottenDuties, type ForgottenDuties } from '../../patrol/duties/close-forgotten.queries.ts';
import { tenantByTenant } from '../../platform/jobs/tenant-by-tenant.ts';

/** Tenant by tenant; see closeForgottenDuties. */
export async function closeForgottenOfAll(
  database: Database,
  which: ForgottenDuties,
  nowMs: number,
): Promise<void> {
  await tenantByTenant(await findTenantIds(database.shared), async (id) => {
    await closeForgottenDuties(database.forTenant(id), id, which, nowMs);
  });
}
