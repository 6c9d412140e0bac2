// Puts labels on the sheets of a document: the code, what to type instead, and where it belongs. Lengths are points.
import type PDFDocument from 'pdfkit';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import type { LabelSheet } from '@watchpost/domain/checkpoints';
import { encode } from 'uqr';
import type { ScriptFont } from '../../tables-out/pdf-fonts.ts';
import { Typesetter, type Weight } from '../../tables-out/pdf-typesetter.ts';

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

const pointsPerMillimetre = 72 / 25.4;
/** Modules around a QR code that stay white (ISO/IEC 18004). */
const quietZone = 4;
const lineSpacing = 1.3;
const textColour = '#000000';
const mutedColour = '#4f5b62';

/** Sizes of one kind of label, all in proportion to it. */
interface Sizes {
  readonly padding: number;
  readonly name: number;
  readonly site: number;
  readonly small: number;
  readonly code: number;
}

function sizesOf({ label }: LabelSheet): Sizes {
  const unit = Math.sqrt(label.width * label.height) * pointsPerMillimetre;
  const size = (share: number, least: number) => Math.max(least, Math.round(unit * share * 10) / 10);
  return {
    padding: size(0.035, 4),
    name: size(0.075, 9),
    site: size(0.052, 7),
    small: size(0.038, 6),
    code: size(0.062, 8),
  };
}

export class LabelPages {
  readonly #document: Document;
  readonly #typesetter: Typesetter;
  readonly #sheet: LabelSheet;
  readonly #sizes: Sizes;
  #pages = 0;

  constructor(document: Document, fonts: readonly ScriptFont[], sheet: LabelSheet) {
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

  /** The code to the left, the words to the right. */
  #putSideBySide(box: Box, label: Label): void {
    const { padding, code } = this.#sizes;
    const side = Math.min(box.height - 2 * padding - code * lineSpacing, box.width * 0.5);
    const top = box.y + (box.height - side - code * lineSpacing) / 2;
    this.#putCode(box.x + padding / 2, top, side, label.code);
    const x = box.x + padding / 2 + side + padding;
    const width = box.x + box.width - padding - x;
    this.#putWords({ x, y: box.y + padding, width, height: box.height - 2 * padding }, label);
  }

  /** The code above, the words below. */
  #putStacked(box: Box, label: Label): void {
    const { padding, code } = this.#sizes;
    const side = Math.min(box.width - 2 * padding, box.height * 0.52);
    const y = box.y + padding;
    this.#putCode(box.x + (box.width - side) / 2, y, side, label.code);
    const below = y + side + code * lineSpacing + padding;
    const height = box.y + box.height - padding - below;
    this.#putWords({ x: box.x + padding, y: below, width: box.width - 2 * padding, height }, label);
  }

  #putCode(x: number, y: number, side: number, text: string): void {
    const { data, size } = encode(text, { ecc: 'M', boostEcc: true, border: 0 });
    const module = side / (size + 2 * quietZone);
    const start = quietZone * module;
    for (const [row, cells] of data.entries()) {
      for (const { from, length } of darkRuns(cells)) {
        this.#document.rect(x + start + from * module, y + start + row * module, length * module, module);
      }
    }
    this.#document.fill(textColour);
    const typed = grouped(typedCodeOf(text));
    const width = this.#typesetter.width(typed, this.#sizes.code, 'bold');
    this.#line(typed, x + (side - width) / 2, y + side, this.#sizes.code, 'bold', textColour);
  }

  /** As much as there is room for, the most important first; what is cut off ends in an ellipsis. */
  #putWords({ x, y, width, height }: Box, label: Label): void {
    const { name, site, small } = this.#sizes;
    const bottom = y + height;
    const parts = [
      { text: label.name, size: name, weight: 'bold', colour: textColour, linesMax: 3 },
      { text: label.siteName, size: site, weight: 'regular', colour: textColour, linesMax: 2 },
      { text: label.tenantName, size: small, weight: 'regular', colour: mutedColour, linesMax: 1 },
      { text: label.instructions, size: small, weight: 'regular', colour: textColour, linesMax: 40 },
    ] as const;
    let top = y;
    for (const { text, size, weight, colour, linesMax } of parts) {
      const room = Math.min(linesMax, Math.floor((bottom - top) / (size * lineSpacing)));
      const flat = text.replaceAll(/\s+/gu, ' ').trim();
      if (flat === '' || room < 1) continue;
      for (const line of this.#typesetter.wrap(flat, width, room, size, weight)) {
        this.#line(line, x, top, size, weight, colour);
        top += size * lineSpacing;
      }
      top += size * 0.2;
    }
  }

  #line(text: string, x: number, y: number, size: number, weight: Weight, colour: string): void {
    this.#document.fillColor(colour);
    this.#typesetter.draw(text, x, y, size, weight);
  }
}

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
