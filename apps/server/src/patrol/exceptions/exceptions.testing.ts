// A tenant with two sites whose sub admins may do everything with exceptions.
import { type MadeTenant, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';

export interface ExceptionWorld {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly otherSiteId: string;
  readonly adminId: string;
  readonly subAdminId: string;
  readonly admin: Caller;
  /** Of the first site. */
  readonly subAdmin: Caller;
}

export async function makeExceptionWorld(server: TestApp): Promise<ExceptionWorld> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant, { name: 'River Depot' });
  const otherSiteId = await makeSite(owner, tenant, { name: 'Hill Store' });
  const adminId = (await makeUser(owner, tenant)).id;
  const subAdminId = (await makeUser(owner, tenant, { siteId, first_name: 'Rohan', last_name: 'Kale' })).id;
  const sub_admin_access = JSON.stringify({ EXCEPTIONS: ['view', 'edit', 'export'] });
  await owner.insertInto('tenant_settings').values({ tenant_id: tenant.id, sub_admin_access }).execute();
  const admin = await browserOf(server, tenant, adminId);
  const subAdmin = await browserOf(server, tenant, subAdminId);
  return { tenant, siteId, otherSiteId, adminId, subAdminId, admin, subAdmin };
}
