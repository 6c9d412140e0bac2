// A company of two sites, as tests of what a site manager may see and change need it.
import { makeSite, makeTenant, makeUser, type MadeTenant } from './factories.ts';
import { browserOf } from './made-sessions.ts';
import type { Caller, TestApp } from './test-app.ts';

export interface TwoSites {
  readonly tenant: MadeTenant;
  readonly mill: string;
  readonly yard: string;
  readonly adminId: string;
  readonly admin: Caller;
  /** The site manager of the mill. */
  readonly subId: string;
  readonly sub: Caller;
}

export async function makeTwoSites(server: TestApp): Promise<TwoSites> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const mill = await makeSite(owner, tenant, { name: 'Mill' });
  const yard = await makeSite(owner, tenant, { name: 'Yard' });
  const { id: adminId } = await makeUser(owner, tenant);
  const { id: subId } = await makeUser(owner, tenant, { siteId: mill });
  const admin = await browserOf(server, tenant, adminId);
  const sub = await browserOf(server, tenant, subId);
  return { tenant, mill, yard, adminId, admin, subId, sub };
}
