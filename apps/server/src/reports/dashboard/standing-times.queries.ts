// For whom, and from when, standings are made.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { packs } from '../../platform/rollups/packed-sums.ts';
import { nil } from './summed.queries.ts';

interface Scope {
  readonly db: Db;
  readonly tenantId: string;
}

export interface StandingTimes {
  /** Not after the first round, due or started; null without any. */
  readonly firstMs: number | null;
  /** Those of the sites in use. */
  readonly zones: readonly string[];
}

export async function findStandingTimes({ db, tenantId }: Scope): Promise<StandingTimes> {
  const first = (table: string, whose: string) => `(SELECT min(bucket_ms) FROM ${table}
    WHERE tenant_id = $1::uuid AND ${whose} AND site_id = '${nil}' AND grain = ${packs.days})`;
  const text = `SELECT least(${first('round_sums', 'true')}, ${first('due_sums', `guard_id = '${nil}'`)}) AS "firstMs",
    ARRAY(SELECT DISTINCT time_zone FROM sites WHERE tenant_id = $1::uuid AND deleted_at IS NULL ORDER BY 1) AS zones`;
  const { rows } = await db.executeQuery<StandingTimes>(CompiledQuery.raw(text, [tenantId]));
  return rows[0] ?? { firstMs: null, zones: [] };
}
