// Ids that a record of the source has here: the same ones whenever and wherever it is imported.
import { createHash } from 'node:crypto';

/** A UUID of version 5's making, named by tenant, kind of record and the id that the source gave it. */
export function idOf(tenantId: string, kind: string, sourceId: string): string {
  const bytes = createHash('sha1')
    .update(JSON.stringify([tenantId, kind, sourceId]))
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Of a round by the id that the source gave it. */
export const importedRoundId = (tenantId: string, formerId: string): string =>
  idOf(tenantId, 'scannedHistory', formerId);
