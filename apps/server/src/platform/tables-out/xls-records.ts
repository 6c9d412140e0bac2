/** BIFF8 records, laid one behind the other into large blocks. Every number is little-endian. */
export class XlsRecords {
  static readonly #blockSize = 1 << 18;
  readonly #full: Buffer[] = [];
  #block = Buffer.allocUnsafe(XlsRecords.#blockSize);
  #position = 0;
  #fullLength = 0;

  get length(): number {
    return this.#fullLength + this.#position;
  }

  get blocks(): Buffer[] {
    return [...this.#full, this.#block.subarray(0, this.#position)];
  }

  /** Begins a record of exactly `size` bytes (at most 8,224), which the calls that follow fill. */
  start(id: number, size: number): this {
    if (this.#position + 4 + size > this.#block.length) {
      this.#full.push(this.#block.subarray(0, this.#position));
      this.#fullLength += this.#position;
      this.#block = Buffer.allocUnsafe(XlsRecords.#blockSize);
      this.#position = 0;
    }
    return this.u16(id).u16(size);
  }

  u8(value: number): this {
    this.#position = this.#block.writeUInt8(value, this.#position);
    return this;
  }

  u16(...values: number[]): this {
    for (const value of values) this.#position = this.#block.writeUInt16LE(value, this.#position);
    return this;
  }

  u32(...values: number[]): this {
    for (const value of values) this.#position = this.#block.writeUInt32LE(value, this.#position);
    return this;
  }

  f64(value: number): this {
    this.#position = this.#block.writeDoubleLE(value, this.#position);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#block.set(value, this.#position);
    this.#position += value.length;
    return this;
  }

  /** The head of every sheet cell: row, column and style. */
  cell(id: number, valueSize: number, row: number, column: number, style: number): this {
    this.start(id, 6 + valueSize);
    this.#position = this.#block.writeUInt16LE(row, this.#position);
    this.#position = this.#block.writeUInt16LE(column, this.#position);
    this.#position = this.#block.writeUInt16LE(style, this.#position);
    return this;
  }
}

const isWide = (text: string) => /[^\u0000-\u00ff]/.test(text);

/** Characters as BIFF8 holds them: one byte each when all fit Latin-1 (flag 0), else two (flag 1). */
export function xlsCharacters(text: string): { readonly flag: 0 | 1; readonly bytes: Buffer } {
  return isWide(text)
    ? { flag: 1, bytes: Buffer.from(text, 'utf16le') }
    : { flag: 0, bytes: Buffer.from(text, 'latin1') };
}
