// Takes indexes and keys off tables that are filled as a whole, and puts them back: all of it as the catalogue has it.
import type pg from 'pg';

export interface IndexDefinition {
  readonly name: string;
  readonly statement: string;
}

interface ConstraintDefinition {
  readonly table: string;
  readonly name: string;
  /** p and u are keys, f refers to another table, x excludes. */
  readonly kind: 'p' | 'u' | 'f' | 'x';
  readonly definition: string;
  readonly deferral: string;
  readonly isPartitioned: boolean;
}

export interface Definitions {
  readonly indexes: readonly IndexDefinition[];
  /** Statements that make keys of the indexes; on partitioned tables, that make them. */
  readonly keys: readonly string[];
  readonly references: readonly string[];
}

const constraintQuery = `SELECT c.conrelid::regclass::text AS table, quote_ident(c.conname) AS name, c.contype AS kind,
    pg_get_constraintdef(c.oid) AS definition, t.relkind = 'p' AS "isPartitioned",
    CASE WHEN c.condeferrable THEN ' DEFERRABLE' ELSE '' END
      || CASE WHEN c.condeferred THEN ' INITIALLY DEFERRED' ELSE '' END AS deferral
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
  WHERE c.contype IN ('p', 'u', 'f', 'x') AND c.conparentid = 0 AND NOT t.relispartition
    AND (c.conrelid = ANY($1::regclass[]) OR (c.contype = 'f' AND c.confrelid = ANY($1::regclass[])))
  ORDER BY c.conrelid, c.conname`;

/** Indexes that plain tables' keys and exclusions stand on are among them; partitioned tables make those with the key. */
const indexQuery = `SELECT i.indexrelid::regclass::text AS name, c.oid IS NOT NULL AS "isOfConstraint",
    replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS statement
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
  LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid AND c.contype IN ('p', 'u', 'x')
  WHERE i.indrelid = ANY($1::regclass[]) AND (c.oid IS NULL OR (t.relkind = 'r' AND c.contype <> 'x'))
  ORDER BY pg_relation_size(i.indrelid) DESC, i.indexrelid`;

export async function takeOff(client: pg.Client, tables: readonly string[]): Promise<Definitions> {
  const { rows: constraints } = await client.query<ConstraintDefinition>(constraintQuery, [tables]);
  const { rows: indexes } = await client.query<IndexDefinition & { isOfConstraint: boolean }>(indexQuery, [
    tables,
  ]);
  const references = constraints.filter(({ kind }) => kind === 'f');
  const keys = constraints.filter(({ kind }) => kind !== 'f');
  for (const { table, name } of [...references, ...keys]) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }
  for (const { name } of indexes.filter(({ isOfConstraint }) => !isOfConstraint)) {
    await client.query(`DROP INDEX ${name}`);
  }
  return { indexes, keys: keys.map(keyStatement), references: references.map(addStatement) };
}

const addStatement = ({ table, name, definition }: ConstraintDefinition) =>
  `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`;

function keyStatement(key: ConstraintDefinition): string {
  if (key.isPartitioned || key.kind === 'x') return addStatement(key);
  const kind = key.kind === 'p' ? 'PRIMARY KEY' : 'UNIQUE';
  return `ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${kind} USING INDEX ${key.name}${key.deferral}`;
}

/** Whether rows can be stored as seen by everybody from the start. */
export async function canFreeze(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ relkind: string }>(
    'SELECT relkind FROM pg_class WHERE oid = $1::regclass',
    [table],
  );
  return rows[0]?.relkind === 'r';
}
