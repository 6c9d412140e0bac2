// What a checkpoint's QR code says: which checkpoint, which of its codes, and a signature (FIELD-03, MNG-04).

import { bitsOfLetter, idBytes, idBytesOf, idOf, toBytes, toLetters } from './code-letters.ts';
import { codeWithin } from './readers/codes.ts';

/** The format's version; it heads every code and every message that is signed. */
export const codeFormat = 'WP1';
/** Bytes of HMAC-SHA-256 that a code carries. */
export const codeMacBytes = 12;
export const codeSerialMax = 65_535;
/** Letters that a guard types when the code cannot be read otherwise: the last ones of the code. */
export const typedCodeLength = 8;
/** Longest code that a device may send, from any issuer. */
export const scanCodeMaxLength = 300;

export interface CheckpointCodeParts {
  /** UUID, in lower case. */
  readonly checkpointId: string;
  /** From 1; each reissue takes the next. */
  readonly serial: number;
  readonly mac: Uint8Array;
}

const serialBytes = 2;
const bytesInAll = idBytes + serialBytes + codeMacBytes;
/** 240 bits are 48 letters without a rest, so that no two texts say the same. */
const letters = (bytesInAll * 8) / bitsOfLetter;

/** Throws RangeError for parts that no code can hold. */
export function encodeCheckpointCode({ checkpointId, serial, mac }: CheckpointCodeParts): string {
  const id = idBytesOf(checkpointId);
  if (!Number.isInteger(serial) || serial < 1 || serial > codeSerialMax)
    throw new RangeError('No such serial');
  if (mac.length !== codeMacBytes) throw new RangeError('Not a signature of a code');
  return codeFormat + toLetters(Uint8Array.from([...id, serial >> 8, serial & 0xff, ...mac]));
}

/** The parts of the code that is whole within a text, see codeWithin(); null where none is. */
export function decodeCheckpointCode(text: string): CheckpointCodeParts | null {
  const code = codeWithin(text, codeFormat, letters);
  const bytes = code === null ? null : bytesOf(code);
  if (bytes === null) return null;
  const checkpointId = idOf(bytes.subarray(0, idBytes));
  return { checkpointId, serial: serialOf(bytes), mac: bytes.slice(idBytes + serialBytes) };
}

/** As encodeCheckpointCode writes what decodeCheckpointCode reads; null for anything that is no code. */
export function canonicalCode(text: string): string | null {
  const code = codeWithin(text, codeFormat, letters);
  return code === null || bytesOf(code) === null ? null : code;
}

function bytesOf(code: string): Uint8Array | null {
  const bytes = toBytes(code.slice(codeFormat.length), bytesInAll);
  return bytes === null || serialOf(bytes) === 0 ? null : bytes;
}

function serialOf(bytes: Uint8Array): number {
  return (bytes[idBytes] ?? 0) * 256 + (bytes[idBytes + 1] ?? 0);
}

/** What stands below the QR code, to be typed where nothing can be scanned. */
export function typedCodeOf(text: string): string {
  return text.trim().toUpperCase().slice(-typedCodeLength);
}

/** The text that is signed: another version, tenant, checkpoint or serial never has the same. */
export function signedMessage(tenantId: string, checkpointId: string, serial: number): string {
  return [
    'watchpost checkpoint code',
    codeFormat,
    tenantId.toLowerCase(),
    checkpointId.toLowerCase(),
    serial,
  ].join('\n');
}
