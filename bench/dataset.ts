// The measured data in a PostgreSQL of its own below .cache/bench: made once for a size and seed, then reused.
import fs from 'node:fs';
import path from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { hashPassword } from '../apps/server/src/access/password.ts';
import { type Db, openOwner } from '../apps/server/src/db/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/db/embedded/embedded-postgres.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { insertCompany } from '../apps/server/src/demo/demo-company.queries.ts';
import { insertAccounts, insertSettings, insertTenant } from '../apps/server/src/demo/demo-tenant.queries.ts';
import { demoPassword } from '../apps/server/src/demo/demo-sign-ins.ts';
import { insertHistory } from '../apps/server/src/demo/patrol-history.queries.ts';
import { companyOf, historyOf, period, tenantShapes } from './dataset-shape.ts';

/** The name that the product gives to its embedded database, so that it can also be started on this folder. */
const databaseName = 'watchpost';

/** Crash safety is for data that cannot be made again. */
const loadSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  autovacuum: 'off',
};

export interface DatasetOptions {
  readonly cacheFolder: string;
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface Dataset {
  /** Data folder of the embedded PostgreSQL that holds it. */
  readonly dataDir: string;
  readonly rounds: number;
  readonly scans: number;
  readonly minutesToMake: number;
}

/** Makes the data unless it is there whole. A half-made one begins again. */
export async function ensureDataset(options: DatasetOptions): Promise<Dataset> {
  const dataDir = path.join(options.cacheFolder, `${options.rounds}-${options.seed}`);
  const completeFile = path.join(dataDir, 'complete.json');
  if (!fs.existsSync(completeFile)) {
    fs.mkdirSync(dataDir, { recursive: true });
    const made = await makeDataset(dataDir, options);
    fs.writeFileSync(completeFile, JSON.stringify(made));
  }
  const made: Omit<Dataset, 'dataDir'> = JSON.parse(fs.readFileSync(completeFile, 'utf8'));
  return { ...made, dataDir };
}

async function makeDataset(
  dataDir: string,
  { rounds, seed, log }: DatasetOptions,
): Promise<Omit<Dataset, 'dataDir'>> {
  const startedAt = performance.now();
  const minutes = () => (performance.now() - startedAt) / 60_000;
  const server = await startEmbeddedPostgres({ dataDir, settings: loadSettings });
  try {
    await recreateDatabase(server.connection);
    const owner = openOwner({ ...server.connection, database: databaseName });
    try {
      await migrate(owner.db);
      const made = { rounds: 0, scans: 0 };
      for (const tenant of tenantShapes(rounds)) {
        const company = companyOf(seed, tenant);
        await insertTenant(owner.db, tenant.slug, company);
        const secretHash = await hashPassword(demoPassword);
        await insertCompany(owner.db, company.id, company, secretHash);
        await insertAccounts(owner.db, company, secretHash);
        await insertSettings(owner.db, company);
        const counts = await insertHistory(
          owner.db,
          company.id,
          historyOf(company, tenant.rounds),
          period.toMs,
        );
        made.rounds += counts.rounds;
        made.scans += counts.scans;
        log(
          `  ${tenant.slug}: ${counts.rounds} rounds, ${counts.scans} scans; ${minutes().toFixed(1)} min so far`,
        );
      }
      await sql`VACUUM (FREEZE, ANALYZE)`.execute(owner.db);
      await requireExactCounts(owner.db);
      await sql`CHECKPOINT`.execute(owner.db);
      return { ...made, minutesToMake: minutes() };
    } finally {
      await owner.close();
    }
  } finally {
    await server.stop();
  }
}

async function recreateDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const owner = openOwner(connection);
  try {
    await owner.db.executeQuery(CompiledQuery.raw(`DROP DATABASE IF EXISTS ${databaseName} WITH (FORCE)`));
    await owner.db.executeQuery(CompiledQuery.raw(`CREATE DATABASE ${databaseName}`));
  } finally {
    await owner.close();
  }
}

/** The totals that the product answers with must be those of the rows, or nothing measured here means anything. */
async function requireExactCounts(db: Db): Promise<void> {
  const { rows } = await sql<{ differing: number }>`
    WITH counted AS (
      SELECT tenant_id, site_id, started_at_ms / 86400000 * 86400000 AS bucket_ms, count(*) AS rounds,
        sum(total_check_points) AS checkpoints
      FROM rounds GROUP BY 1, 2, 3),
    kept AS (
      SELECT tenant_id, site_id, bucket_ms, rounds, checkpoints FROM round_counts
      WHERE grain = 1 AND guard_id = '00000000-0000-0000-0000-000000000000'
        AND site_id <> '00000000-0000-0000-0000-000000000000' AND rounds <> 0)
    SELECT count(*) AS differing FROM counted FULL JOIN kept USING (tenant_id, site_id, bucket_ms)
    WHERE counted.rounds IS DISTINCT FROM kept.rounds OR counted.checkpoints IS DISTINCT FROM kept.checkpoints`.execute(
    db,
  );
  if (rows[0]?.differing !== 0) throw new Error(`${rows[0]?.differing} counters differ from their rows`);
}

export interface DatasetServer {
  readonly postgres: EmbeddedPostgres;
  readonly connection: EmbeddedPostgres['connection'];
  /** The same as a DATABASE_URL of the product. */
  readonly url: string;
}

/** The dataset's PostgreSQL with the settings that the product itself starts it with. */
export async function startDatasetServer(dataset: Dataset): Promise<DatasetServer> {
  const postgres = await startEmbeddedPostgres({ dataDir: dataset.dataDir });
  const connection = { ...postgres.connection, database: databaseName };
  const { host, port, user, password } = connection;
  const place = host.startsWith('/') ? `localhost:${port}` : `${host}:${port}`;
  const socket = host.startsWith('/') ? `?host=${encodeURIComponent(host)}` : '';
  const sign = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  return { postgres, connection, url: `postgres://${sign}@${place}/${databaseName}${socket}` };
}
