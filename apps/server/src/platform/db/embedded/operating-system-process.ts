// Process ids are reused and a killed process may stay as a zombie, so a bare pid is never trusted.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { errorCode } from './embedded-postgres-error.ts';

/** State and start time (clock ticks since boot) out of /proc/<pid>/stat; undefined when there is none. */
function readLinuxStat(pid: number): { state: string; startTime: string } | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name before it is in brackets and may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startTime: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function askPs(pid: number, column: string): string | undefined {
  try {
    const answer = execFileSync('/bin/ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return answer.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Does anything carry this pid, be it a zombie? This is all that PostgreSQL itself looks at. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Is the process alive? A zombie (killed, not yet reaped by its parent) is not. */
export function isRunning(pid: number): boolean {
  if (!pidExists(pid)) return false;
  if (process.platform !== 'linux') return true;
  const state = readLinuxStat(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** An opaque text that differs between two processes which carried the same pid; undefined where unknown. */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') return readLinuxStat(pid)?.startTime;
  return process.platform === 'win32' ? undefined : askPs(pid, 'lstart');
}

/** The command line in one text (on Windows the program's name); undefined when it cannot be read. */
export function commandLineOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux')
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform !== 'win32') return askPs(pid, 'command');
    return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

/** Pids of the processes working in `folder`; Linux only, elsewhere none. */
export function processesWorkingIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = fs.readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}
