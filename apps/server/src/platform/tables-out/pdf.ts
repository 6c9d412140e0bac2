// A table for paper (GRID-07): A4 landscape, the header row on every page, cells wrapped and cut to stay legible.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CellSink, cellReader, dateTexts } from './cell-reader.ts';
import { numberText } from './number-pattern.ts';
import { PdfFonts, textsIn } from './pdf-fonts.ts';
import { page } from './pdf-layout.ts';
import { PdfPages } from './pdf-pages.ts';
import type { RowCursor } from './row-cursor.ts';
import type { TableMeta } from './table-model.ts';

/** Longer text cannot show in a cell, so no more of it is looked at. */
const longestCell = 600;
/** Their words tell how wide columns must be. */
export const rowsMeasured = 200;

export async function* writePdf(meta: TableMeta, rows: RowCursor): AsyncGenerator<Uint8Array> {
  // Loaded for the first table only: it takes a fifth of an idle server's memory.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    info: { Title: meta.title, ...(meta.company === undefined ? {} : { Author: meta.company }) },
  });
  const read = cellReader(meta);
  const texts = new RowTexts(meta);
  const first: (readonly string[])[] = [];
  while (first.length < rowsMeasured && (await rows.ready())) {
    const row = rows.take();
    if (row === undefined) continue;
    read(row, texts);
    first.push(texts.take());
  }
  const fonts = new PdfFonts();
  await fonts.load(textsIn([meta, first]));
  const pages = new PdfPages(document, meta, fonts, first);
  for (const row of first) pages.add(row);
  while (await rows.ready()) {
    for (let row = rows.take(); row !== undefined; row = rows.take()) {
      read(row, texts);
      const line = texts.take();
      await fonts.load(line);
      if (!pages.add(line)) continue;
      // A page is much work: others get their turn after each.
      await nextTurn();
      const bytes = document.read() as Uint8Array | null;
      if (bytes !== null) yield bytes;
    }
  }
  pages.end();
  for await (const bytes of document) yield bytes;
}

/** Collects the texts of one row. */
export class RowTexts implements CellSink {
  readonly #count: number;
  readonly #dateText: (column: number, wallMs: number) => string;
  readonly #numberTexts: readonly ((value: number) => string)[];
  #texts: string[];

  constructor(meta: TableMeta) {
    this.#count = meta.columns.length;
    this.#dateText = dateTexts(meta);
    this.#numberTexts = meta.columns.map((column) =>
      numberText(column.kind === 'number' ? column.format : undefined),
    );
    this.#texts = this.#blank();
  }

  text(column: number, value: string): void {
    this.#texts[column] = value.slice(0, longestCell).trim();
  }

  number(column: number, value: number): void {
    this.#texts[column] = this.#numberTexts[column]?.(value) ?? `${value}`;
  }

  date(column: number, wallMs: number): void {
    this.#texts[column] = this.#dateText(column, wallMs);
  }

  take(): readonly string[] {
    const texts = this.#texts;
    this.#texts = this.#blank();
    return texts;
  }

  #blank(): string[] {
    return Array.from({ length: this.#count }, () => '');
  }
}
