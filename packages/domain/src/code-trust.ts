// Reasons to doubt the code that a scan was made with (FIELD-03): flags, never a rejection.
import { canonicalCode, decodeCheckpointCode, typedCodeLength, typedCodeOf } from './checkpoint-codes.ts';
import { foldNfcTag } from './checkpoints.ts';
import { bareCode, foldLetters, foreignCodes } from './readers/codes.ts';
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
  /** The other checkpoint that has the tag which was read, where one is known. */
  readonly tagOwner?: string | null;
  /** Whether a screen showed changing codes at the checkpoint when the scan was made. */
  readonly hasScreen: boolean;
  /** What is known of a code that a screen made; null for every other code. */
  readonly rotating: RotatingEvidence | null;
}

/** The texts under which a scanned code may have been issued: our own has one. */
export function issuedTextsOf(code: string): string[] {
  const own = canonicalCode(code);
  return own === null ? foreignCodes(code) : [own];
}

/** The ends under which a typed code may have been issued: as it is, and with letters read as digits. */
export function typedEndsOf(code: string): string[] {
  const own = foldLetters(code);
  if (own === code) return [typedCodeOf(code)];
  return [...new Set([typedCodeOf(code), typedCodeOf(bareCode(code)), typedCodeOf(own)])];
}

export function flagsOfCode(scan: CodedScan, evidence: CodeEvidence): TrustFlag[] {
  return judgeCode(scan, evidence).flags;
}

export interface CodeJudgement {
  readonly flags: TrustFlag[];
  /** Other checkpoints, one of which the code is of; none where it is of the scan's own, or of no one's. */
  readonly owners: readonly string[];
}

const only = (...flags: TrustFlag[]): CodeJudgement => ({ flags, owners: [] });
const ofOthers = (owners: readonly string[], ...flags: TrustFlag[]): CodeJudgement => ({
  flags: ['wrongCode', ...flags],
  owners: [...new Set(owners)],
});

/** A scan by position needs no code, and one that it sends is judged as one that was scanned. */
export function judgeCode(scan: CodedScan, evidence: CodeEvidence): CodeJudgement {
  const { method, checkpointId } = scan;
  const code = scan.code?.trim() ?? '';
  if (code === '') return only(...(method === 'position' ? [] : ['noCode' as const]));
  if (method === 'nfc') return ofTag(code, evidence);
  if (evidence.rotating !== null) {
    const flags = flagsOfRotating(checkpointId, evidence.rotating);
    return { flags, owners: flags.includes('wrongCode') ? [evidence.rotating.checkpointId] : [] };
  }
  const { flags, owners } = ofPrinted(scan, code, evidence);
  return { flags: evidence.hasScreen ? [...flags, 'printedCode'] : flags, owners };
}

function ofTag(code: string, { nfcTagId, tagOwner = null }: CodeEvidence): CodeJudgement {
  if (foldNfcTag(code) === nfcTagId) return only();
  return tagOwner === null ? only('unknownTag') : ofOthers([tagOwner]);
}

/** Of a code that hangs on paper. */
function ofPrinted(
  { method, checkpointId, deviceAtMs }: CodedScan,
  code: string,
  evidence: CodeEvidence,
): CodeJudgement {
  const isSame = method === 'typed' ? isTyped(code) : isScanned(code);
  const same = evidence.issued.filter((issued) => isSame(issued.code.trim()));
  const own = same.filter((issued) => issued.checkpointId === checkpointId);
  const [first] = [...own.filter(({ retiredAtMs }) => retiredAtMs === null), ...own];
  if (first !== undefined) {
    const isRetired = first.retiredAtMs !== null && first.retiredAtMs <= deviceAtMs;
    return only(
      ...(first.isSigned ? [] : ['unsignedCode' as const]),
      ...(isRetired ? ['retiredCode' as const] : []),
    );
  }
  if (same.length > 0) return ofOthers(same.map((issued) => issued.checkpointId));
  if (!evidence.isGenuine) return only('forgedCode');
  // Signed by us, though nothing is kept of it, as after a backup was brought back.
  const namedId = decodeCheckpointCode(code)?.checkpointId;
  return namedId === undefined || namedId === checkpointId ? only() : ofOthers([namedId]);
}

type IsSame = (issued: string) => boolean;

function isScanned(sent: string): IsSame {
  const texts = issuedTextsOf(sent);
  return (issued) => texts.includes(issued);
}

function isTyped(sent: string): IsSame {
  const wholes = [sent, bareCode(sent), foldLetters(sent)].map((whole) => whole.toUpperCase());
  return (issued) =>
    wholes.includes(issued.toUpperCase()) ||
    wholes.some((whole) => whole.length <= typedCodeLength && whole === typedCodeOf(issued));
}
