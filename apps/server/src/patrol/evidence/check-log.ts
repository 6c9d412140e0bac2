// Makes the log again from the rows as they are stored, and names everything that does not fit (see decision 0018).
import { afterSetBack } from '@watchpost/domain/evidence/clock-set-back';
import { keyIdOf, publicKeyPattern } from '@watchpost/domain/evidence/signatures';
import { isSignedHead, type SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Anchor } from './anchors.ts';
import { type ArchivedRuns, checkChains } from './check-chains.ts';
import {
  countNodes,
  findEventless,
  findHeads,
  findStoredNodes,
  findLeaves,
  findLogKeys,
  findMisattributed,
  findUnsealed,
  type StoredLeaf,
} from './check-log.queries.ts';
import { findUnlikeDueRounds } from './check-due-rounds.queries.ts';
import { findUnlikeNames } from './check-former-names.queries.ts';
import { findUnlikeVersions } from './check-versions.queries.ts';
import { sealedNames } from './former-names.ts';
import { findEntries, type FoundEntry } from './log.queries.ts';
import { readErasures } from './stored-erasures.ts';
import { checkSetBacks, type SetBackCheck } from './check-set-backs.ts';
import { LeafWalk } from './leaf-walk.ts';
import { findOperatorNotes, findSealedSince, noteSentence } from './log-notes.queries.ts';
import { checkSalt, findConcealer } from './log-salts.queries.ts';
import type { StoredHead } from './stored-heads.ts';
import { versionedTables } from './versioned-tables.ts';

type Statements = Parameters<typeof findHeads>[0];

export interface LogCheck {
  /** The public keys that the operator's secrets give; null where they are not known. */
  readonly ownPublicKeys: readonly string[] | null;
  /** Heads that were exported earlier, which the log must have grown out of. */
  readonly anchors: readonly Anchor[];
  /** The last head outside the database, as it was before the check began to read; left out where it is not known. */
  readonly stored?: StoredHead;
  /** What was archived and removed; nothing when left out. */
  readonly archived?: ArchivedRecords;
  /** The moment of the check, unless it is now; epoch milliseconds. */
  readonly nowMs?: number;
}

export interface ArchivedRecords {
  /** Whether an archive holds the record of a leaf, as the leaf has it. */
  has(leafNo: number): boolean;
  readonly runs: ArchivedRuns;
}

export interface LogVerdict {
  readonly leaves: number;
  readonly heads: number;
  /** A sentence for each thing that was altered, removed, inserted or backdated. */
  readonly differences: readonly string[];
  /** What is worth knowing and no fault of what is stored. */
  readonly notes: readonly string[];
}

const leavesAtOnce = 4_000;
const at = (ms: number) => new Date(ms).toISOString();

export async function checkLog(db: Statements, tenantId: string, check: LogCheck): Promise<LogVerdict> {
  const heads = await findHeads(db, tenantId);
  const publicKeys = await soundKeys(db, tenantId);
  const setBacks = await checkSetBacks(db, tenantId, publicKeys);
  const differences = [
    ...(await checkKeys(db, tenantId, heads, check)),
    ...(await checkHeads(db, tenantId, heads, setBacks.bySize)),
    ...setBacks.differences,
  ];
  const erasures = await readErasures(db, tenantId, publicKeys);
  const stored = await checkStored(heads, check);
  const concealer = await findConcealer(db, tenantId);
  const walk = new LeafWalk({
    heads,
    anchors: [...check.anchors, ...stored.anchors],
    erased: erasures.records,
    setBacks: setBacks.bySize,
    concealer,
  });
  await walkLeaves(db, tenantId, walk, check);
  const sinceMs = await sealedSince(db, tenantId, heads);
  const unsealed = [
    ...(await findUnsealed(db, tenantId, sinceMs)),
    ...(await findEventless(db, tenantId, sinceMs('field_events'))),
  ];
  const misattributed = await findMisattributed(db, tenantId);
  const unlike = await findUnlike(db, tenantId, sinceMs);
  const chains = await checkChains(db, tenantId, check.nowMs ?? Date.now(), check.archived?.runs);
  return {
    leaves: walk.size,
    heads: heads.length,
    differences: [
      ...stored.differences,
      ...differences,
      ...(await checkSalt(db, tenantId, publicKeys)),
      ...erasures.differences,
      ...walk.differences,
      ...unsealed.map(({ source, id }) => `${source} ${id}: inserted; it never went through the product`),
      ...misattributed.map(
        ({ source, id, column }) => `${source} ${id}: ${column} was altered; its events say something else`,
      ),
      ...unlike,
      ...chains.differences,
    ],
    notes: [...(await operatorNotes(db, tenantId)), ...setBacks.notes, ...walk.notes, ...chains.notes],
  };
}

/** Rows that are not as they became. */
const findUnlike = async (
  db: Statements,
  tenantId: string,
  sinceMs: (table: string) => number,
): Promise<string[]> => [
  ...(await findUnlikeVersions(db, tenantId, sinceMs)),
  ...(await findUnlikeDueRounds(db, tenantId)),
  ...(await findUnlikeNames(db, tenantId, (source) => sinceMs(source) < Number.MAX_SAFE_INTEGER)),
];

