// That the disk has what is acknowledged, before it is acknowledged: shown by the system calls of server and database.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtPrograms, type Programs } from '../product/programs.ts';
import { acknowledged } from '../product/said.ts';
import { newFolder, type Run, type Scene, underWrites } from '../product/under-writes.ts';
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

async function powerLoss(run: Run & { readonly count: number }, programs: Programs): Promise<Outcome> {
  const folder = newFolder('power', run.atEnd);
  let proof: Proof | null = null;
  const { faults, ledger } = await underWrites(run, { programs, folder }, async (scene) => {
    proof = await traced(scene, run, path.join(folder, 'trace'));
  });
  if (proof === null) throw new Error('nothing was traced');
  const { proved, marginsMs, syncs, faults: early }: Proof = proof;
  const sorted = marginsMs.toSorted((a, b) => a - b);
  const [least = Number.NaN, middle = Number.NaN] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  const few =
    proved < run.count && !run.signal.aborted ? [`only ${proved} acknowledged events were proved`] : [];
  return {
    faults: [...faults, ...early, ...few],
    figures: [
      acknowledged(ledger),
      ['traced and proved', `${proved} acknowledged events, by ${syncs} syncs of the log`],
      [
        'from the sync to the acknowledgement',
        `least ${least.toFixed(2)} ms, median ${middle.toFixed(2)} ms`,
      ],
    ],
  };
}

/** Watches until so many events were acknowledged, and proves those that were told meanwhile. */
async function traced(
  { product, ledger }: Scene,
  run: Run & { readonly count: number },
  file: string,
): Promise<Proof> {
  const database = product.databasePid();
  if (database === null) throw new Error('the database is away');
  const strace = await attach([product.pid, database, ...childrenOf(database)], file);
  run.atEnd(() => void strace.kill('SIGINT'));
  const told = () => ledger.events.size + ledger.scans.size;
  const before = told();
  // Those of the first moment may have been committed before anybody watched.
  const known = new Set([...ledger.events, ...ledger.scans]);
  await sleep(1_000);
  const skipped = new Set([...ledger.events, ...ledger.scans].filter((id) => !known.has(id)));
  while (told() - before - skipped.size < run.count && !run.signal.aborted) await sleep(100);
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
  let said = '';
  strace.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const untilMs = Date.now() + attachedWithinMs;
  while ((said.match(/ attached/g) ?? []).length < pids.length) {
    if (strace.exitCode !== null || Date.now() > untilMs)
      throw new CannotRun(`strace does not attach: ${said}`);
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
  run: async (run) => {
    requireStrace();
    return powerLoss(run, await builtPrograms());
  },
};
