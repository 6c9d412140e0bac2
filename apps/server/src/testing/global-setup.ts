// One real PostgreSQL for a whole test run: the embedded one, or the server that TEST_DATABASE_URL names.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { openOwner } from '../platform/db/database.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../platform/db/migrate.ts';

const builtFolder = path.join(import.meta.dirname, '../../dist');

declare module 'vitest' {
  interface ProvidedContext {
    /** Settings of the cluster's owner, as JSON, and the database that tests copy. */
    readonly testCluster: { readonly connection: string; readonly template: string };
    /** A folder that is taken away after the run, and how files of it are called in the folder of the built server. */
    readonly testRun: { readonly folder: string; readonly bundlePrefix: string };
  }
}

/** Provides what the tests share. `TEST_DATABASE=none` leaves the database out, for runs in which no test asks for one. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE'] === 'none') return async () => {};
  const url = process.env['TEST_DATABASE_URL'];
  const cluster = url ? ownServer(url) : await embedded();
  const template = `watchpost_template_${process.pid}`;
  await withOwner(cluster.connection, `CREATE DATABASE ${template}`);
  const owner = openOwner({ ...cluster.connection, database: template });
  await migrate(owner.db);
  await owner.close();
  project.provide('testCluster', { connection: JSON.stringify(cluster.connection), template });
  const run = testRun();
  project.provide('testRun', run);
  return async () => {
    clear(run);
    await withOwner(cluster.connection, `DROP DATABASE ${template} WITH (FORCE)`);
    await cluster.stop();
  };
}

type TestRun = ProvidedContext['testRun'];

// Not the test files' own to clear: their processes are killed in the end, and share what one of them made.
function testRun(): TestRun {
  return {
    folder: fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-run-')),
    bundlePrefix: `test-${process.pid}-`,
  };
}

function clear({ folder, bundlePrefix }: TestRun): void {
  fs.rmSync(folder, { recursive: true, force: true });
  if (!fs.existsSync(builtFolder)) return;
  for (const name of fs.readdirSync(builtFolder)) {
    if (name.startsWith(bundlePrefix)) fs.rmSync(path.join(builtFolder, name));
  }
}

interface Cluster {
  readonly connection: pg.ClientConfig;
  stop(): Promise<void>;
}

async function embedded(): Promise<Cluster> {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-test-'));
  fs.chmodSync(folder, 0o755);
  // The data is thrown away, so that it need not survive a power cut.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const server = await startEmbeddedPostgres({ dataDir: folder, settings });
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      fs.rmSync(server.dataDir, { recursive: true, force: true });
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ownServer(databaseUrl: string): Cluster {
  const url = new URL(databaseUrl);
  const connection = {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  };
  return { connection, stop: async () => {} };
}

async function withOwner(connection: pg.ClientConfig, statement: string): Promise<void> {
  const owner = openOwner(connection);
  await owner.db.executeQuery(CompiledQuery.raw(statement));
  await owner.close();
}
