// What an archive holds: rounds of a month with all that belongs to them, and due rounds that no one walked.
import { CompiledQuery } from 'kysely';
import type { Canonical } from '@watchpost/domain/evidence/canonical-json';
import type { Db } from '../../platform/db/database.ts';
import type { Statements } from '../../platform/db/statements.ts';

export interface ArchivedRecord {
  readonly table: string;
  readonly id: string;
  readonly row: Readonly<Record<string, Canonical>>;
}

/** A round, or a due round that no one walked, with everything that goes with it. */
export interface ArchivedSubject {
  readonly id: string;
  /** Of the records as they are stored; see remove_archived of migration 0049. */
  readonly digest: string;
  readonly records: readonly ArchivedRecord[];
}

export type SubjectKind = 'rounds' | 'due';

/** Where a reading of a month has come to. */
export interface SubjectPosition {
  readonly kind: SubjectKind;
  readonly atMs: number;
  readonly id: string;
}

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

const sources = {
  rounds: { table: 'rounds', at: 'started_at_ms', more: '' },
  due: { table: 'due_rounds', at: 'due_at_ms', more: 'AND round_id IS NULL' },
} as const;

/** The next subjects of a kind after a place, up to the month's end, by time. */
export async function findSubjects(
  db: Db,
  tenantId: string,
  after: SubjectPosition,
  untilMs: number,
  limit: number,
): Promise<SubjectPosition[]> {
  const { table, at, more } = sources[after.kind];
  const text = `SELECT '${after.kind}' AS kind, id, ${at} AS "atMs" FROM ${table} WHERE tenant_id = $1::uuid
    AND (${at}, id) > ($2::bigint, $3::uuid) AND ${at} < $4::bigint ${more} ORDER BY ${at}, id LIMIT $5::int`;
  return run(db, text, [tenantId, after.atMs, after.id, untilMs, limit]);
}

/** When the oldest one began or was due; null where there is none. */
export async function findOldestMs(db: Db, tenantId: string): Promise<number | null> {
  const text = `SELECT least((SELECT min(started_at_ms) FROM rounds WHERE tenant_id = $1::uuid),
    (SELECT min(due_at_ms) FROM due_rounds WHERE tenant_id = $1::uuid)) AS "atMs"`;
  const [found] = await run<{ atMs: number | null }>(db, text, [tenantId]);
  return found?.atMs ?? null;
}

/** Those of the rounds of which the server heard anything from then on. */
export async function findArrivedSince(
  db: Db,
  tenantId: string,
  ids: readonly string[],
  fromMs: number,
): Promise<ReadonlySet<string>> {
  const isOf = (table: string, key: string) => `EXISTS (SELECT FROM ${table} t
    WHERE t.tenant_id = $1::uuid AND t.${key} = asked.id AND t.received_at_ms >= $3::bigint)`;
  const text = `SELECT asked.id FROM unnest($2::uuid[]) AS asked (id)
    WHERE ${isOf('scans', 'round_id')} OR ${isOf('field_events', 'subject_id')}`;
  return new Set((await run<{ id: string }>(db, text, [tenantId, ids, fromMs])).map(({ id }) => id));
}

/** Those of the subjects that somebody has still to look into. */
export async function findBlocked(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = 'SELECT held_subjects AS id FROM held_subjects($1::uuid, $2::uuid[])';
  return new Set((await run<{ id: string }>(db, text, [tenantId, ids])).map(({ id }) => id));
}

export async function findContents(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ArchivedSubject[]> {
  const text = `SELECT f.subject_id AS id, f.digest, f.contents AS records
    FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, place)
    JOIN retained_subjects($1::uuid, $2::uuid[]) f ON f.subject_id = asked.id ORDER BY asked.place`;
  return run(db, text, [tenantId, ids]);
}

/** Removes those that are as they were archived and not held; how many. Needs a verified archive. */
export async function removeArchived(
  db: Db,
  archiveId: string,
  subjects: readonly Pick<ArchivedSubject, 'id' | 'digest'>[],
): Promise<number> {
  const text = 'SELECT remove_archived($1::uuid, $2::uuid[], $3::text[]) AS removed';
  const values = [archiveId, subjects.map(({ id }) => id), subjects.map(({ digest }) => digest)];
  const [found] = await run<{ removed: number }>(db, text, values);
  return found?.removed ?? 0;
}

/** Counters and sums of a month that count nothing any more; a moment at a million of them. */
export async function clearEmptySums(
  db: Db,
  { monthMs, untilMs }: { readonly monthMs: number; readonly untilMs: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await run(transaction, `SELECT set_config('statement_timeout', $1::text, true)`, ['600000']);
    await run(transaction, 'SELECT clear_empty_sums($1::bigint, $2::bigint)', [monthMs, untilMs]);
  });
}

export interface SealedLeaf {
  readonly no: number;
  readonly source: string;
  readonly id: string;
  readonly hash: string;
}

/** The leaves of records of one table; none of those that are in no log. */
export async function findLeavesOfRecords(
  db: Db,
  tenantId: string,
  source: string,
  ids: readonly string[],
): Promise<SealedLeaf[]> {
  const text = `SELECT l.leaf_no AS no, l.source, l.record_id AS id, encode(l.hash, 'hex') AS hash
    FROM unnest($3::uuid[]) AS asked (id) JOIN log_leaves l
      ON l.tenant_id = $1::uuid AND l.source = $2::text AND l.record_id = asked.id`;
  return run(db, text, [tenantId, source, ids]);
}

/** A number that a phone gave an event; its key in hexadecimal. */
interface ChainNumber {
  readonly key: string;
  readonly seq: number;
}

/** Those of the numbers of phones' chains that a refused event bears, too. */
export async function findRefusedNumbers(
  db: Statements,
  tenantId: string,
  numbers: readonly ChainNumber[],
): Promise<ChainNumber[]> {
  const text = `SELECT asked.key, asked.seq FROM unnest($2::text[], $3::int[]) AS asked (key, seq)
    JOIN refused_events r ON r.tenant_id = $1::uuid AND r.proof_key = decode(asked.key, 'hex')
      AND r.proof_seq = asked.seq`;
  return run(db, text, [tenantId, numbers.map(({ key }) => key), numbers.map(({ seq }) => seq)]);
}
