// The tree of a log, made again leaf by leaf and compared with what is kept of it.
import { type Bytes, fromHex, toHex } from '@watchpost/domain/evidence/byte-text';
import {
  type ClockSetBack,
  clockToleranceMs,
  isOfFormerClock,
  afterSetBack,
} from '@watchpost/domain/evidence/clock-set-back';
import { rowTexts } from '@watchpost/domain/evidence/log-entry';
import { appendLeaf, foldNodes } from '@watchpost/domain/evidence/merkle-tree';
import type { ErasedRecords } from '@watchpost/domain/evidence/erased-records';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import { type Anchor, anchorName } from './anchors.ts';
import type { StoredLeaf, StoredNode } from './check-log.queries.ts';
import { alteredColumns } from './column-marks.ts';
import { type Concealer, leafForm } from './concealed-entries.ts';
import { type FoundEntry, storedLevelMin } from './log.queries.ts';
import { nativeSha256 } from './native-sha256.ts';

/** Between a record's own time and its sealing's, too; transactions under way differ by less. */
const toleranceMs = clockToleranceMs;
/** An import that is done as a whole or not at all is one transaction of minutes, in which settings leave versions. */
const versionToleranceMs = 1_800_000;
const at = (ms: number) => new Date(ms).toISOString();

export interface WalkedLog {
  readonly heads: readonly SignedHead[];
  readonly anchors: readonly Anchor[];
  readonly erased: ErasedRecords;
  /** Signed notes of clocks that were set back, by the size of the log before each. */
  readonly setBacks: ReadonlyMap<number, ClockSetBack>;
  /** Null where no leaf conceals anything yet. */
  readonly concealer: Concealer | null;
}

export class LeafWalk {
  readonly differences: string[] = [];
  readonly notes: string[] = [];
  lastNo = -1;
  #frontier: Bytes[] = [];
  #size = 0;
  #nodes = new Map<string, string>();
  #nodeCount = 0;
  #sealing = 0;
  #bound: { readonly size: number; readonly atMs: number } | null = null;
  readonly #heads: readonly SignedHead[];
  readonly #anchors: readonly Anchor[];
  readonly #erased: ErasedRecords;
  readonly #setBacks: WalkedLog['setBacks'];
  readonly #concealer: Concealer | null;

  constructor({ heads, anchors, erased, setBacks, concealer }: WalkedLog) {
    this.#heads = heads;
    this.#anchors = anchors;
    this.#erased = erased;
    this.#setBacks = setBacks;
    this.#concealer = concealer;
    this.#compareRoots();
  }

  get size(): number {
    return this.#size;
  }

  /** `archived` for a record that is not stored any more, and that an archive holds as its leaf says. */
  take(leaf: StoredLeaf, entry: FoundEntry | 'archived' | undefined): void {
    if (leaf.no !== this.lastNo + 1) {
      this.differences.push(`log_leaves ${this.lastNo + 1}: removed, with all up to ${leaf.no - 1}`);
    }
    this.lastNo = leaf.no;
    if (entry !== 'archived') this.#compareRow(leaf, entry);
    const made = appendLeaf(nativeSha256, this.#frontier, this.#size, fromHex(leaf.hash));
    for (const { level, index, hash } of made) {
      if (level > 0) this.#nodes.set(`${level} ${index}`, toHex(hash));
    }
    this.#size += 1;
    this.#compareRoots();
  }

  #compareRow({ no, source, hash, marks }: StoredLeaf, entry: FoundEntry | undefined): void {
    if (entry === undefined || entry.row === null) {
      this.differences.push(`${source} ${entry?.id ?? ''}: removed; it is leaf ${no}`);
      return;
    }
    const { table, id, row, takenAtMs } = entry;
    const texts = rowTexts(row);
    const columns = alteredColumns(table, texts, marks);
    const isAsSealed = leafForm({ table, id, row }, hash, this.#concealer) !== 'other';
    const nameless = isAsSealed ? null : this.#erased.find({ table, id, row }, hash);
    if (nameless !== null) {
      this.notes.push(`${source} ${id}: the guard's name was erased on ${at(nameless.atMs)}, by law`);
    } else if (isAsSealed && this.#erased.has({ table, id })) {
      this.differences.push(`${source} ${id}: names a guard whose name was erased`);
    } else if (!isAsSealed) {
      const what = columns.length === 0 ? 'hash of its leaf' : columns.join(', ');
      this.differences.push(`${source} ${id}: ${what} was altered; leaf ${no} says something else`);
    }
    if ((isAsSealed || nameless !== null) && columns.length > 0)
      this.differences.push(`log_leaves ${no}: marks was altered`);
    const backMs = source === 'record_versions' ? versionToleranceMs : toleranceMs;
    this.#compareTime(`${source} ${id}`, no, { takenAtMs, backMs });
  }

  /** What is sealed behind a head is not older: but heads that were dated ahead bound nothing that was dated rightly. */
  #afterMs(before: SignedHead): number {
    if (this.#bound?.size === before.size) return this.#bound.atMs;
    const setBack = this.#setBacks.get(before.size);
    const ahead = [...this.#setBacks.values()].find(
      ({ size, fromMs, toMs }) =>
        size > before.size && before.atMs > toMs && before.atMs <= fromMs + toleranceMs,
    );
    const right = this.#heads.findLast(
      ({ size, atMs }) => size < before.size && atMs <= (ahead?.toMs ?? Number.NaN),
    );
    const dated = ahead === undefined ? before.atMs : (right?.atMs ?? ahead.toMs);
    const atMs = setBack === undefined ? dated : afterSetBack(setBack, before.atMs);
    this.#bound = { size: before.size, atMs };
    return atMs;
  }

