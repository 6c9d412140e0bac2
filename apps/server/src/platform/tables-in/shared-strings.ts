// Texts of a workbook, which cells of text refer to by number.
import type { XmlHandler } from './xml-parts.ts';

/**
 * Gathers the text of one element: its runs one after the other, without the reading aids that stand above letters of the Far
 * East, cut where it becomes longer than `maxLength`.
 */
export class RunText {
  #text = '';
  #isText = false;
  #isAid = false;
  readonly #maxLength: number;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  open(name: string): void {
    if (name === 'rPh') this.#isAid = true;
    if (name === 't') this.#isText = !this.#isAid;
  }

  add(text: string): void {
    if (this.#isText && this.#text.length < this.#maxLength) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isAid = false;
    if (name === 't') this.#isText = false;
  }

  /** What was gathered since the last time. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return unescaped(text);
  }
}

/** As Excel writes letters that XML cannot hold: _x000D_ for a line's end, _x005F_ for an underscore that is none of these. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** Adds to `texts`. */
export function sharedStrings(texts: string[], maxLength: number): XmlHandler {
  const run = new RunText(maxLength);
  return {
    open: (name) => run.open(name),
    text: (text) => run.add(text),
    close: (name) => {
      run.close(name);
      if (name === 'si') texts.push(run.take());
    },
  };
}
