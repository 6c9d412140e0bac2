// The product with the database that it brings and looks after, against the same with a server of one's own.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { clusterDirOf } from '../apps/server/src/platform/db/embedded/data-placement.ts';
import type { ChildServer } from './child-server.ts';
import { type Dataset, startDatasetServer } from './dataset.ts';
import { readIssuedCodes } from './issued-codes.ts';
import { compared, cycle, described, listRequests } from './list-figures.ts';
import { load, type Pass, warmUpSeconds } from './load.ts';
import type { Options } from './options.ts';
import { signInAdmin, startProduct } from './product.ts';
import { atLeast, type Figure } from './report.ts';
import { singleScans, walkersOf } from './scan-figures.ts';
import { findTenant, type MeasuredTenant } from './setting.ts';
import { forgetWrites } from './written-rows.ts';

interface Known {
  readonly tenant: MeasuredTenant;
  readonly codes: ReadonlyMap<string, string>;
}

interface Turn {
  readonly list: Pass;
  readonly scan: Pass;
}

/**
 * Settings that an operator would choose: a quarter of the memory for the cache, and checkpoints as PostgreSQL ships them.
 * The bench connects through the socket, the faster way.
 */
function ownSettings(): Readonly<Record<string, string>> {
  const memoryMb = Math.floor(os.totalmem() / 1_048_576);
  return {
    shared_buffers: `${Math.floor(memoryMb / 4)}MB`,
    effective_cache_size: `${Math.floor((memoryMb * 3) / 4)}MB`,
    max_active_replication_origins: '10',
    checkpoint_timeout: '5min',
  };
}

/** In turns on the same files, each server started again: one folder is only ever one server's. */
export async function measureEmbedded(options: Options, dataset: Dataset): Promise<Figure[]> {
  const known = await lookInto(dataset);
  const embedded: Turn[] = [];
  const own: Turn[] = [];
  for (let pass = 0; pass < options.passes; pass += 1) {
    embedded.push(await withEmbedded(dataset, (product, pid) => measure(product, pid, known, options)));
    own.push(await withOwn(dataset, (product, pid) => measure(product, pid, known, options)));
  }
  // What was written goes.
  await lookInto(dataset);
  return (['list', 'scan'] as const).map((what) => {
    const ours = embedded.map((pass) => pass[what]);
    const theirs = own.map((pass) => pass[what]);
    const { ratio, text } = compared(ours, theirs);
    return {
      what: `embedded database against a server of one's own: ${what}`,
      product: described(ours),
      floor: described(theirs),
      measured: text,
      ...atLeast(ratio, 0.8, ' x'),
    };
  });
}

/** Takes away what was written before, and tells what is there. */
async function lookInto(dataset: Dataset): Promise<Known> {
  const server = await startDatasetServer(dataset);
  try {
    await forgetWrites(server);
    const tenant = await findTenant(server);
    return { tenant, codes: await readIssuedCodes(server, tenant.id) };
  } finally {
    await server.postgres.stop();
  }
}

type Measuring = (product: ChildServer, databasePid: number) => Promise<Turn>;

async function withEmbedded(dataset: Dataset, run: Measuring): Promise<Turn> {
  const product = await startProduct({ dataDir: dataset.dataDir });
  try {
    const pidFile = path.join(clusterDirOf(dataset.dataDir), 'postmaster.pid');
    return await run(product, Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]));
  } finally {
    await product.stop();
  }
}

async function withOwn(dataset: Dataset, run: Measuring): Promise<Turn> {
  const server = await startDatasetServer(dataset, ownSettings());
  try {
    const product = await startProduct({ dataDir: dataset.dataDir, databaseUrl: server.url });
    try {
      return await run(product, server.postgres.pid);
    } finally {
      await product.stop();
    }
  } finally {
    await server.postgres.stop();
  }
}

async function measure(
  product: ChildServer,
  databasePid: number,
  { tenant, codes }: Known,
  { seconds }: Options,
): Promise<Turn> {
  const admin = await signInAdmin(product);
  const lists = cycle(
    { server: { postgres: { pid: databasePid } } },
    product,
    listRequests({ admin, tenant }).product,
  );
  const scans = singleScans(product, databasePid, await walkersOf(product, codes), seconds);
  for (const target of [lists, scans]) await load(target, warmUpSeconds);
  return { list: await load(lists, seconds), scan: await load(scans, seconds) };
}
