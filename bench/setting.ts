// Everything that the measurements of one run share.
import { sql } from 'kysely';
import { openOwner } from '../apps/server/src/platform/db/database.ts';
import type { ChildServer } from './child-server.ts';
import { type Dataset, type DatasetServer, startDatasetServer } from './dataset.ts';
import { startFloor } from './floor.ts';
import type { Options } from './options.ts';
import { type Headers, signInAdmin, slug, startProduct } from './product.ts';
import { residentMbOf } from './process-usage.ts';
import { createFloorTable, forgetWrites, settled } from './written-rows.ts';

export interface Setting {
  readonly options: Options;
  readonly dataset: Dataset;
  readonly server: DatasetServer;
  readonly product: ChildServer;
  readonly floor: ChildServer;
  /** Headers of a super admin. */
  readonly admin: Headers;
  readonly tenant: MeasuredTenant;
  /** Resident memory of the product before any load, in MB. */
  readonly idleMb: number;
}

export interface MeasuredTenant {
  readonly id: string;
  readonly rounds: number;
  readonly siteIds: readonly string[];
}

/**
 * How long the product is left alone before its idle memory is read: the engine tidies up 15 to 42 s after the start, and the
 * first jobs of a minute bring in what the server needs from then on.
 */
const idleMs = 75_000;

/** Runs with the database, the product and the floor up; takes them down and the written rows away afterwards. */
export async function withSetting<T>(
  options: Options,
  dataset: Dataset,
  run: (setting: Setting) => Promise<T>,
): Promise<T> {
  const server = await startDatasetServer(dataset);
  const started: ChildServer[] = [];
  try {
    await forgetWrites(server);
    await createFloorTable(server);
    const product = await startProduct({ dataDir: dataset.dataDir, databaseUrl: server.url });
    started.push(product);
    const floor = await startFloor(server);
    started.push(floor);
    await settled(server);
    await new Promise((resolve) => setTimeout(resolve, idleMs));
    const idleMb = residentMbOf(product.pid);
    const admin = await signInAdmin(product);
    const tenant = await findTenant(server);
    return await run({ options, dataset, server, product, floor, admin, tenant, idleMb });
  } finally {
    for (const child of started) await child.stop();
    await forgetWrites(server);
    await server.postgres.stop();
  }
}

export async function findTenant(server: DatasetServer): Promise<MeasuredTenant> {
  const owner = openOwner(server.connection);
  try {
    const { rows } = await sql<MeasuredTenant>`
      SELECT t.tenant_id AS id, (SELECT last_no FROM round_arrivals a WHERE a.tenant_id = t.tenant_id) AS rounds,
        ARRAY(SELECT s.id::text FROM sites s WHERE s.tenant_id = t.tenant_id ORDER BY s.id) AS "siteIds"
      FROM tenants t WHERE slug = ${slug}`.execute(owner.db);
    const [found] = rows;
    if (found === undefined) throw new Error(`The data has no tenant ${slug}`);
    return found;
  } finally {
    await owner.close();
  }
}
