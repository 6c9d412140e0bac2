// The log of evidence as the console shows it.
import { CompiledQuery } from 'kysely';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Statements } from '../../platform/db/statements.ts';
import { findHead } from './log.queries.ts';
import { findPublishedOfSize } from './published-heads.queries.ts';

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** Heads of less than a size, the newest first. */
export function findHeadsBelow(
  db: Statements,
  tenantId: string,
  size: number,
  limit: number,
): Promise<SignedHead[]> {
  const text = `SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
      encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
    FROM log_heads WHERE tenant_id = $1::uuid AND size < $2::bigint ORDER BY size DESC LIMIT $3::int`;
  return run(db, text, [tenantId, size, limit]);
}

/** How many heads there are, and how many records wait for the next. */
export async function countLog(
  db: Statements,
  tenantId: string,
): Promise<{ headCount: number; waiting: number }> {
  const text = `SELECT (SELECT count(*) FROM log_heads WHERE tenant_id = $1::uuid)::float8 AS "headCount",
    (SELECT coalesce(sum(cardinality(ids)), 0) FROM log_pending WHERE tenant_id = $1::uuid)::float8 AS waiting`;
  const [row] = await run<{ headCount: number; waiting: number }>(db, text, [tenantId]);
  return row ?? { headCount: 0, waiting: 0 };
}

/** The head of exactly that size; null where there never was one. */
export async function findHeadOf(db: Statements, tenantId: string, size: number): Promise<SignedHead | null> {
  const head = await findHead(db, tenantId, size);
  return head?.size === size ? head : null;
}

/**
 * A head of that size that was published, or that the caller holds: its root is known to those alone who were given it, and
 * cannot be guessed. Null for any other.
 */
export async function findShownHead(
  db: Statements,
  tenantId: string,
  size: number,
  root: string | undefined,
): Promise<SignedHead | null> {
  const published = await findPublishedOfSize(db, tenantId, size);
  if (published !== null) return published;
  const head = root === undefined ? null : await findHeadOf(db, tenantId, size);
  return head?.root === root ? head : null;
}
