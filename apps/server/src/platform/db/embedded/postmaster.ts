// The postmaster is PostgreSQL's first process: what its pid file says, and whether that is still true.
import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from './embedded-postgres-error.ts';
import { isAnswering, type ListenAddress } from './listen-address.ts';
import { commandLineOf, isRunning, pidExists, processesWorkingIn } from './operating-system-process.ts';

export interface Postmaster {
  readonly pid: number;
  /** 'starting', 'ready' or 'stopping', as PostgreSQL writes it; '' before it has. */
  readonly status: string;
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the cluster's postmaster.pid: first line the pid, eighth the status. */
function readPidFile(clusterDir: string): Postmaster | undefined {
  const lines = readIfThere(path.join(clusterDir, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines?.[7]?.trim() ?? '' } : undefined;
}

/** The live postmaster of a cluster; undefined when its pid is dead, a zombie, or some other program's by now. */
export function findPostmaster(clusterDir: string): Postmaster | undefined {
  const found = readPidFile(clusterDir);
  if (found === undefined || !isRunning(found.pid)) return undefined;
  const commandLine = commandLineOf(found.pid) ?? '';
  const isOfThisCluster =
    process.platform === 'win32' ? commandLine.includes('postgres.exe') : commandLine.includes(clusterDir);
  return isOfThisCluster ? found : undefined;
}

/** Was the cluster's running server started with exactly these arguments? */
export function wasStartedWith(clusterDir: string, args: readonly string[]): boolean {
  const written = readIfThere(path.join(clusterDir, 'postmaster.opts'))?.trimEnd() ?? '';
  return written.endsWith(args.map((argument) => ` "${argument}"`).join(''));
}

/**
 * Removes lock files whose pid exists but is no postmaster of this cluster: a zombie, or a process that got the number
 * later. PostgreSQL would take it for a live server. Files of pids that are gone stay, PostgreSQL checks more by them.
 * @returns false when a server answers all the same (one of another container), and nothing was removed
 */
export async function clearMisleadingLocks(clusterDir: string, address: ListenAddress): Promise<boolean> {
  const socketFiles = address.socket === undefined ? [] : [`${address.socket}.lock`, address.socket];
  const lockFiles = [path.join(clusterDir, 'postmaster.pid'), ...socketFiles.slice(0, 1)];
  const pids = lockFiles.map((file) => Number.parseInt(readIfThere(file) ?? '', 10));
  if (!pids.some((pid) => pid > 0 && pidExists(pid))) return true;
  if (await isAnswering(address)) return false;
  for (const file of [...lockFiles, ...socketFiles]) fs.rmSync(file, { force: true });
  return true;
}

/** Ends what a killed postmaster left working; call only when it is known to be dead. Linux only. */
export function killLeftoverBackends(clusterDir: string): void {
  for (const pid of processesWorkingIn(clusterDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}
