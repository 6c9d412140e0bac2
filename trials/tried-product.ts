// The product as it is started: its bundle in a process of its own, with its own database in an empty data folder.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Db } from '../apps/server/src/db/database.ts';
import { openOwner } from '../apps/server/src/db/database.ts';
import { keepFilesIn } from '../apps/server/src/testing/test-files.ts';
import { startChildServer } from '../bench/child-server.ts';
import { serverBundle } from '../bench/layout.ts';
import { ensureBuild } from '../scripts/ensure-build.mjs';
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
  { atEnd }: Pick<TrialRun, 'atEnd'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<TriedProduct> {
  await ensureBuild();
  const dataDir = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-trial-'));
  atEnd(() => fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  // As root the database runs as another user, who must be able to get here.
  fs.chmodSync(dataDir, 0o755);
  const server = await startChildServer({
    // As scripts/start.mjs and deploy/ start it.
    args: ['--max-semi-space-size=4', serverBundle],
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      DEMO: 'off',
      TRUST_PROXY: 'on',
      SERVER_SECRET: randomBytes(32).toString('hex'),
      DATA_DIR: dataDir,
      ...settings,
    },
    probePath: '/readyz',
  });
  atEnd(() => server.stop());
  const connection = { host: path.join(dataDir, 'socket'), port: 5432, user: 'postgres' };
  const owner = openOwner({ ...connection, database: 'watchpost' });
  atEnd(() => owner.close());
  keepFilesIn(path.join(dataDir, 'files'));
  return { url: server.url, pid: server.pid, owner: owner.db, dataDir };
}
