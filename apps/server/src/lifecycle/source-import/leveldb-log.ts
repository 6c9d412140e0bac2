// The log format of LevelDB, in which gcloud and the emulator write an export: blocks of 32 KiB with pieces of records.
import fs from 'node:fs';

const blockBytes = 32_768;
const headBytes = 7;
const kinds = { zero: 0, full: 1, first: 2, middle: 3, last: 4 } as const;
/** A document has at most 1 MiB; what is longer is no export. */
const recordBytesMax = 64 * 1_048_576;

export class LogBroken extends Error {
  /** Of the record that cannot be read, counted from 1. */
  readonly no: number;

  constructor(message: string, no: number) {
    super(message);
    this.no = no;
  }
}

/**
 * The records of a file in their order, one block in memory at a time. Throws LogBroken when its checksums do not fit, or
 * when it ends within a record.
 */
export async function* logRecords(file: string): AsyncGenerator<Buffer> {
  const handle = await fs.promises.open(file);
  try {
    const joiner = new Joiner();
    for (let at = 0; ; at += blockBytes) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(blockBytes), 0, blockBytes, at);
      if (bytesRead === 0) break;
      yield* joiner.take(buffer.subarray(0, bytesRead));
      if (bytesRead < blockBytes) break;
    }
    joiner.end();
  } finally {
    await handle.close();
  }
}

class Joiner {
  #parts: Buffer[] | null = null;
  #bytes = 0;
  #no = 1;

  *take(block: Buffer): Generator<Buffer> {
    let at = 0;
    while (block.length - at >= headBytes) {
      const length = block.readUInt16LE(at + 4);
      const kind = block.readUInt8(at + 6);
      // Zeros fill what was set aside and not written.
      if (kind === kinds.zero && length === 0) return;
      const piece = block.subarray(at + headBytes, at + headBytes + length);
      if (piece.length < length) this.#fail('it ends in the middle of a record');
      if (unmasked(block.readUInt32LE(at)) !== crc32c(block.subarray(at + 6, at + headBytes + length))) {
        this.#fail('its checksum does not fit');
      }
      at += headBytes + length;
      const whole = this.#join(kind, piece);
      if (whole === null) continue;
      this.#no += 1;
      yield whole;
    }
  }

  #join(kind: number, piece: Buffer): Buffer | null {
    const isStart = kind === kinds.full || kind === kinds.first;
    if (isStart === (this.#parts !== null)) this.#fail('its pieces are not in order');
    if (kind === kinds.full) return piece;
    const parts = [...(this.#parts ?? []), piece];
    this.#bytes += piece.length;
    if (this.#bytes > recordBytesMax) this.#fail('it is too long');
    if (kind === kinds.first || kind === kinds.middle) {
      this.#parts = parts;
      return null;
    }
    if (kind !== kinds.last) this.#fail(`it has a piece of kind ${kind}, which there is not`);
    this.#parts = null;
    this.#bytes = 0;
    return Buffer.concat(parts);
  }

  end(): void {
    if (this.#parts !== null) this.#fail('the file ends in the middle of it');
  }

  #fail(message: string): never {
    throw new LogBroken(message, this.#no);
  }
}

const castagnoli = 0x82f63b78;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ castagnoli : rest >>> 1;
  return rest;
});

/** CRC-32C, the checksum of LevelDB. */
export function crc32c(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

const maskDelta = 0xa282ead8;

/** As stored: turned and moved, so that a checksum of checksums is of use. */
export function masked(crc: number): number {
  return ((((crc >>> 15) | (crc << 17)) >>> 0) + maskDelta) >>> 0;
}

function unmasked(stored: number): number {
  const turned = (stored - maskDelta) >>> 0;
  return ((turned >>> 17) | (turned << 15)) >>> 0;
}
