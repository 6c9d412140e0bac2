// Judges the codes of scans by what is known of the tenant's codes (FIELD-03).
import { decodeCheckpointCode } from '@watchpost/domain/checkpoint-codes';
import { foldNfcTag } from '@watchpost/domain/checkpoints';
import {
  type CodedScan,
  type CodeJudgement,
  type IssuedCode,
  issuedTextsOf,
  judgeCode,
  typedEndsOf,
} from '@watchpost/domain/code-trust';
import { decodeRotatingCode, shownStepOf } from '@watchpost/domain/rotating-codes';
import type { TrustFlag } from '@watchpost/domain/trust';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import { isGenuine } from './code-signature.ts';
import { type JudgedCode, type PairedScreen, ScreenJudge } from './judge-rotating.ts';

export interface CodeBook {
  readonly tenantId: string;
  readonly keys: readonly Buffer[];
  /** Those that codeLookups asked for, at least. */
  readonly issued: readonly IssuedCode[];
  /** Paired screens of the checkpoints that were scanned or named by codes, at least; see findElsewhere() for more. */
  readonly screens: readonly PairedScreen[];
}

/** What has to be looked up to judge scans: whole texts, and typed ends with the checkpoint that they were typed for. */
export interface CodeLookups<Scan extends CodedScan> {
  /** Checkpoints that codes name, each with its scan. */
  readonly named: readonly { readonly scan: Scan; readonly checkpointId: string }[];
  readonly texts: readonly string[];
  readonly ends: readonly { readonly end: string; readonly checkpointId: string }[];
}

export function codeLookups<Scan extends CodedScan>(scans: Iterable<Scan>): CodeLookups<Scan> {
  const texts = new Set<string>();
  const ends = new Map<string, { end: string; checkpointId: string }>();
  const named: { scan: Scan; checkpointId: string }[] = [];
  for (const scan of scans) {
    const { method, code = '', checkpointId } = scan;
    if (code.trim() === '' || method === 'nfc') continue;
    const rotating = method === 'typed' ? null : decodeRotatingCode(code);
    const parts = rotating ?? decodeCheckpointCode(code);
    if (parts !== null) named.push({ scan, checkpointId: parts.checkpointId });
    if (method === 'typed') {
      for (const end of typedEndsOf(code)) ends.set(`${end} ${checkpointId}`, { end, checkpointId });
    } else if (rotating === null) for (const text of issuedTextsOf(code)) texts.add(text);
  }
  return { texts: [...texts], ends: [...ends.values()], named };
}

/** What a scan's code says of it. */
export interface ScanCode extends CodeJudgement {
  /** See shownStepOf(); null unless a screen of ours made the code. */
  readonly shownStep: number | null;
}

interface KnownTags {
  /** The checkpoint's. */
  readonly nfcTagId: string | null;
  /** The checkpoint that has a tag; null where it is not known. */
  readonly ownerOf: (nfcTagId: string) => string | null;
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
    return this.judge(scan, { nfcTagId, ownerOf: () => null }).flags;
  }

  judge(scan: JudgedCode, tags: KnownTags): ScanCode {
    const { method, code = '' } = scan;
    const issued =
      method === 'typed'
        ? typedEndsOf(code).flatMap((end) => this.#byEnd.get(end) ?? [])
        : method === 'nfc'
          ? []
          : issuedTextsOf(code).flatMap((text) => this.#byText.get(text) ?? []);
    const rotating = this.#screens.evidenceOf(scan, issued.length === 0);
    const judged = judgeCode(scan, {
      issued,
      nfcTagId: tags.nfcTagId,
      tagOwner: method === 'nfc' ? tags.ownerOf(foldNfcTag(code)) : null,
      isGenuine: issued.length === 0 && this.#isSigned(code),
      hasScreen: this.#screens.isShownAt(scan),
      rotating,
    });
    return { shownStep: rotating?.isGenuine === true ? shownStepOf(rotating) : null, ...judged };
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
