// What a running process has used, from /proc; Linux only.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
/** Fields after the program's name, which may itself hold spaces and brackets. */
const userTicksField = 11;
const systemTicksField = 12;
/** Of children that have ended. */
const pastChildrenFields = [13, 14];
const parentField = 1;

/** Processor time of all threads so far, in milliseconds. */
export function cpuMsOf(pid: number): number {
  return ticksToMs(statOf(pid), [userTicksField, systemTicksField]);
}

/** Processor time of a process's children so far, those that have ended included, in milliseconds. */
export function childrenCpuMsOf(pid: number): number {
  const living = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((fields) => Number(fields[parentField]) === pid)
    .map((fields) => ticksToMs(fields, [userTicksField, systemTicksField]));
  return living.reduce((sum, ms) => sum + ms, ticksToMs(statOf(pid), pastChildrenFields));
}

/** Empty when the process is gone. */
function statOf(pid: number): string[] {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function ticksToMs(fields: readonly string[], indexes: readonly number[]): number {
  const ticks = indexes.reduce((sum, field) => sum + Number(fields[field] ?? 0), 0);
  return (ticks * 1_000) / ticksPerSecond;
}

/** Resident memory now, in MB of 1,000,000 bytes. */
export function residentMbOf(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

/** Highest resident memory so far, in MB of 1,000,000 bytes. */
export function peakMbOf(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

function statusMb(pid: number, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
    fs.readFileSync(`/proc/${pid}/status`, 'utf8'),
  );
  if (found === null) throw new Error(`The system tells no ${field}`);
  return (Number(found[1]) * 1_024) / 1_000_000;
}
