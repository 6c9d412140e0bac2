// The product as it is started: its bundle in a process of its own, with its own database in an empty data folder.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Db } from '../apps/server/src/platform/db/database.ts';
import { openOwner } from '../apps/server/src/platform/db/database.ts';
import { storeFilesIn } from '../apps/server/src/testing/test-files.ts';
import { newFolder, startServer } from './started-product.ts';
import type { TrialRun } from './trial.ts';

export interface TriedProduct {
  /** Without a slash at its end. */
  readonly url: string;
  /** Of the server. */
  readonly pid: number;
  /** Its database as the owner, for arranging and for looking behind the product's back. */
  readonly owner: Db;
  readonly dataDir: string;
}

/**
 * Starts it without a demo, believing one proxy's X-Forwarded-For, so that a trial can ask from any address. It ends
 * with the trial, and its data with it.
 */
export async function startTriedProduct(
  trial: Pick<TrialRun, 'atEnd'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<TriedProduct> {
  const dataDir = newFolder(trial);
  const secret = { SERVER_SECRET: randomBytes(32).toString('hex') };
  const env = { TRUST_PROXY: 'on', DATA_DIR: dataDir, ...secret, ...settings };
  const server = await startServer(trial, { env });
  const connection = { host: path.join(dataDir, 'socket'), port: 5432, user: 'postgres' };
  const owner = openOwner({ ...connection, database: 'watchpost' });
  trial.atEnd(() => owner.close());
  storeFilesIn(path.join(dataDir, 'files'));
  return { url: server.url, pid: server.pid, owner: owner.db, dataDir };
}
