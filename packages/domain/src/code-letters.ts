// How bytes are written in codes that phones read: Crockford's base 32, which QR codes hold in their denser mode.
import { toHex } from './evidence/byte-text.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const bitsOfLetter = 5;
/** Of a UUID. */
export const idBytes = 16;

/** Throws RangeError for anything but a UUID. */
export function idBytesOf(id: string): Uint8Array {
  const hex = id.replace(/-/g, '');
  if (!/^[\da-f]{32}$/i.test(hex)) throw new RangeError('Not the id of a checkpoint');
  return Uint8Array.from({ length: idBytes }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

/** In lower case. */
export function idOf(bytes: Uint8Array): string {
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function toLetters(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bufferedBits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bufferedBits += 8;
    while (bufferedBits >= bitsOfLetter) {
      bufferedBits -= bitsOfLetter;
      text += alphabet.charAt((buffer >> bufferedBits) & 31);
    }
    buffer &= (1 << bufferedBits) - 1;
  }
  return text;
}

const noLetter = -1;
/** By the code of the letter. */
const valueOf = new Int8Array(128).fill(noLetter);
for (const [value, letter] of Array.from(alphabet).entries()) valueOf[letter.charCodeAt(0)] = value;

/** Null for letters that are none of the alphabet's. */
export function toBytes(text: string, length: number): Uint8Array | null {
  const bytes = new Uint8Array(length);
  let at = 0;
  let buffer = 0;
  let bufferedBits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = valueOf[text.charCodeAt(index)] ?? noLetter;
    if (value === noLetter) return null;
    buffer = (buffer << bitsOfLetter) | value;
    bufferedBits += bitsOfLetter;
    if (bufferedBits < 8) continue;
    bufferedBits -= 8;
    bytes[at++] = buffer >> bufferedBits;
    buffer &= (1 << bufferedBits) - 1;
  }
  return bytes;
}
