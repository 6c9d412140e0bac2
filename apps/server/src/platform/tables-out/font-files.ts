// Which file of the installed font packages may draw a character. A package names the characters of each of its files in its unicode.json,
// generously: whether a file has a glyph is seen once it is loaded (font-faces.ts).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface FontFile {
  /** Such as noto-sans-tamil-tamil. */
  readonly name: string;
  readonly path: string;
  /** Whether it has an axis of weights; else bold text looks as the rest. */
  readonly isVariable: boolean;
  /** First and last code points, both among them. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** The one that is asked first is first. Each script has its own; Chinese forms come before those of Japan and Korea. */
const notoFamilies = `
  noto-sans noto-sans-arabic noto-sans-hebrew noto-sans-bengali noto-sans-gujarati
  noto-sans-gurmukhi noto-sans-kannada noto-sans-malayalam noto-sans-oriya noto-sans-tamil
  noto-sans-telugu noto-sans-sinhala noto-sans-meetei-mayek noto-sans-ol-chiki noto-sans-thai
  noto-sans-lao noto-sans-khmer noto-sans-myanmar noto-serif-tibetan noto-sans-armenian
  noto-sans-georgian noto-sans-ethiopic noto-sans-cherokee noto-sans-syriac noto-sans-thaana
  noto-sans-canadian-aboriginal noto-sans-sc noto-sans-tc noto-sans-jp noto-sans-kr
  noto-sans-symbols noto-emoji`
  .trim()
  .split(/\s+/u);

/** GNU Unifont draws what no family above does: every character of the basic plane, in plain strokes. */
const lastResort = '@fontsource/unifont/files/unifont-latin-400-normal.woff2';

let files: readonly FontFile[] | undefined;

/** Files that claim the character, the best first. */
export function filesFor(codePoint: number): FontFile[] {
  files ??= [...notoFamilies.flatMap(filesOf), lastFile()];
  return files.filter(({ ranges }) => ranges.some(([from, to]) => from <= codePoint && codePoint <= to));
}

function filesOf(family: string): FontFile[] {
  const folder = `@fontsource-variable/${family}`;
  const claims = JSON.parse(readFileSync(pathOf(`${folder}/unicode.json`), 'utf8')) as Record<string, string>;
  return Object.entries(claims).map(([subset, text]) => {
    const name = `${family}-${subset.replaceAll(/[[\]]/g, '')}`;
    const path = pathOf(`${folder}/files/${name}-wght-normal.woff2`);
    return { name, path, isVariable: true, ranges: rangesIn(text) };
  });
}

const lastFile = (): FontFile => ({
  name: 'unifont',
  path: pathOf(lastResort),
  isVariable: false,
  ranges: [[0x20, 0xff_ff]],
});

/** Of a CSS unicode-range, such as U+0600-06FF,U+204F. */
function rangesIn(text: string): [number, number][] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

const pathOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier));
