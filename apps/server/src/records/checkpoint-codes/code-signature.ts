// Signs the codes of checkpoints and tells whether one is genuine (FIELD-03).
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  codeMacBytes,
  type CheckpointCodeParts,
  encodeCheckpointCode,
  signedMessage,
} from '@watchpost/domain/checkpoint-codes';

function macOf(key: Buffer, tenantId: string, checkpointId: string, serial: number): Buffer {
  const message = signedMessage(tenantId, checkpointId, serial);
  return createHmac('sha256', key).update(message).digest().subarray(0, codeMacBytes);
}

/** What the QR code of a checkpoint says: always the same for the same key and serial. */
export function signedCode(key: Buffer, tenantId: string, checkpointId: string, serial: number): string {
  return encodeCheckpointCode({ checkpointId, serial, mac: macOf(key, tenantId, checkpointId, serial) });
}

/** Whether one of the tenant's keys signed it. */
export function isGenuine(code: CheckpointCodeParts, tenantId: string, keys: readonly Buffer[]): boolean {
  return keys.some((key) => timingSafeEqual(macOf(key, tenantId, code.checkpointId, code.serial), code.mac));
}