  /** A record is sealed with the next head after it was taken, but for where a signed note says that a clock was set back. */
  #compareTime(
    name: string,
    no: number,
    { takenAtMs, backMs }: { readonly takenAtMs: number | null; readonly backMs: number },
  ): void {
    while ((this.#heads[this.#sealing]?.size ?? Number.MAX_SAFE_INTEGER) <= no) this.#sealing += 1;
    const head = this.#heads[this.#sealing];
    const before = this.#heads[this.#sealing - 1];
    if (head === undefined || takenAtMs === null) return;
    const setBack = before && this.#setBacks.get(before.size);
    const afterMs = before && this.#afterMs(before);
    if (setBack !== undefined && isOfFormerClock(setBack, no, takenAtMs)) return;
    if (before !== undefined && afterMs !== undefined && takenAtMs < afterMs - backMs) {
      this.differences.push(
        `${name}: backdated; it says ${at(takenAtMs)} and was sealed after ${at(before.atMs)}`,
      );
    } else if (takenAtMs > head.atMs + toleranceMs) {
      this.differences.push(`${name}: it says ${at(takenAtMs)}, after it was sealed at ${at(head.atMs)}`);
    }
  }

  #compareRoots(): void {
    const root = () => toHex(foldNodes(nativeSha256, this.#frontier));
    for (const { size, root: signed, atMs } of this.#heads.filter((head) => head.size === this.#size)) {
      if (root() !== signed) {
        this.differences.push(
          `log_heads ${size} of ${at(atMs)}: its root is not that of the leaves as they are now`,
        );
      }
    }
    for (const anchor of this.#anchors.filter((head) => head.size === this.#size)) {
      if (root() === anchor.root) continue;
      const of = anchorName(anchor);
      this.differences.push(`the log was rewritten: its first ${anchor.size} leaves are not those of ${of}`);
    }
  }

  /** Nodes of low levels are no more stored; those that are have to fit. */
  compareNodes(storedNodes: readonly StoredNode[]): void {
    const found = new Map(storedNodes.map(({ level, no, hash }) => [`${level} ${no}`, hash]));
    for (const [name, hash] of this.#nodes) {
      const [level = 0, no = 0] = name.split(' ').map(Number);
      const of = `leaves ${no * 2 ** level} to ${(no + 1) * 2 ** level - 1}`;
      const stored = found.get(name);
      if (stored === undefined) {
        if (level >= storedLevelMin) this.differences.push(`log_nodes ${name}: removed; it is of ${of}`);
        continue;
      }
      this.#nodeCount += 1;
      if (stored !== hash)
        this.differences.push(`log_nodes ${name}: hash does not fit; it or one of ${of} was altered`);
    }
    this.#nodes.clear();
  }

  finish(nodesStored: number): void {
    if (nodesStored > this.#nodeCount)
      this.differences.push('log_nodes: inserted; there are more than leaves give');
    for (const { size } of this.#heads.filter((head) => head.size > this.#size)) {
      this.differences.push(`log_heads ${size}: leaves up to ${size - 1} were removed`);
    }
    const newest = this.#heads.at(-1)?.size ?? 0;
    if (this.#size > newest) {
      this.differences.push(
        `log_leaves ${newest} to ${this.#size - 1}: under no head; inserted, or heads removed`,
      );
    }
    for (const anchor of this.#anchors.filter((head) => head.size > this.#size)) {
      const was = `by ${anchorName(anchor)} it had ${anchor.size} leaves`;
      this.differences.push(`the log was rolled back: ${was}, now ${this.#size}`);
    }
  }
}
