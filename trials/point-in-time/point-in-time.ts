// Restores to chosen moments under load: what had been acknowledged by then is there, what came later is not.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Ledger, newLedger } from '../failover/ledger.ts';
import { serverProgram } from '../failover/layout.ts';
import { startLoad } from '../failover/load.ts';
import { recount } from '../product/recount.ts';
import { acknowledged, answersReceived, spread } from '../product/figure-texts.ts';
import { Random } from '../../apps/server/src/demo/patrol-model/random.ts';
import { newFolder, startProduct } from '../started-product.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { compareWrites } from '../writes/compare.ts';
import { readStored } from '../writes/stored.ts';
import {
  archiveAll,
  makeFolders,
  type OwnPostgres,
  type Folders,
  requirePostgres,
  restoreTo,
  startArchivingLog,
  takeBaseBackup,
} from './archived-log.ts';

const phones = 4;
const hastyPhones = 2;
const afterwardsMs = 3_000;

interface Moment {
  /** As PostgreSQL writes it. */
  readonly at: string;
  readonly atMs: number;
  /** What had been acknowledged by then. */
  readonly acknowledged: Ledger;
}

async function run(trial: TrialRun): Promise<Outcome> {
  requirePostgres();
  const folders = makeFolders(newFolder(trial));
  const first = await startArchivingLog(trial, folders);
  trial.log('the demo company is made');
  await (
    await startProduct(trial, { url: first.url, folder: folders.folder }, { env: { DEMO: 'on' } })
  ).stop();
  const beganMs = Date.now();
  const { moments, ledger, backedUpMs, faults } = await writeAndForget(trial, folders, first);
  const restoredMs: number[] = [];
  for (const [at, moment] of moments.entries()) {
    trial.log(`restored to ${moment.at}`);
    const startedAt = performance.now();
    const restored = await restoreTo(trial, folders, { name: `restored-${at}`, moment: moment.at });
    restoredMs.push(performance.now() - startedAt);
    faults.push(...(await compare(restored, { moment, ledger, beganMs })));
    faults.push(...(await goOn(trial, folders, restored)));
    restored.stop();
  }
  return {
    faults,
    figures: [
      acknowledged(ledger),
      answersReceived(ledger),
      [
        'acknowledged by the moments',
        moments.map(({ acknowledged }) => acknowledged.scans.size + acknowledged.events.size).join(', '),
      ],
      ['base backup, under load', spread([backedUpMs])],
      ['restored, its log included', spread(restoredMs)],
    ],
  };
}

interface Written {
  readonly moments: readonly Moment[];
  readonly ledger: Ledger;
  readonly backedUpMs: number;
  readonly faults: string[];
}

/** Phones and a console write; the backup is taken, moments are noted, and then somebody makes a mistake. */
async function writeAndForget(trial: TrialRun, folders: Folders, first: OwnPostgres): Promise<Written> {
  const product = await startProduct(trial, { url: first.url, folder: folders.folder });
  const ledger = newLedger();
  const faults = ledger.faults;
  const load = await startLoad({
    urls: [product.url],
    ledger,
    seed: trial.seed,
    phones,
    hastyPhones,
    onFailure: (error) => void faults.push(`a client failed: ${String(error)}`),
  });
  await sleep(2_000);
  trial.log('the base backup is taken');
  const startedAt = performance.now();
  takeBaseBackup(folders);
  const backedUpMs = performance.now() - startedAt;
  const random = new Random('point in time', trial.seed);
  const moments: Moment[] = [];
  while (moments.length < trial.count && !trial.signal.aborted) {
    await sleep(random.integer(1_000, 8_000));
    moments.push(await momentOf(first, ledger));
  }
  await sleep(1_000);
  await mistake(first);
  await sleep(1_000);
  await load.stop();
  await product.stop();
  await archiveAll(first);
  first.stop();
  return { moments, ledger, backedUpMs, faults };
}

/** What was acknowledged is noted first, so that all of it was stored by the moment. */
async function momentOf(postgres: OwnPostgres, ledger: Ledger): Promise<Moment> {
  const acknowledged: Ledger = {
    ...newLedger(),
    events: new Set(ledger.events),
    scans: new Set(ledger.scans),
    records: new Set(ledger.records),
  };
  const [now] = await postgres.ask(
    `SELECT at::text, (extract(epoch FROM at) * 1000)::text AS ms FROM (SELECT clock_timestamp() AS at) AS now`,
  );
  return { at: now?.['at'] ?? '', atMs: Number(now?.['ms']), acknowledged };
}

/** By hand, in the wrong database. */
async function mistake({ connection }: OwnPostgres): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('TRUNCATE scans, shifts CASCADE');
  } finally {
    await client.end();
  }
}

interface Compared {
  readonly moment: Moment;
  /** Of the whole time. */
  readonly ledger: Ledger;
  readonly beganMs: number;
}

async function compare(restored: OwnPostgres, { moment, ledger, beganMs }: Compared): Promise<string[]> {
  const stored = await readStored(restored.connection, beganMs);
  const faults = compareWrites({ ...moment.acknowledged, uploads: ledger.uploads }, stored);
  const later = [...stored.scans, ...stored.events].filter((id) => madeAtMs(id) > moment.atMs);
  if (later.length > 0) faults.push(`${later.length} events that were made after the moment`);
  return faults.map((fault) => `${moment.at}: ${fault}`);
}

/** Of a UUID of version 7; epoch milliseconds. */
const madeAtMs = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** The product recounts everything, and then is worked with. */
async function goOn(trial: TrialRun, { folder }: Folders, { url }: OwnPostgres): Promise<string[]> {
  const settings = { DATABASE_URL: url, DATA_DIR: path.join(folder, 'files') };
  const differing = await recount(serverProgram('verify'), settings);
  if (differing !== null) return [differing];
  const product = await startProduct(trial, { url, folder });
  const ledger = newLedger();
  const onFailure = (error: unknown) => void ledger.faults.push(String(error));
  const load = await startLoad({ urls: [product.url], ledger, seed: trial.seed, phones, onFailure });
  await sleep(afterwardsMs);
  await load.stop();
  await product.stop();
  return ledger.scans.size > 0
    ? ledger.faults
    : ['no scan was acknowledged after the restore', ...ledger.faults];
}

export const pointInTime: Trial = {
  about:
    'a PostgreSQL of one’s own is restored to chosen moments before a mistake, from a backup taken under load',
  counted: 'moments',
  defaultCount: 3,
  run,
};
