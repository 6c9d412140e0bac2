// Reasons to doubt the code that a scan was made with (FIELD-03): flags, never a rejection.
import { canonicalCode, decodeCheckpointCode, typedCodeLength, typedCodeOf } from './checkpoint-codes.ts';
import { foldLetters } from './code-letters.ts';
import { foldNfcTag } from './checkpoints.ts';
import { flagsOfRotating, type RotatingEvidence } from './rotating-codes.ts';
import type { ScanMethod, TrustFlag } from './trust.ts';

export interface CodedScan {
  readonly method: ScanMethod;
  readonly checkpointId: string;
  readonly deviceAtMs: number;
  /** What was read or typed; of NFC the tag's id. */
  readonly code?: string | undefined;
}

/** A code that the server issued or took over, valid or retired. */
export interface IssuedCode {
  readonly checkpointId: string;
  readonly code: string;
  /** False for one that another system issued. */
  readonly isSigned: boolean;
  readonly retiredAtMs: number | null;
}

export interface CodeEvidence {
  /** Issued codes that the sent one may be; others among them do no harm. */
  readonly issued: readonly IssuedCode[];
  /** Whether the sent code bears a signature of the tenant. */
  readonly isGenuine: boolean;
  /** The checkpoint's. */
  readonly nfcTagId: string | null;
  /** Whether a screen showed changing codes at the checkpoint when the scan was made. */
  readonly hasScreen: boolean;
  /** What is known of a code that a screen made; null for every other code. */
  readonly rotating: RotatingEvidence | null;
}

/** The text under which a scanned code was issued, if it was. */
export function issuedTextOf(code: string): string {
  return canonicalCode(code) ?? code.trim();
}

/** The ends under which a typed code may have been issued: as it is, and with letters read as digits. */
export function typedEndsOf(code: string): string[] {
  return [...new Set([typedCodeOf(code), typedCodeOf(foldLetters(code))])];
}

export function flagsOfCode(scan: CodedScan, evidence: CodeEvidence): TrustFlag[] {
  const { method, checkpointId } = scan;
  const code = scan.code?.trim() ?? '';
  if (method === 'position') return [];
  if (code === '') return ['noCode'];
  if (method === 'nfc') return foldNfcTag(code) === evidence.nfcTagId ? [] : ['unknownTag'];
  if (evidence.rotating !== null) return flagsOfRotating(checkpointId, evidence.rotating);
  const flags = flagsOfPrinted(scan, code, evidence);
  return evidence.hasScreen ? [...flags, 'printedCode'] : flags;
}

/** Of a code that hangs on paper. */
function flagsOfPrinted(
  { method, checkpointId, deviceAtMs }: CodedScan,
  code: string,
  evidence: CodeEvidence,
): TrustFlag[] {
  const isSame = method === 'qr' ? isScanned(code) : isTyped(code);
  const same = evidence.issued.filter((issued) => isSame(issued.code.trim()));
  const own = same.filter((issued) => issued.checkpointId === checkpointId);
  const [first] = [...own.filter(({ retiredAtMs }) => retiredAtMs === null), ...own];
  if (first !== undefined) {
    const isRetired = first.retiredAtMs !== null && first.retiredAtMs <= deviceAtMs;
    return [
      ...(first.isSigned ? [] : ['unsignedCode' as const]),
      ...(isRetired ? ['retiredCode' as const] : []),
    ];
  }
  if (same.length > 0) return ['wrongCode'];
  if (!evidence.isGenuine) return ['forgedCode'];
  // Signed by us, though nothing is kept of it, as after a backup was brought back.
  return decodeCheckpointCode(code)?.checkpointId === checkpointId ? [] : ['wrongCode'];
}

type IsSame = (issued: string) => boolean;

function isScanned(sent: string): IsSame {
  const text = issuedTextOf(sent);
  return (issued) => text === issued;
}

function isTyped(sent: string): IsSame {
  const wholes = [sent.toUpperCase(), foldLetters(sent)];
  return (issued) =>
    wholes.includes(issued.toUpperCase()) ||
    wholes.some((whole) => whole.length <= typedCodeLength && whole === typedCodeOf(issued));
}
