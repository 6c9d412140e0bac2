// What a leaf of the log is made of: one record, as it was accepted.
import { bytesOf, type Bytes } from './byte-text.ts';
import { canonicalJson, type Canonical } from './canonical-json.ts';
import { codeColumn, deviceColumn, isConcealed } from './concealed-rows.ts';
import type { DeviceEvent, EventProof } from './device-chain.ts';

const entryFormat = 'watchpost entry 1';

export type EntryRow = { readonly [column: string]: Canonical };

/** A record by its table and columns. Times are as stored, bytes in hexadecimal, instants in UTC with microseconds. */
export interface LogEntry {
  readonly table: string;
  readonly id: string;
  /** Null for a record that was gone when its turn came to be sealed. */
  readonly row: EntryRow | null;
}

/** Canonical JSON by column: what the leaf of a record is made of, and the mark of each of its columns. */
export type RowTexts = ReadonlyMap<string, string>;

export function rowTexts(row: EntryRow): RowTexts {
  const texts = new Map<string, string>();
  for (const column of Object.keys(row)) texts.set(column, textOfValue(row[column] ?? null));
  return texts;
}

/** Of what holds a number that JSON does not have, which no one sent, a text that no value has. */
function textOfValue(value: Canonical): string {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (error instanceof RangeError) return '!';
    throw error;
  }
}

/** The text of a column that holds nothing. */
export const emptyText = 'null';

/** `texts` for anyone who has them already. */
export function entryBytes({ table, id, row }: LogEntry, texts = row && rowTexts(row)): Bytes {
  const [format, of, name] = [entryFormat, id, table].map(canonicalJson);
  return bytesOf(`{"format":${format},"id":${of},"row":${texts && rowText(texts)},"table":${name}}`);
}

/** Columns that hold nothing are left out, so that a column that comes later changes no leaf of before. */
function rowText(texts: RowTexts): string {
  let members = '';
  for (const { column, name } of membersOf(texts)) {
    const text = texts.get(column) ?? emptyText;
    if (text !== emptyText) members += `${members === '' ? '' : ','}${name}:${text}`;
  }
  return `{${members}}`;
}

interface Member {
  readonly column: string;
  /** As canonical JSON writes it. */
  readonly name: string;
}

let columnsBefore: readonly string[] = [];
let membersBefore: readonly Member[] = [];

/** The columns in their order in the text, which are put in order once for records of one table after each other. */
function membersOf(texts: RowTexts): readonly Member[] {
  const columns = [...texts.keys()];
  const isAsBefore =
    columns.length === columnsBefore.length && columns.every((column, at) => column === columnsBefore[at]);
  if (!isAsBefore) {
    columnsBefore = columns;
    membersBefore = columns.toSorted().map((column) => ({ column, name: canonicalJson(column) }));
  }
  return membersBefore;
}

/** An event as its device signed it, and who is said to have sent it. */
export interface EntryEvent {
  readonly event: DeviceEvent;
  /** Null where the device sent none. */
  readonly proof: EventProof | null;
  readonly guardId: string;
  /** Of a record that is shown without it, the digest that stands for it. */
  readonly deviceId: string;
  readonly receivedAtMs: number;
  /** Null where it was not kept. */
  readonly clockSkewMs: number | null;
}

/** The event that a record was made of; null for records that no device's event stands behind. */
export function eventOfEntry({ table, id, row }: LogEntry): EntryEvent | null {
  if (row === null) return null;
  const event = deviceEventOf(table, id, row);
  if (event === null) return null;
  const skew = row['clock_skew_ms'];
  return {
    event,
    proof: proofOf(row),
    guardId: textOf(row, 'guard_id'),
    deviceId: phoneOf(row),
    receivedAtMs: number(row, 'received_at_ms'),
    clockSkewMs: typeof skew === 'number' ? skew : null,
  };
}

function deviceEventOf(table: string, id: string, row: EntryRow): DeviceEvent | null {
  if (table === 'scans') return scanOf(id, row);
  if (table === 'field_events') return otherOf(id, row);
  return table === 'refused_events' ? refusedOf(row) : null;
}

