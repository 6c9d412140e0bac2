// What an authority is asked: to say when it saw a hash (RFC 3161, section 2.4.1).
import { createHash, randomBytes } from 'node:crypto';
import { der, derInteger, tags } from './der.ts';
import { oids } from './oids.ts';

export interface TimeStampRequest {
  readonly bytes: Buffer;
  /** SHA-256 of what is to be stamped. */
  readonly hash: Buffer;
  /** As DER has it: the answer has to say the same. */
  readonly nonce: Buffer;
}

/** Asks for the authority's certificate as well, without which no one could check the answer later. */
export function timeStampRequest(stamped: Uint8Array): TimeStampRequest {
  const hash = createHash('sha256').update(stamped).digest();
  const nonce = derInteger(randomBytes(16));
  const sha256 = der(tags.sequence, der(tags.oid, Buffer.from(oids.sha256, 'hex')), der(tags.nothing));
  const bytes = der(
    tags.sequence,
    derInteger(Uint8Array.of(1)),
    der(tags.sequence, sha256, der(tags.octets, hash)),
    nonce,
    der(tags.boolean, Uint8Array.of(0xff)),
  );
  return { bytes, hash, nonce };
}
