// Records as leaves of the log hold them: a salted digest stands for whatever could be used, so that a leaf can be shown to
// anybody (decision 0020). Leaves of before hold the record as it is stored.
import { createHmac, hash } from 'node:crypto';
import { canonicalJson, type Canonical } from '@watchpost/domain/evidence/canonical-json';
import { concealedColumn, codeColumn, deviceColumn } from '@watchpost/domain/evidence/concealed-rows';
import { codeDigestText } from '@watchpost/domain/evidence/device-chain';
import { entryBytes, type EntryRow, type LogEntry } from '@watchpost/domain/evidence/log-entry';
import { leafHash } from '@watchpost/domain/evidence/merkle-tree';
import { toHex } from '@watchpost/domain/evidence/byte-text';
import { nativeSha256 } from './native-sha256.ts';

/** Of an event that was signed with the code in it, codes could be tried against these. */
const signedText = ['proof_previous', 'proof_signature'];
const salted = ['proof_salt'];

/** Columns of a row that no one may see, as far as it has any. */
function hiddenOf(table: string, row: EntryRow): readonly string[] {
  const proof = (row['proof_salt'] ?? null) === null ? signedText : salted;
  if (table === 'scans') return ['device_id', 'code', 'body_hash', ...proof];
  if (table === 'field_events') return ['device_id', ...proof];
  return table === 'device_keys' ? ['device_id'] : [];
}

/** Tables whose records files show: what of them no one may see is named above. Others, as the audit log, may hold anything. */
const shownTables: ReadonlySet<string> = new Set([
  'scans',
  'field_events',
  'route_versions',
  'device_keys',
  'question_versions',
  'incident_history',
  'incident_photos',
  'guard_erasures',
  'log_notes',
  'record_versions',
]);
/** Of record_versions. */
const shownSources: ReadonlySet<unknown> = new Set([
  'incidents',
  'sos_calls',
  'sos_history',
  'sos_positions',
]);

function isShown({ table, row }: LogEntry): boolean {
  const isOfShown = table !== 'record_versions' || row === null || shownSources.has(row['source']);
  return shownTables.has(table) && isOfShown;
}

const isRow = (value: Canonical | undefined): value is EntryRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How a leaf was made of its record. */
export type LeafForm =
  /** Of what may be shown. */
  | 'concealed'
  /** Of the record as it is stored, before anything was concealed. */
  | 'plain'
  /** Of another record. */
  | 'other';

export class Concealer {
  readonly #salt: Buffer;
  readonly #devices = new Map<string, string>();

  constructor(salt: Buffer) {
    this.#salt = salt;
  }

  /** The record as it may be shown; the same one where it has nothing to conceal. */
  conceal(entry: LogEntry): LogEntry {
    const { table, row } = entry;
    if (row === null) return entry;
    return table === 'record_versions' ? this.#version(entry, row) : this.#record(entry, row);
  }

  /** The same for an evidence file, which shows the records of some tables alone. */
  show(entry: LogEntry): LogEntry {
    if (!isShown(entry)) throw new Error(`No evidence file may show ${entry.table}: name what it conceals`);
    return this.conceal(entry);
  }

  #record(entry: LogEntry, row: EntryRow): LogEntry {
    const hidden = hiddenOf(entry.table, row);
    if (hidden.length === 0) return entry;
    const salt = this.#saltOf(entry);
    const shown = Object.entries(row).filter(([column]) => !hidden.includes(column));
    const code = row['code'];
    const phoneSalt = row['proof_salt'];
    return {
      ...entry,
      row: {
        ...Object.fromEntries(shown),
        ...this.#device(row),
        ...(entry.table === 'scans' && typeof code === 'string'
          ? { [codeColumn]: codeDigestOf(typeof phoneSalt === 'string' ? phoneSalt : salt, code) }
          : {}),
        [concealedColumn]: digestOf(
          salt,
          Object.fromEntries(hidden.map((column) => [column, row[column] ?? null])),
        ),
      },
    };
  }

  /** A state of a row that changes: the row is one column of it. */
  #version(entry: LogEntry, version: EntryRow): LogEntry {
    const state = version['row'];
    if (!isRow(state) || typeof state['device_id'] !== 'string') return entry;
    const { device_id: deviceId, ...shown } = state;
    return {
      ...entry,
      row: {
        ...version,
        row: { ...shown, ...this.#device(state) },
        [concealedColumn]: digestOf(this.#saltOf(entry), { device_id: deviceId }),
      },
    };
  }

  /** The same for a phone wherever it stands, so that a file tells which records are of one. */
  #device({ device_id: id }: EntryRow): EntryRow {
    if (typeof id !== 'string') return {};
    const digest = this.#devices.get(id) ?? digestOf(this.#mac('device'), id);
    this.#devices.set(id, digest);
    return { [deviceColumn]: digest };
  }

  /** Another one for each record: two scans of one code have nothing in common. */
  #saltOf({ table, id }: LogEntry): string {
    return this.#mac(`${table} ${id}`);
  }

  #mac(of: string): string {
    return createHmac('sha256', this.#salt).update(of).digest('hex');
  }
}

/** As codeDigest() of the domain, which takes ten times as long. */
const codeDigestOf = (salt: string, code: string): string =>
  hash('sha256', codeDigestText(salt, code), 'hex');

function digestOf(salt: string, value: Canonical): string {
  return hash('sha256', canonicalJson({ salt, value }), 'hex');
}

const hashOf = (entry: LogEntry): string => toHex(leafHash(nativeSha256, entryBytes(entry)));

/** By which form of the record its leaf has the hash. No log without a salt has concealed leaves. */
export function leafForm(entry: LogEntry, leaf: string, concealer: Concealer | null): LeafForm {
  if (concealer !== null && hashOf(concealer.conceal(entry)) === leaf) return 'concealed';
  return hashOf(entry) === leaf ? 'plain' : 'other';
}
