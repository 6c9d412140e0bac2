import type { PastPosting } from '@watchpost/domain/postings';
import { CompiledQuery } from 'kysely';
import type { Statements } from '../db/statements.ts';

export interface PostingOfGuard extends PastPosting {
  readonly guardId: string;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

/** Sites that the guards were taken from. Asked for when something would be refused otherwise, and never before. */
export async function findPastPostings(
  db: Statements,
  tenantId: string,
  guardIds: readonly string[],
): Promise<readonly PostingOfGuard[]> {
  const text = `SELECT guard_id AS "guardId", site_id AS "siteId", ${ms('since')} AS "sinceMs", ${ms('until')} AS "untilMs"
    FROM past_postings WHERE tenant_id = $1::uuid AND guard_id = ANY ($2::uuid[])`;
  const { rows } = await db.executeQuery<PostingOfGuard>(CompiledQuery.raw(text, [tenantId, guardIds]));
  return rows;
}
