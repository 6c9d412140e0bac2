// The codes that hang at a model company's checkpoints, and what a phone reads of them.
import { encodeCheckpointCode, decodeCheckpointCode, typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import type { ScanMethod } from '@watchpost/domain/trust';
import { signedCode } from '../../records/checkpoint-codes/code-signature.ts';
import { Random } from './random.ts';

export interface ModelCode {
  readonly serial: number;
  readonly text: string;
  readonly issuedAtMs: number;
  /** Null for the valid one. */
  readonly retiredAtMs: number | null;
}

export interface CheckpointCodes {
  /** Oldest first. */
  readonly codes: readonly ModelCode[];
  readonly nfcTagId: string | null;
}

export interface CompanyCodes {
  readonly key: Buffer;
  /** By checkpoint. */
  readonly of: ReadonlyMap<string, CheckpointCodes>;
}

const dayMs = 86_400_000;
const reissuedShare = 0.08;
const taggedShare = 0.5;
/** How long photographs of an old code are still about. */
const lingerMs = 12 * dayMs;

/** The key is as public as the passwords of a made-up company; real ones are random. */
export function makeCodes(
  seed: number,
  companyId: string,
  openedAtMs: number,
  checkpointIds: readonly string[],
): CompanyCodes {
  const keyRandom = new Random(seed, 'code key', companyId);
  const key = Buffer.alloc(32);
  for (let at = 0; at < key.length; at += 4) key.writeUInt32BE(keyRandom.uint32(), at);
  const of = checkpointIds.map((id): [string, CheckpointCodes] => {
    const random = new Random(seed, 'codes', id);
    const code = (serial: number, issuedAtMs: number, retiredAtMs: number | null): ModelCode => ({
      serial,
      text: signedCode(key, companyId, id, serial),
      issuedAtMs,
      retiredAtMs,
    });
    const nfcTagId = random.chance(taggedShare) ? tagOf(random) : null;
    if (!random.chance(reissuedShare)) return [id, { nfcTagId, codes: [code(1, openedAtMs, null)] }];
    const changedAtMs = openedAtMs + random.integer(60, 115) * dayMs;
    return [id, { nfcTagId, codes: [code(1, openedAtMs, changedAtMs), code(2, changedAtMs, null)] }];
  });
  return { key, of: new Map(of) };
}

/** Seven bytes, the first one the maker's. */
function tagOf(random: Random): string {
  const bytes = Array.from({ length: 6 }, () => random.integer(0, 255).toString(16).padStart(2, '0'));
  return `04${bytes.join('')}`.toUpperCase();
}

export interface Reading {
  readonly method: ScanMethod;
  readonly code?: string;
}

/**
 * What the phone read: as a rule the code that hangs there, after a reissue now and then a picture of the old one,
 * very seldom one of somebody's own making. Decided by the time, so that no other chance is moved.
 */
export function readingOf(
  checkpoint: CheckpointCodes | undefined,
  method: ScanMethod,
  atMs: number,
): Reading {
  if (checkpoint === undefined || method === 'position') return { method };
  const { codes, nfcTagId } = checkpoint;
  if (method === 'nfc' && nfcTagId !== null) return { method, code: nfcTagId };
  const isTyped = method === 'typed';
  const there = codes.findLast(({ issuedAtMs }) => issuedAtMs <= atMs) ?? codes[0];
  if (there === undefined) return { method };
  const former = codes.find(({ serial }) => serial === there.serial - 1);
  const isOld = former !== undefined && atMs - there.issuedAtMs < lingerMs && atMs % 17 === 0;
  const genuine = isOld ? former.text : there.text;
  const text = atMs % 2_999 === 7 ? forged(genuine) : genuine;
  return { method: isTyped ? 'typed' : 'qr', code: isTyped ? typedCodeOf(text) : text };
}

/** The same checkpoint with a signature that somebody made up. */
function forged(text: string): string {
  const parts = decodeCheckpointCode(text);
  if (parts === null) return text;
  return encodeCheckpointCode({ ...parts, mac: parts.mac.map((byte) => byte ^ 0x5a) });
}
