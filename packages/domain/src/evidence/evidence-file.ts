// The file that proves rounds without any server: one line of JSON each for what is asked for, records in the order of
// the log with the hashes between them, rounds as they are shown, and a seal over every few lines (decision 0020).
import { type Bytes, bytesOf } from './byte-text.ts';
import { canonicalJson } from './canonical-json.ts';
import type { LogEntry } from './log-entry.ts';
import type { SignedHead } from './tree-head.ts';

export const evidenceFormat = 'watchpost evidence 3';
/** Its records are written as they are stored, with codes and ids of phones. Such files are read and no longer made. */
const formerFormat = 'watchpost evidence 2';
const formats: readonly unknown[] = [evidenceFormat, formerFormat];
const newestFormatNo = 3;
const formatPattern = /^watchpost evidence (\d{1,6})$/;
const sealFormat = 'watchpost evidence seal 1';

/** Lines that a seal stands for at most; what was altered is narrowed down to so many. */
export const sealedLines = 16;

/** What comes before the first seal of a file. */
export const sealStart = '0'.repeat(64);

export type EvidenceKind = 'round' | 'day' | 'report';

/** What a file may hold beside scans, starts and ends. */
export const relatedKinds = ['answers', 'incidents', 'calls'] as const;
export type RelatedKind = (typeof relatedKinds)[number];

export interface FileHead {
  readonly format: typeof evidenceFormat | typeof formerFormat;
  readonly madeAtMs: number;
  /** What was asked for, in the words of the report's own address. */
  readonly about: { readonly kind: EvidenceKind; readonly asked: Readonly<Record<string, string>> };
  /**
   * The related records in the file, apart from scans, starts and ends. The person who asked may not have been allowed to see
   * all of them. Missing in older files.
   */
  readonly holds?: readonly RelatedKind[];
  /** How many rounds the report counted. */
  readonly rounds: number;
  readonly head: SignedHead;
  /** An earlier head, and the proof that this one grew out of it. */
  readonly earlier: { readonly head: SignedHead; readonly path: readonly string[] };
  /** Those of the log. */
  readonly publicKeys: readonly string[];
  /** The one that seals this file. */
  readonly key: string;
  /** Verifier keys of the log's notes, and the note of the head: what tools of others read. Missing in files of before. */
  readonly noteKeys?: readonly string[];
  readonly note?: string;
}

/** A record at its place in the log. Leaves that are not in the file stand as hashes of full subtrees. */
export interface LeafLine {
  readonly leaf: number;
  readonly entry: LogEntry;
  readonly hash: string;
  /** See markText(). */
  readonly marks: string;
  /**
   * The leaf was made of the record with what is not shown here, as leaves were before anything was concealed: the log proves that
   * there was such a record, and the seal of the file says that it is this one.
   */
  readonly isAttested?: true;
}

/** The leaves from where the file stands to before `to`, as hashes of the full subtrees that they make. */
export interface GapLine {
  readonly to: number;
  readonly hashes: readonly string[];
}

/** Why a record has no leaf: it is to be sealed yet, or came in otherwise or before the log began. */
export type OpenWhy = 'waiting' | 'outside';

export interface OpenLine {
  readonly open: { readonly entry: LogEntry; readonly why: OpenWhy };
}

/** A round as the console shows it. Names are those of the day of the export. */
export interface ShownRound {
  readonly id: string;
  readonly siteName: string;
  readonly siteTimeZone: string;
  readonly guardName: string;
  readonly routeName: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly statusCode: number;
  readonly totalCheckPoints: number;
  readonly scannedCheckPoints: number;
}

export interface RoundLine {
  /** After all of its records. */
  readonly round: ShownRound & {
    /** Of its scans, starts and ends that are sealed. */
    readonly leaves: readonly number[];
    /** Of its answers and notes, and of incidents and calls for help in the meantime. Missing in files of before they were in. */
    readonly beside?: readonly number[];
  };
}

export interface EndLine {
  readonly end: { readonly rounds: number; readonly sealed: number; readonly open: number };
}

export type FileLine = LeafLine | GapLine | OpenLine | RoundLine | EndLine;

export interface SealLine {
  readonly seal: {
    /** From 1. */
    readonly no: number;
    readonly lines: number;
    /** SHA-256 of the lines, as they stand, with a line feed between each two. */
    readonly hash: string;
    /** SHA-256 of what the seal before signed; sealStart for the first. */
    readonly previous: string;
    readonly signature: string;
  };
}

