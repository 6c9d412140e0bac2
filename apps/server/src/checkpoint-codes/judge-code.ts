// Judges the codes of scans by what is known of the tenant's codes (FIELD-03).
import { decodeCheckpointCode } from '@watchpost/domain/checkpoint-codes';
import {
  type CodedScan,
  flagsOfCode,
  type IssuedCode,
  issuedTextOf,
  typedEndsOf,
} from '@watchpost/domain/code-trust';
import { decodeRotatingCode } from '@watchpost/domain/rotating-codes';
import type { TrustFlag } from '@watchpost/domain/trust';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import { isGenuine } from './code-signature.ts';
import { type JudgedCode, type PairedScreen, ScreenJudge } from './judge-rotating.ts';

export interface CodeBook {
  readonly tenantId: string;
  readonly keys: readonly Buffer[];
  /** Those that codeLookups asked for, at least. */
  readonly issued: readonly IssuedCode[];
  /** Paired screens of the checkpoints that were scanned or named by codes, at least. */
  readonly screens: readonly PairedScreen[];
}

/** What has to be looked up to judge scans: whole texts, and typed ends with the checkpoint that they were typed for. */
export interface CodeLookups {
  /** Checkpoints that rotating codes name. */
  readonly screensOf: readonly string[];
  readonly texts: readonly string[];
  readonly ends: readonly { readonly end: string; readonly checkpointId: string }[];
}

export function codeLookups(scans: Iterable<CodedScan>): CodeLookups {
  const texts = new Set<string>();
  const ends = new Map<string, { end: string; checkpointId: string }>();
  const screensOf = new Set<string>();
  for (const { method, code = '', checkpointId } of scans) {
    if (code.trim() === '') continue;
    const rotating = method === 'qr' ? decodeRotatingCode(code) : null;
    if (rotating !== null) screensOf.add(rotating.checkpointId);
    else if (method === 'qr') texts.add(issuedTextOf(code));
    if (method !== 'typed') continue;
    for (const end of typedEndsOf(code)) ends.set(`${end} ${checkpointId}`, { end, checkpointId });
  }
  return { texts: [...texts], ends: [...ends.values()], screensOf: [...screensOf] };
}

/** Judges one scan after the other; what is known is put in order once. */
export class CodeJudge {
  readonly #book: CodeBook;
  readonly #byText = new Map<string, IssuedCode[]>();
  readonly #byEnd = new Map<string, IssuedCode[]>();
  readonly #screens: ScreenJudge;

  constructor(book: CodeBook, limitMs: number = defaultTrust.rotatingCodeMs) {
    this.#book = book;
    this.#screens = new ScreenJudge(book.screens, limitMs);
    for (const issued of book.issued) {
      addTo(this.#byText, issued.code.trim(), issued);
      for (const end of typedEndsOf(issued.code)) addTo(this.#byEnd, end, issued);
    }
  }

  /** `nfcTagId` is the checkpoint's. */
  flagsOf(scan: JudgedCode, nfcTagId: string | null): TrustFlag[] {
    const { method, code = '' } = scan;
    const issued =
      method === 'qr'
        ? (this.#byText.get(issuedTextOf(code)) ?? [])
        : method === 'typed'
          ? typedEndsOf(code).flatMap((end) => this.#byEnd.get(end) ?? [])
          : [];
    return flagsOfCode(scan, {
      issued,
      nfcTagId,
      isGenuine: issued.length === 0 && this.#isSigned(code),
      hasScreen: this.#screens.isShownAt(scan),
      rotating: this.#screens.evidenceOf(scan),
    });
  }

  #isSigned(code: string): boolean {
    const parts = decodeCheckpointCode(code);
    return parts !== null && isGenuine(parts, this.#book.tenantId, this.#book.keys);
  }
}

function addTo(map: Map<string, IssuedCode[]>, key: string, issued: IssuedCode): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [issued]);
  else known.push(issued);
}
