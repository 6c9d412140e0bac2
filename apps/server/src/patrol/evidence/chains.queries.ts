// Events that phones signed, key by key in the order of their numbers.
import { CompiledQuery } from 'kysely';
import type { EntryRow, LogEntry } from '@watchpost/domain/evidence/log-entry';
import type { Statements } from '../../platform/db/statements.ts';
import { rowExpression, sealedTables } from './sealed-tables.ts';

/** Where a reading has come to. */
export interface SignedPosition {
  /** In hexadecimal. */
  readonly key: string;
  readonly seq: number;
  readonly id: string;
}

export const startOfChains: SignedPosition = { key: '', seq: 0, id: '00000000-0000-0000-0000-000000000000' };

const sources = ['scans', 'field_events', 'refused_events'];

/** The next events after a place, whether their signatures hold or not. */
export async function findSignedEvents(
  db: Statements,
  tenantId: string,
  after: SignedPosition,
  limit: number,
): Promise<(LogEntry & { readonly position: SignedPosition })[]> {
  const parts = sealedTables
    .filter(({ name }) => sources.includes(name))
    .map(
      (
        table,
      ) => `(SELECT '${table.name}' AS source, t.id, ${rowExpression(table)} AS row, t.proof_key, t.proof_seq
        FROM ${table.name} t WHERE t.tenant_id = $1::uuid AND t.proof_key IS NOT NULL
          AND (t.proof_key, t.proof_seq, t.id) > (decode($2::text, 'hex'), $3::int, $4::uuid)
        ORDER BY t.proof_key, t.proof_seq, t.id LIMIT $5::int)`,
    );
  const text = `SELECT source, id, row, encode(proof_key, 'hex') AS key, proof_seq AS seq
    FROM (${parts.join(' UNION ALL ')}) AS u ORDER BY proof_key, proof_seq, id LIMIT $5::int`;
  const { rows } = await db.executeQuery<{
    source: string;
    id: string;
    row: EntryRow;
    key: string;
    seq: number;
  }>(CompiledQuery.raw(text, [tenantId, after.key, after.seq, after.id, limit]));
  return rows.map(({ source: table, id, row, key, seq }) => ({ table, id, row, position: { key, seq, id } }));
}
