// Where a backup is restored to: the embedded database of a data folder, or an empty database of a server of one's own.
import fs from 'node:fs/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { storedServerSecret, serverSecretFile } from '../../platform/access/server-secret.ts';
import { type Db, openOwner } from '../../platform/db/database.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded/embedded-postgres.ts';
import { makeFolder } from '../../platform/db/embedded/make-folder.ts';
import { embeddedDatabaseName, restoreMarker } from '../../platform/db/open-store.ts';
import { BackupError } from './backup-file.ts';

const draftName = `${embeddedDatabaseName}_restoring`;
const run = (db: Db, text: string, values: unknown[] = []) =>
  db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));

async function withOwner<T>(connection: pg.ClientConfig, work: (db: Db) => Promise<T>): Promise<T> {
  const owner = openOwner(connection);
  try {
    return await work(owner.db);
  } finally {
    await owner.close();
  }
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Whether a database that is there may be kept aside; else it is an error. */
  readonly mayReplace: boolean;
}

/**
 * Runs `fill` on a new database that takes its place in the data folder once it is filled, at once and whole. Resolves
 * with what it gave, and with the name that the database of before has now, null when there was none.
 * @throws BackupError where there is one already; EmbeddedPostgresError where the product is running
 */
export async function intoDataFolder<T>(
  { dataDir, mayReplace }: EmbeddedOptions,
  fill: (owner: Db) => Promise<T>,
): Promise<{ filled: T; aside: string | null }> {
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    return await withOwner(server.connection, async (admin) => {
      const { rows } = await run(admin, 'SELECT FROM pg_database WHERE datname = $1', [embeddedDatabaseName]);
      const isTaken = rows.length > 0;
      if (isTaken && !mayReplace) {
        throw new BackupError(
          `${dataDir} holds a database already. Name another DATA_DIR, or say --replace: the one that is there is then kept aside.`,
        );
      }
      await run(admin, `DROP DATABASE IF EXISTS ${draftName} WITH (FORCE)`);
      await run(admin, `CREATE DATABASE ${draftName}`);
      const filled = await withOwner({ ...server.connection, database: draftName }, fill);
      const aside = isTaken ? `${embeddedDatabaseName}_before_${stampOf(new Date())}` : null;
      await admin.transaction().execute(async (transaction) => {
        if (aside !== null)
          await run(transaction, `ALTER DATABASE ${embeddedDatabaseName} RENAME TO ${aside}`);
        await run(transaction, `ALTER DATABASE ${draftName} RENAME TO ${embeddedDatabaseName}`);
      });
      return { filled, aside };
    });
  } finally {
    await server.stop();
  }
}

/** E.g. 20261121_201500_042, in UTC; the milliseconds keep two within a second apart. */
const stampOf = (at: Date): string =>
  at.toISOString().replaceAll(/[-:Z]/g, '').replace('T', '_').replace('.', '_');

/** Runs `fill` on a database of one's own that is empty, or that an earlier try left unfinished. */
export async function intoEmptyDatabase<T>(
  connection: pg.ClientConfig,
  fill: (owner: Db) => Promise<T>,
): Promise<T> {
  return withOwner(connection, async (owner) => {
    const { rows } = await run(
      owner,
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    );
    if (rows.length > 0 && !rows.some(({ relname }) => relname === restoreMarker)) {
      throw new BackupError('This database is not empty: name a new one in DATABASE_URL.');
    }
    if (rows.length > 0) {
      await run(owner, 'DROP SCHEMA public CASCADE');
      await run(owner, 'DROP SCHEMA IF EXISTS graphile_worker CASCADE');
      await run(owner, 'CREATE SCHEMA public');
      // As a new database has it: who serves requests is not the schema's owner.
      await run(owner, 'GRANT USAGE ON SCHEMA public TO PUBLIC');
    }
    await run(owner, `CREATE TABLE ${restoreMarker} ()`);
    const filled = await fill(owner);
    await run(owner, `DROP TABLE ${restoreMarker}`);
    return filled;
  });
}

/** @throws BackupError when the folder has another one: what the restored database sealed could not be opened with it */
export async function keepSecret(dataDir: string, secret: string, mayReplace: boolean): Promise<void> {
  makeFolder(dataDir);
  const file = serverSecretFile(dataDir);
  const found = await storedServerSecret(dataDir);
  if (found === secret) return;
  if (found !== null) {
    if (!mayReplace) {
      throw new BackupError(
        `${file} is another installation's. Name another DATA_DIR, or say --replace: it is then kept aside.`,
      );
    }
    await fs.rename(file, `${file}.before-${stampOf(new Date())}`);
  }
  await fs.writeFile(file, secret, { mode: 0o600 });
}
