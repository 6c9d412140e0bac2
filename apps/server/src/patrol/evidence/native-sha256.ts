import { hash } from 'node:crypto';
import type { Bytes } from '@watchpost/domain/evidence/byte-text';
import type { Sha256 } from '@watchpost/domain/evidence/sha256';

const digestBytes = 32;

/**
 * Node's own, which is many times as fast. In one call, without the object of a hash that goes on, and by way of a text: half
 * of what a buffer of its own for each hash costs.
 */
export const nativeSha256: Sha256 = (bytes) => {
  const text = hash('sha256', bytes, 'binary');
  const digest: Bytes = new Uint8Array(digestBytes);
  for (let at = 0; at < digestBytes; at += 1) digest[at] = text.charCodeAt(at);
  return digest;
};
