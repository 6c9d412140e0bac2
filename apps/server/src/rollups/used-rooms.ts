// Memory of kept bytes that is used again. Some kilobytes at a time that come and go outside of the heap are collected late,
// and what they leave is too scattered for the C library to give back (decision 0039).

/** A room's size is a multiple of this. */
const stepBytes = 1_024;

export class UsedRooms {
  readonly #freeBytesMax: number;
  readonly #free = new Map<number, ArrayBuffer[]>();
  #freeBytes = 0;
  #left: ArrayBuffer[] = [];

  /** Beyond `freeBytesMax` rooms that nobody uses are the garbage collector's. */
  constructor(freeBytesMax: number) {
    this.#freeBytesMax = freeBytesMax;
  }

  /** Bytes of hexadecimal text, in a room of their own until it is left. */
  take(hex: string): Buffer {
    const length = hex.length / 2;
    const size = Math.ceil(Math.max(length, 1) / stepBytes) * stepBytes;
    const found = this.#free.get(size)?.pop();
    if (found !== undefined) this.#freeBytes -= size;
    const bytes = Buffer.from(found ?? new ArrayBuffer(size), 0, length);
    bytes.write(hex, 'hex');
    return bytes;
  }

  /** What `take` gave may be overwritten from the next turn of the event loop on: whoever reads it does so in this one. */
  leave(bytes: Buffer): void {
    if (this.#left.push(bytes.buffer as ArrayBuffer) === 1) setImmediate(() => this.#clear());
  }

  #clear(): void {
    for (const room of this.#left) {
      const size = room.byteLength;
      if (this.#freeBytes + size > this.#freeBytesMax) continue;
      this.#freeBytes += size;
      const rooms = this.#free.get(size);
      if (rooms === undefined) this.#free.set(size, [room]);
      else rooms.push(room);
    }
    this.#left = [];
  }
}
