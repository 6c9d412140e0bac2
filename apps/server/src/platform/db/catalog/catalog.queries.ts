// What the catalog of a database says of the product's own tables and functions, in an order that no version changes.
import { CompiledQuery } from 'kysely';
import type { Db } from '../database.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** Of the default, or of what the column is generated from; null: neither. */
  readonly expression: string | null;
  readonly isGenerated: boolean;
  readonly identity: '' | 'always' | 'by default';
  /** Where it is not its type's own. */
  readonly collation: string | null;
  readonly comment: string | null;
}

export interface Constraint {
  readonly name: string;
  readonly kind: 'p' | 'u' | 'c' | 'f' | 'x';
  readonly definition: string;
  readonly columns: readonly string[];
  /** Of a foreign key: the table that it points at. */
  readonly target: string | null;
}

export interface Policy {
  readonly name: string;
  readonly command: string;
  readonly isPermissive: boolean;
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly check: string | null;
}

export interface Grant {
  readonly role: string;
  readonly right: string;
  /** Null: on the whole table. */
  readonly column: string | null;
}

export interface Table {
  readonly name: string;
  readonly comment: string | null;
  readonly hasRowSecurity: boolean;
  readonly isRowSecurityForced: boolean;
  readonly options: readonly string[];
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  /** Statements that make the indexes that belong to no constraint. */
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
  readonly policies: readonly Policy[];
  readonly grants: readonly Grant[];
}

export interface Routine {
  readonly name: string;
  /** With the types of its arguments, as GRANT names it. */
  readonly signature: string;
  readonly comment: string | null;
  readonly heading: string;
  readonly settings: readonly string[];
  /** The text between the dollars; null where an expression is in its place. */
  readonly body: string | null;
  readonly expression: string | null;
  /** Null: everyone may call it, as PostgreSQL has it. */
  readonly callers: readonly string[] | null;
}

export interface Collation {
  readonly name: string;
  readonly locale: string;
}

export interface Catalog {
  readonly extensions: readonly string[];
  readonly collations: readonly Collation[];
  readonly tables: readonly Table[];
  readonly routines: readonly Routine[];
}

/** Of migrations themselves. */
const ofMigrator = `'applied_schema_files', 'kysely_migration', 'kysely_migration_lock'`;
const own = `(SELECT relnamespace FROM pg_class WHERE oid = to_regclass('tenants'))`;
/** A list as JSON, in the order of the bytes of `order`. */
const listOf = (item: string, rest: string, order: string) =>
  `coalesce((SELECT json_agg(${item} ORDER BY ${order}) ${rest}), '[]')`;

const columns = listOf(
  `json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', NOT a.attnotnull,
    'expression', pg_get_expr(d.adbin, d.adrelid, true), 'isGenerated', a.attgenerated <> '',
    'identity', CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' ELSE '' END,
    'collation', (SELECT l.collname FROM pg_collation l JOIN pg_type t ON t.oid = a.atttypid
      WHERE l.oid = a.attcollation AND l.oid <> t.typcollation),
    'comment', col_description(c.oid, a.attnum))`,
  `FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`,
  'a.attnum',
);

// PostgreSQL 18 alone lists NOT NULL among the constraints.
const constraints = listOf(
  `json_build_object('name', k.conname, 'kind', k.contype, 'definition', pg_get_constraintdef(k.oid, true),
    'target', CASE WHEN k.contype = 'f' THEN k.confrelid::regclass::text END,
    'columns', ARRAY(SELECT a.attname FROM unnest(k.conkey) WITH ORDINALITY AS of_key (no, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = no ORDER BY place))`,
  `FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'c', 'f', 'x')`,
  `strpos('pucfx', k.contype::text), k.conname::text COLLATE "C"`,
);

const indexes = listOf(
  'pg_get_indexdef(i.indexrelid, 0, true)',
  `FROM pg_index i WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid
    AND k.conrelid = c.oid)`,
  'i.indexrelid::regclass::text COLLATE "C"',
);

const triggers = listOf(
  'pg_get_triggerdef(g.oid, true)',
  'FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal',
  'g.tgname::text COLLATE "C"',
);

const policies = listOf(
  `json_build_object('name', p.polname, 'command', p.polcmd, 'isPermissive', p.polpermissive,
    'roles', ARRAY(SELECT r.rolname FROM pg_roles r WHERE r.oid = ANY (p.polroles) ORDER BY 1),
    'using', pg_get_expr(p.polqual, c.oid, true), 'check', pg_get_expr(p.polwithcheck, c.oid, true))`,
  'FROM pg_policy p WHERE p.polrelid = c.oid',
  'p.polname::text COLLATE "C"',
);

