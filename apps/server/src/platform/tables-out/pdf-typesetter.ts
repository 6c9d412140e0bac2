import type PDFDocument from 'pdfkit';
import type { FontFace } from './font-faces.ts';
import {
  clustersIn,
  firstClusterOf,
  clusterStart,
  isWestern,
  oneLine,
  type PdfFonts,
  type TextRun,
} from './pdf-fonts.ts';
import { inVisualOrder, mirrored } from './visual-order.ts';

export type Weight = 'regular' | 'bold';

type Document = InstanceType<typeof PDFDocument>;

interface Glyph {
  /** At size 1. */
  readonly width: number;
  /** Two digits: the character's code in the fonts' encoding. */
  readonly hex: string;
}

const faces: Record<Weight, string> = { regular: 'Helvetica', bold: 'Helvetica-Bold' };
/** Of both faces, at size 1. */
const ascent = 0.718;
const ellipsis = '…';
/** Codes 0x80 to 0x9f of the encoding, Windows-1252; the rest of it is Latin-1. */
const westernExtras = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Measures, wraps and draws text whose characters may need several fonts, and run from right to left. Its fonts must have been
 * loaded. Lengths are points. Western text is measured and written here, character by character without kerning: through the
 * document a table takes five times as long.
 */
export class Typesetter {
  readonly #document: Document;
  readonly #fonts: PdfFonts;
  /** What the document calls the faces that it has. */
  readonly #faces = new Set<string>();
  readonly #glyphs: Record<Weight, Map<string, Glyph>> = { regular: new Map(), bold: new Map() };
  readonly #resources: Record<Weight, string> = { regular: '', bold: '' };

  constructor(document: Document, fonts: PdfFonts) {
    this.#document = document;
    this.#fonts = fonts;
  }

  /** To be called on each new page: the document lists a font with a page only once something is written in it. */
  startPage(): void {
    const named = () => Object.keys(this.#document.page.fonts as object);
    for (const weight of ['regular', 'bold'] as const) {
      const before = named();
      this.#document.font(faces[weight]).text(' ', 0, 0, { lineBreak: false });
      this.#resources[weight] = named().find((name) => !before.includes(name)) ?? '';
    }
  }

  width(text: string, size: number, weight: Weight): number {
    let width = 0;
    for (const run of this.#fonts.runs(text)) width += this.#runWidth(run, size, weight);
    return width;
  }

  /** Lines of at most `width`; what exceeds `maxLines` ends in an ellipsis. */
  wrap(text: string, width: number, maxLines: number, size: number, weight: Weight): string[] {
    if (this.width(text, size, weight) <= width) return [text];
    const lines: string[] = [];
    let rest = oneLine(text).trim();
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
    for (const run of this.#inOrder(text)) {
      if (run.face === undefined) this.#document.addContent(this.western(run.text, left, y, size, weight));
      else
        this.#document
          .font(this.#fontOf(run.face, weight))
          .fontSize(size)
          .text(run.text, left, y + ascent * size, { lineBreak: false, baseline: 'alphabetic' });
      left += this.#runWidth(run, size, weight);
    }
  }

  /** From the left to the right. A font puts its own letters in order; Western signs among them are put here. */
  #inOrder(text: string): TextRun[] {
    if (isWestern(text)) return this.#fonts.runs(text);
    return inVisualOrder(oneLine(text)).flatMap((piece) => {
      const runs = this.#fonts.runs(piece.text);
      if (!piece.isRightToLeft) return runs;
      return runs.toReversed().map((run) => (run.face === undefined ? turned(run) : run));
    });
  }

  /** How much of the text fits a line: up to a blank where there is one, else as many characters as fit. */
  #lineOf(text: string, width: number, size: number, weight: Weight): number {
    let taken = 0;
    for (const { index } of text.matchAll(/\s|$/gu)) {
      if (this.width(text.slice(0, index), size, weight) > width) break;
      taken = index;
    }
    return taken > 0
      ? taken
      : Math.max(this.#fitting(text, width, size, weight), firstClusterOf(text).length);
  }

  #shortened(text: string, width: number, size: number, weight: Weight): string {
    if (this.width(text, size, weight) <= width) return text;
    const available = width - this.width(ellipsis, size, weight);
    return text.slice(0, this.#fitting(text, available, size, weight)).trimEnd() + ellipsis;
  }

  /** The longest start of the text that fits, in UTF-16 units; a letter is not parted from its marks. */
  #fitting(text: string, width: number, size: number, weight: Weight): number {
    let low = 0;
    // No character is narrower than an eighth of the size, so longer starts need no measuring.
    let high = Math.min(text.length, Math.ceil((width / size) * 8) + 8);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.width(text.slice(0, middle), size, weight) <= width) low = middle;
      else high = middle - 1;
    }
    return clusterStart(text, low);
  }

  #runWidth(run: TextRun, size: number, weight: Weight): number {
    if (run.face !== undefined) {
      return this.#document.font(this.#fontOf(run.face, weight)).fontSize(size).widthOfString(run.text);
    }
    let width = 0;
    for (const character of run.text) width += this.#glyph(character, weight).width;
    return width * size;
  }

  /** The drawing of a line in Western letters alone, for pages with the fonts of this one. */
  western(text: string, x: number, y: number, size: number, weight: Weight): string {
    let hex = '';
    for (const character of text) hex += this.#glyph(character, weight).hex;
    // The page counts downwards, so the text's own axis is turned up again.
    const matrix = `1 0 0 -1 ${x.toFixed(2)} ${(y + ascent * size).toFixed(2)} Tm`;
    return `BT /${this.#resources[weight]} ${size} Tf ${matrix} <${hex}> Tj ET`;
  }

  #fontOf(face: FontFace, weight: Weight): string {
    const name = `${face.name} ${weight}`;
    // pdfkit takes a font that is open already; its types know files alone.
    if (!this.#faces.has(name)) this.#document.registerFont(name, face[weight] as unknown as ArrayBuffer);
    this.#faces.add(name);
    return name;
  }

  #glyph(character: string, weight: Weight): Glyph {
    const known = this.#glyphs[weight].get(character);
    if (known !== undefined) return known;
    const extra = westernExtras.indexOf(character);
    const code = extra === -1 ? (character.codePointAt(0) ?? 0) : 0x80 + extra;
    const glyph = {
      width: this.#document.font(faces[weight]).fontSize(1).widthOfString(character),
      hex: code.toString(16).padStart(2, '0'),
    };
    this.#glyphs[weight].set(character, glyph);
    return glyph;
  }
}

const turned = (run: TextRun): TextRun => ({
  ...run,
  text: clustersIn(run.text).toReversed().map(mirrored).join(''),
});
