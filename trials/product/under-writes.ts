// The frame of trials that harm the product while phones and a console write.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunningServer } from '../../apps/server/src/platform/db/embedded/running-server.ts';
import { compareWrites } from '../writes/compare.ts';
import { type Ledger, newLedger } from '../failover/ledger.ts';
import { startLoad } from '../failover/load.ts';
import { readStored, type Stored } from '../writes/stored.ts';
import type { TrialRun } from '../trial.ts';
import { makeCompany } from './company.ts';
import { Product } from './product.ts';
import type { Programs } from './programs.ts';

const phones = 5;
const hastyPhones = 3;
const acknowledgedWithinMs = 60_000;

export interface Scene {
  readonly product: Product;
  readonly ledger: Ledger;
  /** Of the super admin. */
  readonly headers: Readonly<Record<string, string>>;
}

export type Run = Pick<TrialRun, 'seed' | 'log' | 'signal' | 'atEnd'>;

interface Settings {
  readonly programs: Programs;
  /** See newFolder(). */
  readonly folder: string;
  /** How long after the last write every job must have been done; 0 not to look. */
  readonly jobsWithinMs?: number;
}

/**
 * Resolves, when `act` is over and no write is under way, with what is wrong: answers that no one should get, what was
 * acknowledged and is not stored, and what the product's own verify finds.
 */
export async function underWrites(
  { seed, log, atEnd }: Run,
  { programs, folder, jobsWithinMs = 0 }: Settings,
  action: (scene: Scene) => Promise<void>,
): Promise<{ readonly faults: readonly string[]; readonly ledger: Ledger }> {
  const product = await Product.in(folder, programs);
  atEnd(() => endProduct(product));
  log('the product starts');
  await product.start();
  await makeCompany(product.dataDir, phones + hastyPhones);
  const ledger = newLedger();
  const beganMs = Date.now();
  const onFailure = (error: unknown) => ledger.faults.push(`a client failed: ${String(error)}`);
  const load = await startLoad({ urls: [product.url], ledger, seed, phones, hastyPhones, onFailure });
  await action({ product, ledger, headers: load.headers });
  await load.stop();
  log('every acknowledged write is looked for, and everything is counted again');
  const stored = await readAll(product, beganMs, jobsWithinMs);
  const differing = await product.verify();
  const faults = [
    ...ledger.faults,
    ...compareWrites(ledger, stored),
    ...(jobsWithinMs > 0 ? stored.jobsLate.map((jobs) => `jobs are late: ${jobs}`) : []),
    ...(differing === null ? [] : [`verify: ${differing}`]),
  ];
  return { faults, ledger };
}

/** With what was stored since `fromMs`, once no job is late any more or the time is over. */
async function readAll({ dataDir }: Product, fromMs: number, jobsWithinMs: number): Promise<Stored> {
  const connection = await findRunningServer(dataDir);
  if (connection === null) throw new Error('the database does not run');
  for (const untilMs = Date.now() + jobsWithinMs; ; await sleep(2_000)) {
    const stored = await readStored(connection, fromMs);
    if (stored.jobsLate.length === 0 || Date.now() > untilMs) return stored;
  }
}

/** A folder that the database's user can enter; taken away at the end. */
export function newFolder(name: string, atEnd: Run['atEnd']): string {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), `watchpost-${name}-`));
  fs.chmodSync(folder, 0o755);
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A server that was killed left its database running: the next one takes it over and ends it. */
async function endProduct(product: Product): Promise<void> {
  if (!(await product.isReady())) {
    await product.kill();
    await product.start();
  }
  await product.stop();
}

/** Resolves with the moment, as performance.now(), of the first write that was acknowledged after `sinceAt`. */
export async function acknowledgedAfter(ledger: Ledger, sinceAt: number): Promise<number> {
  while (ledger.lastAckAt <= sinceAt) {
    if (performance.now() - sinceAt > acknowledgedWithinMs)
      throw new Error('no write is acknowledged any more');
    await sleep(5);
  }
  return ledger.lastAckAt;
}
