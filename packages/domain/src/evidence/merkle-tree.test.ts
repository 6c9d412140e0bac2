// Against the RFC's own recursive definitions, for every size, leaf and pair of sizes within reach.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bytes, bytesOf, fromHex, toHex } from './byte-text.ts';
import {
  appendLeaf,
  consistencyRanges,
  foldNodes,
  fullNodeHash,
  fullNodesOf,
  inclusionRanges,
  leafHash,
  type LeafRange,
  nodeHash,
  provesConsistency,
  provesInclusion,
} from './merkle-tree.ts';
import { sha256 } from './sha256.ts';

const split = (size: number) => 2 ** Math.ceil(Math.log2(size) - 1);

/** MTH of RFC 9162, section 2.1.1. */
function naiveRoot(leaves: readonly Bytes[]): Bytes {
  const [only] = leaves;
  if (only === undefined) return sha256(new Uint8Array());
  if (leaves.length === 1) return only;
  const half = split(leaves.length);
  return nodeHash(sha256, naiveRoot(leaves.slice(0, half)), naiveRoot(leaves.slice(half)));
}

/** PATH of section 2.1.3.1. */
function naivePath(leaf: number, leaves: readonly Bytes[]): Bytes[] {
  if (leaves.length <= 1) return [];
  const half = split(leaves.length);
  return leaf < half
    ? [...naivePath(leaf, leaves.slice(0, half)), naiveRoot(leaves.slice(half))]
    : [...naivePath(leaf - half, leaves.slice(half)), naiveRoot(leaves.slice(0, half))];
}

/** SUBPROOF of section 2.1.4.1. */
function naiveProof(size: number, leaves: readonly Bytes[], isWhole: boolean): Bytes[] {
  if (size === leaves.length) return isWhole ? [] : [naiveRoot(leaves)];
  const half = split(leaves.length);
  return size <= half
    ? [...naiveProof(size, leaves.slice(0, half), isWhole), naiveRoot(leaves.slice(half))]
    : [...naiveProof(size - half, leaves.slice(half), false), naiveRoot(leaves.slice(0, half))];
}

const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => leafHash(sha256, bytesOf(`entry ${at}`)));
const sizeMax = 260;
const all = leavesOf(sizeMax);
const roots = Array.from({ length: sizeMax + 1 }, (_, size) => naiveRoot(all.slice(0, size)));
const rootOf = (size: number) => roots[size] ?? new Uint8Array();

/** As a log keeps them. */
const nodes = new Map<string, Bytes>();
const frontiers: Bytes[][] = [];
{
  const frontier: Bytes[] = [];
  for (const [at, leaf] of all.entries()) {
    frontiers.push([...frontier]);
    for (const { level, index, hash } of appendLeaf(sha256, frontier, at, leaf))
      nodes.set(`${level} ${index}`, hash);
  }
}
const hashOf = (range: LeafRange) =>
  foldNodes(
    sha256,
    fullNodesOf(range).map(({ level, index }) => nodes.get(`${level} ${index}`) ?? new Uint8Array()),
  );

describe('a full subtree', () => {
  it('has the hash that the definition gives to all its leaves', () => {
    for (const count of [1, 2, 4, 8, 16])
      expect(fullNodeHash(sha256, all.slice(0, count))).toEqual(naiveRoot(all.slice(0, count)));
  });

  it('has no hash where leaves lack', () => {
    for (const count of [0, 3, 5, 7])
      expect(() => fullNodeHash(sha256, all.slice(0, count))).toThrow(RangeError);
  });
});