/** As it was sent, which may be no event at all; null where its text is none. */
function refusedOf(row: EntryRow): DeviceEvent | null {
  try {
    const sent: unknown = JSON.parse(textOf(row, 'body'));
    return isSent(sent) ? sent : null;
  } catch {
    return null;
  }
}

const isSent = (value: unknown): value is DeviceEvent =>
  typeof value === 'object' && value !== null && 'id' in value;

/** A column's text; empty for anything else. */
export const textOf = (row: EntryRow, column: string): string => {
  const value = row[column];
  return typeof value === 'string' ? value : '';
};
const number = (row: EntryRow, column: string): number => Number(row[column] ?? Number.NaN);

/** What the device's own clock said, where it was not taken at its word; else null. */
export function phoneClockOf(row: EntryRow): number | null {
  const value = row['phone_at_ms'];
  return typeof value === 'number' ? value : null;
}

/** What the device signed: its own clock's word, see device-clock.ts. */
const phoneTime = (row: EntryRow): number => phoneClockOf(row) ?? number(row, 'device_at_ms');

/** The phone by its id, or by the digest that stands for it. */
export const phoneOf = (row: EntryRow): string =>
  isConcealed(row) ? textOf(row, deviceColumn) : textOf(row, 'device_id');

function proofOf(row: EntryRow): EventProof | null {
  if (typeof row['proof_signature'] !== 'string') return null;
  const salt = saltOf(row);
  return {
    key: textOf(row, 'proof_key'),
    seq: number(row, 'proof_seq'),
    previous: textOf(row, 'proof_previous'),
    signature: textOf(row, 'proof_signature'),
    ...(salt === null ? {} : { salt }),
  };
}

/** Signatures are shown with records that conceal something only where a salt is in what was signed. */
function saltOf(row: EntryRow): string | null {
  const salt = row['proof_salt'];
  if (typeof salt === 'string') return salt;
  return isConcealed(row) ? '' : null;
}

function scanOf(id: string, row: EntryRow): DeviceEvent {
  const { latitude = null, longitude = null, accuracy_metres: accuracyMetres = null } = row;
  const code = row['code'] ?? undefined;
  const dwellMs = row['dwell_ms'] ?? undefined;
  // Where it counts is the server's to say.
  const named = row['claimed_checkpoint_id'] ?? null;
  return {
    kind: 'checkpointScanned',
    id,
    roundId: textOf(row, 'round_id'),
    checkpointId: textOf(row, named === null ? 'checkpoint_id' : 'claimed_checkpoint_id'),
    deviceAtMs: phoneTime(row),
    method: textOf(row, 'method'),
    position: latitude === null ? null : { latitude, longitude, accuracyMetres },
    code,
    codeDigest: row[codeColumn] ?? undefined,
    dwellMs,
  };
}

/** What the event names besides itself, by its kind. */
const named: Readonly<Record<string, readonly [member: string, column: string]>> = {
  dutyStarted: ['siteId', 'named_id'],
  dutyEnded: ['dutyId', 'subject_id'],
  roundStarted: ['routeVersionId', 'named_id'],
  roundEnded: ['roundId', 'subject_id'],
  checkpointAnswered: ['scanId', 'subject_id'],
  ordersAcknowledged: ['ordersId', 'subject_id'],
  handoverNoted: ['siteId', 'subject_id'],
  handoverRead: ['noteId', 'subject_id'],
};

function otherOf(id: string, row: EntryRow): DeviceEvent {
  const kind = textOf(row, 'kind');
  const [member, column] = named[kind] ?? ['subjectId', 'subject_id'];
  return {
    ...detailsOf(row['details']),
    kind,
    id,
    [member]: row[column] ?? null,
    deviceAtMs: phoneTime(row),
  };
}

/** The members of an event that have no column of their own. */
function detailsOf(details: Canonical | undefined): { readonly [name: string]: Canonical | undefined } {
  return details === undefined || details === null || typeof details !== 'object' || isList(details)
    ? {}
    : details;
}

function isList(value: object): value is readonly Canonical[] {
  return Array.isArray(value);
}
