// Codes that change on a screen at a checkpoint, so that a photograph of one is soon worth nothing (FIELD-03). As RFC 6238
// reckons them: an HMAC over the time step, with a secret that the screen and the server share.
import { bitsOfLetter, idBytes, idBytesOf, idOf, toBytes, toLetters } from './code-letters.ts';
import { sha256 } from './evidence/sha256.ts';
import { codeWithin } from './readers/codes.ts';
import type { TrustFlag } from './trust.ts';

/** Heads every code and every message that is signed. */
export const rotatingFormat = 'WP2';
/** X of RFC 6238; T0 is the epoch. */
export const rotatingStepMs = 30_000;
export const rotatingSecretBytes = 32;
/** Bytes of HMAC-SHA-256 that a code carries. */
export const rotatingMacBytes = 13;
/** What is typed into a screen to pair it, and how long that may take. */
export const pairingCodeLength = 8;
export const pairingMinutes = 15;
/** A screen whose clock is further off than this says so. */
export const screenClockMaxMs = 20_000;

const serialBytes = 2;
const stepBytes = 4;
const bytesInAll = idBytes + serialBytes + stepBytes + rotatingMacBytes;
/** 280 bits are 56 letters without a rest. */
const letters = (bytesInAll * 8) / bitsOfLetter;

export interface RotatingCodeParts {
  /** UUID, in lower case. */
  readonly checkpointId: string;
  /** Of the screen among those of the checkpoint, from 1. */
  readonly serial: number;
  readonly step: number;
  readonly mac: Uint8Array;
}

export const stepAt = (atMs: number): number => Math.floor(atMs / rotatingStepMs);

/** Throws RangeError for parts that no code can hold. */
export function encodeRotatingCode({ checkpointId, serial, step, mac }: RotatingCodeParts): string {
  if (mac.length < rotatingMacBytes) throw new RangeError('Not a signature of a code');
  const bytes = new Uint8Array(bytesInAll);
  const view = new DataView(bytes.buffer);
  bytes.set(idBytesOf(checkpointId));
  view.setUint16(idBytes, serial);
  view.setUint32(idBytes + serialBytes, step);
  bytes.set(mac.subarray(0, rotatingMacBytes), idBytes + serialBytes + stepBytes);
  return rotatingFormat + toLetters(bytes);
}

/** As rotatingCodeOf() writes what decodeRotatingCode() reads; null for anything that is no code. */
export const canonicalRotatingCode = (text: string): string | null =>
  codeWithin(text, rotatingFormat, letters);

/** The parts of the code that is whole within a text, see codeWithin(); null where none is. */
export function decodeRotatingCode(text: string): RotatingCodeParts | null {
  const code = canonicalRotatingCode(text);
  if (code === null) return null;
  const bytes = toBytes(code.slice(rotatingFormat.length), bytesInAll);
  if (bytes === null) return null;
  const view = new DataView(bytes.buffer);
  return {
    checkpointId: idOf(bytes.subarray(0, idBytes)),
    serial: view.getUint16(idBytes),
    step: view.getUint32(idBytes + serialBytes),
    mac: bytes.slice(idBytes + serialBytes + stepBytes),
  };
}

/** What is signed: another purpose, checkpoint, screen or step never has the same. */
export function rotatingMessage(checkpointId: string, serial: number, step: number): Uint8Array {
  const text = ['watchpost rotating code', rotatingFormat, checkpointId.toLowerCase(), serial, step].join(
    '\n',
  );
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** The code that a screen shows during a step. Without waiting, since browsers hide their own HMAC from pages without TLS. */
export function rotatingCodeOf(
  secret: Uint8Array,
  { checkpointId, serial }: Pick<RotatingCodeParts, 'checkpointId' | 'serial'>,
  step: number,
): string {
  const mac = hmacSha256(secret, rotatingMessage(checkpointId, serial, step));
  return encodeRotatingCode({ checkpointId, serial, step, mac });
}

const blockBytes = 64;

/** RFC 2104; keys are never longer than a block here. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = (mask: number) => Uint8Array.from({ length: blockBytes }, (_, at) => (key[at] ?? 0) ^ mask);
  const inner = sha256(Uint8Array.from([...block(0x36), ...message]));
  return sha256(Uint8Array.from([...block(0x5c), ...inner]));
}

/** What the server knows of a code that a screen made. */
export interface RotatingEvidence {
  readonly checkpointId: string;
  /** Of the screen that made it, or is said to have. */
  readonly serial: number;
  readonly step: number;
  /** Whether a screen that was paired made it. */
  readonly isGenuine: boolean;
  /** Whether that screen had been taken out of use before the scan. */
  readonly isRevoked: boolean;
  /** From the scan to the time that the code was shown; 0 within its step. */
  readonly lagMs: number;
  /** As far as the tenant lets clocks err. */
  readonly limitMs: number;
}

const stepsOfScreen = 2 ** 32;

/** One number for what one screen of a checkpoint showed during one step: no two of them have the same. */
export const shownStepOf = ({ serial, step }: Pick<RotatingCodeParts, 'serial' | 'step'>): number =>
  serial * stepsOfScreen + step;

/** How long before (below 0) or after the step of a code something happened; 0 within it. */
export function lagOf(step: number, atMs: number): number {
  const fromMs = step * rotatingStepMs;
  if (atMs < fromMs) return atMs - fromMs;
  return Math.max(0, atMs - (fromMs + rotatingStepMs));
}

export function flagsOfRotating(checkpointId: string, evidence: RotatingEvidence): TrustFlag[] {
  if (!evidence.isGenuine) return ['forgedCode'];
  const flags: TrustFlag[] = [];
  if (evidence.checkpointId !== checkpointId) flags.push('wrongCode');
  if (evidence.isRevoked) flags.push('retiredCode');
  if (Math.abs(evidence.lagMs) > evidence.limitMs) flags.push('staleCode');
  return flags;
}
