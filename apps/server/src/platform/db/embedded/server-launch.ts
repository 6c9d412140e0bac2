// Starts the server, or adopts the one that a killed owner left running.
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_ENVIRONMENT, type Binaries } from './binaries.ts';
import { runProgram } from './cluster.ts';
import type { Placement } from './data-placement.ts';
import { EmbeddedPostgresError, errorCode, OWN_SERVER_ADVICE } from './embedded-postgres-error.ts';
import { isRunning } from './operating-system-process.ts';
import { clearMisleadingLocks, findPostmaster, killLeftoverBackends, wasStartedWith } from './postmaster.ts';
import { serverArguments, type ServerPlaces } from './server-settings.ts';
import { whenLeaving } from './when-leaving.ts';

/** Replaying the log after a crash takes its time; a server that still works on it is waited for. */
const START_TIMEOUT_MS = 300_000;
/** For how long what a dead server left behind may stand in the way. */
const OBSTACLE_TIMEOUT_MS = 10_000;
const FAST_STOP_TIMEOUT_MS = 30_000;
const LOG_EXCERPT_BYTES = 65_536;
const READY_POLL_MS = 15;
const SLOW_POLL_MS = 100;
/** What PostgreSQL says when processes of a killed server have not ended yet, or another start came first. */
const PASSING_OBSTACLE = /shared memory block .* is still in use|lock file .* already exists/i;

export interface Launch {
  readonly placement: Placement;
  readonly binaries: Binaries;
  readonly places: ServerPlaces;
  readonly settings: Readonly<Record<string, string>>;
}

export interface RunningServer {
  readonly pid: number;
  readonly wasReused: boolean;
  /** Resolves when the process has ended, however it did. */
  readonly gone: Promise<void>;
}

/** Asks a process to end; one that is already gone is fine. */
function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Starts a fast shutdown: open transactions are rolled back, everything acknowledged is kept. */
export function requestStop(pid: number): void {
  signalProcess(pid, 'SIGINT');
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(READY_POLL_MS))
    if (!isRunning(pid)) return true;
  return !isRunning(pid);
}

/** Fast shutdown; when that hangs, an immediate one. Resolves when the process is gone. */
export async function stopServer(pid: number, { binaries, placement, places }: Launch): Promise<void> {
  // Node has no signals on Windows, killing is all it can do there.
  if (process.platform === 'win32') {
    const args = ['stop', '-D', places.clusterDir, '-m', 'fast', '-w'];
    await runProgram(binaries.pathOf('pg_ctl'), args, placement.user);
    return;
  }
  requestStop(pid);
  if (await waitUntilGone(pid, FAST_STOP_TIMEOUT_MS)) return;
  signalProcess(pid, 'SIGQUIT');
  if (await waitUntilGone(pid, FAST_STOP_TIMEOUT_MS)) return;
  signalProcess(pid, 'SIGKILL');
}

async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid)) await sleep(SLOW_POLL_MS, undefined, { ref: false });
}

function readFrom(file: string, position: number): string {
  const handle = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(LOG_EXCERPT_BYTES);
    return buffer.toString('utf8', 0, fs.readSync(handle, buffer, 0, LOG_EXCERPT_BYTES, position));
  } finally {
    fs.closeSync(handle);
  }
}

/** What the server says from now on: its first words go to start.log, later ones to its daily log. */
function listenToLogs(places: ServerPlaces, startLog: string): () => string {
  const files = () => fs.readdirSync(places.logDir).map((name) => path.join(places.logDir, name));
  const sizes = new Map(files().map((file) => [file, fs.statSync(file).size]));
  return () =>
    [readFrom(startLog, 0), ...files().map((file) => readFrom(file, sizes.get(file) ?? 0))].join('').trim();
}

function spawnPostmaster({ placement, binaries, places, settings }: Launch, startLog: string): ChildProcess {
  const log = fs.openSync(startLog, 'w');
  try {
    // A session of its own: Ctrl-C in the terminal reaches us alone, and we stop it once our pool is closed.
    const child = spawn(binaries.pathOf('postgres'), serverArguments(places, settings), {
      uid: placement.user?.uid,
      gid: placement.user?.gid,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    });
    child.unref();
    return child;
  } finally {
    fs.closeSync(log);
  }
}

