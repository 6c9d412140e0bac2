// The product as it is run, on a PostgreSQL of the trial's own that is thrown away with it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { type Db, openOwner } from '../apps/server/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { type ChildServer, startChildServer } from '../bench/child-server.ts';
import { serverBundle } from '../bench/layout.ts';
import { ensureBuild } from '../scripts/ensure-build.mjs';
import { memoryFlags, memorySettings } from '../scripts/server-memory.mjs';
import type { TrialRun } from './trial.ts';

export interface TrialDatabase {
  readonly folder: string;
  /** For looking behind the product's back. */
  readonly owner: Db;
  readonly connection: pg.ClientConfig;
  /** As DATABASE_URL names it. */
  readonly url: string;
}

/** Of the trial's own; as root the database runs as another user, who must be able to get here. */
export function newFolder({ atEnd }: Pick<TrialRun, 'atEnd'>): string {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-trial-'));
  fs.chmodSync(folder, 0o755);
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Migrated and empty, with the settings that the product itself starts its embedded one with. */
export async function startDatabase(trial: Pick<TrialRun, 'atEnd'>): Promise<TrialDatabase> {
  const { atEnd } = trial;
  const folder = newFolder(trial);
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  // As root it lies where the database's own user may go.
  atEnd(() => fs.rmSync(postgres.dataDir, { recursive: true, force: true, maxRetries: 5 }));
  atEnd(() => postgres.stop());
  const first = openOwner(postgres.connection);
  await first.db.executeQuery(CompiledQuery.raw('CREATE DATABASE watchpost'));
  await first.close();
  const connection = { ...postgres.connection, database: 'watchpost' };
  const owner = openOwner(connection);
  atEnd(() => owner.close());
  await migrate(owner.db);
  const { host, port, user, password } = connection;
  const sign = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  const url = `postgres://${sign}@localhost:${port}/watchpost?host=${encodeURIComponent(host)}`;
  return { folder, owner: owner.db, connection, url };
}

export interface StartSettings {
  /** Besides those of every trial. */
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
}

/** With the demo's company, which another process has made: that takes memory that the product itself does not need. */
export async function startDemo(
  trial: Pick<TrialRun, 'atEnd' | 'log'>,
  database: TrialDatabase,
  settings: StartSettings = {},
): Promise<ChildServer> {
  trial.log('the demo company is made');
  await (await startProduct(trial, database, { env: { DEMO: 'on' } })).stop();
  return startProduct(trial, database, { ...settings, env: { DEMO: 'on', ...settings.env } });
}

export function startProduct(
  trial: Pick<TrialRun, 'atEnd'>,
  { url, folder }: Pick<TrialDatabase, 'url' | 'folder'>,
  { env = {}, nodeArgs = [] }: StartSettings = {},
): Promise<ChildServer> {
  const settings = { DATABASE_URL: url, DATA_DIR: path.join(folder, 'files') };
  return startServer(trial, { env: { ...settings, ...env }, nodeArgs });
}

/** Without a demo unless `env` says so; resolves when it can serve from its database. */
export async function startServer(
  { atEnd }: Pick<TrialRun, 'atEnd'>,
  { env = {}, nodeArgs = [] }: StartSettings,
): Promise<ChildServer> {
  await ensureBuild();
  const server = await startChildServer({
    args: [...memoryFlags, ...nodeArgs, serverBundle],
    env: {
      ...memorySettings,
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      DEMO: 'off',
      ACCOUNT_LIMITS: 'off',
      ...env,
    },
    probePath: '/readyz',
  });
  atEnd(() => server.stop());
  return server;
}
