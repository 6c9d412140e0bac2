import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import type { MadeTenant } from './factories.ts';

interface ScanWithNote {
  readonly roundId: string;
  readonly guardId: string;
  readonly checkpointId: string;
}

/** A scan of a round, after which the guard noted something and was asked nothing. */
export async function makeScanWithNote(
  owner: Db,
  tenant: MadeTenant,
  { roundId, guardId, checkpointId }: ScanWithNote,
): Promise<void> {
  const scanId = randomUUID();
  const sent = {
    tenant_id: tenant.id,
    guard_id: guardId,
    device_id: randomUUID(),
    device_at_ms: Date.now(),
    received_at_ms: Date.now(),
    clock_skew_ms: 0,
    body_hash: Buffer.alloc(32),
  };
  const scan = { round_id: roundId, checkpoint_id: checkpointId, method: 'qr' };
  await owner
    .insertInto('scans')
    .values({ ...sent, ...scan, id: scanId })
    .execute();
  const details = JSON.stringify({ checkpointId, questionsId: null, answers: [], note: 'The lamp is out.' });
  await owner
    .insertInto('field_events')
    .values({ ...sent, id: randomUUID(), kind: 'checkpointAnswered', subject_id: scanId, details })
    .execute();
}
