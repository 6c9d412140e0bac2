import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import type { MadeTenant } from './factories.ts';

/** The first version of a site's post orders, in force since long; its id. */
export async function makePostOrders(owner: Db, tenant: MadeTenant, siteId: string): Promise<string> {
  const id = randomUUID();
  await owner
    .insertInto('post_order_versions')
    .values({
      tenant_id: tenant.id,
      id,
      site_id: siteId,
      no: 1,
      text: 'Gate 2 is locked at 22:00.',
      effective_from_ms: 1,
      created_by: null,
      created_by_name: 'Meera Rao',
    })
    .execute();
  return id;
}
