// Base 64 of RFC 4648, section 4, as texts that tools of others read are written in.
import type { Bytes } from './byte-text.ts';

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Null for anything but the one way to write some bytes: with padding, and no bits left over. */
export function fromBase64(text: string): Bytes | null {
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}