async function walkLeaves(
  db: Statements,
  tenantId: string,
  walk: LeafWalk,
  { archived }: LogCheck,
): Promise<void> {
  for (;;) {
    const leaves = await findLeaves(db, tenantId, walk.lastNo, leavesAtOnce);
    if (leaves.length === 0) break;
    const entries = await entriesOf(db, tenantId, leaves);
    const from = walk.size;
    for (const leaf of leaves) {
      const entry = entries.get(`${leaf.source} ${leaf.recordId}`);
      const isArchived = (entry?.row ?? null) === null && archived?.has(leaf.no) === true;
      walk.take(leaf, isArchived ? 'archived' : entry);
    }
    walk.compareNodes(await findStoredNodes(db, tenantId, from, walk.size - 1));
  }
  walk.finish(await countNodes(db, tenantId));
}

/** By table; what was taken before is older than its sealing. Never, before the log has started. */
async function sealedSince(
  db: Statements,
  tenantId: string,
  heads: readonly SignedHead[],
): Promise<(table: string) => number> {
  const since = await findSealedSince(db, tenantId);
  const beganAtMs = heads[0]?.atMs ?? Number.MAX_SAFE_INTEGER;
  // A log that began without settings has none of them sealed.
  const wholeTables = versionedTables.filter(({ isWhole }) => isWhole === true).map(({ name }) => name);
  const whole = new Set([...wholeTables, ...sealedNames.map(({ source }) => source)]);
  const unnoted = (table: string) => (whole.has(table) ? Number.MAX_SAFE_INTEGER : beganAtMs);
  // Of notes about the log none is older than the log.
  return (table) => (table === 'log_notes' && heads.length > 0 ? 0 : (since.get(table) ?? unnoted(table)));
}

interface StoredCheck {
  /** The log must have grown out of them. */
  readonly anchors: readonly SignedHead[];
  readonly differences: readonly string[];
}

async function checkStored(
  heads: readonly SignedHead[],
  { stored, ownPublicKeys }: LogCheck,
): Promise<StoredCheck> {
  const of = `the log's last head, stored outside the database,`;
  if (stored === undefined || stored.kind === 'unknown') return { anchors: [], differences: [] };
  if (stored.kind !== 'stored')
    return {
      anchors: [],
      differences: [`${of} ${stored.kind === 'missing' ? 'was deleted' : 'is no head of this log'}`],
    };
  const isOwn = ownPublicKeys === null || (await isSignedHead(stored.head, ownPublicKeys));
  return {
    anchors: [stored.head],
    differences: [
      ...(isOwn ? [] : [`${of} is signed by a key that was not drawn from this installation's secret`]),
      ...(heads.length > 0 ? [] : [`the log was removed: ${of} is of ${at(stored.head.atMs)}`]),
    ],
  };
}

async function operatorNotes(db: Statements, tenantId: string): Promise<string[]> {
  const notes = await findOperatorNotes(db, tenantId);
  return notes.map(noteSentence);
}

async function checkKeys(
  db: Statements,
  tenantId: string,
  heads: readonly SignedHead[],
  { ownPublicKeys }: LogCheck,
): Promise<string[]> {
  const keys = await findLogKeys(db, tenantId);
  return keys.flatMap(({ key, publicKey, firstUsedMs }) => {
    if (!publicKeyPattern.test(publicKey) || keyIdOf(publicKey) !== key) {
      return [`log_keys ${key}: public_key or key was altered; one is not the other's`];
    }
    const first = heads.find((head) => head.key === key);
    if (first !== undefined && first.atMs !== firstUsedMs) {
      return [`log_keys ${key}: first_used_ms was altered; the first head that it signed says ${first.atMs}`];
    }
    return ownPublicKeys === null || ownPublicKeys.some((own) => keyIdOf(own) === key)
      ? []
      : [`log_keys ${key}: inserted or altered; it was not drawn from this installation's secret`];
  });
}

async function soundKeys(db: Statements, tenantId: string): Promise<string[]> {
  const publicKeys = (await findLogKeys(db, tenantId)).map(({ publicKey }) => publicKey);
  return publicKeys.filter((publicKey) => publicKeyPattern.test(publicKey));
}

async function checkHeads(
  db: Statements,
  tenantId: string,
  heads: readonly SignedHead[],
  setBacks: SetBackCheck['bySize'],
): Promise<string[]> {
  const known = await soundKeys(db, tenantId);
  const differences: string[] = [];
  let before: SignedHead | null = null;
  for (const head of heads) {
    const name = `log_heads ${head.size}`;
    if (!(await isSignedHead(head, known))) {
      differences.push(
        `${name}: size, root, at_ms, key or signature was altered; the signature does not hold`,
      );
    }
    const setBack = before === null ? undefined : setBacks.get(before.size);
    const afterMs = setBack === undefined ? before?.atMs : afterSetBack(setBack, before?.atMs ?? 0);
    if (afterMs !== undefined && head.atMs < afterMs)
      differences.push(`${name}: at_ms is before that of the head before`);
    before = head;
  }
  return differences;
}

async function entriesOf(
  db: Statements,
  tenantId: string,
  leaves: readonly StoredLeaf[],
): Promise<Map<string, FoundEntry>> {
  const entries = new Map<string, FoundEntry>();
  for (const source of new Set(leaves.map((leaf) => leaf.source))) {
    const ids = leaves.flatMap((leaf) => (leaf.source === source ? leaf.recordId : []));
    for (const entry of await findEntries(db, tenantId, source, ids))
      entries.set(`${source} ${entry.id}`, entry);
  }
  return entries;
}
