// What of schema/ is applied to a database at a start, where its text is another than the one that was applied last.
import { type Kysely, sql } from 'kysely';
import type { Db } from './database.ts';
import { commentStatements, functionComment } from './schema-comments.ts';
import { hashOf, readSchemaFiles, type SchemaFiles } from './schema-files.ts';
import type { Tables } from './tables.ts';

interface Applied {
  readonly name: string;
  readonly hash: string;
}

type Change = Applied & { readonly text: string };

const functionFile = /^functions\/(\w+)\.sql$/;

async function findChanges(db: Kysely<Tables>, files: SchemaFiles): Promise<Change[]> {
  const { rows } = await sql<Applied>`SELECT name, hash FROM applied_schema_files`.execute(db);
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  return [...files]
    .map(([name, text]) => ({ name, text, hash: hashOf(text) }))
    .filter(({ name, hash }) => applied.get(name) !== hash);
}

/** The schema that the product's tables are in, as SQL names it. */
async function findOwnSchema(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT relnamespace::regnamespace::text AS name FROM pg_class
    WHERE oid = to_regclass('tenants')`.execute(db);
  return rows[0]?.name ?? 'public';
}

/** Replaces the text of a function; its owner and its callers stay. Files name the schema `public`, whatever it is. */
async function applyFunction(db: Kysely<Tables>, name: string, text: string): Promise<void> {
  const own = await findOwnSchema(db);
  const here = text.replace(/^( *SET search_path = )public\b/m, (_, set: string) => `${set}${own}`);
  await sql.raw(`${here}\n${functionComment(name, text)}`).execute(db);
}

async function applyChange(db: Kysely<Tables>, { name, text, hash }: Change): Promise<void> {
  const [, ofFunction] = functionFile.exec(name) ?? [];
  const comments = commentStatements(text);
  if (ofFunction !== undefined) await applyFunction(db, ofFunction, text);
  else if (comments.length > 0) await sql.raw(comments.join(';\n')).execute(db);
  await sql`INSERT INTO applied_schema_files (name, hash) VALUES (${name}, ${hash})
    ON CONFLICT (name) DO UPDATE SET hash = excluded.hash`.execute(db);
}

/** A function may name others and tables that are made after it. */
const inAnyOrder = sql`SELECT set_config('check_function_bodies', 'off', true)`;

/**
 * Within a transaction of the owner's, whose migrations are all made. Servers that start together wait for each other.
 * Throws the error of the first statement that fails, such as a function whose columns of the result changed: a migration drops
 * that one first.
 */
export async function applySchemaIn(db: Kysely<Tables>, files = readSchemaFiles()): Promise<void> {
  await sql`LOCK TABLE applied_schema_files IN SHARE ROW EXCLUSIVE MODE`.execute(db);
  await inAnyOrder.execute(db);
  for (const change of await findChanges(db, files)) await applyChange(db, change);
  // A function that a migration dropped: one that gets its name back later is applied again, whatever its text.
  await sql`DELETE FROM applied_schema_files WHERE name <> ALL (${[...files.keys()]})`.execute(db);
}

/** As the owner. Nearly every start finds nothing to do. */
export async function applySchema(owner: Db, files = readSchemaFiles()): Promise<void> {
  if ((await findChanges(owner, files)).length === 0) return;
  await owner.transaction().execute((transaction) => applySchemaIn(transaction, files));
}
