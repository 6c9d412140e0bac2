// Seals what waits: appends it to the tenant's log and signs the new head, a portion in one transaction.
import { type Bytes, toHex } from '@watchpost/domain/evidence/byte-text';
import { clockToleranceMs, setBackBytes } from '@watchpost/domain/evidence/clock-set-back';
import { entryBytes, rowTexts } from '@watchpost/domain/evidence/log-entry';
import { appendLeaf, foldNodes, leafHash } from '@watchpost/domain/evidence/merkle-tree';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Db } from '../../platform/db/database.ts';
import type { Statements } from '../../platform/db/statements.ts';
import {
  findEntries,
  findSealed,
  findHead,
  type FoundEntry,
  insertHead,
  insertLeaves,
  isAnythingPending,
  lockLog,
  tryLockLog,
  type NewLeaf,
  type NewNode,
  type Pending,
  storedLevelMin,
  takePending,
} from './log.queries.ts';
import { findLogFault, type LogEnd, readLogEnd } from './find-log-fault.ts';
import { LogFault } from './log-fault.ts';
import type { Concealer } from './concealed-entries.ts';
import { type LogKey, logKeyOf, signBytesWith, signHead } from './log-keys.ts';
import { insertFirstNote, insertNote } from './log-notes.queries.ts';
import { makeConcealer } from './log-salts.queries.ts';
import { ColumnMarker } from './column-marks.ts';
import { nativeSha256 } from './native-sha256.ts';
import { sealedTables } from './sealed-tables.ts';
import type { Sealing } from './sealing.ts';
import { storeFirstVersions } from './first-versions.queries.ts';
import { sealedNames } from './former-names.ts';
import type { SetBack } from './set-clock.ts';
import { versionedTables } from './versioned-tables.ts';

/** Records of one transaction: a second's work, however much waits after the job stood still. */
export const portionRecords = 5_000;

/** Records read and hashed in one turn of the event loop: a few milliseconds, which no one notices. */
export const batchRecords = 200;

/** Records that waited so long are sealed without a rest: no one's requests hold the log up for good. */
export const restsUntilMs = 3 * 60_000;

export interface SealOptions {
  readonly now?: () => number;
  readonly stopping?: AbortSignal | undefined;
  /** For whom no one waits: it rests so between turns, and leaves a log that somebody else is at to them. */
  readonly rest?: () => Promise<void>;
}

/**
 * Appends everything that waits to the tenant's log, once, in the order in which it was stored; the first time, begins
 * the log. Resolves with the number of new leaves. Each portion has its own head, so that what dies on the way loses
 * one portion at most. Several at once wait for each other, portion by portion, but those that rest. After `leaving` has aborted
 * no portion begins. Throws LogFault, and raises the alarm, where the log has not grown out of the head that is stored
 * outside the database; nothing is sealed then.
 */
export async function sealLog(
  db: Db,
  tenantId: string,
  sealing: Sealing,
  { stopping, ...options }: SealOptions = {},
): Promise<number> {
  if (!sealing.alarms.isRaised(tenantId) && !(await isAnythingPending(db, tenantId))) {
    const head = await findHead(db, tenantId);
    if (head !== null && (await sealing.heads.isStored(head))) return 0;
  }
  let leaves = 0;
  while (!stopping?.aborted) {
    const portion = await sealPortion(db, tenantId, sealing, options);
    leaves += portion.leaves;
    // What was added in between waits for the next time: a head for each of them would be no portion.
    if (!portion.isFull) break;
  }
  return leaves;
}

/** Stores the head once it is committed: a crash between leaves the stored one behind, out of which the log has grown. */
async function sealPortion(
  db: Db,
  tenantId: string,
  sealing: Sealing,
  options: Pick<SealOptions, 'now' | 'rest'>,
): Promise<SealedPortion> {
  const { heads, alarms } = sealing;
  try {
    const portion = await db
      .transaction()
      .execute((transaction) => sealWithin(transaction, tenantId, sealing, options));
    if (portion.head !== null) {
      if (!portion.isFull && portion.leaves > 0) sealing.clock.markNoted(tenantId);
      alarms.clear(tenantId);
      await heads.store(portion.head).then(
        () => alarms.noteStored(tenantId),
        (error: unknown) => alarms.noteUnstored(tenantId, error),
      );
    }
    return portion;
  } catch (error) {
    if (error instanceof LogFault) await alarms.raise(db, tenantId, error.fault);
    throw error;
  }
}

