// PostgreSQL's write-ahead log as far as it tells which transaction wrote what, and where its commit stands
// (src/include/access/xlogrecord.h and xlog_internal.h of PostgreSQL 18).
import fs from 'node:fs';
import path from 'node:path';

const segmentBytes = 16 * 1024 * 1024;
const pageBytes = 8192;
const longHeaderBytes = 40;
const shortHeaderBytes = 24;
const recordHeaderBytes = 24;
const alignment = 8;

export interface LogRecord {
  readonly transaction: number;
  readonly isCommit: boolean;
  /** Position after its last byte. */
  readonly end: number;
  readonly bytes: Buffer;
}

/** Position of the first byte of a segment, by the name of its file; null for other files. */
export function segmentStart(file: string): number | null {
  const [, high = '', low = ''] = /^[\dA-F]{8}([\dA-F]{8})([\dA-F]{8})$/.exec(file) ?? [];
  if (high === '') return null;
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) * segmentBytes;
}

/** Every record from the oldest segment of the folder on. */
export function* readRecords(folder: string): Generator<LogRecord> {
  const log = new LogReader(folder);
  for (;;) {
    const start = log.toRecord();
    const length = start === null ? 0 : log.peekLength();
    if (length < recordHeaderBytes) return;
    const bytes = log.take(length);
    if (bytes === null) return;
    const [info, manager] = [bytes[16] ?? 0, bytes[17] ?? 0];
    const isCommit = manager === 1 && (info & 0x70) === 0;
    yield { transaction: bytes.readUInt32LE(4), isCommit, end: log.position, bytes };
    const isSwitch = manager === 0 && (info & 0xf0) === 0x40;
    if (isSwitch) log.toNextSegment();
  }
}

class LogReader {
  readonly #folder: string;
  readonly #files = new Map<number, string>();
  #segment: { readonly start: number; readonly bytes: Buffer } | null = null;
  position: number;

  constructor(folder: string) {
    this.#folder = folder;
    for (const name of fs.readdirSync(folder)) {
      const start = segmentStart(name);
      if (start !== null) this.#files.set(start, name);
    }
    this.position = Math.min(...this.#files.keys());
    const page = this.#page();
    // A record that began before.
    const isContinued = page !== null && (page.readUInt16LE(2) & 1) === 1;
    if (isContinued) this.take(page.readUInt32LE(16));
  }

  /** Null where the log ends. */
  #page(): Buffer | null {
    const at = Math.floor(this.position / pageBytes) * pageBytes;
    const start = Math.floor(at / segmentBytes) * segmentBytes;
    if (this.#segment?.start !== start) {
      const name = this.#files.get(start);
      if (name === undefined) return null;
      this.#segment = { start, bytes: fs.readFileSync(path.join(this.#folder, name)) };
    }
    const page = this.#segment.bytes.subarray(at - start, at - start + pageBytes);
    return Number(page.readBigUInt64LE(8)) === at ? page : null;
  }

  #passHeader(): void {
    if (this.position % pageBytes === 0) {
      this.position += this.position % segmentBytes === 0 ? longHeaderBytes : shortHeaderBytes;
    }
  }

  /** To where the next record begins; null where there is none. */
  toRecord(): number | null {
    this.position = Math.ceil(this.position / alignment) * alignment;
    if (this.#page() === null) return null;
    this.#passHeader();
    return this.position;
  }

  toNextSegment(): void {
    this.position = Math.ceil(this.position / segmentBytes) * segmentBytes;
  }

  peekLength(): number {
    return this.#page()?.readUInt32LE(this.position % pageBytes) ?? 0;
  }

  /** The next bytes, without the headers of pages between them. */
  take(length: number): Buffer | null {
    const parts: Buffer[] = [];
    for (let left = length; left > 0; ) {
      const page = this.#page();
      if (page === null) return null;
      this.#passHeader();
      const from = this.position % pageBytes;
      const part = page.subarray(from, Math.min(pageBytes, from + left));
      parts.push(part);
      left -= part.length;
      this.position += part.length;
    }
    return Buffer.concat(parts);
  }
}
