import type PDFDocument from 'pdfkit';
import { dateText } from './date-pattern.ts';
import type { PdfFonts } from './pdf-fonts.ts';
import { PageNumbers, pageNumberTexts } from './pdf-page-numbers.ts';
import { cellPadding, maxLinesPerCell, page, type PdfLayout, pdfLayout } from './pdf-layout.ts';
import { Typesetter, type Weight } from './pdf-typesetter.ts';
import type { TableMeta } from './table-model.ts';
import { wallClock } from './wall-clock.ts';

type Document = InstanceType<typeof PDFDocument>;

const companySize = 10;
const titleSize = 14;
const subtitleSize = 9;
const footerSize = 7;
const headerMaxLines = 4;
const headerFill = '#e9ecef';
const ruleColor = '#ced4da';
const textColor = '#000000';
const mutedColor = '#495057';

/** Puts rows on pages, one below the other. */
export class PdfPages {
  readonly #document: Document;
  readonly #meta: TableMeta;
  readonly #typesetter: Typesetter;
  readonly #layout: PdfLayout;
  readonly #rightAligned: readonly boolean[];
  readonly #footer: string;
  readonly #numbers: PageNumbers;
  #isStarted = false;
  #y = 0;

  /** `fonts`: loaded for the table's texts. `first`: texts of the first rows, by which the columns are measured. */
  constructor(document: Document, meta: TableMeta, fonts: PdfFonts, first: readonly (readonly string[])[]) {
    this.#document = document;
    this.#meta = meta;
    this.#typesetter = new Typesetter(document, fonts);
    this.#numbers = new PageNumbers(document, this.#typesetter, pageNumberTexts.en, footerSize);
    this.#layout = pdfLayout(meta, (text, size) => this.#typesetter.width(text, size, 'bold'), first);
    this.#rightAligned = meta.columns.map((column) => column.kind === 'number');
    this.#footer = footerOf(meta);
    this.#startPage();
  }

  /** True when the row began a new page. */
  add(texts: readonly string[]): boolean {
    const cells = this.#wrapped(texts, maxLinesPerCell, 'regular');
    const height = this.#heightOf(cells);
    const isFull = this.#y + height > page.height - page.margin - page.footerHeight;
    if (isFull) this.#startPage();
    this.#putRow(cells, 'regular');
    return isFull;
  }

  end(): void {
    this.#numbers.end();
    this.#document.end();
  }

  #startPage(): void {
    this.#document.addPage();
    this.#typesetter.startPage();
    this.#y = page.margin;
    this.#putFooter();
    if (!this.#isStarted) this.#putTitle();
    this.#isStarted = true;
    const cells = this.#wrapped(
      this.#meta.columns.map((column) => column.header),
      headerMaxLines,
      'bold',
    );
    this.#document
      .rect(page.margin, this.#y, page.width - 2 * page.margin, this.#heightOf(cells))
      .fill(headerFill)
      .fillColor(textColor)
      .lineWidth(0.5)
      .strokeColor(ruleColor);
    this.#putRow(cells, 'bold');
  }

  #putTitle(): void {
    const width = page.width - 2 * page.margin;
    this.#document.fillColor(mutedColor);
    this.#putLines(
      this.#meta.company === undefined ? [] : [this.#meta.company],
      companySize,
      'regular',
      width,
    );
    this.#document.fillColor(textColor);
    this.#putLines([this.#meta.title], titleSize, 'bold', width);
    this.#putLines(this.#meta.subtitle ?? [], subtitleSize, 'regular', width);
    this.#y += subtitleSize / 2;
  }

  #putLines(texts: readonly string[], size: number, weight: Weight, width: number): void {
    for (const text of texts) {
      for (const line of this.#typesetter.wrap(text, width, maxLinesPerCell, size, weight)) {
        this.#typesetter.draw(line, page.margin, this.#y, size, weight);
        this.#y += size * 1.3;
      }
    }
  }

  #putFooter(): void {
    const y = page.height - page.margin - footerSize;
    const width = ((page.width - 2 * page.margin) * 3) / 4;
    const [line] = this.#typesetter.wrap(this.#footer, width, 1, footerSize, 'regular');
    this.#typesetter.draw(line ?? '', page.margin, y, footerSize, 'regular');
    this.#numbers.put(page.width - page.margin, y);
  }

  #wrapped(texts: readonly string[], maxLines: number, weight: Weight): string[][] {
    const { fontSize } = this.#layout;
    return texts.map((text, column) =>
      text === '' ? [] : this.#typesetter.wrap(text, this.#widthOf(column), maxLines, fontSize, weight),
    );
  }

  #heightOf(cells: readonly (readonly string[])[]): number {
    const lines = Math.max(1, ...cells.map((cell) => cell.length));
    return lines * this.#layout.lineHeight + 2 * cellPadding;
  }

  #widthOf(column: number): number {
    const { edges } = this.#layout;
    return (edges[column + 1] ?? 0) - (edges[column] ?? 0) - 2 * cellPadding;
  }

  #putRow(cells: readonly (readonly string[])[], weight: Weight): void {
    const { fontSize, lineHeight, edges } = this.#layout;
    for (const [column, lines] of cells.entries()) {
      const left = (edges[column] ?? 0) + cellPadding;
      for (const [index, line] of lines.entries()) {
        const indent = this.#rightAligned[column]
          ? Math.max(0, this.#widthOf(column) - this.#typesetter.width(line, fontSize, weight))
          : 0;
        this.#typesetter.draw(
          line,
          left + indent,
          this.#y + cellPadding + index * lineHeight,
          fontSize,
          weight,
        );
      }
    }
    this.#y += this.#heightOf(cells);
    this.#document
      .moveTo(page.margin, this.#y)
      .lineTo(page.width - page.margin, this.#y)
      .stroke();
  }
}

/** Each page tells by itself whose list it is and of when. In English, as the headings of these files are. */
function footerOf({ company, title, madeAtMs, timeZone, dateFormat }: TableMeta): string {
  const heads = company === undefined ? title : `${company}, ${title}`;
  if (madeAtMs === undefined) return heads;
  return `${heads}. Made ${dateText(dateFormat)(wallClock(timeZone)(madeAtMs))} (${timeZone})`;
}
