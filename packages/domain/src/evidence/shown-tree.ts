// The tree of a log from the few leaves that a file shows and the hashes of all that it does not, from left to right.
import { type Bytes, hashOrNull, toHex } from './byte-text.ts';
import { foldNodes, fullNodesOf, nodeHash } from './merkle-tree.ts';
import type { Sha256 } from './sha256.ts';

interface Subtree {
  readonly level: number;
  readonly index: number;
  readonly hash: Bytes;
}

export class ShownTree {
  readonly #sha256: Sha256;
  /** Full subtrees of everything so far. */
  readonly #frontier: Subtree[] = [];
  #size = 0;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /** Leaves so far. */
  get size(): number {
    return this.#size;
  }

  addLeaf(hash: Bytes): void {
    this.#add({ level: 0, index: this.#size, hash });
    this.#size += 1;
  }

  /** Takes hashes in place of the leaves to before `to`; false, with nothing taken, where they are not as many. */
  addGap(to: number, hashes: readonly string[]): boolean {
    const nodes = fullNodesOf({ from: this.#size, to });
    const subtrees = nodes.flatMap((node, at) => {
      const hash = hashOrNull(hashes[at] ?? '');
      return hash === null ? [] : [{ ...node, hash }];
    });
    if (to <= this.#size || subtrees.length !== nodes.length || hashes.length !== nodes.length) return false;
    for (const subtree of subtrees) this.#add(subtree);
    this.#size = to;
    return true;
  }

  root(): string {
    const hashes = this.#frontier.map(({ hash }) => hash);
    return toHex(foldNodes(this.#sha256, hashes));
  }

  #add(subtree: Subtree): void {
    let { level, index, hash } = subtree;
    for (let left = this.#frontier.at(-1); left?.level === level && index % 2 === 1; ) {
      this.#frontier.pop();
      hash = nodeHash(this.#sha256, left.hash, hash);
      level += 1;
      index = (index - 1) / 2;
      left = this.#frontier.at(-1);
    }
    this.#frontier.push({ level, index, hash });
  }
}