describe('a tree of any size', () => {
  it('has the root that the definition gives, from the full nodes that are kept', () => {
    for (let size = 0; size <= sizeMax; size += 1) {
      expect(toHex(hashOf({ from: 0, to: size }))).toBe(toHex(rootOf(size)));
    }
    expect(
      frontiers.every((frontier, size) => toHex(foldNodes(sha256, frontier)) === toHex(rootOf(size))),
    ).toBe(true);
  });

  it('proves every leaf by the path of the definition, and nothing else by it', () => {
    for (let size = 1; size <= sizeMax; size += size < 66 ? 1 : 39) {
      const leaves = all.slice(0, size);
      for (let leaf = 0; leaf < size; leaf += 1) {
        const path = inclusionRanges(leaf, size).map(hashOf);
        expect(path.map(toHex)).toEqual(naivePath(leaf, leaves).map(toHex));
        const claim = { leaf, size, leafHash: all[leaf] ?? rootOf(0), path, root: rootOf(size) };
        expect(provesInclusion(sha256, claim)).toBe(true);
        expect(provesInclusion(sha256, { ...claim, leafHash: rootOf(0) })).toBe(false);
        expect(provesInclusion(sha256, { ...claim, root: rootOf(size - 1) })).toBe(false);
        expect(provesInclusion(sha256, { ...claim, path: path.slice(1) })).toBe(size === 1);
      }
    }
  });

  it('proves that it grew from every smaller one, and from nothing else', () => {
    for (let later = 0; later <= sizeMax; later += later < 66 ? 1 : 39) {
      for (let earlier = 0; earlier <= later; earlier += 1) {
        const path = consistencyRanges(earlier, later).map(hashOf);
        const known = earlier === 0 ? [] : naiveProof(earlier, all.slice(0, later), true);
        expect(path.map(toHex)).toEqual(known.map(toHex));
        const claim = { earlier, later, earlierRoot: rootOf(earlier), laterRoot: rootOf(later), path };
        expect(provesConsistency(sha256, claim)).toBe(true);
        if (earlier === 0 || earlier === later) continue;
        expect(provesConsistency(sha256, { ...claim, earlierRoot: rootOf(earlier - 1) })).toBe(false);
        expect(provesConsistency(sha256, { ...claim, laterRoot: rootOf(later - 1) })).toBe(false);
        expect(provesConsistency(sha256, { ...claim, path: path.slice(0, -1) })).toBe(false);
        expect(provesConsistency(sha256, { ...claim, path: [...path, rootOf(1)] })).toBe(false);
      }
    }
  });

  it('proves nothing when any byte of a proof is another', () => {
    const sizes = fc.integer({ min: 2, max: sizeMax });
    const story = fc.tuple(sizes, fc.nat(), fc.nat(), fc.nat({ max: 31 }), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(story, ([size, position, step, at, change]) => {
        const leaf = position % size;
        const corrupt = (path: Bytes[]) => {
          const hash = path[step % Math.max(1, path.length)];
          if (hash === undefined) return false;
          hash[at] = (hash[at] ?? 0) ^ change;
          return true;
        };
        const path = inclusionRanges(leaf, size).map((range) => new Uint8Array(hashOf(range)));
        const claim = { leaf, size, leafHash: all[leaf] ?? rootOf(0), path, root: rootOf(size) };
        const isCorrupt = corrupt(path);
        expect(provesInclusion(sha256, claim)).toBe(!isCorrupt);
        const steps = consistencyRanges(leaf, size).map((range) => new Uint8Array(hashOf(range)));
        const growth = { earlier: leaf, later: size, earlierRoot: rootOf(leaf), laterRoot: rootOf(size) };
        const isBroken = corrupt(steps);
        expect(provesConsistency(sha256, { ...growth, path: steps })).toBe(!isBroken);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The vectors of the reference implementation of Certificate Transparency. */
describe('the known tree of eight leaves', () => {
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const leaves = entries.map((hex) => leafHash(sha256, fromHex(hex)));
  const known = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  it('has the known roots, inclusion proof and consistency proof', () => {
    expect(toHex(foldNodes(sha256, []))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    const frontier: Bytes[] = [];
    for (const [at, leaf] of leaves.entries()) {
      appendLeaf(sha256, frontier, at, leaf);
      expect(toHex(foldNodes(sha256, frontier))).toBe(known[at]);
    }
    const path = [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ].map(fromHex);
    const [first = rootOf(0)] = leaves;
    const root = fromHex(known[7] ?? '');
    expect(provesInclusion(sha256, { leaf: 0, size: 8, leafHash: first, path, root })).toBe(true);
    const growth = [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ].map(fromHex);
    const earlierRoot = fromHex(known[5] ?? '');
    expect(
      provesConsistency(sha256, { earlier: 6, later: 8, earlierRoot, laterRoot: root, path: growth }),
    ).toBe(true);
  });
});
