// Bytes as the texts that evidence is written in.

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** UTF-8. */
export function bytesOf(text: string): Bytes {
  return encoder.encode(text);
}

export function joinBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += pairs[byte] ?? '';
  return text;
}

/** Throws RangeError for anything but pairs of hexadecimal digits in lower case. */
export function fromHex(text: string): Bytes {
  if (!/^([\da-f]{2})*$/.test(text)) throw new RangeError('not hexadecimal');
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
  );
}

/** The bytes of a hash; null for a text that is none. */
export function hashOrNull(text: string): Bytes | null {
  return /^[\da-f]{64}$/.test(text) ? fromHex(text) : null;
}
