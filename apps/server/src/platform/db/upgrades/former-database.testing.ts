// A database as the last version before plain migrations left it: its tables, what it had recorded and rows of its server.
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { emptyDatabase, type EmptyDatabase } from '../../../lifecycle/backup/backup.testing.ts';
import { type Db, ownerPoolOf } from '../database.ts';
import { migrateJobs } from '../job-tables.ts';
import { baseline } from '../made-migrations.ts';
import { readMigrationFiles } from '../migration-files.ts';

const rowsFile = path.join(import.meta.dirname, 'version-of-2026-11-29.sql');

/** Runs a file of migrations/ by itself, as an older version had its text elsewhere, and records nothing. */
export async function runFile(db: Db, name: string): Promise<void> {
  await sql`SELECT set_config('check_function_bodies', 'off', true)`.execute(db);
  await sql.raw(readMigrationFiles().get(name) ?? '').execute(db);
}

/** With one company, whose four rounds are sealed. */
export async function formerDatabase(): Promise<EmptyDatabase> {
  const made = await emptyDatabase();
  await made.owner.transaction().execute(async (db) => {
    await runFile(db, baseline);
    await sql`SELECT set_config('session_replication_role', 'replica', true)`.execute(db);
    await sql.raw(fs.readFileSync(rowsFile, 'utf8')).execute(db);
  });
  await migrateJobs(ownerPoolOf(made.owner));
  return made;
}
