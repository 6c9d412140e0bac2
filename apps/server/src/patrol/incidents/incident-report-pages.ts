// Puts an incident's report on A4 pages, one part below the other. Lengths are points.
import type PDFDocument from 'pdfkit';
import type { PdfFonts } from '../../platform/tables-out/pdf-fonts.ts';
import { PageNumbers, type PageNumberTexts } from '../../platform/tables-out/pdf-page-numbers.ts';
import { Typesetter, type Weight } from '../../platform/tables-out/pdf-typesetter.ts';

type Document = InstanceType<typeof PDFDocument>;

export const reportPage = { width: 595.28, height: 841.89, margin: 42, footer: 22 } as const;
const width = reportPage.width - 2 * reportPage.margin;
const bodySize = 10;
const smallSize = 8;
const pageNumberHeight = 80;
const lineSpacing = 1.4;
const labelWidth = 130;
const logoWidth = 160;
const logoHeight = 36;
const photoWidth = (width - 12) / 2;
const photoHeight = 170;
const linesMax = 400;
const ruleColour = '#ced4da';
const mutedColour = '#4f5b62';
const textColour = '#000000';

interface Style {
  readonly size?: number;
  readonly weight?: Weight;
  readonly indent?: number;
  readonly isMuted?: boolean;
}

/** As PNG or JPEG. */
export interface ReportLogos {
  readonly tenant: Buffer | null;
  readonly site: Buffer | null;
}

export class ReportPages {
  readonly #document: Document;
  readonly #typesetter: Typesetter;
  readonly #footer: string;
  readonly #numbers: PageNumbers;
  #y = 0;

  constructor(
    document: Document,
    fonts: PdfFonts,
    { footer, number }: { readonly footer: string; readonly number: PageNumberTexts },
  ) {
    this.#document = document;
    this.#typesetter = new Typesetter(document, fonts);
    this.#footer = footer;
    this.#numbers = new PageNumbers(document, this.#typesetter, number, smallSize);
    this.#startPage();
  }

  /** The logos of the tenant and, on the other side, of the site; names alone without, and what the document is. */
  head(name: string, title: string, { tenant, site }: ReportLogos): void {
    const size: [number, number] = [logoWidth, logoHeight];
    const right = reportPage.width - reportPage.margin - logoWidth;
    if (tenant !== null) this.#document.image(tenant, reportPage.margin, this.#y, { fit: size });
    if (site !== null) this.#document.image(site, right, this.#y, { fit: size, align: 'right' });
    if (tenant !== null || site !== null) this.#y += logoHeight + 10;
    this.text(name, { isMuted: true });
    this.text(title, { size: 18, weight: 'bold' });
    this.#gap(6);
    this.#rule();
  }

  /** Before the document ends. */
  end(): void {
    this.#numbers.end();
  }

  heading(text: string): void {
    this.#gap(10);
    this.#need(bodySize * lineSpacing * 4);
    this.text(text, { size: 12, weight: 'bold' });
    this.#gap(2);
  }

  fact(label: string, value: string): void {
    const lines = this.#typesetter.wrap(value, width - labelWidth, linesMax, bodySize, 'regular');
    this.#need(bodySize * lineSpacing);
    this.#draw(label, reportPage.margin, { isMuted: true });
    for (const line of lines) {
      this.#need(bodySize * lineSpacing);
      this.#draw(line, reportPage.margin + labelWidth, {});
      this.#y += bodySize * lineSpacing;
    }
  }

  text(text: string, style: Style = {}): void {
    const { size = bodySize, weight = 'regular', indent = 0 } = style;
    for (const paragraph of text.split(/\r?\n/u)) {
      for (const line of this.#typesetter.wrap(paragraph, width - indent, linesMax, size, weight)) {
        this.#need(size * lineSpacing);
        this.#draw(line, reportPage.margin + indent, style);
        this.#y += size * lineSpacing;
      }
    }
  }

  entry(title: string, byline: string, body: string): void {
    this.#need(bodySize * lineSpacing * 2);
    this.text(title, { weight: 'bold' });
    this.text(byline, { size: smallSize, isMuted: true });
    if (body !== '') this.text(body, { indent: 10 });
    this.#gap(6);
  }

  /** Two in a row. */
  photos(pictures: readonly Buffer[]): void {
    for (let at = 0; at < pictures.length; at += 2) {
      this.#need(photoHeight + 12);
      for (const [index, picture] of pictures.slice(at, at + 2).entries()) {
        const left = reportPage.margin + index * (photoWidth + 12);
        this.#document.image(picture, left, this.#y, { fit: [photoWidth, photoHeight] });
      }
      this.#y += photoHeight + 12;
    }
  }

  #draw(text: string, x: number, { size = bodySize, weight = 'regular', isMuted = false }: Style): void {
    this.#document.fillColor(isMuted ? mutedColour : textColour);
    this.#typesetter.draw(text, x, this.#y, size, weight);
  }

  #gap(height: number): void {
    this.#y += height;
  }

  #rule(): void {
    this.#document
      .lineWidth(0.5)
      .strokeColor(ruleColour)
      .moveTo(reportPage.margin, this.#y)
      .lineTo(reportPage.width - reportPage.margin, this.#y)
      .stroke();
    this.#gap(10);
  }

  #need(height: number): void {
    if (this.#y + height > reportPage.height - reportPage.margin - reportPage.footer) this.#startPage();
  }

  #startPage(): void {
    this.#document.addPage();
    this.#typesetter.startPage();
    this.#y = reportPage.height - reportPage.margin;
    const [line] = this.#typesetter.wrap(this.#footer, width - pageNumberHeight, 1, smallSize, 'regular');
    this.#draw(line ?? '', reportPage.margin, { size: smallSize, isMuted: true });
    this.#numbers.put(reportPage.width - reportPage.margin, this.#y);
    this.#y = reportPage.margin;
  }
}
