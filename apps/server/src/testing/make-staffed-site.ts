import type { Db } from '../platform/db/database.ts';
import { type MadeTenant, makeGuard, makeSite, makeTenant } from './factories.ts';

export interface StaffedSite {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  /** Posted at the site. */
  readonly guardId: string;
}

/** A tenant of its own, its one site, and the one guard there. */
export async function makeStaffedSite(owner: Db): Promise<StaffedSite> {
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const { id: guardId } = await makeGuard(owner, tenant, { siteIds: [siteId] });
  return { tenant, siteId, guardId };
}
