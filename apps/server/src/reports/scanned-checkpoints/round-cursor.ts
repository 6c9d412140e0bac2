// Where a page of rounds begins, as an opaque text: a position by key, never by count, so that arrivals cannot move it.
// It is sealed: the arrival number in it counts the whole tenant's rounds, which a sub admin must not learn. Neither its
// length nor its being another text than a moment ago tells that one arrived elsewhere.
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import { InvalidInput } from '../../platform/http/app-error.ts';

export interface RoundCursor {
  /** Rows after the key, before it, or from it on. */
  readonly side: 'after' | 'before' | 'from';
  readonly startedAtMs: number;
  readonly id: string;
  /** Rows before the first one of the page. */
  readonly offset: number;
  /** Rounds that arrived later than this number are left out. */
  readonly asOf: number;
}

const stored = z.tuple([
  z.enum(['after', 'before', 'from']),
  z.int(),
  z.uuid(),
  z.int().check(z.minimum(0)),
  z.int().check(z.minimum(0)),
]);

const ivBytes = 12;
const tagBytes = 16;
/** As long as any may become. */
const textLength = 104;

export class CursorSeal {
  readonly #key: KeyObject;
  readonly #takenKeys: readonly KeyObject[];

  constructor(secret: ServerSecret) {
    const keyOf = (taken: ServerSecret) => createSecretKey(taken.mac('round-cursor-key', ''));
    this.#key = keyOf(secret);
    this.#takenKeys = [this.#key, ...secret.former.map(keyOf)];
  }

  /** `filterMark` names the filter that the cursor belongs to; it opens with no other. Never the same text twice. */
  encode(cursor: RoundCursor, filterMark: string): string {
    const { side, startedAtMs, id, offset, asOf } = cursor;
    const text = JSON.stringify([side, startedAtMs, id, offset, asOf]).padEnd(textLength);
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(filterMark));
    const sealed = cipher.update(text, 'utf8');
    cipher.final();
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Throws InvalidInput when the text was altered or belongs to another filter. */
  decode(text: string, filterMark: string): RoundCursor {
    const sealed = Buffer.from(text, 'base64url');
    const opened = this.#takenKeys.map((key) => open(key, sealed, filterMark)).find((one) => one !== null);
    const parsed = z.safeParse(stored, opened);
    if (!parsed.success) {
      throw new InvalidInput({ cursor: 'This page link does not fit the filter. Start again from page 1.' });
    }
    const [side, startedAtMs, id, offset, asOf] = parsed.data;
    return { side, startedAtMs, id, offset, asOf };
  }
}

function open(key: KeyObject, sealed: Buffer, filterMark: string): unknown {
  if (sealed.length <= ivBytes + tagBytes) return null;
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(filterMark))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    return null;
  }
}
