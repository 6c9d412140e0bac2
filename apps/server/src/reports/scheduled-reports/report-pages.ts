// Puts a scheduled report on A4 landscape pages: whose it is and of when, its figures, and its tables. Lengths are points.
import type PDFDocument from 'pdfkit';
import type { PdfFonts } from '../../platform/tables-out/pdf-fonts.ts';
import {
  cellPadding,
  maxLinesPerCell,
  page,
  type PdfLayout,
  pdfLayout,
} from '../../platform/tables-out/pdf-layout.ts';
import { PageNumbers, type PageNumberTexts } from '../../platform/tables-out/pdf-page-numbers.ts';
import { Typesetter, type Weight } from '../../platform/tables-out/pdf-typesetter.ts';
import type { TableMeta } from '../../platform/tables-out/table.ts';

type Document = InstanceType<typeof PDFDocument>;

const textWidth = page.width - 2 * page.margin;
const bottom = page.height - page.margin - page.footerHeight;
const bandHeight = 5;
const footerSize = 8;
const pageNumberHeight = 110;
const logoSize = { width: 170, height: 38 };
const figureSize = { width: 122, height: 44, gap: 10 };
/** Above the title of a part. */
const sectionGap = 14;
/** Between a number and the text of the next column. */
const numberGap = 8;
const lineSpacing = 1.35;
const headerFill = '#eef1f4';
const ruleColour = '#ced4da';
const mutedColour = '#4f5b62';
const textColour = '#111827';

export interface PageBrand {
  readonly tenantName: string;
  /** #rrggbb, dark enough for text on white. */
  readonly accent: string;
  /** As PNG or JPEG. */
  readonly tenantLogo: Buffer | null;
  readonly siteLogo: Buffer | null;
}

interface Style {
  readonly size?: number;
  readonly weight?: Weight;
  readonly colour?: string;
}

export class ReportPages {
  readonly #document: Document;
  readonly #typesetter: Typesetter;
  readonly #brand: PageBrand;
  readonly #footer: string;
  readonly #numbers: PageNumbers;
  #y = 0;
  #table: { readonly meta: TableMeta; readonly layout: PdfLayout } | null = null;

  constructor(
    document: Document,
    fonts: PdfFonts,
    brand: PageBrand,
    { footer, number }: { readonly footer: string; readonly number: PageNumberTexts },
  ) {
    this.#document = document;
    this.#typesetter = new Typesetter(document, fonts);
    this.#brand = brand;
    this.#footer = footer;
    this.#numbers = new PageNumbers(document, this.#typesetter, number, footerSize);
    this.#startPage();
  }

  /** Of the first page. */
  head(title: string, lines: readonly string[]): void {
    const { tenantLogo, siteLogo, tenantName } = this.#brand;
    const fit: [number, number] = [logoSize.width, logoSize.height];
    const right = page.width - page.margin - logoSize.width;
    if (tenantLogo !== null) this.#document.image(tenantLogo, page.margin, this.#y, { fit });
    if (siteLogo !== null) this.#document.image(siteLogo, right, this.#y, { fit, align: 'right' });
    if (tenantLogo !== null || siteLogo !== null) this.#y += logoSize.height + 10;
    this.#text(tenantName, { size: 10, colour: mutedColour });
    // Marks above Devanagari letters reach higher than Latin ones.
    this.#y += 5;
    this.#text(title, { size: 20, weight: 'bold' });
    this.#y += 2;
    for (const line of lines) this.#text(line, { size: 10, colour: mutedColour });
    this.#y += 8;
  }

