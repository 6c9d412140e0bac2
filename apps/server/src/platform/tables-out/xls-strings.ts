import { xlsCharacters } from './xls-records.ts';

const sharedStringsId = 0x00fc;
const continueId = 0x003c;
const maxRecordSize = 8224;

/** The workbook's shared strings: each distinct text once, in records that continue one another. */
export class XlsStrings {
  readonly #indexes = new Map<string, number>();
  #uses = 0;

  /** Index of the text, which it gets on first use. */
  add(text: string): number {
    this.#uses++;
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    const index = this.#indexes.size;
    this.#indexes.set(text, index);
    return index;
  }

  records(): Buffer[] {
    const table = new ContinuedRecord();
    table.header(this.#uses, this.#indexes.size);
    for (const text of this.#indexes.keys()) table.text(text);
    return table.end();
  }
}

/** A record too long for one is carried on by CONTINUE records; where it breaks within a text, the flag of its width is repeated. */
class ContinuedRecord {
  readonly #records: Buffer[] = [];
  readonly #block = Buffer.allocUnsafe(maxRecordSize);
  #position = 0;

  header(uses: number, count: number): void {
    this.#position = this.#block.writeUInt32LE(uses, this.#position);
    this.#position = this.#block.writeUInt32LE(count, this.#position);
  }

  text(text: string): void {
    const { flag, bytes } = xlsCharacters(text);
    const characterSize = flag + 1;
    // Length, flag and first character stay in one record.
    if (this.#spaceLeft < 3 + characterSize) this.#flush();
    this.#position = this.#block.writeUInt16LE(text.length, this.#position);
    this.#position = this.#block.writeUInt8(flag, this.#position);
    let written = 0;
    while (written < bytes.length) {
      const fitting = this.#spaceLeft - (this.#spaceLeft % characterSize);
      const size = Math.min(fitting, bytes.length - written);
      bytes.copy(this.#block, this.#position, written, written + size);
      this.#position += size;
      written += size;
      if (written === bytes.length) break;
      this.#flush();
      this.#position = this.#block.writeUInt8(flag, this.#position);
    }
  }

  end(): Buffer[] {
    this.#flush();
    return this.#records;
  }

  get #spaceLeft(): number {
    return maxRecordSize - this.#position;
  }

  #flush(): void {
    const record = Buffer.allocUnsafe(4 + this.#position);
    record.writeUInt16LE(this.#records.length === 0 ? sharedStringsId : continueId, 0);
    record.writeUInt16LE(this.#position, 2);
    this.#block.copy(record, 4, 0, this.#position);
    this.#records.push(record);
    this.#position = 0;
  }
}
