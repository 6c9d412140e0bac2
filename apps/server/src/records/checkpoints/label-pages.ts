// Puts labels on the sheets of a document: the code, what to type instead, and where it belongs. Lengths are points.
import type PDFDocument from 'pdfkit';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import type { LabelSheet } from '@watchpost/domain/checkpoints';
import { encode } from 'uqr';
import type { PdfFonts } from '../../platform/tables-out/pdf-fonts.ts';
import { Typesetter, type Weight } from '../../platform/tables-out/pdf-typesetter.ts';

type Document = InstanceType<typeof PDFDocument>;

export interface Label {
  readonly code: string;
  readonly name: string;
  readonly siteName: string;
  readonly tenantName: string;
  /** Empty for none. */
  readonly instructions: string;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Code {
  readonly text: string;
  readonly side: number;
  /** Dark or not, row by row. */
  readonly cells: readonly (readonly boolean[])[];
  /** Length of a cell's side. */
  readonly module: number;
}

interface Line {
  readonly text: string;
  readonly size: number;
  readonly weight: Weight;
  readonly colour: string;
  /** Of a text of many lines. */
  readonly isLong: boolean;
  /** Room between it and the line before. */
  readonly above: number;
}

const pointsPerMillimetre = 72 / 25.4;
/** Modules around a QR code that stay white (ISO/IEC 18004). */
const quietZone = 4;
const lineSpacing = 1.3;
const textColour = '#000000';
const mutedColour = '#4f5b62';

/** Sizes of one kind of label, all in proportion to it. */
interface Sizes {
  readonly padding: number;
  readonly code: number;
  /** Of its words, the largest first: the smaller ones for labels whose words do not fit. */
  readonly words: readonly WordSizes[];
}

interface WordSizes {
  readonly name: number;
  readonly site: number;
  readonly small: number;
}

const wordScales = [1, 0.85, 0.7];

function sizesOf({ label }: LabelSheet): Sizes {
  const unit = Math.sqrt(label.width * label.height) * pointsPerMillimetre;
  const size = (share: number, least: number) => Math.max(least, Math.round(unit * share * 10) / 10);
  return {
    padding: size(0.035, 4),
    code: size(0.062, 8),
    words: wordScales.map((scale) => ({
      name: size(0.075 * scale, 9),
      site: size(0.052 * scale, 7),
      small: size(0.038 * scale, 6),
    })),
  };
}

export class LabelPages {
  readonly #document: Document;
  readonly #typesetter: Typesetter;
  readonly #sheet: LabelSheet;
  readonly #sizes: Sizes;
  #pages = 0;

  constructor(document: Document, fonts: PdfFonts, sheet: LabelSheet) {
    this.#document = document;
    this.#typesetter = new Typesetter(document, fonts);
    this.#sheet = sheet;
    this.#sizes = sizesOf(sheet);
  }

