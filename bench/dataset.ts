// The measured data in a PostgreSQL of its own below .cache/bench: made once for a size and seed, then reused.
import fs from 'node:fs';
import path from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { openOwner } from '../apps/server/src/platform/db/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { tenantShapes } from './dataset-shape.ts';
import { connector } from './generation/connections.ts';
import { diskNeedOf, requireDiskSpace, whileDiskHasSpace } from './generation/disk-space.ts';
import { generate } from './generation/generate.ts';
import { requireExactCounts } from './generation/exact-counts.ts';
import { tableSizes } from './generation/table-sizes.ts';

/** The name that the product gives to its embedded database, so that it can also be started on this folder. */
const databaseName = 'watchpost';

/** Goes up when the same size and seed give other data: what was made before is then made again. */
const shapeVersions = { withScans: 3, withoutScans: 2 };

/** Crash safety is for data that cannot be made again; tables that are filled as a whole need no journal at all. */
const loadSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  shared_buffers: '1GB',
  maintenance_work_mem: '1GB',
  autovacuum: 'off',
};

export interface DatasetOptions {
  readonly cacheFolder: string;
  readonly rounds: number;
  readonly seed: number;
  /** Without them the data take half of the room: only rounds that missed a checkpoint have scans. */
  readonly hasScans: boolean;
  readonly log: (line: string) => void;
}

export interface Dataset {
  /** Data folder of the embedded PostgreSQL that holds it. */
  readonly dataDir: string;
  readonly rounds: number;
  readonly scans: number;
  readonly minutesToMake: number;
}

interface Made extends Omit<Dataset, 'dataDir'> {
  readonly shapeVersion: number;
}

function readMade(completeFile: string, shapeVersion: number): Made | null {
  if (!fs.existsSync(completeFile)) return null;
  const made: Made = JSON.parse(fs.readFileSync(completeFile, 'utf8'));
  return made.shapeVersion === shapeVersion ? made : null;
}

/** Makes the data unless it is there whole. What a killed run left begins again. */
export async function ensureDataset(options: DatasetOptions): Promise<Dataset> {
  const { cacheFolder, rounds, seed, hasScans } = options;
  const dataDir = path.join(cacheFolder, `${rounds}-${seed}${hasScans ? '' : '-without-scans'}`);
  const completeFile = path.join(dataDir, 'complete.json');
  const shapeVersion = hasScans ? shapeVersions.withScans : shapeVersions.withoutScans;
  const stored = readMade(completeFile, shapeVersion);
  if (stored !== null) return { ...stored, dataDir };
  fs.rmSync(completeFile, { force: true });
  fs.mkdirSync(dataDir, { recursive: true });
  const made = { ...(await makeDataset(dataDir, options)), shapeVersion };
  fs.writeFileSync(completeFile, JSON.stringify(made));
  return { ...made, dataDir };
}

async function makeDataset(dataDir: string, options: DatasetOptions): Promise<Omit<Dataset, 'dataDir'>> {
  const startedAt = performance.now();
  const server = await startEmbeddedPostgres({ dataDir, settings: loadSettings });
  try {
    await dropDatabase(server.connection);
    const need = diskNeedOf(options.rounds, options.hasScans);
    requireDiskSpace(dataDir, need, options.log);
    await createDatabase(server.connection);
    const made = await whileDiskHasSpace(
      dataDir,
      () => dropDatabase(server.connection),
      () => fillDatabase({ ...server.connection, database: databaseName }, need.temporaryBytes, options),
    );
    return { ...made, minutesToMake: (performance.now() - startedAt) / 60_000 };
  } finally {
    await server.stop();
  }
}

async function fillDatabase(
  connection: EmbeddedPostgres['connection'],
  temporaryBytes: number,
  options: DatasetOptions,
): Promise<{ rounds: number; scans: number }> {
  const { log } = options;
  const owner = openOwner(connection);
  try {
    await migrate(owner.db);
    const { rounds, scans } = await generate(connection, {
      ...options,
      tenants: tenantShapes(options.rounds),
      temporaryBytes,
    });
    await sql`VACUUM (FREEZE, ANALYZE)`.execute(owner.db);
    await requireExactCounts(owner.db);
    await sql`CHECKPOINT`.execute(owner.db);
    log(await connector(connection, temporaryBytes)(tableSizes));
    return { rounds, scans };
  } finally {
    await owner.close();
  }
}

const dropDatabase = (connection: EmbeddedPostgres['connection']) =>
  runAsOwner(connection, `DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`);

const createDatabase = (connection: EmbeddedPostgres['connection']) =>
  runAsOwner(connection, `CREATE DATABASE ${databaseName}`);

async function runAsOwner(connection: EmbeddedPostgres['connection'], statement: string): Promise<void> {
  const owner = openOwner(connection);
  try {
    await owner.db.executeQuery(CompiledQuery.raw(statement));
  } finally {
    await owner.close();
  }
}

export interface DatasetServer {
  readonly postgres: EmbeddedPostgres;
  readonly connection: EmbeddedPostgres['connection'];
  /** The same as a DATABASE_URL of the product. */
  readonly url: string;
}

/** The dataset's PostgreSQL with the settings that the product itself starts it with, and others over them. */
export async function startDatasetServer(
  dataset: Dataset,
  settings: Readonly<Record<string, string>> = {},
): Promise<DatasetServer> {
  const postgres = await startEmbeddedPostgres({ dataDir: dataset.dataDir, settings });
  const connection = { ...postgres.connection, database: databaseName };
  const { host, port, user, password } = connection;
  const address = host.startsWith('/') ? `localhost:${port}` : `${host}:${port}`;
  const socket = host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : '';
  const sign = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  return { postgres, connection, url: `postgres://${sign}@${address}/${databaseName}${socket}` };
}
