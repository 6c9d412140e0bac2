// Files that are made while they are sent, such as exports: together they take no more of the process than one or two do.
import { AppError } from './app-error.ts';
import { Slots } from './slots.ts';

export interface FilesAtOnceSettings {
  /** Files of which a piece is made at this moment; the others wait for their turn between two pieces. */
  readonly madeAtOnce: number;
  /** Files that an account or guard may have open: each holds memory until its reader has it. */
  readonly openPerAsker: number;
}

const usual: FilesAtOnceSettings = { madeAtOnce: 1, openPerAsker: 8 };
const retryAfterSeconds = 10;

export class FilesAtOnce {
  readonly #slots: Slots;
  readonly #openPerAsker: number;
  readonly #open = new Map<string, number>();

  constructor({ madeAtOnce, openPerAsker }: FilesAtOnceSettings = usual) {
    this.#slots = new Slots(madeAtOnce);
    this.#openPerAsker = openPerAsker;
  }

  /** Counts a file of the asker until the result is called. Throws slowDown where there are as many as may be. */
  enter(asker: string): () => void {
    const open = this.#open.get(asker) ?? 0;
    if (open >= this.#openPerAsker) throw new AppError('slowDown', { retryAfterSeconds });
    this.#open.set(asker, open + 1);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const left = (this.#open.get(asker) ?? 1) - 1;
      if (left === 0) this.#open.delete(asker);
      else this.#open.set(asker, left);
    };
  }

  /**
   * The same pieces, each made in its turn; tells when the last is made or no one wants more. A reader who is slow holds no one
   * up: between pieces the turn is another's.
   */
  async *whenSlotFree<Piece>(pieces: AsyncIterable<Piece>, onEnd = () => {}): AsyncGenerator<Piece> {
    const iterator = pieces[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#slots.while(() => iterator.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      onEnd();
      await iterator.return?.();
    }
  }
}
