import { sql, type Updateable } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { ManagedTable } from './record-list.queries.ts';

interface Edited {
  readonly tenantId: string;
  readonly id: string;
  /** The version that was edited. */
  readonly version: number;
}

/** Stores an edited record; its new version, or null when somebody else saved since or deleted it (MNG-10). */
export async function saveEdit<Table extends ManagedTable>(
  db: Db,
  table: Table,
  { tenantId, id, version }: Edited,
  columns: Updateable<Tables[Table]>,
): Promise<number | null> {
  const changes = Object.entries<unknown>(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    UPDATE ${sql.table(table)} SET ${sql.join(changes)}, version = version + 1, updated_at = now()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND version = ${version} AND deleted_at IS NULL
    RETURNING version`.execute(db);
  return rows[0]?.version ?? null;
}
