// Comma-separated values record by record, by csv-parse within limits of our own: memory is bounded whatever the file is like.
import { setImmediate } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';

export interface CsvLimits {
  /** Cells beyond are left out. */
  readonly columnsMax: number;
  /** A longer cell is cut, in UTF-16 units. */
  readonly cellMaxLength: number;
}

export interface CsvRow {
  /** Records as a spreadsheet counts its rows, from 1; those that are empty count too and are left out. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** A record is longer than any row of a list can be. */
export class RecordTooLong extends Error {}

const recordMaxBytes = 500_000;
const pieceBytes = 65_536;
/** Quotation marks that nothing closes, each read as a letter of its line; in a file of more of them none is more than a letter. */
const openQuotesMax = 20;

const options = (delimiter: string, quote: boolean): Options => ({
  delimiter,
  quote: quote ? '"' : false,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  ltrim: true,
  max_record_size: recordMaxBytes,
});

/** RFC 4180, with any line ends, blanks around quotes and quotes within cells. Throws RecordTooLong. */
export async function* csvRows(text: string, delimiter: string, limits: CsvLimits): AsyncGenerator<CsvRow> {
  const bytes = Buffer.from(text);
  let [at, number] = [0, 0];
  for (let openQuotes = 0; at < bytes.length; openQuotes += 1) {
    const isQuoted = openQuotes <= openQuotesMax;
    const run = new Run(bytes.subarray(at), options(delimiter, isQuoted), limits);
    for await (const row of run.rows()) yield { ...row, number: number + row.number };
    if (run.openQuoteAt === null) return;
    const start = afterLineEnds(bytes, at + run.openQuoteAt);
    number += run.count + emptyLines(bytes.subarray(at + run.openQuoteAt, start)) + 1;
    at = lineEnd(bytes, start);
    const [cells = []] = parseAtOnce(bytes.subarray(start, at), options(delimiter, false)) as string[][];
    yield { number, cells: limited(cells, limits) };
  }
}

const emptyLines = (ends: Buffer): number => ends.toString('latin1').split(/\r\n|\n|\r/).length - 1;

/** With its end. */
function lineEnd(bytes: Buffer, from: number): number {
  const [feed, carriage] = [bytes.indexOf('\n', from), bytes.indexOf('\r', from)];
  if (feed < 0 && carriage < 0) return bytes.length;
  if (carriage < 0 || (feed >= 0 && feed <= carriage + 1)) return feed + 1;
  return carriage + 1;
}

const limited = (cells: readonly string[], { columnsMax, cellMaxLength }: CsvLimits): string[] =>
  cells.slice(0, columnsMax).map((cell) => withoutBlanks(cell).slice(0, cellMaxLength));

/** The parser leaves quotation marks where blanks follow them. */
const withoutBlanks = (cell: string): string => /^"([^"]*)"[^\S\r\n]+$/.exec(cell)?.[1] ?? cell.trimEnd();

/**
 * Whether the parser gave up on the quotation mark in front of a cell that goes on over lines: most likely nothing was meant to
 * close it. Such a cell is written in the record as it reads; one that the parser understood is not.
 */
function hasOpenQuote(cells: readonly string[], delimiter: string, record: () => string): boolean {
  const isSuspect = (cell: string) => cell.startsWith('"') && /[\r\n]/.test(cell);
  if (!cells.some(isSuspect)) return false;
  const text = record();
  let at = 0;
  for (const cell of cells) {
    while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1;
    const after = at + cell.length;
    const isEnd = text.startsWith(delimiter, after) || ['\r', '\n', undefined].includes(text[after]);
    const isAsWritten = text.startsWith(cell, at) && isEnd;
    if (isAsWritten && isSuspect(cell)) return true;
    at = (isAsWritten ? after : at + cell.replaceAll('"', '""').length + 2) + delimiter.length;
  }
  return false;
}

/** One pass over bytes, until their end or until a quotation mark turns out to be closed by nothing. */
class Run {
  /** Records so far, also those that are empty. */
  count = 0;
  /** Where the record begins whose quotation mark nothing closes; null where there is none. */
  openQuoteAt: number | null = null;
  readonly #bytes: Buffer;
  readonly #options: Options;
  readonly #limits: CsvLimits;
  #isStopped = false;

  constructor(bytes: Buffer, parsing: Options, limits: CsvLimits) {
    this.#bytes = bytes;
    this.#options = parsing;
    this.#limits = limits;
  }

  async *rows(): AsyncGenerator<CsvRow> {
    const ready: CsvRow[] = [];
    let end = 0;
    let failure: Error | null = null;
    const parser = parse({
      ...this.#options,
      on_record: (cells: string[], { records, empty_lines: emptyLines, bytes }) => {
        if (this.#isStopped) return null;
        const record = () => this.#bytes.toString('utf8', afterLineEnds(this.#bytes, end), bytes);
        if (hasOpenQuote(cells, String(this.#options.delimiter), record)) {
          this.#isStopped = true;
          return null;
        }
        this.count = records + emptyLines;
        end = bytes;
        ready.push({ number: this.count, cells: limited(cells, this.#limits) });
        // Nothing is left in the parser: it is read here.
        return null;
      },
    });
    const closed = new Promise<void>((resolve) => {
      parser.on('error', (error) => {
        failure = error;
        resolve();
      });
      parser.on('end', resolve);
      parser.resume();
    });
    for (let at = 0; at < this.#bytes.length && failure === null && !this.#isStopped; at += pieceBytes) {
      parser.write(this.#bytes.subarray(at, at + pieceBytes));
      yield* ready.splice(0);
      await setImmediate();
    }
    if (!this.#isStopped) {
      parser.end();
      await closed;
      yield* ready;
      if (failure === null && !this.#isStopped) return;
    }
    parser.destroy();
    if (failure !== null) refuseOthers(failure);
    this.openQuoteAt = end;
  }
}

function afterLineEnds(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at += 1;
  return at;
}

function refuseOthers(error: Error): void {
  const code = error instanceof CsvError ? error.code : '';
  if (code === 'CSV_MAX_RECORD_SIZE') throw new RecordTooLong();
  if (code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
}

const headLength = 100_000;
const headRows = 30;

/** The first records, as far as they can be read. */
export function firstRows(text: string, delimiter: string, limits: CsvLimits): string[][] {
  const head = text.slice(0, headLength);
  for (const quote of [true, false]) {
    try {
      const rows = parseAtOnce(head, { ...options(delimiter, quote), to: headRows }) as string[][];
      return rows.map((cells) => limited(cells, limits));
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
    }
  }
  return [];
}
