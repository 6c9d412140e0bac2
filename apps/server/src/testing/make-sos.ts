import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import { type MadeTenant, makeGuard } from './factories.ts';

/** A call for help that arrived now from a new guard of the site, unless told otherwise; its id. */
export async function makeSos(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  values: Partial<Insertable<Tables['sos_calls']>> = {},
): Promise<string> {
  const nowMs = Date.now();
  const row = {
    tenant_id: tenant.id,
    id: uuidv7(),
    guard_id: values.guard_id ?? (await makeGuard(owner, tenant, { siteIds: [siteId] })).id,
    device_id: randomUUID(),
    site_id: siteId,
    device_at_ms: nowMs,
    received_at_ms: nowMs,
    clock_skew_ms: 0,
    body_hash: '',
    ...values,
  };
  await owner.insertInto('sos_calls').values(row).execute();
  return row.id;
}
