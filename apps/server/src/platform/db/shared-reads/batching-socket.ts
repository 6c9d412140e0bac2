import net from 'node:net';

/**
 * A socket that sends what is written in one turn of the event loop together. The driver writes each statement by
 * itself, and waking the database for each costs more than most statements.
 */
export class BatchingSocket extends net.Socket {
  #isHeld = false;

  override cork(): void {
    this.#hold();
    super.cork();
  }

  override write(
    chunk: Uint8Array | string,
    encodingOrDone?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean {
    this.#hold();
    return typeof encodingOrDone === 'string' && typeof chunk === 'string'
      ? super.write(chunk, encodingOrDone, done)
      : super.write(chunk, typeof encodingOrDone === 'function' ? encodingOrDone : done);
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      super.uncork();
    });
  }
}
