// Rounds that were imported from another system, and what of them it alone knows (migration 0097).
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { importedRoundId } from '../../records/former-ids/source-ids.ts';

export interface ImportedRound {
  readonly formerId: string;
  /** False: its checkpoints were not in the export. */
  readonly hasScans: boolean;
}

/** By round; of those that were imported. */
export async function findImportedRounds(
  { db, tenantId }: SiteScope,
  roundIds: readonly string[],
): Promise<ReadonlyMap<string, ImportedRound>> {
  const text = `SELECT round_id AS id, former_id AS "formerId", has_scans AS "hasScans" FROM imported_rounds
    WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[])`;
  const { rows } = await db.executeQuery<ImportedRound & { readonly id: string }>(
    CompiledQuery.raw(text, [tenantId, roundIds]),
  );
  return new Map(rows.map(({ id, ...imported }) => [id, imported]));
}

/** Whether the tenant has any. */
export async function hasImportedRounds({ db, tenantId }: SiteScope): Promise<boolean> {
  const text = 'SELECT EXISTS (SELECT FROM imported_rounds WHERE tenant_id = $1::uuid) AS has';
  const { rows } = await db.executeQuery<{ has: boolean }>(CompiledQuery.raw(text, [tenantId]));
  return rows[0]?.has === true;
}

/** The round of this former id, whichever site it is of; null for none. */
export async function findByFormerId(scope: SiteScope, formerId: string): Promise<string | null> {
  const id = importedRoundId(scope.tenantId, formerId);
  return (await findImportedRounds(scope, [id])).has(id) ? id : null;
}
