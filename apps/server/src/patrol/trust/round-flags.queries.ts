// The doubts of rounds, kept for anyone who lists them.
import { CompiledQuery } from 'kysely';
import type { FlagCounts } from '@watchpost/domain/trust-score';
import type { Db } from '../../platform/db/database.ts';

export interface RoundFlagCounts {
  readonly roundId: string;
  readonly startedAtMs: number;
  readonly counts: FlagCounts;
}

/** Replaces what was kept of the rounds, which the transaction holds. */
export async function storeRoundFlags(
  db: Db,
  tenantId: string,
  rounds: readonly RoundFlagCounts[],
): Promise<void> {
  const rows = rounds
    .flatMap(({ roundId, startedAtMs, counts }) =>
      [...counts].map(([flag, scans]) => ({ roundId, startedAtMs, flag, scans })),
    )
    .toSorted((a, b) => compare(a.roundId, b.roundId) || compare(a.flag, b.flag));
  const text = `WITH kept AS (
      INSERT INTO round_doubts AS d (tenant_id, round_id, flag, scans, started_at_ms)
      SELECT $1::uuid, sent.* FROM unnest($3::uuid[], $4::text[], $5::int[], $6::bigint[]) AS sent
      ON CONFLICT (tenant_id, round_id, flag) DO UPDATE
        SET scans = excluded.scans, started_at_ms = excluded.started_at_ms
        WHERE (d.scans, d.started_at_ms) IS DISTINCT FROM (excluded.scans, excluded.started_at_ms))
    DELETE FROM round_doubts d WHERE d.tenant_id = $1::uuid AND d.round_id = ANY ($2::uuid[])
      AND (d.round_id, d.flag) NOT IN (SELECT * FROM unnest($3::uuid[], $4::text[]))`;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      rounds.map(({ roundId }) => roundId),
      rows.map(({ roundId }) => roundId),
      rows.map(({ flag }) => flag),
      rows.map(({ scans }) => scans),
      rows.map(({ startedAtMs }) => startedAtMs),
    ]),
  );
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
