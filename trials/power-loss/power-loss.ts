// That the disk has what is acknowledged, before it is acknowledged: shown by the system calls of server and database.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findRunningServer } from '../../apps/server/src/platform/db/embedded/running-server.ts';
import { builtPrograms, type Programs } from '../product/programs.ts';
import { acknowledged } from '../product/figure-texts.ts';
import { acknowledgedAfter, newFolder, type Run, type Scene, underWrites } from '../product/under-writes.ts';
import { CannotRun, type Outcome, type Trial } from '../trial.ts';
import { prove, type Proof } from './proof.ts';
import { readCalls } from './system-calls.ts';

const tracedCalls = 'write,writev,pwrite64,fdatasync,fsync';
/** A reply to an upload of a round is shorter. */
const shownBytes = 4_096;
const attachedWithinMs = 30_000;

function requireStrace(): void {
  try {
    execFileSync('strace', ['--version'], { stdio: 'pipe' });
  } catch {
    throw new CannotRun('Missing here: apt-get install --no-install-recommends strace (Linux).');
  }
}

interface PowerLossRun extends Run {
  readonly count: number;
  /** False to have the database not wait for the disk, which the trial must notice. */
  readonly isSynced: boolean;
}

/** Throws CannotRun where there is no strace, or where it may not watch. */
export async function powerLoss(run: PowerLossRun, programs: Programs): Promise<Outcome> {
  requireStrace();
  const folder = newFolder('power', run.atEnd);
  let proof: Proof | null = null;
  const { faults, ledger } = await underWrites(run, { programs, folder }, async (scene) => {
    if (!run.isSynced) await stopWaitingForDisk(scene);
    proof = await traced(scene, run, path.join(folder, 'trace'));
  });
  if (proof === null) throw new Error('nothing was traced');
  const { proved, marginsMs, syncs, early }: Proof = proof;
  return {
    faults: [...faults, ...faultsOf(proof, run)],
    figures: [
      acknowledged(ledger),
      ['traced and proved', `${proved} acknowledged events, by ${syncs} syncs of the log`],
      ['acknowledged before the disk had their commit', `${early} events`],
      ...marginsOf(marginsMs),
    ],
  };
}

function marginsOf(marginsMs: readonly number[]): [string, string][] {
  const sorted = marginsMs.toSorted((a, b) => a - b);
  const [least, middle] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  if (least === undefined || middle === undefined) return [];
  const durations = `least ${least.toFixed(2)} ms, median ${middle.toFixed(2)} ms`;
  return [['from the sync to the acknowledgement', durations]];
}

function faultsOf(
  { proved, withoutCommit, early }: Proof,
  { count, isSynced, signal }: PowerLossRun,
): string[] {
  if (!isSynced) {
    return early > 0 ? [] : ['commits did not wait for the disk, and the trial has not noticed'];
  }
  const isShort = proved < count && !signal.aborted;
  return [
    ...(withoutCommit > 0 ? [`${withoutCommit} acknowledged events have no commit in the log`] : []),
    ...(early > 0 ? [`${early} events were acknowledged before the disk had their commit`] : []),
    ...(isShort ? [`only ${proved} acknowledged events were proved`] : []),
  ];
}

/** On all connections, which are made again. */
async function stopWaitingForDisk({ product, ledger }: Scene): Promise<void> {
  const connection = await findRunningServer(product.dataDir);
  if (connection === null) throw new Error('the database does not run');
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('ALTER DATABASE watchpost SET synchronous_commit = off');
  await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'watchpost'");
  await client.end();
  await acknowledgedAfter(ledger, performance.now());
}

/** Watches until so many events were acknowledged, and proves those that were told in the meantime. */
async function traced(
  { product, ledger }: Scene,
  run: Run & { readonly count: number },
  file: string,
): Promise<Proof> {
  const database = product.databasePid();
  if (database === null) throw new Error('the database is away');
  const strace = await attach([product.pid, database, ...childrenOf(database)], file);
  run.atEnd(() => void strace.kill('SIGINT'));
  const acknowledgedCount = () => ledger.events.size + ledger.scans.size;
  const before = acknowledgedCount();
  // Those of the first moment may have been committed before anybody watched.
  const known = new Set([...ledger.events, ...ledger.scans]);
  await sleep(1_000);
  const skipped = new Set([...ledger.events, ...ledger.scans].filter((id) => !known.has(id)));
  while (acknowledgedCount() - before - skipped.size < run.count && !run.signal.aborted) await sleep(100);
  const gone = once(strace, 'exit');
  strace.kill('SIGINT');
  await gone;
  const ids = new Set([...ledger.events, ...ledger.scans].filter((id) => !known.has(id) && !skipped.has(id)));
  run.log('the trace is compared with the log');
  const logFolder = path.join(product.dataDir, 'cluster/pg_wal');
  return prove(readCalls(fs.readFileSync(file, 'latin1')), { ids, serverPid: product.pid, logFolder });
}

/** Resolves when strace watches; what these processes start is watched too. */
async function attach(pids: readonly number[], file: string): Promise<ChildProcess> {
  const watched = pids.flatMap((pid) => ['-p', String(pid)]);
  const how = [
    '-f',
    '-ttt',
    '-T',
    '-y',
    '-s',
    String(shownBytes),
    '-e',
    `trace=${tracedCalls}`,
    '-e',
    'signal=none',
  ];
  const strace = spawn('strace', [...how, '-o', file, ...watched], { stdio: ['ignore', 'ignore', 'pipe'] });
  let durations = '';
  strace.stderr.on('data', (chunk: Buffer) => (durations += chunk.toString()));
  const untilMs = Date.now() + attachedWithinMs;
  while ((durations.match(/ attached/g) ?? []).length < pids.length) {
    if (strace.exitCode !== null || Date.now() > untilMs)
      throw new CannotRun(`strace does not attach: ${durations}`);
    await sleep(50);
  }
  return strace;
}

function childrenOf(pid: number): number[] {
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return text.trim().split(/\s+/).map(Number);
}

export const powerLossTrial: Trial = {
  about: 'for each acknowledged event, the sync of the log that came before, from a trace of system calls',
  counted: 'events',
  defaultCount: 2_000,
  run: async (run) => powerLoss({ ...run, isSynced: true }, await builtPrograms()),
};

export const powerLossCounterProof: Trial = {
  about: 'the same with commits that do not wait for the disk: passes if that is noticed',
  counted: 'events',
  defaultCount: 300,
  run: async (run) => powerLoss({ ...run, isSynced: false }, await builtPrograms()),
};
