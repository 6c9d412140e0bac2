// For each acknowledgement: where the commit of what it acknowledges stands in the log, and when the disk had the log
// as far as there.
import { readRecords, segmentStart } from './log-records.ts';
import type { SystemCall } from './system-calls.ts';

export interface Proof {
  readonly proved: number;
  /** Milliseconds between the disk's word and the acknowledgement, for each. */
  readonly marginsMs: readonly number[];
  readonly syncs: number;
  /** How many acknowledged events have no commit in the log. */
  readonly withoutCommit: number;
  /** How many were acknowledged before the disk had their commit. */
  readonly early: number;
}

/** The log has reached the disk up to a position at a moment. */
interface Sync {
  readonly at: number;
  readonly position: number;
}

/** Of the events of these ids, acknowledged by the server with the pid; `logFolder` is pg_wal as it is afterwards. */
export function prove(
  calls: readonly SystemCall[],
  {
    ids,
    serverPid,
    logFolder,
  }: { readonly ids: ReadonlySet<string>; readonly serverPid: number; readonly logFolder: string },
): Proof {
  const syncs = syncsOf(calls);
  const commits = commitsOf(ids, logFolder);
  const acknowledgedCount = acknowledgements(calls, ids, serverPid);
  const marginsMs: number[] = [];
  let [withoutCommit, early] = [0, 0];
  for (const [id, at] of acknowledgedCount) {
    const commit = commits.get(id);
    const sync = syncs.find(({ position }) => position >= (commit ?? Number.POSITIVE_INFINITY));
    if (commit === undefined) withoutCommit += 1;
    else if (sync === undefined || sync.at >= at) early += 1;
    else marginsMs.push((at - sync.at) * 1_000);
  }
  return { proved: marginsMs.length, marginsMs, syncs: syncs.length, withoutCommit, early };
}

/** Each that succeeded, in the order of their ends, with how far the log was written when it began. */
function syncsOf(calls: readonly SystemCall[]): Sync[] {
  const writes = calls.flatMap((call) => {
    const [, file = '', length, offset] =
      /^\d+<.*?\/pg_wal\/([\dA-F]{24})>, .*, (\d+), (\d+)$/.exec(call.name === 'pwrite64' ? call.args : '') ??
      [];
    const start = segmentStart(file);
    if (start === null || call.result !== Number(length)) return [];
    return { file, endedAt: call.endedAt, position: start + Number(offset) + Number(length) };
  });
  const syncs = calls.flatMap((call) => {
    const isSync = (call.name === 'fdatasync' || call.name === 'fsync') && call.result === 0;
    const [, file = ''] = /^\d+<.*?\/pg_wal\/([\dA-F]{24})>$/.exec(isSync ? call.args : '') ?? [];
    const before = writes.filter((write) => write.file === file && write.endedAt <= call.beganAt);
    if (before.length === 0) return [];
    return { at: call.endedAt, position: Math.max(...before.map(({ position }) => position)) };
  });
  return syncs.toSorted((one, other) => one.at - other.at);
}

/** When the server began to tell each. */
function acknowledgements(
  calls: readonly SystemCall[],
  ids: ReadonlySet<string>,
  serverPid: number,
): Map<string, number> {
  const acknowledgedCount = new Map<string, number>();
  for (const { pid, args, beganAt } of calls) {
    if (pid !== serverPid || !args.includes('HTTP/1.1 200')) continue;
    for (const [, id = ''] of args.matchAll(/\\"id\\":\\"([\da-f-]{36})\\"/g)) {
      if (ids.has(id) && !acknowledgedCount.has(id)) acknowledgedCount.set(id, beganAt);
    }
  }
  return acknowledgedCount;
}

/** Where the commit ends of the first transaction that wrote each id and was committed. */
function commitsOf(ids: ReadonlySet<string>, logFolder: string): Map<string, number> {
  const wrote = new Map<number, Set<string>>();
  const commits = new Map<string, number>();
  for (const { transaction, isCommit, end, bytes } of readRecords(logFolder)) {
    if (!isCommit) {
      const own = wrote.get(transaction) ?? new Set();
      for (const id of idsIn(bytes)) if (ids.has(id)) own.add(id);
      if (own.size > 0) wrote.set(transaction, own);
      continue;
    }
    for (const id of wrote.get(transaction) ?? []) if (!commits.has(id)) commits.set(id, end);
    wrote.delete(transaction);
  }
  return commits;
}

/** Whatever looks like a UUID of version 7. */
function* idsIn(bytes: Buffer): Generator<string> {
  for (let at = 0; at + 16 <= bytes.length; at += 1) {
    const isId =
      bytes[at] === 1 && ((bytes[at + 6] ?? 0) & 0xf0) === 0x70 && ((bytes[at + 8] ?? 0) & 0xc0) === 0x80;
    if (!isId) continue;
    const hex = bytes.toString('hex', at, at + 16);
    yield hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}
