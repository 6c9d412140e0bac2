// Compares a log as the database has it with the head that is stored outside.
import { type Bytes, fromHex, toHex } from '@watchpost/domain/evidence/byte-text';
import {
  consistencyRanges,
  foldNodes,
  fullNodesOf,
  provesConsistency,
} from '@watchpost/domain/evidence/merkle-tree';
import { isSignedHead, type SignedHead } from '@watchpost/domain/evidence/tree-head';
import type { Statements } from '../../platform/db/statements.ts';
import type { FoundFault } from './log-fault.ts';
import { findHead, findNodes, nodesOfRange } from './log.queries.ts';
import { type LogSecrets, logKeyOf } from './log-keys.ts';
import { nativeSha256 } from './native-sha256.ts';
import { isSameHead, type StoredHead, type StoredHeads } from './stored-heads.ts';

export interface LogEnd {
  /** The newest; null before the log has started. */
  readonly head: SignedHead | null;
  /** The full subtrees of its leaves, see merkle-tree.ts; null where the database lacks one. */
  readonly frontier: Bytes[] | null;
}

export async function readLogEnd(db: Statements, tenantId: string): Promise<LogEnd> {
  const head = await findHead(db, tenantId);
  return { head, frontier: await nodesIfWhole(db, tenantId, { from: 0, to: head?.size ?? 0 }) };
}

type Range = Parameters<typeof fullNodesOf>[0];

async function nodesIfWhole(db: Statements, tenantId: string, range: Range): Promise<Bytes[] | null> {
  const full = fullNodesOf(range);
  const found = await findNodes(db, tenantId, full);
  return found.size < full.length ? null : nodesOfRange(found, range);
}

interface Comparison {
  readonly heads: StoredHeads;
  readonly secrets: LogSecrets;
}

/** Null for a log that has grown out of the stored head, or that this folder knows nothing of. */
export async function findLogFault(
  db: Statements,
  tenantId: string,
  end: LogEnd,
  { heads, secrets }: Comparison,
): Promise<FoundFault | null> {
  const compare = async (known: StoredHead) =>
    (await findGrowthFault(db, end, known)) ?? findKeyFault(tenantId, end, known, secrets);
  const fault = await compare(await heads.find(tenantId));
  // An operator may have accepted another head since this process looked.
  return fault && compare(await heads.readAgain(tenantId));
}

/** Whether the end is what its own leaves and nodes give. */
export const isWhole = ({ head, frontier }: LogEnd): boolean =>
  frontier !== null && (head === null || toHex(foldNodes(nativeSha256, frontier)) === head.root);

const storedOf = (known: StoredHead): SignedHead | null => (known.kind === 'stored' ? known.head : null);

/** The same without a look at who signed the newest head. */
export async function findGrowthFault(
  db: Statements,
  end: LogEnd,
  known: StoredHead,
): Promise<FoundFault | null> {
  const { head } = end;
  const stored = storedOf(known);
  const fault = (kind: FoundFault['kind']): FoundFault => ({ kind, stored, found: head });
  if (known.kind === 'missing') return fault('headMissing');
  if (known.kind === 'unreadable') return fault('headUnreadable');
  if (head === null) return stored === null ? null : fault('removed');
  if (stored !== null && head.size < stored.size) return fault('cut');
  if (stored !== null && head.size === stored.size && head.root !== stored.root) return fault('rewritten');
  if (!isWhole(end)) return fault('damaged');
  if (stored === null || stored.size === head.size) return null;
  return (await hasGrown(db, stored, head)) ? null : fault('rewritten');
}

/** A head that this folder holds was one of ours when it was stored. */
async function findKeyFault(
  tenantId: string,
  { head }: LogEnd,
  known: StoredHead,
  secrets: LogSecrets,
): Promise<FoundFault | null> {
  const stored = storedOf(known);
  if (head === null || (stored !== null && isSameHead(head, stored))) return null;
  const publicKeys = secrets.map((secret) => logKeyOf(secret, tenantId).publicKey);
  if (await isSignedHead(head, publicKeys)) return null;
  return { kind: 'foreignKey', stored, found: head };
}

async function hasGrown(db: Statements, earlier: SignedHead, later: SignedHead): Promise<boolean> {
  const ranges = consistencyRanges(earlier.size, later.size);
  const path: Bytes[] = [];
  for (const range of ranges) {
    const nodes = await nodesIfWhole(db, later.logId, range);
    if (nodes === null) return false;
    path.push(foldNodes(nativeSha256, nodes));
  }
  return provesConsistency(nativeSha256, {
    earlier: earlier.size,
    later: later.size,
    earlierRoot: fromHex(earlier.root),
    laterRoot: fromHex(later.root),
    path,
  });
}
