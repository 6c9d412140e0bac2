// What strace wrote down, call by call.

export interface SystemCall {
  readonly pid: number;
  readonly name: string;
  /** As strace prints it: descriptors with their paths, the beginning of texts. */
  readonly args: string;
  readonly result: number;
  /** Seconds since the epoch, on one clock for all processes. */
  readonly beganAt: number;
  readonly endedAt: number;
}

const whole = /^(\d+) +(\d+\.\d+) (\w+)\((.*)\) += (-?\d+)[^<]*<(\d+\.\d+)>$/;
const unfinished = /^(\d+) +(\d+\.\d+) (\w+)\((.*) <unfinished \.\.\.>$/;
const resumed = /^(\d+) +(\d+\.\d+) <\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/;

/** Calls of a trace made with -f -ttt -T, those that were interrupted by others included. */
export function readCalls(trace: string): SystemCall[] {
  const open = new Map<string, { readonly args: string; readonly beganAt: number }>();
  const calls: SystemCall[] = [];
  for (const line of trace.split('\n')) {
    const full = whole.exec(line);
    if (full !== null) {
      const [, pid, at, name = '', args = '', result, lasted] = full;
      const beganAt = Number(at);
      const endedAt = beganAt + Number(lasted);
      calls.push({ pid: Number(pid), name, args, result: Number(result), beganAt, endedAt });
      continue;
    }
    const first = unfinished.exec(line);
    if (first !== null) {
      open.set(`${first[1]} ${first[3]}`, { args: first[4] ?? '', beganAt: Number(first[2]) });
      continue;
    }
    const last = resumed.exec(line);
    const known = last === null ? undefined : open.get(`${last[1]} ${last[3]}`);
    if (last === null || known === undefined) continue;
    const [, pid, at, name = '', rest = '', result] = last;
    const { args, beganAt } = known;
    calls.push({
      pid: Number(pid),
      name,
      args: args + rest,
      result: Number(result),
      beganAt,
      endedAt: Number(at),
    });
  }
  return calls;
}
