// The rows that a log begins with: what records are judged by, and what rounds read by, as they are then.
import { CompiledQuery } from 'kysely';
import type { Statements } from '../../platform/db/statements.ts';
import { sealedNames } from './former-names.ts';
import { versionedTables, versionExpression, versionKey } from './versioned-tables.ts';

/** Within a transaction in which the tenant is set, so that they wait to be sealed. */
export async function storeFirstVersions(db: Statements, tenantId: string): Promise<void> {
  // Versions tell times in UTC.
  await db.executeQuery(CompiledQuery.raw(`SELECT set_config('timezone', 'UTC', true)`));
  for (const table of versionedTables.filter(({ isWhole }) => isWhole === true)) {
    const text = `INSERT INTO record_versions (tenant_id, source, record_key, row)
      SELECT $1::uuid, '${table.name}', ${versionKey(table)}, ${versionExpression(table)}
      FROM ${table.name} t WHERE t.tenant_id = $1::uuid`;
    await db.executeQuery(CompiledQuery.raw(text, [tenantId]));
  }
  for (const { source, states } of sealedNames) {
    const text = `INSERT INTO record_versions (tenant_id, source, record_key, row)
      SELECT $1::uuid, '${source}', s.key, s.row FROM (${states}) AS s`;
    await db.executeQuery(CompiledQuery.raw(text, [tenantId]));
  }
}
