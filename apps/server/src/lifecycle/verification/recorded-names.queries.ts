// Rounds that bear names of their own.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** A sentence for each round whose own names it cannot have: imported rounds alone bear some, of their own guard. */
export async function strayNameDifferences(db: Db, tenantId: string): Promise<string[]> {
  const text = `SELECT r.id FROM rounds r WHERE r.tenant_id = $1::uuid AND r.recorded_names_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM recorded_names n JOIN imported_rounds i ON i.tenant_id = n.tenant_id AND i.round_id = r.id
      WHERE n.tenant_id = r.tenant_id AND n.id = r.recorded_names_id AND n.guard_id = r.guard_id)
    ORDER BY r.id`;
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(text, [tenantId]));
  return rows.map(({ id }) => `round ${id}: recorded_names_id was altered; it bears no names of its own`);
}
