// Notes in a log about the log itself; they are sealed as its records are, so that none can be moved or taken out unseen.
import { CompiledQuery } from 'kysely';
import { parseSavedHead } from '@watchpost/domain/evidence/evidence-file';
import { type EntryRow, textOf } from '@watchpost/domain/evidence/log-entry';
import {
  type ClockSetBack,
  setBackKind,
  setBackOf,
  type SignedSetBack,
} from '@watchpost/domain/evidence/clock-set-back';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Statements } from '../../platform/db/statements.ts';

export interface NoteDetails {
  /** Since when the rows of which table are sealed; epoch milliseconds. A table's first note counts. */
  sealedSince: { readonly tables: Readonly<Record<string, number>> };
  /** The database was restored from a backup: what was sealed between `to` and then is not in it. */
  restored: { readonly madeAt: string; readonly from: SignedHead | null; readonly to: SignedHead | null };
  /** An operator went on with a log that had not grown out of `from`, the head stored outside the database. */
  accepted: {
    readonly fault: string;
    readonly reason: string;
    readonly from: SignedHead | null;
    readonly to: SignedHead | null;
  };
  /** The clock of a server was set back: see clock-set-back.ts, which reads them. Signed with the key of the log. */
  clockSetBack: Omit<SignedSetBack, 'atMs'>;
}
export type NoteKind = keyof NoteDetails;

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

export interface NewNote<K extends NoteKind> {
  readonly kind: K;
  readonly atMs: number;
  readonly details: NoteDetails[K];
}

/** Within a transaction in which the tenant is set, or no one seals it. */
export async function insertNote<K extends NoteKind>(
  db: Statements,
  tenantId: string,
  { kind, atMs, details }: NewNote<K>,
): Promise<void> {
  const text = `INSERT INTO log_notes (tenant_id, at_ms, kind, details)
    VALUES ($1::uuid, $2::bigint, $3::text, $4::jsonb)`;
  await run(db, text, [tenantId, atMs, kind, JSON.stringify(details)]);
}

/** The id of the note, which the caller seals before all that waits. */
export async function insertFirstNote<K extends NoteKind>(
  db: Statements,
  tenantId: string,
  { kind, atMs, details }: NewNote<K>,
): Promise<string> {
  const text = `INSERT INTO log_notes (tenant_id, at_ms, kind, details)
    VALUES ($1::uuid, $2::bigint, $3::text, $4::jsonb) RETURNING id`;
  const [note] = await run<{ id: string }>(db, text, [tenantId, atMs, kind, JSON.stringify(details)]);
  const id = note?.id ?? '';
  const taken = `DELETE FROM log_pending WHERE tenant_id = $1::uuid AND source = 'log_notes' AND ids = ARRAY[$2::uuid]`;
  await run(db, taken, [tenantId, id]);
  return id;
}

export interface FoundSetBack extends SignedSetBack {
  readonly id: string;
  /** Null for one that waits to be sealed. */
  readonly leaf: number | null;
}

/** In the order of the log; whether they are signed is to be looked at. */
export async function findSetBacks(db: Statements, tenantId: string): Promise<FoundSetBack[]> {
  const text = `SELECT n.id, n.at_ms AS "atMs", n.details, l.leaf_no AS leaf FROM log_notes n
    LEFT JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = 'log_notes' AND l.record_id = n.id
    WHERE n.tenant_id = $1::uuid AND n.kind = 'clockSetBack' ORDER BY l.leaf_no, n.id`;
  interface Row {
    readonly id: string;
    readonly atMs: number;
    readonly details: EntryRow;
    readonly leaf: number | null;
  }
  const rows = await run<Row>(db, text, [tenantId]);
  return rows.flatMap(({ id, atMs, details, leaf }) => {
    const row = { kind: 'clockSetBack', at_ms: atMs, details };
    const note = setBackOf({ table: 'log_notes', id, row });
    return note === null ? [] : [{ ...note, id, leaf }];
  });
}

/**
 * By table, as the first sealed note about it says. One that waits to be sealed counts where none is sealed yet: an upgrade
 * writes it in the same transaction as the versions that the table begins with, and the log is sealed a minute later.
 */