/** The bytes that a seal signs. */
export function sealBytes({ no, lines, hash, previous }: Omit<SealLine['seal'], 'signature'>): Bytes {
  return bytesOf(canonicalJson({ format: sealFormat, no, lines, hash, previous }));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The line as it was written, nothing checked but its shape; null for anything else. */
export function parseHead(text: string): FileHead | null {
  const value = parsed(text);
  return isFileHead(value) ? value : null;
}

/** Whether the first line is that of a file in a format that came after this program. */
export function isNewerHead(text: string): boolean {
  const format = parsed(text)?.['format'];
  const [, no = '0'] = (isText(format) ? formatPattern.exec(format) : null) ?? [];
  return Number(no) > newestFormatNo;
}

export function parseSeal(text: string): SealLine | null {
  const value = parsed(text);
  return isSealLine(value) ? value : null;
}

export function parseFileLine(text: string): FileLine | null {
  const value = parsed(text);
  if (isLeafLine(value) || isGapLine(value) || isOpenLine(value)) return value;
  return isRoundLine(value) || isEndLine(value) ? value : null;
}

/** A head that somebody kept: by itself, or that of an evidence file or of a proof of growth; null for none. */
export function parseSavedHead(text: string): SignedHead | null {
  const value = parsed(text) ?? parsed(text.slice(0, Math.max(0, text.indexOf('\n'))));
  const head = value !== null && isObject(value['head']) ? value['head'] : value;
  return isHead(head) ? head : null;
}

function isFileHead(value: unknown): value is FileHead {
  if (!isObject(value) || !formats.includes(value['format'])) return false;
  const { about, holds = [], head, earlier, publicKeys, noteKeys = [], note = '' } = value;
  return (
    isNumber(value['madeAtMs']) &&
    isObject(about) &&
    isText(about['kind']) &&
    isObject(about['asked']) &&
    Object.values(about['asked']).every(isText) &&
    isTexts(holds) &&
    isCount(value['rounds']) &&
    isHead(head) &&
    isGrowth(earlier) &&
    isTexts(publicKeys) &&
    isTexts(noteKeys) &&
    isTexts([value['key'], note])
  );
}

const isGrowth = (value: unknown) => isObject(value) && isHead(value['head']) && isTexts(value['path']);

function isEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { table, id, row } = value;
  return isTexts([table, id]) && (row === null || isObject(row));
}

function isLeafLine(value: unknown): value is LeafLine {
  return (
    isObject(value) &&
    isCount(value['leaf']) &&
    isEntry(value['entry']) &&
    isTexts([value['hash'], value['marks']]) &&
    (value['isAttested'] === undefined || value['isAttested'] === true)
  );
}

function isGapLine(value: unknown): value is GapLine {
  return isObject(value) && isCount(value['to']) && isTexts(value['hashes']);
}

function isOpenLine(value: unknown): value is OpenLine {
  return (
    isObject(value) &&
    isObject(value['open']) &&
    isEntry(value['open']['entry']) &&
    isText(value['open']['why'])
  );
}

function isRoundLine(value: unknown): value is RoundLine {
  if (!isObject(value) || !isObject(value['round'])) return false;
  const { id, siteName, siteTimeZone, guardName, routeName, startedAtMs, endedAtMs, statusCode } =
    value['round'];
  const { leaves, beside = [] } = value['round'];
  const counts = [value['round']['totalCheckPoints'], value['round']['scannedCheckPoints']];
  return (
    isTexts([id, siteName, siteTimeZone, guardName, routeName]) &&
    [startedAtMs, endedAtMs ?? 0, statusCode, ...counts].every(isNumber) &&
    [leaves, beside].every((numbers) => Array.isArray(numbers) && numbers.every(isCount))
  );
}

function isEndLine(value: unknown): value is EndLine {
  if (!isObject(value) || !isObject(value['end'])) return false;
  const { rounds, sealed, open } = value['end'];
  return [rounds, sealed, open].every(isCount);
}

function isSealLine(value: unknown): value is SealLine {
  if (!isObject(value) || !isObject(value['seal'])) return false;
  const { no, lines, hash, previous, signature } = value['seal'];
  return isCount(no) && isCount(lines) && isTexts([hash, previous, signature]);
}

function isHead(value: unknown): value is SignedHead {
  if (!isObject(value)) return false;
  const { logId, size, root, atMs, key, signature } = value;
  return isTexts([logId, root, key, signature]) && isCount(size) && isNumber(atMs);
}

/** The record of a line; null where it is of none. */
export function entryOf(line: FileLine): LogEntry | null {
  if ('leaf' in line) return line.entry;
  return 'open' in line ? line.open.entry : null;
}
