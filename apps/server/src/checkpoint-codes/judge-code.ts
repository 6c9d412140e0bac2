// Judges the codes of scans by what is known of the tenant's codes (FIELD-03).
import { decodeCheckpointCode } from '@watchpost/domain/checkpoint-codes';
import {
  type CodedScan,
  flagsOfCode,
  type IssuedCode,
  issuedTextOf,
  typedEndsOf,
} from '@watchpost/domain/code-trust';
import type { TrustFlag } from '@watchpost/domain/trust';
import { isGenuine } from './code-signature.ts';

export interface CodeBook {
  readonly tenantId: string;
  readonly keys: readonly Buffer[];
  /** Those that codeLookups asked for, at least. */
  readonly issued: readonly IssuedCode[];
}

/** What has to be looked up to judge scans: whole texts, and typed ends with the checkpoint that they were typed for. */
export interface CodeLookups {
  readonly texts: readonly string[];
  readonly ends: readonly { readonly end: string; readonly checkpointId: string }[];
}

export function codeLookups(scans: Iterable<CodedScan>): CodeLookups {
  const texts = new Set<string>();
  const ends = new Map<string, { end: string; checkpointId: string }>();
  for (const { method, code = '', checkpointId } of scans) {
    if (code.trim() === '') continue;
    if (method === 'qr') texts.add(issuedTextOf(code));
    if (method !== 'typed') continue;
    for (const end of typedEndsOf(code)) ends.set(`${end} ${checkpointId}`, { end, checkpointId });
  }
  return { texts: [...texts], ends: [...ends.values()] };
}

/** Judges one scan after the other; what is known is put in order once. */
export class CodeJudge {
  readonly #book: CodeBook;
  readonly #byText = new Map<string, IssuedCode[]>();
  readonly #byEnd = new Map<string, IssuedCode[]>();

  constructor(book: CodeBook) {
    this.#book = book;
    for (const issued of book.issued) {
      addTo(this.#byText, issued.code.trim(), issued);
      for (const end of typedEndsOf(issued.code)) addTo(this.#byEnd, end, issued);
    }
  }

  /** `nfcTagId` is the checkpoint's. */
  flagsOf(scan: CodedScan, nfcTagId: string | null): TrustFlag[] {
    const { method, code = '' } = scan;
    const issued =
      method === 'qr'
        ? (this.#byText.get(issuedTextOf(code)) ?? [])
        : method === 'typed'
          ? typedEndsOf(code).flatMap((end) => this.#byEnd.get(end) ?? [])
          : [];
    return flagsOfCode(scan, { issued, nfcTagId, isGenuine: issued.length === 0 && this.#isSigned(code) });
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
