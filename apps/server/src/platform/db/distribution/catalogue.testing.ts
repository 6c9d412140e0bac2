// What the catalogue of a migrated database says of its tables, keys and functions.
import { CompiledQuery } from 'kysely';
import type { Db } from '../database.ts';

async function rowsOf<Row>(owner: Db, text: string): Promise<Row[]> {
  return (await owner.executeQuery<Row>(CompiledQuery.raw(text))).rows;
}

const ours = `relnamespace = 'public'::regnamespace`;
const namedTenant = (table: string) =>
  `SELECT a.attnum FROM pg_attribute a WHERE a.attrelid = ${table} AND a.attname = 'tenant_id'`;

export interface Table {
  readonly name: string;
  readonly hasTenant: boolean;
  readonly hasPrimaryKey: boolean;
  /** Tables that its foreign keys point at. */
  readonly references: readonly string[];
}

/** Tables and partitioned tables, not the partitions, which go where their parents are. */
export const tablesOf = (owner: Db) =>
  rowsOf<Table>(
    owner,
    `SELECT c.relname AS name, EXISTS (${namedTenant('c.oid')}) AS "hasTenant",
      EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) AS "hasPrimaryKey",
      ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid ORDER BY 1) AS "references"
    FROM pg_class c WHERE c.${ours} AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );

export interface Key {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
  readonly holdsTenant: boolean;
}

/** Primary keys and other unique indexes, and constraints of exclusion. */
export const uniqueKeysOf = (owner: Db) =>
  rowsOf<Key>(
    owner,
    `SELECT i.relname AS name, t.relname AS table, pg_get_indexdef(x.indexrelid) AS definition,
      EXISTS (${namedTenant('t.oid')} AND a.attnum = ANY (x.indkey::int2[])) AS "holdsTenant"
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE t.${ours} AND NOT t.relispartition AND (x.indisunique OR x.indisexclusion) ORDER BY 2, 1`,
  );

export interface ForeignKey extends Key {
  /** Sets a column to null or its default when what it points at goes. */
  readonly setsNull: boolean;
}

/** Of foreign keys, tenant_id stands at the same place on both sides. */
export const foreignKeysOf = (owner: Db) =>
  rowsOf<ForeignKey>(
    owner,
    `SELECT f.conname AS name, t.relname AS table, pg_get_constraintdef(f.oid) AS definition,
      f.confdeltype IN ('n', 'd') AS "setsNull",
      EXISTS (SELECT FROM unnest(f.conkey, f.confkey) AS pair (mine, theirs)
        WHERE mine IN (${namedTenant('f.conrelid')}) AND theirs IN (${namedTenant('f.confrelid')})) AS "holdsTenant"
    FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid
    WHERE f.contype = 'f' AND t.${ours} AND NOT t.relispartition ORDER BY 2, 1`,
  );

export interface Routine {
  readonly name: string;
  readonly language: 'sql' | 'plpgsql';
  readonly parameters: readonly string[] | null;
  readonly body: string;
  readonly definition: string;
  /** Rows that its triggers hand it. */
  readonly transitions: readonly string[];
}

export const routinesOf = (owner: Db) =>
  rowsOf<Routine>(
    owner,
    `SELECT p.proname AS name, l.lanname AS language, p.proargnames AS parameters, 
      coalesce(regexp_replace(pg_get_function_sqlbody(p.oid), '^RETURN', 'SELECT'), p.prosrc) AS body,
      pg_get_functiondef(p.oid) AS definition,
      ARRAY(SELECT DISTINCT named::text FROM pg_trigger g, unnest(ARRAY[g.tgoldtable, g.tgnewtable]) AS named
        WHERE g.tgfoid = p.oid AND named IS NOT NULL) AS transitions
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE p.pronamespace = 'public'::regnamespace AND l.lanname IN ('sql', 'plpgsql')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`,
  );
