// A screen that shows changing codes at a checkpoint, paired since long ago.
import { randomBytes, randomUUID } from 'node:crypto';
import { rotatingCodeOf, stepAt } from '@watchpost/domain/rotating-codes';
import type { Db } from '../platform/db/database.ts';
import type { MadeTenant } from './factories.ts';

export interface MadeScreen {
  readonly id: string;
  /** What it shows at a time. */
  readonly codeAt: (atMs: number) => string;
}

export async function makeScreen(
  owner: Db,
  tenant: MadeTenant,
  checkpointId: string,
  serial = 1,
): Promise<MadeScreen> {
  const screen = { id: randomUUID(), checkpointId, serial };
  const secret = randomBytes(32);
  await owner
    .insertInto('checkpoint_screens')
    .values({
      tenant_id: tenant.id,
      id: screen.id,
      checkpoint_id: checkpointId,
      serial,
      secret,
      pairing_ends_at_ms: 1,
      offered_at_ms: 1,
      paired_at_ms: 1,
    })
    .execute();
  return { id: screen.id, codeAt: (atMs) => rotatingCodeOf(secret, screen, stepAt(atMs)) };
}
