// Just enough of DER (X.690) to ask for a time-stamp and to read the answer: definite lengths, and tags of one byte.

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Of a context: [0], constructed. */
export const context = (no: number): number => 0xa0 + no;

export class DerError extends Error {
  override readonly name = 'DerError';
}

export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length. */
  readonly whole: Buffer;
}

export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 0x80 ? [length] : lengthBytes(length);
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

function lengthBytes(length: number): number[] {
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

/** A whole number that is not negative, from its bytes. */
export function derInteger(bytes: Uint8Array): Buffer {
  const digits = Buffer.from(bytes);
  const from = Math.max(
    0,
    Math.min(
      digits.length - 1,
      digits.findIndex((byte) => byte !== 0),
    ),
  );
  const short = digits.subarray(from);
  return der(tags.integer, ...((short[0] ?? 0) >= 0x80 ? [Uint8Array.of(0)] : []), short);
}

/** All values that lie one after the other; throws DerError where the bytes are anything else. */
export function readAll(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = readAt(bytes, at);
    values.push(value);
    at += value.whole.length;
  }
  return values;
}

/** The one value that the bytes are. */
export function readOne(bytes: Buffer): DerValue {
  const value = readAt(bytes, 0);
  if (value.whole.length !== bytes.length) throw new DerError('something follows the value');
  return value;
}

function readAt(bytes: Buffer, at: number): DerValue {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('no value');
  const more = first < 0x80 ? 0 : first - 0x80;
  // 0x80 means a length that follows the content, which DER forbids.
  if (first === 0x80 || more > 4 || at + 2 + more > bytes.length) throw new DerError('no length');
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  const from = at + 2 + more;
  if (from + length > bytes.length) throw new DerError('cut short');
  return { tag, content: bytes.subarray(from, from + length), whole: bytes.subarray(at, from + length) };
}

/** What lies in a value of that tag; throws DerError for one of another. */
export function inside(value: DerValue | undefined, tag: number): DerValue[] {
  return readAll(contentOf(value, tag));
}

export function contentOf(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw new DerError(`no value of tag ${tag.toString(16)}`);
  return value.content;
}

/** In hexadecimal, as oids.ts has them. */
export const oidOf = (value: DerValue | undefined): string => contentOf(value, tags.oid).toString('hex');
