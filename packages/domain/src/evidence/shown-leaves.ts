// Which records of the log a file shows, or contains hashes for. Reports each record that is missing, moved or doubled by its
// own number, and none that is in order.

interface Range {
  readonly from: number;
  /** The first number after it. */
  readonly to: number;
}

/** What a record's place says of it. */
export type LeafPosition = 'right' | 'moved' | 'doubled';

export class ShownLeaves {
  /** Ranges that are named at most: a file of holes alone costs no more. */
  readonly #namedMax: number;
  readonly #missing: Range[] = [];
  /** Null where the file does not say any more. */
  #next: number | null = 0;
  #isWhole = true;

  constructor(namedMax: number) {
    this.#namedMax = namedMax;
  }

  /** Whether the log's tree can still be made of what came. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  takeLeaf(leaf: number): LeafPosition {
    const next = this.#next ?? leaf;
    if (leaf < next) return this.#find(leaf) ? 'moved' : 'doubled';
    this.#next = leaf + 1;
    if (leaf > next) this.#miss({ from: next, to: leaf });
    return 'right';
  }

  /** Hashes stand for all before `to`. */
  takeGap(to: number): void {
    if (this.#next !== null) this.#next = Math.max(this.#next, to);
  }

  /** Hashes came that stand for no one knows how many records. */
  lose(): void {
    this.#next = null;
    this.#isWhole = false;
  }

  /** The numbers that are missing of a log of so many records, but for those that were named already. */
  finish(size: number, named: readonly string[]): string[] {
    if (this.#next !== null && this.#next < size) this.#miss({ from: this.#next, to: size });
    return this.#missing
      .map(({ from, to }) => (to - from === 1 ? String(from) : `${from}-${to - 1}`))
      .filter((id) => !named.includes(id));
  }

  #miss(range: Range): void {
    this.#isWhole = false;
    if (this.#missing.length < this.#namedMax) this.#missing.push(range);
  }

  /** Whether the record was taken for missing; it no longer is. */
  #find(leaf: number): boolean {
    const at = this.#missing.findIndex(({ from, to }) => from <= leaf && leaf < to);
    const range = this.#missing[at];
    if (range === undefined) return false;
    const rest = [
      { from: range.from, to: leaf },
      { from: leaf + 1, to: range.to },
    ].filter(({ from, to }) => from < to);
    this.#missing.splice(at, 1, ...rest);
    return true;
  }
}
