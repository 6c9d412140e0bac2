// The log's own signed note that the clock of a server was set back: times of records do not only grow there (decision 0019).
import { bytesOf, type Bytes } from './byte-text.ts';
import { canonicalJson, type Canonical } from './canonical-json.ts';
import { type EntryRow, type LogEntry, textOf } from './log-entry.ts';
import { isSignedBy, keyIdOf, publicKeyPattern } from './signatures.ts';

const format = 'watchpost clock 1';

/** The table of notes about the log, and what this one is called there. */
const noteTable = 'log_notes';
export const setBackKind = 'clockSetBack';

/** Between times that follow each other by the clocks of servers and phones; milliseconds. */
export const clockToleranceMs = 120_000;

export interface ClockSetBack {
  /** When it was noted, by the clock that was set; epoch milliseconds, as are the others. */
  readonly atMs: number;
  /** How far the clock had come; what is dated later is not explained. */
  readonly fromMs: number;
  /** To what it was set; what follows and is dated earlier is not explained. */
  readonly toMs: number;
  /** Of the log before the note, which is the next leaf: a copy of it elsewhere is none. */
  readonly size: number;
  /** How many records behind the note were taken before it, perhaps by the clock as it was. */
  readonly waiting: number;
}

export interface SignedSetBack extends ClockSetBack {
  /** See keyIdOf(). */
  readonly key: string;
  readonly signature: string;
}

/** The bytes that the log's key signs; `logId` is the tenant. */
export function setBackBytes(logId: string, { atMs, fromMs, toMs, size, waiting }: ClockSetBack): Bytes {
  return bytesOf(canonicalJson({ format, logId, atMs, fromMs, toMs, size, waiting }));
}

/** What a record says of a clock that was set back, signed or not; null for any other record. */
export function setBackOf({ table, row }: LogEntry): SignedSetBack | null {
  if (table !== noteTable || row === null || textOf(row, 'kind') !== setBackKind) return null;
  const details = row['details'];
  if (!isRow(details)) return null;
  const numberOf = (name: string): number => {
    const value = details[name];
    return typeof value === 'number' ? value : Number.NaN;
  };
  return {
    atMs: Number(row['at_ms']),
    fromMs: numberOf('fromMs'),
    toMs: numberOf('toMs'),
    size: numberOf('size'),
    waiting: numberOf('waiting'),
    key: textOf(details, 'key'),
    signature: textOf(details, 'signature'),
  };
}

const isRow = (value: Canonical | undefined): value is EntryRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a key of the log signed it, for the leaf where it is. */
export async function isSignedSetBack(
  logId: string,
  leaf: number,
  note: SignedSetBack,
  publicKeys: readonly string[],
): Promise<boolean> {
  const { key, signature, ...of } = note;
  if (![of.atMs, of.fromMs, of.toMs, of.size, of.waiting].every(Number.isSafeInteger)) return false;
  const publicKey = publicKeys.find((each) => publicKeyPattern.test(each) && keyIdOf(each) === key);
  if (publicKey === undefined || leaf !== of.size || of.toMs > of.fromMs) return false;
  return isSignedBy(publicKey, signature, setBackBytes(logId, of));
}

/** Whether a record was taken before the note, or waits right behind it. */
const isWithin = ({ size, waiting }: ClockSetBack, leaf: number): boolean => leaf <= size + waiting;

/** Whether a record behind the note was taken by the clock as it was before. */
export const isOfFormerClock = (note: ClockSetBack, leaf: number, takenAtMs: number): boolean =>
  isWithin(note, leaf) &&
  takenAtMs > note.atMs + clockToleranceMs &&
  takenAtMs <= note.fromMs + clockToleranceMs;

/** A time that was reached before the note, as what follows has to go by. */
export const afterSetBack = (note: ClockSetBack, reachedMs: number): number =>
  reachedMs > note.fromMs + clockToleranceMs ? reachedMs : Math.min(reachedMs, note.toMs);
