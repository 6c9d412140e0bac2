import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';
import type { MadeTenant } from './factories.ts';
import type { TestDatabase } from './test-database.ts';

type Scan = Insertable<Tables['scans']>;
type Needed = 'round_id' | 'checkpoint_id' | 'guard_id' | 'device_at_ms';

/** A scan of a QR code by some phone, arrived at once; stored as it is, without what the product makes of it. */
export async function makeScan(
  owner: TestDatabase['owner'],
  tenant: Pick<MadeTenant, 'id'>,
  values: Pick<Scan, Needed> & Partial<Scan>,
): Promise<void> {
  await owner
    .insertInto('scans')
    .values({
      tenant_id: tenant.id,
      id: randomUUID(),
      device_id: randomUUID(),
      received_at_ms: values.device_at_ms,
      clock_skew_ms: 0,
      method: 'qr',
      flags: [],
      body_hash: Buffer.alloc(32),
      ...values,
    })
    .execute();
}
