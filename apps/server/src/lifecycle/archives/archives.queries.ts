// Archives as they are kept: which month, how far, and their files.
import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type ArchiveStatus = 'writing' | 'verified' | 'removed';

export interface Archive {
  readonly id: string;
  readonly monthMs: number;
  readonly untilMs: number;
  readonly status: ArchiveStatus;
  readonly beganAtMs: number;
  readonly verifiedAtMs: number | null;
  readonly removedAtMs: number | null;
  readonly rounds: number;
  readonly held: number;
}

export interface ArchiveFile {
  readonly archiveId: string;
  readonly no: number;
  readonly kind: 'rows' | 'evidence';
  readonly pieces: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly rounds: number;
}

/** Who works on an archive, and the moment. */
export interface Lease {
  readonly worker: string;
  readonly nowMs: number;
}

/** So long no one else takes up what one works on; it is renewed with each step. */
const leaseMs = 10 * 60_000;

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

const columns = `id, month_ms AS "monthMs", until_ms AS "untilMs", status, begun_at_ms AS "beganAtMs",
  verified_at_ms AS "verifiedAtMs", removed_at_ms AS "removedAtMs", rounds, held`;

/** Newest month first. */
export async function findArchives(db: Db, tenantId: string, limit: number): Promise<Archive[]> {
  const text = `SELECT ${columns} FROM archives WHERE tenant_id = $1::uuid
    ORDER BY month_ms DESC, begun_at_ms DESC LIMIT $2::int`;
  return run(db, text, [tenantId, limit]);
}

export async function findArchiveFiles(
  db: Db,
  tenantId: string,
  archiveIds: readonly string[],
): Promise<ArchiveFile[]> {
  const text = `SELECT archive_id AS "archiveId", no, kind, pieces, bytes, encode(sha256, 'hex') AS sha256, rounds
    FROM archive_files WHERE tenant_id = $1::uuid AND archive_id = ANY($2::uuid[]) ORDER BY archive_id, no`;
  return run(db, text, [tenantId, archiveIds]);
}

/** The one that was started and is not done; null while somebody else works on it, and where there is none. */
export async function takeUnderWay(db: Db, tenantId: string, lease: Lease): Promise<Archive | null> {
  const text = `UPDATE archives SET worker = $2::uuid, lease_until_ms = $3::bigint + ${leaseMs}
    WHERE tenant_id = $1::uuid AND status <> 'removed' AND lease_until_ms <= $3::bigint RETURNING ${columns}`;
  const [found] = await run<Archive>(db, text, [tenantId, lease.worker, lease.nowMs]);
  return found ?? null;
}

export async function isAnyUnderWay(db: Db, tenantId: string): Promise<boolean> {
  const text = `SELECT 1 FROM archives WHERE tenant_id = $1::uuid AND status <> 'removed'`;
  return (await run(db, text, [tenantId])).length > 0;
}

/** Null where another one is under way. */
export async function beginArchive(
  db: Db,
  tenantId: string,
  month: { readonly id: string; readonly monthMs: number; readonly untilMs: number },
  lease: Lease,
): Promise<Archive | null> {
  const text = `INSERT INTO archives (tenant_id, id, month_ms, until_ms, begun_at_ms, worker, lease_until_ms)
    VALUES ($1::uuid, $2::uuid, $3::bigint, $4::bigint, $5::bigint, $6::uuid, $5::bigint + ${leaseMs})
    ON CONFLICT DO NOTHING RETURNING ${columns}`;
  const { id, monthMs, untilMs } = month;
  const [made] = await run<Archive>(db, text, [tenantId, id, monthMs, untilMs, lease.nowMs, lease.worker]);
  return made ?? null;
}

/** Another worker has taken the archive up in the meantime. */
export class LostLease extends Error {}

async function change(db: Db, text: string, values: readonly unknown[]): Promise<void> {
  if ((await run(db, text, values)).length === 0) throw new LostLease('somebody else works on the archive');
}

const own = 'WHERE tenant_id = $1::uuid AND id = $2::uuid AND worker = $3::uuid';

export async function renewLease(db: Db, tenantId: string, id: string, lease: Lease): Promise<void> {
  const text = `UPDATE archives SET lease_until_ms = $4::bigint + ${leaseMs} ${own} RETURNING 1`;
  await change(db, text, [tenantId, id, lease.worker, lease.nowMs]);
}

/** Files of an interrupted writing are forgotten; they are written again under the same names. */
export async function forgetFiles(db: Db, tenantId: string, id: string): Promise<void> {
  await db
    .deleteFrom('archive_files')
    .where('tenant_id', '=', tenantId)
    .where('archive_id', '=', id)
    .execute();
}

export async function insertArchiveFile(db: Db, tenantId: string, file: ArchiveFile): Promise<void> {
  const { archiveId, no, kind, pieces, bytes, sha256, rounds } = file;
  await db
    .insertInto('archive_files')
    .values({
      tenant_id: tenantId,
      archive_id: archiveId,
      no,
      kind,
      pieces,
      bytes,
      sha256: Buffer.from(sha256, 'hex'),
      rounds,
    })
    .execute();
}

/** From here on what it holds may be removed. */
export async function markVerified(
  db: Db,
  tenantId: string,
  { id, rounds, held }: Pick<Archive, 'id' | 'rounds' | 'held'>,
  lease: Lease,
): Promise<void> {
  const text = `UPDATE archives SET status = 'verified', verified_at_ms = $4::bigint, rounds = $5::int, held = $6::int
    ${own} AND status = 'writing' RETURNING 1`;
  await change(db, text, [tenantId, id, lease.worker, lease.nowMs, rounds, held]);
}

export async function markRemoved(db: Db, tenantId: string, id: string, lease: Lease): Promise<void> {
  const text = `UPDATE archives SET status = 'removed', removed_at_ms = $4::bigint ${own} AND status = 'verified'
    RETURNING 1`;
  await change(db, text, [tenantId, id, lease.worker, lease.nowMs]);
}

/** One of a month of which nothing could be removed. */
export async function deleteArchive(db: Db, tenantId: string, id: string): Promise<void> {
  await db
    .deleteFrom('archives')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(sql<boolean>`status = 'writing'`)
    .execute();
}
