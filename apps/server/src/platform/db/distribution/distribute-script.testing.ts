// deploy/citus/distribute.sql, made from the catalogue: npx vitest run apps/server/src/platform/db/distribution --update
import type { ForeignKey, Table } from './catalogue.testing.ts';
import { localTables, referenceTables } from './known-tables.testing.ts';

/** The one that decides where a tenant's rows go; all others lie beside it. */
const firstTable = 'tenant_settings';

/** Tables after those that their foreign keys point at; of equal ones by name. */
export function inOrderOfKeys(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  const open = new Map(tables.map((table) => [table.name, table]));
  while (open.size > 0) {
    const ready = [...open.values()].filter(({ references }) => !references.some((name) => open.has(name)));
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${[...open.keys()].join(', ')}`);
    for (const table of ready) {
      open.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

/** A key that Citus refuses, and the same without what it sets. */
const keptPlain = ({ table, name, definition }: ForeignKey) =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} ${definition.replace(/ ON DELETE SET .*$/, '')};`;

export function distributeScript(tables: readonly Table[], keys: readonly ForeignKey[]): string {
  const apart = new Set([...Object.keys(localTables), ...Object.keys(referenceTables)]);
  const distributed = inOrderOfKeys(tables.filter(({ name }) => !apart.has(name)));
  const first = distributed.filter(({ name }) => name === firstTable);
  const others = distributed.filter(({ name }) => name !== firstTable);
  const distribute = ({ name }: Table) =>
    `SELECT create_distributed_table('${name}', 'tenant_id', colocate_with => '${name === firstTable ? 'none' : firstTable}');`;
  return [
    '-- Made from the catalogue of a migrated database, and kept equal to it by a test. It was never run on Citus:',
    '-- docs/scaling/citus.md says what stands in the way.',
    'BEGIN;',
    '',
    '-- Foreign keys that set a column to null are refused with tenant_id among their columns.',
    ...keys.filter(({ setsNull }) => setsNull).map(keptPlain),
    '',
    "-- Triggers see one shard's rows, which are whole tenants'; without this Citus refuses tables that have any.",
    'SET LOCAL citus.enable_unsafe_triggers TO on;',
    '',
    '-- On every node.',
    ...Object.keys(referenceTables).map((name) => `SELECT create_reference_table('${name}');`),
    '',
    "-- By tenant, all of a tenant's rows on one node; tables after those that their foreign keys point at.",
    ...[...first, ...others].map(distribute),
    '',
    `-- Where they are: ${Object.keys(localTables).join(', ')} and the schema graphile_worker.`,
    'COMMIT;',
    '',
  ].join('\n');
}
