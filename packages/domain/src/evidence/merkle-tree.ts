// The tree of a log (RFC 9162, section 2; the same as RFC 6962's): hashes, which nodes a proof consists of, and what a
// proof proves. Where the nodes are kept is the caller's affair.
import { type Bytes, joinBytes, toHex } from './byte-text.ts';
import type { Sha256 } from './sha256.ts';

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export function leafHash(sha256: Sha256, entry: Uint8Array): Bytes {
  return sha256(joinBytes(leafPrefix, entry));
}

export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Bytes {
  return sha256(joinBytes(nodePrefix, left, right));
}

/** The leaves from `from` to before `to`. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** A subtree that is full: the leaves from index * 2 ** level on, 2 ** level of them. It never changes again. */
export interface FullNode {
  readonly level: number;
  readonly index: number;
}

/** The largest power of two below a size of 2 or more. */
function splitOf(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

/** Subtrees of an inclusion proof, from the leaf upwards. Throws RangeError where the tree has no such leaf. */
export function inclusionRanges(leaf: number, size: number): LeafRange[] {
  if (!Number.isSafeInteger(leaf) || leaf < 0 || leaf >= size) throw new RangeError('no such leaf');
  const path: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (leaf < middle) {
      path.push({ from: middle, to });
      to = middle;
    } else {
      path.push({ from, to: middle });
      from = middle;
    }
  }
  return path.toReversed();
}

/** Subtrees of a consistency proof from an earlier size to a later one. Throws RangeError for sizes in no order. */
export function consistencyRanges(earlier: number, later: number): LeafRange[] {
  if (!Number.isSafeInteger(earlier) || earlier < 0 || earlier > later) throw new RangeError('no such sizes');
  if (earlier === 0 || earlier === later) return [];
  const path: LeafRange[] = [];
  let [from, to] = [0, later];
  // Whether the root of the earlier tree itself would be here, which the verifier knows already.
  let isWhole = true;
  while (earlier !== to) {
    const middle = from + splitOf(to - from);
    if (earlier <= middle) {
      path.push({ from: middle, to });
      to = middle;
    } else {
      path.push({ from, to: middle });
      from = middle;
      isWhole = false;
    }
  }
  return [...(isWhole ? [] : [{ from, to }]), ...path.toReversed()];
}

/** The full subtrees that make up a range that begins where one of its size may begin, from left to right. */
export function fullNodesOf({ from, to }: LeafRange): FullNode[] {
  const nodes: FullNode[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    while (at + 2 ** (level + 1) <= to && at % 2 ** (level + 1) === 0) level += 1;
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** The hash over the full subtrees of a range; that of the empty tree for none. */
export function foldNodes(sha256: Sha256, hashes: readonly Uint8Array[]): Bytes {
  const last = hashes.at(-1);
  if (last === undefined) return sha256(new Uint8Array());
  return hashes
    .slice(0, -1)
    .reduceRight<Bytes>((right, left) => nodeHash(sha256, left, right), new Uint8Array(last));
}

/** The hash of a full subtree out of those of all its leaves, 2 ** level of them. */
export function fullNodeHash(sha256: Sha256, leaves: readonly Bytes[]): Bytes {
  const frontier: Bytes[] = [];
  leaves.forEach((leaf, at) => appendLeaf(sha256, frontier, at, leaf));
  const [hash, ...rest] = frontier;
  if (hash === undefined || rest.length > 0) throw new RangeError('not the leaves of a full subtree');
  return hash;
}

/**
 * Adds a leaf. `frontier` holds the full subtrees of the tree so far, from left to right, and is changed; returned are
 * the nodes that became full, the leaf first.
 */
export function appendLeaf(
  sha256: Sha256,
  frontier: Bytes[],
  size: number,
  leaf: Bytes,
): (FullNode & { readonly hash: Bytes })[] {
  const made = [{ level: 0, index: size, hash: leaf }];
  let hash = leaf;
  for (let level = 1, index = size; index % 2 === 1; level += 1) {
    const left = frontier.pop();
    if (left === undefined) throw new RangeError('the frontier is not that of a tree of this size');
    hash = nodeHash(sha256, left, hash);
    index = (index - 1) / 2;
    made.push({ level, index, hash });
  }
  frontier.push(hash);
  return made;
}

const isSame = (a: Uint8Array, b: Uint8Array) => toHex(a) === toHex(b);

export interface InclusionClaim {
  readonly leaf: number;
  readonly size: number;
  readonly leafHash: Uint8Array;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** RFC 9162, section 2.1.3.2. */
export function provesInclusion(sha256: Sha256, claim: InclusionClaim): boolean {
  const { leaf, size, path, root } = claim;
  if (!Number.isSafeInteger(leaf) || !Number.isSafeInteger(size) || leaf < 0 || leaf >= size) return false;
  const ranges = inclusionRanges(leaf, size);
  if (ranges.length !== path.length) return false;
  let hash: Uint8Array = claim.leafHash;
  for (const [step, sibling] of path.entries()) {
    const isLeft = (ranges[step]?.from ?? 0) <= leaf;
    hash = isLeft ? nodeHash(sha256, sibling, hash) : nodeHash(sha256, hash, sibling);
  }
  return isSame(hash, root);
}

export interface ConsistencyClaim {
  readonly earlier: number;
  readonly later: number;
  readonly earlierRoot: Uint8Array;
  readonly laterRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** Whether the later tree is the earlier one with leaves added: RFC 9162, section 2.1.4.2. */
export function provesConsistency(sha256: Sha256, claim: ConsistencyClaim): boolean {
  const { earlier, later, earlierRoot, laterRoot } = claim;
  if (!Number.isSafeInteger(earlier) || !Number.isSafeInteger(later) || earlier < 0 || earlier > later) {
    return false;
  }
  if (earlier === later) return claim.path.length === 0 && isSame(earlierRoot, laterRoot);
  if (earlier === 0) return claim.path.length === 0 && isSame(earlierRoot, foldNodes(sha256, []));
  const isFull = Number.isInteger(Math.log2(earlier));
  const [first, ...rest] = isFull ? [earlierRoot, ...claim.path] : claim.path;
  if (first === undefined) return false;
  let node = earlier - 1;
  let last = later - 1;
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  let [before, after]: Uint8Array[] = [first, first];
  for (const sibling of rest) {
    if (last === 0 || before === undefined || after === undefined) return false;
    if (node % 2 === 1 || node === last) {
      before = nodeHash(sha256, sibling, before);
      after = nodeHash(sha256, sibling, after);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else after = nodeHash(sha256, after, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && isSame(before ?? first, earlierRoot) && isSame(after ?? first, laterRoot);
}
