import { insertAuditEntry } from '../platform/audit/audit.queries.ts';
import { operatorOrigin } from '../platform/audit/audit-origin.ts';
import type { Db } from '../platform/db/database.ts';
import { makeInfoPage, makeTenant, type MadeTenant } from './factories.ts';

/** With a page and an entry of the audit log, which samples name. */
export async function makeSampleTenant(owner: Db): Promise<MadeTenant> {
  const tenant = await makeTenant(owner);
  await makeInfoPage(owner, tenant, 'aboutCompany', '<p>About</p>');
  await insertAuditEntry(owner, operatorOrigin(tenant.id), {
    action: 'tenant.created',
    subject: { id: tenant.id, label: tenant.slug },
  });
  return tenant;
}
