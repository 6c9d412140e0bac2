// The flags that rounds are said to have.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export interface RoundFlags {
  readonly id: string;
  /** Scans by flag. */
  readonly flags: Readonly<Record<string, number>>;
}

/** The next rounds by id that began since then; after null, the first ones. */
export async function findFlagsOfRounds(
  db: Db,
  tenantId: string,
  fromMs: number,
  afterId: string | null,
  limit: number,
): Promise<RoundFlags[]> {
  const text = `SELECT r.id, coalesce((SELECT json_object_agg(b.flag, b.scans) FROM round_doubts b
      WHERE b.tenant_id = $1::uuid AND b.round_id = r.id), '{}') AS flags
    FROM rounds r WHERE r.tenant_id = $1::uuid AND r.started_at_ms > $4::float8
      AND ($2::uuid IS NULL OR r.id > $2::uuid) ORDER BY r.id LIMIT $3::int`;
  return (await db.executeQuery<RoundFlags>(CompiledQuery.raw(text, [tenantId, afterId, limit, fromMs])))
    .rows;
}