export interface SealedPortion {
  readonly leaves: number;
  /** Whether more may wait. */
  readonly isFull: boolean;
  /** The newest; null where somebody else is at the log. */
  readonly head: SignedHead | null;
}

/** Seals one portion within a transaction of the caller's, who stores the head once that is committed. */
export async function sealWithin(
  db: Statements,
  tenantId: string,
  sealing: Sealing,
  { now = Date.now, rest }: Pick<SealOptions, 'now' | 'rest'> = {},
): Promise<SealedPortion> {
  if (rest === undefined) await lockLog(db, tenantId);
  else if (!(await tryLockLog(db, tenantId))) return { leaves: 0, isFull: false, head: null };
  const end = await readLogEnd(db, tenantId);
  const fault = await findLogFault(db, tenantId, end, sealing);
  if (fault !== null) throw new LogFault(fault);
  return appendPortion(db, tenantId, sealing, { end, now, ...(rest === undefined ? {} : { rest }) });
}

interface Appending {
  /** Found to be sound. */
  readonly end: LogEnd;
  readonly now: () => number;
  readonly rest?: () => Promise<void>;
}

/** Under the log's lock. */
export async function appendPortion(
  db: Statements,
  tenantId: string,
  { secrets, clock }: Pick<Sealing, 'secrets' | 'clock'>,
  { end: { head: last, frontier }, now, rest }: Appending,
): Promise<SealedPortion> {
  if (frontier === null) throw new TypeError('the log lacks nodes');
  if (last === null) await noteBeginning(db, tenantId, now());
  const waiting = await takePending(db, tenantId, portionRecords);
  if (waiting.length === 0 && last !== null) return { leaves: 0, isFull: false, head: last };
  const isFull = isPortion(waiting);
  const size = last?.size ?? 0;
  const key = logKeyOf(secrets[0], tenantId);
  const setBack = last && clock.findSetBack(tenantId, last.atMs, now());
  const marked =
    last === null || setBack === null
      ? []
      : await noteSetBack(db, key, { setBack, last, waiting, atMs: now() });
  const { leaves, latestTakenMs } = await append(db, tenantId, [...marked, ...waiting], {
    size,
    frontier,
    key,
    now,
    pause: async (takenMs) => {
      if (rest !== undefined && takenMs !== null && now() - takenMs < restsUntilMs) await rest();
    },
  });
  // Nothing but rows that were taken out and put in again: the head stands.
  if (leaves === 0 && last !== null) return { leaves, isFull, head: last };
  const root = toHex(foldNodes(nativeSha256, frontier));
  // After a full portion more may wait that was taken before now: its head speaks of no later than its newest record.
  const untilMs = isFull ? Math.min(now(), latestTakenMs ?? now()) : now();
  const atMs = Math.max(untilMs, setBack === null ? (last?.atMs ?? 0) : setBack.toMs);
  const head = signHead(key, { logId: tenantId, size: size + leaves, root, atMs });
  await insertHead(db, head, key);
  return { leaves, isFull, head };
}

interface NewSetBack {
  readonly setBack: SetBack;
  readonly last: SignedHead;
  readonly waiting: readonly Pending[];
  readonly atMs: number;
}

/** A note that the clock was set back is sealed before what was taken before and since, and signed for its place. */
async function noteSetBack(
  db: Statements,
  key: LogKey,
  { setBack: { fromMs, toMs }, last: { logId, size }, waiting, atMs }: NewSetBack,
): Promise<Pending[]> {
  const of = { fromMs, toMs, size, waiting: countRecords(waiting) };
  const signature = signBytesWith(key, setBackBytes(logId, { ...of, atMs }));
  const details = { ...of, key: key.id, signature };
  return [
    { source: 'log_notes', ids: [await insertFirstNote(db, logId, { kind: 'clockSetBack', atMs, details })] },
  ];
}

