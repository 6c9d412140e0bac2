// Which font shows which characters of a PDF: Helvetica for Western text, else the first that has them, loaded when a text needs it.
import { type FontFace, loadFace } from './font-faces.ts';
import { type FontFile, filesFor } from './font-files.ts';

/** Characters that one font draws, side by side. */
export interface TextRun {
  /** Undefined: Helvetica, plain or bold. */
  readonly face: FontFace | undefined;
  readonly text: string;
}

const western = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u;
const blanks = /[\s\u0000-\u001f\u007f-\u009f]+/gu;
/** They shape what is beside them, or do nothing; a font may lack them. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
/** For what no font has, such as a company's own signs. */
const unknownGlyph = '?';
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The fonts of one document. */
export class PdfFonts {
  readonly #candidates: (codePoint: number) => FontFile[];
  /** By cluster: a letter with its marks. */
  readonly #runs = new Map<string, readonly TextRun[]>();

  constructor(candidates: (codePoint: number) => FontFile[] = filesFor) {
    this.#candidates = candidates;
  }

  /** To be waited for before the texts are measured or drawn: what is not loaded is a question mark. */
  async load(texts: Iterable<string>): Promise<void> {
    for (const text of texts) {
      if (western.test(text)) continue;
      for (const cluster of clustersIn(oneLine(text))) {
        if (!western.test(cluster) && !this.#runs.has(cluster)) {
          this.#runs.set(cluster, await this.#runsOf(cluster));
        }
      }
    }
  }

  /** A text on one line, parted by the font that draws it. Composed (NFC); blanks are single spaces. */
  runs(text: string): TextRun[] {
    if (western.test(text)) return [{ face: undefined, text }];
    const runs: { face: FontFace | undefined; text: string }[] = [];
    for (const cluster of clustersIn(oneLine(text))) {
      for (const run of this.#known(cluster)) {
        const last = runs.at(-1);
        if (last !== undefined && last.face === run.face) last.text += run.text;
        else runs.push({ ...run });
      }
    }
    return runs;
  }

  #known(cluster: string): readonly TextRun[] {
    if (western.test(cluster)) return [{ face: undefined, text: cluster }];
    return this.#runs.get(cluster) ?? [{ face: undefined, text: unknownGlyph }];
  }

  /** In one font where there is one, else character by character. */
  async #runsOf(cluster: string): Promise<TextRun[]> {
    const characters = Array.from(cluster);
    const shown = characters.filter((character) => !invisible.test(character));
    const [first] = shown;
    if (first === undefined) return [];
    const face = await this.#faceWith(shown);
    if (face !== null) return [{ face, text: characters.filter((one) => isIn(face, one)).join('') }];
    if (shown.length === 1) return [{ face: undefined, text: western.test(first) ? first : unknownGlyph }];
    const runs: TextRun[] = [];
    for (const one of shown) runs.push(...(await this.#runsOf(one)));
    return runs;
  }

  async #faceWith(characters: readonly string[]): Promise<FontFace | null> {
    for (const file of this.#candidates(characters.map(codePointOf).find((one) => one > 0xff) ?? 0)) {
      const face = await loadFace(file);
      if (characters.every((character) => isIn(face, character))) return face;
    }
    return null;
  }
}

/** Every text in a value, whatever holds it: what a document is made of. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one);
  else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value))
    yield* textsIn(Object.values(value));
}

/** A text as it is measured and drawn: composed, blanks being single spaces. */
export const oneLine = (text: string): string => text.normalize('NFC').replaceAll(blanks, ' ');

export const isWestern = (text: string): boolean => western.test(text);

/** Letters with their marks, which nothing parts. */
export const clustersIn = (text: string): string[] =>
  Array.from(clusters.segment(text), ({ segment }) => segment);

export const firstClusterOf = (text: string): string => clusters.segment(text).containing(0)?.segment ?? '';

/** Where the cluster begins that the place, in UTF-16 units, is in. */
export const clusterStart = (text: string, at: number): number =>
  clusters.segment(text).containing(at)?.index ?? at;

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0;
const isIn = (face: FontFace, character: string): boolean => face.has(codePointOf(character));
