// What files leave behind once they are dealt with. V8 itself collects it when 64 MB lie outside of its heap.

/** Of files that were held in memory. Each collection stops the server for as long as one of a list's own takes. */
const collectAfterBytes = 16_000_000;

export class UploadGarbage {
  readonly #collect: () => void;
  #bytes = 0;

  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /** So many bytes of a file are held. */
  note(bytes: number): void {
    this.#bytes += bytes;
  }

  /** For when a file has been dealt with. */
  collectWhenMuch(): void {
    if (this.#bytes < collectAfterBytes) return;
    this.#bytes = 0;
    this.#collect();
  }
}
