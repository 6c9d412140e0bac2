// What of schema/ is applied to a database at a start, where its text is another than the one that was applied last.
import { type Kysely, sql } from 'kysely';
import type { Db } from './database.ts';
import { commentStatements } from './schema-comments.ts';
import { hashOf, readSchemaFiles } from './schema-files.ts';
import type { Tables } from './tables.ts';

interface Applied {
  readonly name: string;
  readonly hash: string;
}

type Change = Applied & { readonly text: string };

async function findChanges(db: Kysely<Tables>): Promise<Change[]> {
  const { rows } = await sql<Applied>`SELECT name, hash FROM applied_schema_files`.execute(db);
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  return [...readSchemaFiles()]
    .map(([name, text]) => ({ name, text, hash: hashOf(text) }))
    .filter(({ name, hash }) => applied.get(name) !== hash);
}

async function applyChange(db: Kysely<Tables>, { name, text, hash }: Change): Promise<void> {
  const statements = commentStatements(text);
  if (statements.length > 0) await sql.raw(statements.join(';\n')).execute(db);
  await sql`INSERT INTO applied_schema_files (name, hash) VALUES (${name}, ${hash})
    ON CONFLICT (name) DO UPDATE SET hash = excluded.hash`.execute(db);
}

/** Within a transaction of the owner's, whose migrations are all made. Servers that start together wait for each other. */
export async function applySchemaIn(db: Kysely<Tables>): Promise<void> {
  await sql`LOCK TABLE applied_schema_files IN SHARE ROW EXCLUSIVE MODE`.execute(db);
  for (const change of await findChanges(db)) await applyChange(db, change);
}

/** As the owner. Nearly every start finds nothing to do. */
export async function applySchema(owner: Db): Promise<void> {
  if ((await findChanges(owner)).length === 0) return;
  await owner.transaction().execute(applySchemaIn);
}