/** A new log says first what is sealed in it, and since when: now; and what records are judged by at that moment. */
async function noteBeginning(db: Statements, tenantId: string, atMs: number): Promise<void> {
  const tablesOfRows = [...sealedTables, ...versionedTables].map(({ name }) => name);
  const names = [...tablesOfRows, ...sealedNames.map(({ source }) => source)];
  const tables = Object.fromEntries(names.map((name) => [name, atMs]));
  await insertNote(db, tenantId, { kind: 'sealedSince', atMs, details: { tables } });
  await storeFirstVersions(db, tenantId);
}

const countRecords = (pending: readonly Pending[]): number =>
  pending.reduce((sum, { ids }) => sum + ids.length, 0);

function isPortion(pending: readonly Pending[]): boolean {
  const records = countRecords(pending);
  return records >= portionRecords || pending.length >= portionRecords;
}

interface Appended {
  readonly leaves: number;
  /** When the server took the latest of them that is not dated ahead of now; null where none tells. */
  readonly latestTakenMs: number | null;
}

interface Growing {
  readonly size: number;
  readonly frontier: Bytes[];
  /** That signs the next head. */
  readonly key: LogKey;
  readonly now: () => number;
  /** After each turn; when the server took the latest record so far. */
  readonly pause: (takenMs: number | null) => Promise<void>;
}

/**
 * Appends the records behind what waits, in its order, to a log of a size; `frontier` is that of merkle-tree.ts and is
 * changed. A turn's records at a time: anyone who uses the server in the meantime is answered between them.
 */
async function append(
  db: Statements,
  tenantId: string,
  pending: readonly Pending[],
  { size, frontier, key, now, pause }: Growing,
): Promise<Appended> {
  const marker = new ColumnMarker();
  let concealer: Concealer | null = null;
  let next = size;
  let latestTakenMs: number | null = null;
  for (const records of inBatches(pending)) {
    const leaves: NewLeaf[] = [];
    const nodes: NewNode[] = [];
    for (const { table, id, row, takenAtMs } of await entriesOf(db, tenantId, records)) {
      if (takenAtMs !== null && takenAtMs <= now() + clockToleranceMs)
        latestTakenMs = Math.max(latestTakenMs ?? 0, takenAtMs);
      const texts = row && rowTexts(row);
      concealer ??= await makeConcealer(db, tenantId, key);
      const hash = leafHash(nativeSha256, entryBytes(concealer.conceal({ table, id, row })));
      const made = appendLeaf(nativeSha256, frontier, next, hash);
      leaves.push({ no: next, source: table, recordId: id, hash, marks: marker.marks(table, texts) });
      for (const { level, index, hash: of } of made.slice(storedLevelMin))
        nodes.push({ level, no: index, hash: of });
      next += 1;
    }
    await insertLeaves(db, tenantId, leaves, nodes);
    await pause(latestTakenMs);
  }
  return { leaves: next - size, latestTakenMs };
}

interface WaitingRecord {
  readonly source: string;
  readonly id: string;
}

/** Each record once, however often it waits. */
function* inBatches(pending: readonly Pending[]): Generator<readonly WaitingRecord[]> {
  const records = new Map(
    pending.flatMap(({ source, ids }) => ids.map((id) => [`${source} ${id}`, { source, id }] as const)),
  );
  const all = [...records.values()];
  for (let at = 0; at < all.length; at += batchRecords) yield all.slice(at, at + batchRecords);
}

/** The records as they are stored, in their order, but for those that are leaves already. */
async function entriesOf(
  db: Statements,
  tenantId: string,
  records: readonly WaitingRecord[],
): Promise<FoundEntry[]> {
  const found = new Map<string, FoundEntry>();
  for (const source of new Set(records.map((record) => record.source))) {
    const ids = records.flatMap((record) => (record.source === source ? [record.id] : []));
    // A row that was taken out and put in again stands for its first leaf, and the check compares it with that.
    const sealed = await findSealed(db, tenantId, source, ids);
    const unsealed = ids.filter((id) => !sealed.has(id));
    for (const entry of await findEntries(db, tenantId, source, unsealed))
      found.set(`${source} ${entry.id}`, entry);
  }
  return records.flatMap(({ source, id }) => found.get(`${source} ${id}`) ?? []);
}
