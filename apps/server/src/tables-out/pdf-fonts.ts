// Which font shows which characters of a PDF: Helvetica for Western text, a font of its own for other scripts, '?' where none is installed.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A font file and the characters that it is used for. */
export interface ScriptFont {
  readonly name: string;
  readonly file: string;
  /** Its bold face; the plain one where there is none. */
  readonly boldFile?: string | undefined;
  /** Matches one character. */
  readonly covers: RegExp;
}

export interface TextRun {
  /** Undefined: the plain or bold Western font. */
  readonly font: string | undefined;
  readonly text: string;
}

const notoFiles = '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari';
const knownFonts = [
  {
    name: 'devanagari',
    specifier: `${notoFiles}-devanagari-400-normal.woff`,
    bold: `${notoFiles}-devanagari-700-normal.woff`,
    covers: /[\u0900-\u097f\u1cd0-\u1cf9\u20a8\u20b9\u25cc\ua830-\ua839\ua8e0-\ua8ff]|\u200c|\u200d/u,
  },
  {
    name: 'latin-extended',
    specifier: `${notoFiles}-latin-ext-400-normal.woff`,
    bold: `${notoFiles}-latin-ext-700-normal.woff`,
    covers: /[\u0100-\u02ba\u1e00-\u1eff]/u,
  },
];

const western = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u;
const blanks = /[\s\u0000-\u001f\u007f-\u009f]+/gu;
const invisible = /^[\p{Mark}\p{Format}]$/u;
const unknownGlyph = '?';

/** The script fonts that are installed beside the server. */
export function installedFonts(): ScriptFont[] {
  const fonts: ScriptFont[] = [];
  for (const { name, specifier, bold, covers } of knownFonts) {
    const file = resolved(specifier);
    if (file !== undefined) fonts.push({ name, file, boldFile: resolved(bold), covers });
  }
  return fonts;
}

/** One line of text, split by the font that shows it. Blanks become single spaces. */
export function textRuns(text: string, fonts: readonly ScriptFont[]): TextRun[] {
  if (western.test(text)) return [{ font: undefined, text }];
  const line = text.replaceAll(blanks, ' ');
  const runs: { font: string | undefined; text: string }[] = [];
  for (const character of line) {
    const font = fonts.find((candidate) => candidate.covers.test(character))?.name;
    const isShown = font !== undefined || western.test(character);
    if (!isShown && invisible.test(character)) continue;
    const shown = isShown ? character : unknownGlyph;
    const last = runs.at(-1);
    if (last !== undefined && last.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

function resolved(specifier: string): string | undefined {
  try {
    const file = fileURLToPath(import.meta.resolve(specifier));
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
