// One file that proves some rounds without any server: records, their places in the log, and who signed what.
import type { Canonical } from './canonical-json.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Bytes, bytesOf } from './byte-text.ts';
import type { LogEntry } from './log-entry.ts';
import type { SignedHead } from './tree-head.ts';

export const bundleFormat = 'watchpost evidence 1';

/** A round as the console shows it. Names are those of the day of the export. */
export type ShownRound = {
  readonly id: string;
  readonly siteName: string;
  readonly guardName: string;
  readonly routeName: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly statusCode: number;
  readonly totalCheckPoints: number;
  readonly scannedCheckPoints: number;
};

export interface BundleRecord {
  readonly entry: LogEntry;
  /** Its leaf; null for one that was not sealed yet, or is older than the log. */
  readonly leaf: number | null;
  /** From the leaf upwards, in hexadecimal. */
  readonly path: readonly string[];
}

export interface EvidenceBundle {
  readonly format: typeof bundleFormat;
  readonly madeAtMs: number;
  readonly rounds: readonly ShownRound[];
  readonly records: readonly BundleRecord[];
  readonly head: SignedHead;
  /** An earlier head, and the proof that this one grew out of it. */
  readonly earlier: { readonly head: SignedHead; readonly path: readonly string[] };
  /** Those of the log. */
  readonly publicKeys: readonly string[];
  /** Over everything above, by the log's key. */
  readonly seal: { readonly key: string; readonly signature: string };
}

/** The bytes that the seal of a file signs. */
export function bundleBytes({ seal: _, ...bundle }: EvidenceBundle): Bytes {
  return bytesOf(canonicalJson(canonicalOf(bundle)));
}

/** A value as JSON has it. */
function canonicalOf(value: unknown): Canonical {
  if (Array.isArray(value)) return value.map(canonicalOf);
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, canonicalOf(member)]));
  }
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? value : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string');
const isNumber = (value: unknown) => typeof value === 'number';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** The file as it was written, nothing checked but its shape; null for anything else. */
export function parseBundle(text: string): EvidenceBundle | null {
  try {
    const value: unknown = JSON.parse(text);
    return isBundle(value) ? value : null;
  } catch {
    return null;
  }
}

function isBundle(value: unknown): value is EvidenceBundle {
  if (!isObject(value) || value['format'] !== bundleFormat || !isNumber(value['madeAtMs'])) return false;
  const { rounds, records, head, earlier, publicKeys, seal } = value;
  return (
    Array.isArray(rounds) &&
    rounds.every(isRound) &&
    Array.isArray(records) &&
    records.every(isRecord) &&
    isHead(head) &&
    isObject(earlier) &&
    isHead(earlier['head']) &&
    isTexts(earlier['path']) &&
    isTexts(publicKeys) &&
    isObject(seal) &&
    isTexts([seal['key'], seal['signature']])
  );
}

function isRound(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, siteName, guardName, routeName, startedAtMs, endedAtMs, statusCode } = value;
  const counts = [value['totalCheckPoints'], value['scannedCheckPoints']];
  return (
    isTexts([id, siteName, guardName, routeName]) &&
    [startedAtMs, endedAtMs ?? 0, statusCode, ...counts].every(isNumber)
  );
}

function isRecord(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['entry']) || !isTexts(value['path'])) return false;
  const { table, id, row } = value['entry'];
  return isTexts([table, id]) && (row === null || isObject(row)) && isCount(value['leaf'] ?? 0);
}

function isHead(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { logId, size, root, atMs, key, signature } = value;
  return isTexts([logId, root, key, signature]) && isCount(size) && isNumber(atMs);
}
