// Seals what waits: appends it to the tenant's log and signs the new head, a portion in one transaction.
import { toHex } from '@watchpost/domain/evidence/byte-text';
import { entryBytes } from '@watchpost/domain/evidence/log-entry';
import { appendLeaf, foldNodes, fullNodesOf, leafHash } from '@watchpost/domain/evidence/merkle-tree';
import type { Database, Db } from '../db/database.ts';
import type { Statements } from '../db/pipeline.ts';
import {
  findEntries,
  findSealed,
  findHead,
  findNodes,
  type FoundEntry,
  insertHead,
  insertLeaves,
  isAnythingPending,
  lockLog,
  type NewLeaf,
  type NewNode,
  nodesOfRange,
  type Pending,
  takePending,
} from './log.queries.ts';
import { type LogSecrets, logKeyOf, signHead } from './log-keys.ts';
import { columnMarks } from './column-marks.ts';
import { nativeSha256 } from './native-sha256.ts';

/** Records of one transaction: a second's work, however much waits after the job stood still. */
export const portionRecords = 5_000;

/**
 * Appends everything that waits to the tenant's log, once, in the order in which it was stored; the first time, begins
 * the log. Resolves with the number of new leaves. Each portion has its own head, so that what dies on the way loses
 * one portion at most. Several at once wait for each other, portion by portion.
 */
export async function sealLog(
  db: Db,
  tenantId: string,
  secrets: LogSecrets,
  now: () => number = Date.now,
): Promise<number> {
  if (!(await isAnythingPending(db, tenantId)) && (await findHead(db, tenantId)) !== null) return 0;
  let leaves = 0;
  for (;;) {
    const portion = await db
      .transaction()
      .execute((transaction) => sealWithin(transaction, tenantId, secrets, now));
    leaves += portion.leaves;
    // What was added meanwhile waits for the next time: a head for each of them would be no portion.
    if (!portion.isFull) return leaves;
  }
}

export interface SealedPortion {
  readonly leaves: number;
  /** Whether more may wait. */
  readonly isFull: boolean;
}

/** Seals one portion within a transaction of the caller's. */
export async function sealWithin(
  db: Statements,
  tenantId: string,
  secrets: LogSecrets,
  now: () => number,
): Promise<SealedPortion> {
  await lockLog(db, tenantId);
  const last = await findHead(db, tenantId);
  const pending = await takePending(db, tenantId, portionRecords);
  if (pending.length === 0 && last !== null) return { leaves: 0, isFull: false };
  const isFull = isPortion(pending);
  const size = last?.size ?? 0;
  const before = { from: 0, to: size };
  const frontier = nodesOfRange(await findNodes(db, tenantId, fullNodesOf(before)), before);
  const leaves: NewLeaf[] = [];
  const nodes: NewNode[] = [];
  let latestTakenMs: number | null = null;
  for (const { table, id, row, takenAtMs } of await entriesOf(db, tenantId, pending)) {
    if (takenAtMs !== null) latestTakenMs = Math.max(latestTakenMs ?? 0, takenAtMs);
    const hash = leafHash(nativeSha256, entryBytes({ table, id, row }));
    const no = size + leaves.length;
    leaves.push({ no, source: table, recordId: id, hash, marks: columnMarks(table, row) });
    const [, ...made] = appendLeaf(nativeSha256, frontier, no, hash);
    nodes.push(...made.map(({ level, index, hash: of }) => ({ level, no: index, hash: of })));
  }
  // Nothing but rows that were taken out and put in again: the head stands.
  if (leaves.length === 0 && last !== null) return { leaves: 0, isFull };
  await insertLeaves(db, tenantId, leaves, nodes);
  const key = logKeyOf(secrets[0], tenantId);
  const root = toHex(foldNodes(nativeSha256, frontier));
  // After a full portion more may wait that was taken before now: its head speaks of no later than its newest record.
  const untilMs = isFull ? Math.min(now(), latestTakenMs ?? now()) : now();
  const atMs = Math.max(untilMs, last?.atMs ?? 0);
  const head = signHead(key, { logId: tenantId, size: size + leaves.length, root, atMs });
  await insertHead(db, head, key);
  return { leaves: leaves.length, isFull };
}

function isPortion(pending: readonly Pending[]): boolean {
  const records = pending.reduce((sum, { ids }) => sum + ids.length, 0);
  return records >= portionRecords || pending.length >= portionRecords;
}

/** The records behind what waits, in its order. */
async function entriesOf(
  db: Statements,
  tenantId: string,
  pending: readonly Pending[],
): Promise<FoundEntry[]> {
  const found = new Map<string, FoundEntry>();
  for (const source of new Set(pending.map((each) => each.source))) {
    const waiting = pending.flatMap((each) => (each.source === source ? each.ids : []));
    // A row that was taken out and put in again stands for its first leaf, and the check compares it with that.
    const sealed = await findSealed(db, tenantId, source, waiting);
    const ids = waiting.filter((id) => !sealed.has(id));
    for (const entry of await findEntries(db, tenantId, source, ids))
      found.set(`${source} ${entry.id}`, entry);
  }
  const keys = new Set(pending.flatMap(({ source, ids }) => ids.map((id) => `${source} ${id}`)));
  return [...keys].flatMap((key) => found.get(key) ?? []);
}

/** Seals every tenant's log. */
export async function sealLogs(
  database: Database,
  secrets: LogSecrets,
  onProblem: (sentence: string) => void,
): Promise<void> {
  const tenants = await database.shared.selectFrom('tenants').select('tenant_id as id').execute();
  for (const { id } of tenants) {
    try {
      await sealLog(database.forTenant(id), id, secrets);
    } catch (error) {
      // One tenant's trouble holds up no other's.
      onProblem(`the log of tenant ${id} could not be sealed: ${String(error)}`);
    }
  }
}
