// What a person's erasure takes out of sealed records, and the signed statement that it was this and nothing else
// (decision 0022).
import { bytesOf, type Bytes } from './byte-text.ts';
import { canonicalJson, type Canonical } from './canonical-json.ts';
import { type EntryRow, type LogEntry, textOf } from './log-entry.ts';

const erasureFormat = 'watchpost erasure 1';

/** The table whose rows are erasures. */
export const erasureTable = 'guard_erasures';

/** A record that names the person no more. */
export interface ErasedRecord {
  readonly table: string;
  readonly id: string;
  /** Of its leaf, in hexadecimal: of the record as it was. */
  readonly hash: string;
  /** What the leaf of the record as it is since would be. */
  readonly kept: string;
}

export interface Erasure {
  readonly id: string;
  readonly guardId: string;
  readonly atMs: number;
  /** In place of the name. */
  readonly pseudonym: string;
  /** In any order. */
  readonly records: readonly ErasedRecord[];
}

export interface SignedErasure extends Erasure {
  /** See keyIdOf(). */
  readonly key: string;
  readonly signature: string;
}

/** The bytes that the log's key signs; `logId` is the tenant. */
export function erasureBytes(logId: string, { id, guardId, atMs, pseudonym, records }: Erasure): Bytes {
  const listed = records.map(({ table, id: of, hash, kept }) => ({ table, id: of, hash, kept }));
  return bytesOf(
    canonicalJson({ format: erasureFormat, logId, id, guardId, atMs, pseudonym, records: listed }),
  );
}

/** Taken out only where a guard's name stands in it: nothing of time, place or result. */
const nameColumn = 'actor_name';

/** What an entry of the audit log about a guard says of the person; as migration 0051 takes it out. */
const personalFields: ReadonlySet<string> = new Set([
  'employeeId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'countryCode',
]);

const impersonal = (value: Canonical | undefined): Canonical =>
  isRow(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !personalFields.has(name)))
    : (value ?? null);

const isAbout = (row: EntryRow, guardId: string) =>
  textOf(row, 'subject_type') === 'guard' && textOf(row, 'subject_id') === guardId;

const isGuards = (row: EntryRow, guardId: string) =>
  textOf(row, 'actor_kind') === 'guard' && textOf(row, 'actor_id') === guardId && nameColumn in row;

/** The record with the pseudonym in place of the guard's name; null where the name may not be taken out of it. */
export function withoutName(
  { table, id, row }: LogEntry,
  { guardId, pseudonym }: Pick<Erasure, 'guardId' | 'pseudonym'>,
): LogEntry | null {
  if (row === null) return null;
  if (table === 'incident_history' && isGuards(row, guardId))
    return { table, id, row: { ...row, [nameColumn]: pseudonym } };
  if (table === 'audit_entries' && isAbout(row, guardId))
    return {
      table,
      id,
      row: {
        ...row,
        subject_label: pseudonym,
        before: impersonal(row['before']),
        after: impersonal(row['after']),
      },
    };
  const state = table === 'record_versions' && textOf(row, 'source') === 'sos_history' ? row['row'] : null;
  if (!isRow(state) || !isGuards(state, guardId)) return null;
  return { table, id, row: { ...row, row: { ...state, [nameColumn]: pseudonym } } };
}

const isRow = (value: Canonical | undefined): value is EntryRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a record is of a kind that an erasure may have changed. */
export const isErasable = (entry: LogEntry): boolean => {
  const row = entry.row === null ? null : entry.table === 'record_versions' ? entry.row['row'] : entry.row;
  const of = isRow(row) ? { guardId: textOf(row, 'actor_id'), pseudonym: '' } : null;
  return of !== null && withoutName(entry, of) !== null;
};

/** The erasure that a row tells of; null for any other record. */
export function erasureOf({ table, id, row }: LogEntry): SignedErasure | null {
  if (table !== erasureTable || row === null || !Array.isArray(row['records'])) return null;
  return {
    id,
    guardId: textOf(row, 'guard_id'),
    atMs: Number(row['at_ms']),
    pseudonym: textOf(row, 'pseudonym'),
    records: row['records'].filter(isRow).map((record) => ({
      table: textOf(record, 'table'),
      id: textOf(record, 'id'),
      hash: textOf(record, 'hash'),
      kept: textOf(record, 'kept'),
    })),
    key: textOf(row, 'key'),
    signature: textOf(row, 'signature'),
  };
}