export async function findSealedSince(
  db: Statements,
  tenantId: string,
): Promise<ReadonlyMap<string, number>> {
  // Whatever somebody wrote there behind the product's back, the check goes on.
  const text = `SELECT DISTINCT ON (since.key) since.key AS name, since.value::text::float8 AS "sinceMs"
    FROM log_notes n
    LEFT JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = 'log_notes' AND l.record_id = n.id
    LEFT JOIN log_pending p ON p.tenant_id = $1::uuid AND p.source = 'log_notes' AND n.id = ANY(p.ids)
    CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(n.details -> 'tables') WHEN 'object' THEN n.details -> 'tables'
      ELSE '{}' END) AS since (key, value)
    WHERE n.tenant_id = $1::uuid AND n.kind = 'sealedSince' AND jsonb_typeof(since.value) = 'number'
      AND (l.leaf_no IS NOT NULL OR p.no IS NOT NULL)
    ORDER BY since.key, l.leaf_no, p.no`;
  const rows = await run<{ name: string; sinceMs: number }>(db, text, [tenantId]);
  return new Map(rows.map(({ name, sinceMs }) => [name, sinceMs]));
}

/** As far as it can be read: somebody may have altered it behind the product's back. */
export interface OperatorNote {
  readonly kind: 'restored' | 'accepted';
  readonly atMs: number;
  /** The head that was stored outside the database; null for none. */
  readonly from: SignedHead | null;
  /** The log as it went on; null for one that began again. */
  readonly to: SignedHead | null;
  /** When the backup was made; empty for one that was not restored. */
  readonly madeAt: string;
  /** Of one that was accepted. */
  readonly fault: string;
  readonly reason: string;
}

/** What operators did to the log, newest first. */
export async function findOperatorNotes(db: Statements, tenantId: string): Promise<OperatorNote[]> {
  const text = `SELECT kind, at_ms AS "atMs", details FROM log_notes
    WHERE tenant_id = $1::uuid AND kind IN ('restored', 'accepted') ORDER BY at_ms DESC, id`;
  type Row = Pick<OperatorNote, 'kind' | 'atMs'> & { readonly details: EntryRow | null };
  const rows = await run<Row>(db, text, [tenantId]);
  return rows.map(({ kind, atMs, details: noted }) => {
    const details = noted ?? {};
    const headOf = (name: string) => parseSavedHead(JSON.stringify(details[name] ?? null));
    return {
      kind,
      atMs,
      from: headOf('from'),
      to: headOf('to'),
      madeAt: textOf(details, 'madeAt'),
      fault: textOf(details, 'fault'),
      reason: textOf(details, 'reason'),
    };
  });
}

/** When clocks were set back, newest first; one that somebody altered beyond reading is left to the check of the log. */
export async function findClockNotes(
  db: Statements,
  tenantId: string,
): Promise<Pick<ClockSetBack, 'atMs' | 'fromMs' | 'toMs'>[]> {
  const text = `SELECT id, at_ms, kind, details FROM log_notes
    WHERE tenant_id = $1::uuid AND kind = '${setBackKind}' ORDER BY at_ms DESC, id`;
  const rows = await run<EntryRow & { readonly id: string }>(db, text, [tenantId]);
  return rows.flatMap((row) => {
    const note = setBackOf({ table: 'log_notes', id: row.id, row });
    const isReadable = note !== null && [note.atMs, note.fromMs, note.toMs].every(Number.isSafeInteger);
    return isReadable ? [{ atMs: note.atMs, fromMs: note.fromMs, toMs: note.toMs }] : [];
  });
}

const at = (head: SignedHead | null) =>
  head === null ? 'nothing' : `${head.size} records as of ${new Date(head.atMs).toISOString()}`;

export function noteSentence({ kind, atMs, from, to, madeAt, fault, reason }: OperatorNote): string {
  const when = new Date(atMs).toISOString();
  if (kind === 'restored') {
    const before = from === null ? '' : `; the head stored before was of ${at(from)}`;
    return `the log was restored on ${when} from a backup of ${madeAt}, with ${at(to)}${before}`;
  }
  const before = from === null ? 'no head that could be read' : at(from);
  return `the log was accepted on ${when} by an operator though it had not grown out of its stored head (${fault}): from ${before} to ${at(to)}. Reason: ${JSON.stringify(reason)}`;
}