type Started = RunningServer | { readonly failure: string };

/** One trial. Resolves with the server when it is ready, or with what it said when it ended before. */
async function tryStart(launch: Launch, signal: AbortSignal): Promise<Started> {
  const startLog = path.join(launch.placement.dataDir, 'start.log');
  const readLogs = listenToLogs(launch.places, startLog);
  const child = spawnPostmaster(launch, startLog);
  const stay = whenLeaving(() => child.pid !== undefined && requestStop(child.pid));
  try {
    return await waitUntilReady(child, { launch, signal, readLogs });
  } finally {
    stay();
  }
}

interface Trial {
  readonly launch: Launch;
  readonly signal: AbortSignal;
  readonly readLogs: () => string;
}

async function waitUntilReady(child: ChildProcess, { launch, signal, readLogs }: Trial): Promise<Started> {
  const { clusterDir } = launch.places;
  let spawnFailure: Error | undefined;
  let hasEnded = false;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      spawnFailure = error;
      resolve();
    });
  }).then(() => {
    hasEnded = true;
  });
  const end = Date.now() + START_TIMEOUT_MS;
  while (!hasEnded) {
    const found = findPostmaster(clusterDir);
    if (found !== undefined && found.pid === child.pid && found.status === 'ready')
      return { pid: found.pid, wasReused: false, gone };
    if (child.pid !== undefined && (signal.aborted || Date.now() > end)) {
      await stopServer(child.pid, launch);
      signal.throwIfAborted();
      return { failure: `not ready after ${START_TIMEOUT_MS / 1000} s. ${readLogs()}` };
    }
    await sleep(READY_POLL_MS);
  }
  return { failure: spawnFailure?.message ?? readLogs() };
}

function startFailed(launch: Launch, failure: string): EmbeddedPostgresError {
  const { dataDir } = launch.placement;
  if (/no space left on device/i.test(failure))
    return new EmbeddedPostgresError(
      `The disk is full: the database in ${dataDir} cannot start. Free some space; nothing acknowledged is lost.`,
    );
  return new EmbeddedPostgresError(
    `The database in ${dataDir} does not start: ${failure.slice(-1500)} ${OWN_SERVER_ADVICE}`,
  );
}

/** Adopts a running server with the same settings, ends one with other settings; undefined when none is left. */
async function adoptOrphan(launch: Launch, signal: AbortSignal): Promise<RunningServer | undefined> {
  const { clusterDir } = launch.places;
  const args = serverArguments(launch.places, launch.settings);
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await sleep(READY_POLL_MS)) {
    signal.throwIfAborted();
    const found = findPostmaster(clusterDir);
    if (found === undefined) return undefined;
    if (found.status === 'starting' || found.status === '') continue;
    // One that stops is helped along: a crash of its own while it did may have left it waiting for ever.
    if (found.status === 'ready' && wasStartedWith(clusterDir, args))
      return { pid: found.pid, wasReused: true, gone: untilGone(found.pid) };
    await stopServer(found.pid, launch);
  }
  throw startFailed(launch, 'a server left by an earlier run neither gets ready nor ends.');
}

/** @throws EmbeddedPostgresError, or the signal's reason when it is aborted */
export async function launchServer(launch: Launch, signal: AbortSignal): Promise<RunningServer> {
  const { clusterDir, address } = launch.places;
  for (const obstacleEnd = Date.now() + OBSTACLE_TIMEOUT_MS; ; await sleep(SLOW_POLL_MS)) {
    const orphan = await adoptOrphan(launch, signal);
    if (orphan !== undefined) return orphan;
    if (!(await clearMisleadingLocks(clusterDir, address)))
      throw startFailed(
        launch,
        'a server in another container or machine serves this folder; stop it first.',
      );
    const result = await tryStart(launch, signal);
    if (!('failure' in result)) return result;
    if (!PASSING_OBSTACLE.test(result.failure) || Date.now() > obstacleEnd)
      throw startFailed(launch, result.failure);
    if (findPostmaster(clusterDir) === undefined) killLeftoverBackends(clusterDir);
  }
}