  /** A part of the report, with its figures in a row of boxes. */
  section(title: string, figures: readonly { readonly label: string; readonly value: string }[]): void {
    this.#table = null;
    this.#need(sectionGap + 20 + figureSize.height + 70);
    if (this.#y > page.margin) this.#y += sectionGap;
    this.#text(title, { size: 13, weight: 'bold', colour: this.#brand.accent });
    this.#y += 4;
    for (const [index, figure] of figures.entries()) this.#figure(index, figure);
    if (figures.length > 0) this.#y += figureSize.height + 12;
  }

  note(text: string): void {
    this.#table = null;
    this.#need(20);
    this.#text(text, { size: 9, colour: mutedColour });
    this.#y += 6;
  }

  /** Rows that follow are those of this table. `first`: texts of the first of them, by which the columns are measured. */
  beginTable(meta: TableMeta, first: readonly (readonly string[])[]): void {
    this.#table = {
      meta,
      layout: pdfLayout(meta, (text, size) => this.#typesetter.width(text, size, 'bold'), first),
    };
    this.#tableHead();
  }

  /** Before the document ends. */
  end(): void {
    this.#numbers.end();
  }

  /** True when the row began a new page. */
  row(texts: readonly string[]): boolean {
    const cells = this.#wrapped(texts, maxLinesPerCell, 'regular');
    const isFull = this.#y + this.#heightOf(cells) > bottom;
    if (isFull) {
      this.#startPage();
      this.#tableHead();
    }
    this.#putRow(cells, 'regular');
    return isFull;
  }

  #figure(index: number, { label, value }: { readonly label: string; readonly value: string }): void {
    const left = page.margin + index * (figureSize.width + figureSize.gap);
    const { width, height } = figureSize;
    this.#document.lineWidth(0.75).strokeColor(ruleColour).rect(left, this.#y, width, height).stroke();
    this.#document.rect(left, this.#y, 3, height).fill(this.#brand.accent);
    this.#draw(value, left + 12, this.#y + 7, { size: 16, weight: 'bold' });
    const [line] = this.#typesetter.wrap(label, width - 18, 1, 8.5, 'regular');
    this.#draw(line ?? '', left + 12, this.#y + 29, { size: 8.5, colour: mutedColour });
  }

  #text(text: string, style: Style): void {
    const { size = 10, weight = 'regular' } = style;
    for (const line of this.#typesetter.wrap(text, textWidth, 3, size, weight)) {
      this.#draw(line, page.margin, this.#y, style);
      this.#y += size * lineSpacing;
    }
  }

  #draw(
    text: string,
    x: number,
    y: number,
    { size = 10, weight = 'regular', colour = textColour }: Style,
  ): void {
    this.#document.fillColor(colour);
    this.#typesetter.draw(text, x, y, size, weight);
  }

  #need(height: number): void {
    if (this.#y + height > bottom) this.#startPage();
  }

  #startPage(): void {
    this.#document.addPage();
    this.#typesetter.startPage();
    this.#document.rect(0, 0, page.width, bandHeight).fill(this.#brand.accent);
    const y = page.height - page.margin - 4;
    const style = { size: footerSize, colour: mutedColour };
    const [line] = this.#typesetter.wrap(
      this.#footer,
      textWidth - pageNumberHeight,
      1,
      footerSize,
      'regular',
    );
    this.#draw(line ?? '', page.margin, y, style);
    this.#numbers.put(page.width - page.margin, y);
    this.#y = page.margin;
  }

  #tableHead(): void {
    if (this.#table === null) return;
    const headers = this.#table.meta.columns.map(({ header }) => header);
    const cells = this.#wrapped(headers, 3, 'bold');
    const height = this.#heightOf(cells);
    // With a row beneath it.
    if (this.#y + 2 * height > bottom) this.#startPage();
    this.#document.rect(page.margin, this.#y, textWidth, height).fill(headerFill);
    this.#putRow(cells, 'bold');
  }

  #wrapped(texts: readonly string[], lines: number, weight: Weight): string[][] {
    const size = this.#table?.layout.fontSize ?? 8;
    return texts.map((text, column) =>
      text === '' ? [] : this.#typesetter.wrap(text, this.#widthOf(column), lines, size, weight),
    );
  }

  #widthOf(column: number): number {
    const edges = this.#table?.layout.edges ?? [];
    return (edges[column + 1] ?? 0) - (edges[column] ?? 0) - 2 * cellPadding;
  }

  #heightOf(cells: readonly (readonly string[])[]): number {
    const lines = Math.max(1, ...cells.map((cell) => cell.length));
    return lines * (this.#table?.layout.lineHeight ?? 10) + 4 * cellPadding;
  }

  #putRow(cells: readonly (readonly string[])[], weight: Weight): void {
    if (this.#table === null) return;
    const { layout, meta } = this.#table;
    for (const [column, lines] of cells.entries()) {
      const left = (layout.edges[column] ?? 0) + cellPadding;
      const isNumber = meta.columns[column]?.kind === 'number';
      for (const [index, line] of lines.entries()) {
        const width = isNumber ? this.#typesetter.width(line, layout.fontSize, weight) : 0;
        const indent = isNumber ? Math.max(0, this.#widthOf(column) - width - numberGap) : 0;
        const y = this.#y + 2 * cellPadding + index * layout.lineHeight;
        this.#draw(line, left + indent, y, { size: layout.fontSize, weight });
      }
    }
    this.#y += this.#heightOf(cells);
    this.#document
      .lineWidth(0.5)
      .strokeColor(ruleColour)
      .moveTo(page.margin, this.#y)
      .lineTo(page.width - page.margin, this.#y)
      .stroke();
  }
}
