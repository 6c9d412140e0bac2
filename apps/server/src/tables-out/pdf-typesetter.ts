import type PDFDocument from 'pdfkit';
import { type ScriptFont, textRuns } from './pdf-fonts.ts';

export type Weight = 'regular' | 'bold';

type Document = InstanceType<typeof PDFDocument>;

const faces: Record<Weight, string> = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
const ellipsis = '…';

/** Measures, wraps and draws text whose characters may need several fonts. Lengths are points. */
export class Typesetter {
  readonly #document: Document;
  readonly #fonts: readonly ScriptFont[];
  /** Widths of single characters at size 1: measuring text through the document is far too slow for tables. */
  readonly #widths: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() };

  constructor(document: Document, fonts: readonly ScriptFont[]) {
    this.#document = document;
    this.#fonts = fonts;
    for (const font of fonts) document.registerFont(font.name, font.file);
  }

  width(text: string, size: number, weight: Weight): number {
    let width = 0;
    for (const run of textRuns(text, this.#fonts)) {
      if (run.font === undefined) width += this.#westernWidth(run.text, weight) * size;
      else width += this.#document.font(run.font).fontSize(size).widthOfString(run.text);
    }
    return width;
  }

  /** Lines of at most `width`; what exceeds `maxLines` ends in an ellipsis. */
  wrap(text: string, width: number, maxLines: number, size: number, weight: Weight): string[] {
    if (this.width(text, size, weight) <= width) return [text];
    const lines: string[] = [];
    let rest = text.trim();
    while (rest !== '' && lines.length < maxLines - 1) {
      const taken = this.#lineOf(rest, width, size, weight);
      lines.push(rest.slice(0, taken).trimEnd());
      rest = rest.slice(taken).trimStart();
    }
    if (rest !== '') lines.push(this.#shortened(rest, width, size, weight));
    return lines;
  }

  /** Draws a single line with its top left corner at the position. */
  draw(text: string, x: number, y: number, size: number, weight: Weight): void {
    let left = x;
    for (const run of textRuns(text, this.#fonts)) {
      this.#document.font(run.font ?? faces[weight]).fontSize(size);
      this.#document.text(run.text, left, y, { lineBreak: false });
      left +=
        run.font === undefined
          ? this.#westernWidth(run.text, weight) * size
          : this.#document.widthOfString(run.text);
    }
  }

  /** How much of the text fits a line: up to a blank where there is one, else as many characters as fit. */
  #lineOf(text: string, width: number, size: number, weight: Weight): number {
    const fitting = this.#fitting(text, width, size, weight);
    if (fitting === text.length) return fitting;
    const blank = text.lastIndexOf(' ', fitting);
    return blank > 0 ? blank : Math.max(fitting, 1);
  }

  #shortened(text: string, width: number, size: number, weight: Weight): string {
    if (this.width(text, size, weight) <= width) return text;
    const room = width - this.width(ellipsis, size, weight);
    return text.slice(0, this.#fitting(text, room, size, weight)).trimEnd() + ellipsis;
  }

  /** The longest start of the text that fits, in UTF-16 units; a letter is not parted from its marks. */
  #fitting(text: string, width: number, size: number, weight: Weight): number {
    let low = 0;
    let high = Math.min(text.length, Math.ceil((width / size) * 8) + 8);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.width(text.slice(0, middle), size, weight) <= width) low = middle;
      else high = middle - 1;
    }
    while (
      low > 0 &&
      low < text.length &&
      /^(?:\p{Mark}|\u200c|\u200d|[\udc00-\udfff])/u.test(text.slice(low))
    )
      low--;
    return low;
  }

  #westernWidth(text: string, weight: Weight): number {
    const widths = this.#widths[weight];
    let width = 0;
    for (const character of text) {
      let known = widths.get(character);
      if (known === undefined) {
        known = this.#document.font(faces[weight]).fontSize(1).widthOfString(character);
        widths.set(character, known);
      }
      width += known;
    }
    return width;
  }
}
