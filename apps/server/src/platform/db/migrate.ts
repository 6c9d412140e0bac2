// Brings a database to this version: the files of migrations/ that it has not had, and then what schema/ says.
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { EnvError } from '../../env.ts';
import { applySchema, applySchemaIn } from './apply-schema.queries.ts';
import { ownerPoolOf } from './database.ts';
import { migrateJobs } from './job-tables.ts';
import {
  baseline,
  formerOf,
  isTakenOver,
  newerThan,
  olderThanBaseline,
  versionOfBaseline,
} from './made-migrations.ts';
import { readMigrationFiles } from './migration-files.ts';
import { remakeNameOrder } from './name-order.queries.ts';
import type { Tables } from './tables.ts';

const files = readMigrationFiles();

/** Names of all, in the order in which they are made. */
export const migrationNames: readonly string[] = [...files.keys()];

/**
 * Brings the database to the newest version, as its owner. Safe with several servers starting at once: the migrator takes an
 * advisory lock. Throws the first migration's error, of which nothing stays, and EnvError where a newer version of the product
 * has been at work, or one that is older than the baseline.
 */
export async function migrate(owner: Kysely<Tables>): Promise<void> {
  const made = await namesOfMade(owner);
  requireKnown(made);
  await createAppRole(owner);
  const missing = migrationNames.filter((name) => !made.includes(name));
  // Nearly every start finds all of them made; the migrator takes a tenth of the start to find that out.
  if (missing.length > 0) {
    const steps = stepsOf(isTakenOver(made) ? withoutBaseline : files);
    await makeSteps(owner, { ...passed(formerOf(made)), ...withSchema(steps, missing.at(-1)) });
  }
  await applySchema(owner);
  await makeRest(owner);
}

/**
 * Makes the tables of an empty database as they were in another one, by the names of the migrations that it had. Those that
 * `migrate` would not take over are the caller's to refuse.
 */
export async function migrateAs(owner: Kysely<Tables>, made: readonly string[]): Promise<void> {
  await createAppRole(owner);
  const had = new Map([...files].filter(([name]) => name === baseline || made.includes(name)));
  await makeSteps(owner, { ...passed(formerOf(made)), ...stepsOf(had) });
  await makeRest(owner);
}

async function makeRest(owner: Kysely<Tables>): Promise<void> {
  await remakeNameOrder(owner);
  await migrateJobs(ownerPoolOf(owner));
}

type Steps = Readonly<Record<string, Migration>>;

/** What a file says; functions may name others and tables that are made after them. */
const stepOf = (text: string): Migration => ({
  up: async (db) => {
    await sql`SELECT set_config('check_function_bodies', 'off', true)`.execute(db);
    await sql.raw(text).execute(db);
  },
});

const stepsOf = (texts: ReadonlyMap<string, string>): Steps =>
  Object.fromEntries([...texts].map(([name, text]) => [name, stepOf(text)]));

const withoutBaseline = new Map(files).set(baseline, '-- Its tables are there already.');

/** Recorded, with nothing to do. */
const passed = (names: readonly string[]): Steps =>
  Object.fromEntries(names.map((name) => [name, { up: async () => {} }]));

/** With the last one, in the transaction of all that are made, what schema/ says is applied. */
function withSchema(steps: Steps, last: string | undefined): Steps {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => {
      const up = async (db: Kysely<Tables>) => {
        await step.up(db);
        await applySchemaIn(db);
      };
      return [name, name === last ? { up } : step];
    }),
  );
}

/** In one transaction. A file whose number is lower than that of one that was made is made, too: branches meet. */
async function makeSteps(owner: Kysely<Tables>, steps: Steps): Promise<void> {
  const provider = { getMigrations: async () => steps };
  const migrator = new Migrator({ db: owner, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function namesOfMade(owner: Kysely<Tables>): Promise<string[]> {
  const isMigrated = await sql`SELECT WHERE to_regclass('kysely_migration') IS NOT NULL`.execute(owner);
  if (isMigrated.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(
    owner,
  );
  return rows.map(({ name }) => name);
}

/** This version does not know what a newer one relies on, and not how an older one's tables are. */
function requireKnown(made: readonly string[]): void {
  const newer = newerThan(migrationNames, made);
  if (newer.length > 0) {
    throw new EnvError(
      `The database was used by a newer version of Watchpost (${newer.join(', ')}): start that version, or restore a backup of before into an empty database.`,
    );
  }
  const older = olderThanBaseline(made);
  if (older !== null) {
    throw new EnvError(
      `The database was last used by a version of Watchpost before ${versionOfBaseline} (its last migration is ${older}): start the version of ${versionOfBaseline} on it first, and then this one. Nothing was changed.`,
    );
  }
}

/**
 * Roles belong to the whole cluster, so another database may have made it, perhaps at this very moment. Who may create
 * none needs it to be there.
 */
async function createAppRole(owner: Kysely<Tables>): Promise<void> {
  await sql`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'watchpost_app') THEN
      CREATE ROLE watchpost_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`.execute(owner);
}