/** What was granted to others than the owner. */
const grants = listOf(
  `json_build_object('role', coalesce(r.rolname, 'PUBLIC'), 'right', g.privilege_type, 'column', g.attname)`,
  `FROM (SELECT x.*, NULL AS attname FROM aclexplode(c.relacl) AS x
      UNION ALL SELECT x.*, a.attname FROM pg_attribute a, aclexplode(a.attacl) AS x WHERE a.attrelid = c.oid) AS g
    LEFT JOIN pg_roles r ON r.oid = g.grantee WHERE g.grantee <> c.relowner`,
  `r.rolname, g.attname::text COLLATE "C" NULLS FIRST, strpos('SELECT INSERT UPDATE DELETE', g.privilege_type)`,
);

const tablesText = `SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS comment,
    c.relrowsecurity AS "hasRowSecurity", c.relforcerowsecurity AS "isRowSecurityForced",
    coalesce(c.reloptions, '{}') AS options, ${columns} AS columns, ${constraints} AS constraints,
    ${indexes} AS indexes, ${triggers} AS triggers, ${policies} AS policies, ${grants} AS grants
  FROM pg_class c WHERE c.relnamespace = ${own} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname NOT IN (${ofMigrator}) ORDER BY c.relname COLLATE "C"`;

interface FoundRoutine {
  readonly name: string;
  readonly signature: string;
  readonly comment: string | null;
  readonly definition: string;
  readonly settings: readonly string[];
  readonly source: string;
  readonly isExpression: boolean;
  readonly callers: readonly string[] | null;
}

const routinesText = `SELECT p.proname AS name, p.oid::regprocedure::text AS signature,
    obj_description(p.oid, 'pg_proc') AS comment, pg_get_functiondef(p.oid) AS definition,
    coalesce(p.proconfig, '{}') AS settings, p.prosrc AS source, p.prosqlbody IS NOT NULL AS "isExpression",
    CASE WHEN p.proacl IS NOT NULL THEN ARRAY(SELECT coalesce(r.rolname, 'PUBLIC')::text FROM aclexplode(p.proacl) AS g
      LEFT JOIN pg_roles r ON r.oid = g.grantee WHERE g.grantee <> p.proowner ORDER BY 1) END AS callers
  FROM pg_proc p WHERE p.pronamespace = ${own} AND NOT EXISTS (SELECT FROM pg_depend d
    WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')
  ORDER BY p.proname COLLATE "C", 2`;

/** The column with the locale has another name in each version of PostgreSQL. */
const collationsText = `SELECT c.collname AS name, coalesce(to_jsonb(c)->>'colllocale', to_jsonb(c)->>'colliculocale',
    c.collcollate) AS locale FROM pg_collation c WHERE c.collnamespace = ${own} ORDER BY 1`;

const extensionsText = `SELECT extname AS name FROM pg_extension WHERE extnamespace = ${own} ORDER BY 1`;

/** The heading, and what comes after it: a body between dollars, or an expression, in which every letter counts. */
function routineOf({ definition, source, isExpression, ...routine }: FoundRoutine): Routine {
  const at = definition.search(isExpression ? /\n(RETURN|BEGIN ATOMIC)\b/ : /\nAS \$/);
  const lines = definition
    .slice(0, at)
    .split('\n')
    .map((line) => line.trim());
  return {
    ...routine,
    heading: lines.filter((line) => !line.startsWith('SET ')).join('\n'),
    body: isExpression ? null : source,
    expression: isExpression ? definition.slice(at).trim() : null,
  };
}

/** Reads as the owner, who alone sees every grant. Names of the product's own schema come without it. */
export async function readCatalog(owner: Db): Promise<Catalog> {
  const rowsOf = async <Row>(text: string) => (await owner.executeQuery<Row>(CompiledQuery.raw(text))).rows;
  const named = await rowsOf<{ name: string }>(extensionsText);
  return {
    extensions: named.map(({ name }) => name),
    collations: await rowsOf<Collation>(collationsText),
    tables: await rowsOf<Table>(tablesText),
    routines: (await rowsOf<FoundRoutine>(routinesText)).map(routineOf),
  };
}