  /** The label in that place, counted over all sheets; to be called in the order of the places. */
  put(place: number, label: Label): void {
    const { columns, rows, first, pitch } = this.#sheet;
    const onSheet = place % (columns * rows);
    while (this.#pages <= Math.floor(place / (columns * rows))) this.#startPage();
    const box = {
      x: (first.x + (onSheet % columns) * pitch.x) * pointsPerMillimetre,
      y: (first.y + Math.floor(onSheet / columns) * pitch.y) * pointsPerMillimetre,
      width: this.#sheet.label.width * pointsPerMillimetre,
      height: this.#sheet.label.height * pointsPerMillimetre,
    };
    if (box.width > box.height * 1.2) this.#putSideBySide(box, label);
    else this.#putStacked(box, label);
  }

  #startPage(): void {
    const { width, height } = this.#sheet.page;
    this.#document.addPage({
      size: [width * pointsPerMillimetre, height * pointsPerMillimetre],
      margin: 0,
    });
    this.#typesetter.startPage();
    this.#pages += 1;
  }

  /** The code to the left, the words to the right, both in the middle of its height. */
  #putSideBySide(box: Box, label: Label): void {
    const { padding, code } = this.#sizes;
    const side = Math.min(box.height - 2 * padding - code * lineSpacing, box.width * 0.5);
    const top = box.y + (box.height - side - code * lineSpacing) / 2;
    this.#putCode(box.x + padding / 2, top, codeOf(label.code, side));
    const x = box.x + padding / 2 + side + padding;
    const width = box.x + box.width - padding - x;
    const lines = this.#linesOf(label, width, box.height - 2 * padding);
    this.#putLines(lines, { x, y: box.y + (box.height - heightOf(lines)) / 2, width }, 'left');
  }

  /** The code above, the words below, all of it in the middle. */
  #putStacked(box: Box, label: Label): void {
    const { padding, code } = this.#sizes;
    const side = Math.min(box.width - 2 * padding, box.height * 0.52);
    const above = side + code * lineSpacing + padding;
    const width = box.width - 2 * padding;
    const lines = this.#linesOf(label, width, box.height - 2 * padding - above);
    const drawn = codeOf(label.code, side);
    // The white around the code is none of what one sees.
    const unseen = quietZone * drawn.module;
    const top = Math.max(box.y + padding, box.y + (box.height - above - heightOf(lines) - unseen) / 2);
    this.#putCode(box.x + (box.width - side) / 2, top, drawn);
    this.#putLines(lines, { x: box.x + padding, y: top + above, width }, 'centre');
  }

  #putCode(x: number, y: number, { text, side, cells, module }: Code): void {
    const start = quietZone * module;
    for (const [row, each] of cells.entries()) {
      for (const { from, length } of darkRuns(each)) {
        this.#document.rect(x + start + from * module, y + start + row * module, length * module, module);
      }
    }
    this.#document.fill(textColour);
    const typed = grouped(typedCodeOf(text));
    const width = this.#typesetter.width(typed, this.#sizes.code, 'bold');
    this.#line(typed, x + (side - width) / 2, y + side, this.#sizes.code, 'bold', textColour);
  }

  /** All there is to say in the largest size that it fits in; else as much as there is room for in the smallest. */
  #linesOf(label: Label, width: number, height: number): readonly Line[] {
    let lines: readonly Line[] = [];
    for (const sizes of this.#sizes.words) {
      const made = this.#linesIn(sizes, label, width, height);
      lines = made.lines;
      if (made.isWhole) break;
    }
    return lines;
  }

  /** The most important first; what is cut off ends in an ellipsis. */
  #linesIn({ name, site, small }: WordSizes, label: Label, width: number, height: number) {
    const plain = { weight: 'regular', colour: textColour } as const;
    const parts = [
      { ...plain, weight: 'bold', text: label.name, size: name, linesMax: 4, above: 0 },
      { ...plain, text: label.siteName, size: site, linesMax: 2, above: 0.2 },
      { ...plain, colour: mutedColour, text: label.tenantName, size: small, linesMax: 1, above: 0.2 },
      { ...plain, text: label.instructions, size: small, linesMax: 40, above: 0.6 },
    ] as const;
    const lines: Line[] = [];
    let isWhole = true;
    for (const { text, size, weight, colour, linesMax, above } of parts) {
      const left = height - heightOf(lines) - above * size;
      const room = Math.min(linesMax, Math.floor(left / (size * lineSpacing)));
      const flat = text.replaceAll(/\s+/gu, ' ').trim();
      if (flat === '') continue;
      const wrapped = room < 1 ? [] : this.#typesetter.wrap(flat, width, room, size, weight);
      isWhole &&= withoutBlanks(wrapped.join('')) === withoutBlanks(flat);
      const isLong = wrapped.length > 4;
      for (const [at, line] of wrapped.entries())
        lines.push({ text: line, size, weight, colour, isLong, above: at === 0 ? above * size : 0 });
    }
    return { lines, isWhole };
  }

  /** A long text begins at the left in any case. */
  #putLines(lines: readonly Line[], at: Omit<Box, 'height'>, side: 'left' | 'centre'): void {
    let top = at.y;
    for (const { text, size, weight, colour, isLong, above } of lines) {
      const isCentred = side === 'centre' && !isLong;
      const indent = isCentred ? (at.width - this.#typesetter.width(text, size, weight)) / 2 : 0;
      this.#line(text, at.x + indent, top + above, size, weight, colour);
      top += above + size * lineSpacing;
    }
  }

  #line(text: string, x: number, y: number, size: number, weight: Weight, colour: string): void {
    this.#document.fillColor(colour);
    this.#typesetter.draw(text, x, y, size, weight);
  }
}

/** `side` is that of the white around it. */
function codeOf(text: string, side: number): Code {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: 0 });
  return { text, side, cells: data, module: side / (size + 2 * quietZone) };
}

function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { above, size }) => sum + above + size * lineSpacing, 0);
}

const withoutBlanks = (text: string) => text.replaceAll(' ', '');

/** Eight letters are read and typed more surely in two groups. */
function grouped(typed: string): string {
  return typed.length === 8 ? `${typed.slice(0, 4)} ${typed.slice(4)}` : typed;
}

function darkRuns(cells: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  for (const [at, isDark] of cells.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last.from + last.length === at) last.length += 1;
    else runs.push({ from: at, length: 1 });
  }
  return runs;
}
