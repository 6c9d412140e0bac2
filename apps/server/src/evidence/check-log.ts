// Makes the log anew from the rows as they are stored, and names everything that does not fit (see decision 0022).
import { isSignedEvent } from '@watchpost/domain/evidence/device-chain';
import { eventOfEntry } from '@watchpost/domain/evidence/log-entry';
import { keyIdOf, publicKeyPattern } from '@watchpost/domain/evidence/signatures';
import { isSignedHead, type SignedHead } from '@watchpost/domain/evidence/tree-head';
import {
  countNodes,
  findDeviceKeysOf,
  findHeads,
  findKeptNodes,
  findLeaves,
  findLogKeys,
  findMisattributed,
  findUnsealed,
  type KeptLeaf,
} from './check-log.queries.ts';
import { findEntries, type FoundEntry } from './log.queries.ts';
import { LeafWalk } from './leaf-walk.ts';

type Statements = Parameters<typeof findHeads>[0];

export interface LogCheck {
  /** Ids of the keys that the operator's secrets give; null where they are not known. */
  readonly ownKeys: ReadonlySet<string> | null;
  /** Heads that were exported earlier, which the log must have grown out of. */
  readonly anchors: readonly SignedHead[];
}

export interface LogVerdict {
  readonly leaves: number;
  readonly heads: number;
  /** A sentence for each thing that was altered, removed, inserted or backdated. */
  readonly differences: readonly string[];
}

const leavesAtOnce = 4_000;

export async function checkLog(db: Statements, tenantId: string, check: LogCheck): Promise<LogVerdict> {
  const heads = await findHeads(db, tenantId);
  const differences = [...(await checkKeys(db, tenantId, check)), ...(await checkHeads(db, tenantId, heads))];
  const walk = new LeafWalk(heads, check.anchors);
  for (;;) {
    const leaves = await findLeaves(db, tenantId, walk.lastNo, leavesAtOnce);
    if (leaves.length === 0) break;
    const entries = await entriesOf(db, tenantId, leaves);
    const from = walk.size;
    for (const leaf of leaves) walk.take(leaf, entries.get(`${leaf.source} ${leaf.recordId}`));
    walk.compareNodes(await findKeptNodes(db, tenantId, from, walk.size - 1));
    differences.push(...(await checkSignatures(db, tenantId, [...entries.values()])));
  }
  walk.finish(await countNodes(db, tenantId));
  const [begin] = heads;
  const unsealed = begin === undefined ? [] : await findUnsealed(db, tenantId, begin.atMs);
  const misattributed = await findMisattributed(db, tenantId);
  return {
    leaves: walk.size,
    heads: heads.length,
    differences: [
      ...differences,
      ...walk.differences,
      ...unsealed.map(({ source, id }) => `${source} ${id}: inserted; it never went through the product`),
      ...misattributed.map(
        ({ source, id, column }) => `${source} ${id}: ${column} was altered; its events say something else`,
      ),
    ],
  };
}

async function checkKeys(db: Statements, tenantId: string, { ownKeys }: LogCheck): Promise<string[]> {
  const keys = await findLogKeys(db, tenantId);
  return keys.flatMap(({ key, publicKey }) => {
    if (!publicKeyPattern.test(publicKey) || keyIdOf(publicKey) !== key) {
      return [`log_keys ${key}: public_key or key was altered; one is not the other's`];
    }
    return ownKeys === null || ownKeys.has(key)
      ? []
      : [`log_keys ${key}: inserted or altered; it was not drawn from this installation's secret`];
  });
}

async function checkHeads(db: Statements, tenantId: string, heads: readonly SignedHead[]): Promise<string[]> {
  const publicKeys = (await findLogKeys(db, tenantId)).map(({ publicKey }) => publicKey);
  const known = publicKeys.filter((publicKey) => publicKeyPattern.test(publicKey));
  const differences: string[] = [];
  let before: SignedHead | null = null;
  for (const head of heads) {
    const name = `log_heads ${head.size}`;
    if (!(await isSignedHead(head, known))) {
      differences.push(
        `${name}: size, root, at_ms, key or signature was altered; the signature does not hold`,
      );
    }
    if (before !== null && head.atMs < before.atMs)
      differences.push(`${name}: at_ms is before that of the head before`);
    before = head;
  }
  return differences;
}

async function entriesOf(
  db: Statements,
  tenantId: string,
  leaves: readonly KeptLeaf[],
): Promise<Map<string, FoundEntry>> {
  const entries = new Map<string, FoundEntry>();
  for (const source of new Set(leaves.map((leaf) => leaf.source))) {
    const ids = leaves.flatMap((leaf) => (leaf.source === source ? leaf.recordId : []));
    for (const entry of await findEntries(db, tenantId, source, ids))
      entries.set(`${source} ${entry.id}`, entry);
  }
  return entries;
}

/** What phones signed, by their own keys: whoever holds the log's key cannot make it up. */
async function checkSignatures(
  db: Statements,
  tenantId: string,
  entries: readonly FoundEntry[],
): Promise<string[]> {
  const signed = entries.flatMap((entry) => {
    const of = eventOfEntry(entry);
    const flags = entry.row?.['flags'];
    // Of starts and ends nobody noted what was doubted, so they speak for themselves in an export alone.
    const isDoubted = entry.table !== 'scans' || (Array.isArray(flags) && flags.includes('badSignature'));
    return of === null || of.proof === null || isDoubted ? [] : [{ entry, of, proof: of.proof }];
  });
  const keys = await findDeviceKeysOf(db, tenantId, [...new Set(signed.map(({ proof }) => proof.key))]);
  const known = new Map(
    keys.map(({ key, guardId, deviceId, publicKey }) => [`${key} ${guardId} ${deviceId}`, publicKey]),
  );
  const verdicts = signed.map(async ({ entry, of, proof }) => {
    const publicKey = known.get(`${proof.key} ${of.guardId} ${of.deviceId}`);
    const isGood = publicKey !== undefined && (await isSignedEvent(publicKey, of.event, proof));
    return isGood ? [] : [`${entry.table} ${entry.id}: altered; it is not what its phone signed`];
  });
  return (await Promise.all(verdicts)).flat();
}
