import { hash } from 'node:crypto';
import type { Sha256 } from '@watchpost/domain/evidence/sha256';

/** Node's own, which is many times as fast. In one call, without the object of a hash that goes on. */
export const nativeSha256: Sha256 = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'));
