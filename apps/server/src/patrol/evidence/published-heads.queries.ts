// Heads that leave: those of days, which anybody may have, and the keys of notes.
import { CompiledQuery } from 'kysely';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Statements } from '../../platform/db/statements.ts';
import type { StoredDay } from './stored-days.ts';

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

export const stampStates = ['none', 'waiting', 'stamped', 'failed'] as const;
export type StampState = (typeof stampStates)[number];

export interface PublishedHead {
  readonly head: SignedHead;
  /** Of UTC, as YYYY-MM-DD: the log as it was when that day began. */
  readonly day: string;
  /** From 1, in the order in which they were published. */
  readonly no: number;
  readonly note: string;
  /** Of the time-stamp; none where no authority was set when the day began. */
  readonly stampState: StampState;
  /** Why the last try failed. */
  readonly stampReason: string;
  /** The time that it says; epoch milliseconds. */
  readonly stampedAtMs: number | null;
}

interface PublishedRow extends SignedHead, Omit<PublishedHead, 'head'> {}

const columns = `tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs", encode(key, 'hex') AS key,
  encode(signature, 'hex') AS signature, to_char(day, 'YYYY-MM-DD') AS day, no, note, stamp_state AS "stampState",
  stamp_reason AS "stampReason", stamped_at_ms AS "stampedAtMs"`;

const publishedOf = ({ logId, size, root, atMs, key, signature, ...rest }: PublishedRow): PublishedHead => ({
  head: { logId, size, root, atMs, key, signature },
  ...rest,
});

/** What is stored of it outside the database. */
export const dayOf = ({ head: { logId, size, root }, day, no }: PublishedHead): StoredDay => ({
  tenantId: logId,
  day,
  no,
  size,
  root,
});

const newestFirst = 'ORDER BY no DESC';

/** The one that anybody is shown: the last that was published, or that of a day; null where there is none. */
export async function findPublished(
  db: Statements,
  tenantId: string,
  day: string | null = null,
): Promise<PublishedHead | null> {
  const text = `SELECT ${columns} FROM published_heads
    WHERE tenant_id = $1::uuid AND ($2::date IS NULL OR day = $2::date) ${newestFirst} LIMIT 1`;
  const [row] = await run<PublishedRow>(db, text, [tenantId, day]);
  return row === undefined ? null : publishedOf(row);
}

/** That of exactly a size; null where no day began with it. */
export async function findPublishedOfSize(
  db: Statements,
  tenantId: string,
  size: number,
): Promise<SignedHead | null> {
  const text = `SELECT ${columns} FROM published_heads WHERE tenant_id = $1::uuid AND size = $2::bigint
    ORDER BY day LIMIT 1`;
  const [row] = await run<PublishedRow>(db, text, [tenantId, size]);
  return row === undefined ? null : publishedOf(row).head;
}

/** The newest first; as many as asked for. */
export async function listPublished(
  db: Statements,
  tenantId: string,
  limit: number,
): Promise<PublishedHead[]> {
  const text = `SELECT ${columns} FROM published_heads WHERE tenant_id = $1::uuid ${newestFirst} LIMIT $2::int`;
  return (await run<PublishedRow>(db, text, [tenantId, limit])).map(publishedOf);
}

/** Of the log as it was then: its newest head of at most a time; null before it began. */
export async function findHeadAt(db: Statements, tenantId: string, atMs: number): Promise<SignedHead | null> {
  const text = `SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
      encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
    FROM log_heads WHERE tenant_id = $1::uuid AND at_ms <= $2::bigint ORDER BY size DESC LIMIT 1`;
  const [head] = await run<SignedHead>(db, text, [tenantId, atMs]);
  return head ?? null;
}

/** False where that day has a head already: another server was first. */
export async function insertPublished(
  db: Statements,
  { head, day, no, note, stampState }: Omit<PublishedHead, 'stampReason' | 'stampedAtMs'>,
): Promise<boolean> {
  const { logId, size, root, atMs, key, signature } = head;
  const text = `INSERT INTO published_heads (tenant_id, day, size, root, at_ms, key, signature, note, stamp_state, no)
    VALUES ($1::uuid, $2::date, $3::bigint, decode($4::text, 'hex'), $5::bigint, decode($6::text, 'hex'),
      decode($7::text, 'hex'), $8::text, $9::text, $10::integer)
    ON CONFLICT DO NOTHING RETURNING day`;
  const made = [logId, day, size, root, atMs, key, signature, note, stampState, no];
  return (await run(db, text, made)).length > 0;
}

/** The time-stamp of a day's note, as its authority answered; null where it has none. */
export async function findTimeStamp(db: Statements, tenantId: string, day: string): Promise<Buffer | null> {
  const text = `SELECT time_stamp AS "timeStamp" FROM published_heads WHERE tenant_id = $1::uuid AND day = $2::date`;
  const [row] = await run<{ timeStamp: Buffer | null }>(db, text, [tenantId, day]);
  return row?.timeStamp ?? null;
}

/** Verifier keys of the log's notes, in the order of their first use. */
export async function findNoteKeys(db: Statements, tenantId: string): Promise<string[]> {
  const text = `SELECT verifier_key AS "verifierKey" FROM note_keys WHERE tenant_id = $1::uuid
    ORDER BY first_used_ms, verifier_key`;
  return (await run<{ verifierKey: string }>(db, text, [tenantId])).map(({ verifierKey }) => verifierKey);
}

/** Keeps the public half of a key that signed a note: the secret that it was drawn from may change. */
export async function insertNoteKey(
  db: Statements,
  tenantId: string,
  verifierKey: string,
  atMs: number,
): Promise<void> {
  const text = `INSERT INTO note_keys (tenant_id, verifier_key, first_used_ms)
    SELECT $1::uuid, $2::text, $3::bigint WHERE NOT EXISTS (
      SELECT FROM note_keys WHERE tenant_id = $1::uuid AND verifier_key = $2::text) ON CONFLICT DO NOTHING`;
  await run(db, text, [tenantId, verifierKey, atMs]);
}
