import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import { type MadeTenant, makeGuard } from './factories.ts';

/** A phone that a new guard of the site signed in with, unless told otherwise; its id. */
export async function makeDevice(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  {
    guardIds,
    ...values
  }: Partial<Insertable<Tables['devices']>> & { readonly guardIds?: readonly string[] } = {},
): Promise<string> {
  const nowMs = Date.now();
  const id = randomUUID();
  await owner
    .insertInto('devices')
    .values({ tenant_id: tenant.id, id, first_seen_ms: nowMs, last_seen_ms: nowMs, ...values })
    .execute();
  const guards = guardIds ?? [(await makeGuard(owner, tenant, { siteIds: [siteId] })).id];
  for (const guardId of guards) {
    await owner
      .insertInto('device_guards')
      .values({ tenant_id: tenant.id, device_id: id, guard_id: guardId, last_seen_ms: nowMs })
      .execute();
  }
  return id;
}
