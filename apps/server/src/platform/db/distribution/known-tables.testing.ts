// What is not distributed by tenant_id, and why.
import type { Db } from '../database.ts';
import { tablesOf } from './catalogue.testing.ts';
import type { Surroundings } from './statement-scope.testing.ts';

/** Copied to every node. */
export const referenceTables: Readonly<Record<string, string>> = {
  tenants: 'Found by its name in the address before any tenant is known; few rows that hardly change.',
};

/** Stay where they are. */
export const localTables: Readonly<Record<string, string>> = {
  applied_schema_files:
    'Which text of each file of the schema was applied: of the database, not of a tenant.',
  kysely_migration: 'Which migrations have run: of the database, not of a tenant.',
  kysely_migration_lock: 'Keeps two servers from migrating at once.',
};

/**
 * Foreign keys ON DELETE SET NULL. Citus refuses those that hold tenant_id, even where another column alone is set:
 * distribute.sql makes them again without that, and who deletes a user sets the column.
 */
export const nullingKeys: readonly string[] = [
  'exceptions_tenant_id_owner_id_fkey',
  'files_tenant_id_owner_id_fkey',
  'incidents_tenant_id_assignee_id_fkey',
  'incidents_tenant_id_opened_by_fkey',
  'scheduled_reports_tenant_id_owner_id_fkey',
];

/** Functions that name their tenants, but not by an equality. */
export const severalTenants: Readonly<Record<string, string>> = {
  count_rounds: 'Takes them from missed_of(), which gives back only those it was asked for.',
  follow_changed_round: 'As count_rounds.',
  missed_of: 'Takes pairs of tenant and round as two lists, and joins each table to them by both.',
};

/** Relations of PostgreSQL itself that are read without a schema. */
const systemRelations = ['pg_roles', 'pg_class', 'pg_locks'];

export async function surroundingsOf(owner: Db): Promise<Surroundings> {
  const tables = await tablesOf(owner);
  const named = (hasTenant: boolean) =>
    tables.filter((table) => table.hasTenant === hasTenant).map(({ name }) => name);
  return {
    tenantTables: new Set(named(true)),
    others: new Set([...named(false), ...systemRelations]),
    everywhere: new Set(Object.keys(referenceTables)),
    handedIn: new Set(),
    given: new Set(),
  };
}
