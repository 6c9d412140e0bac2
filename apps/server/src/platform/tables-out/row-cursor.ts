import type { Cell, RowChunks } from './table-model.ts';

type Row = readonly Cell[];

/** Hands out the rows of a chunked source one by one, waiting only between chunks, and closes the source when told. */
export class RowCursor {
  readonly #source: AsyncIterator<readonly Row[]>;
  #chunk: readonly Row[] = [];
  #index = 0;
  #ended = false;

  constructor(chunks: RowChunks) {
    this.#source = chunks[Symbol.asyncIterator]();
  }

  /** True when `take` has a row to give. */
  async ready(): Promise<boolean> {
    while (this.#index >= this.#chunk.length) {
      if (this.#ended) return false;
      const next = await this.#source.next();
      this.#index = 0;
      this.#ended = next.done === true;
      this.#chunk = next.done === true ? [] : next.value;
    }
    return true;
  }

  /** The next row of the chunk at hand; undefined means: ask `ready`. */
  take(): Row | undefined {
    return this.#chunk[this.#index++];
  }

  async close(): Promise<void> {
    this.#chunk = [];
    if (this.#ended) return;
    this.#ended = true;
    await this.#source.return?.();
  }
}
