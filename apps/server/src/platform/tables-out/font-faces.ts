// Font files made ready for a PDF: unpacked, and set to the two weights in which texts are written.
import { readFile } from 'node:fs/promises';
import type { Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import type { FontFile } from './font-files.ts';

export interface FontFace {
  readonly name: string;
  readonly regular: Font;
  readonly bold: Font;
  /** Whether there is a glyph for the code point. */
  readonly has: (codePoint: number) => boolean;
}

/** About 0.2 MB each; a Chinese report needs some dozens. */
const facesCached = 48;
const weights = { regular: 400, bold: 700 } as const;

const faces = new LRUCache<string, Promise<FontFace>>({ max: facesCached });

/** Takes some milliseconds for the first time, and none after. */
export function loadFace(file: FontFile): Promise<FontFace> {
  const known = faces.get(file.name);
  if (known !== undefined) return known;
  const made = makeFace(file);
  faces.set(file.name, made);
  made.catch(() => faces.delete(file.name));
  return made;
}

async function makeFace({ name, path, isVariable, ranges }: FontFile): Promise<FontFace> {
  // Loaded for the first such text only: they take as much memory as the documents that need them.
  const { default: subsetFont } = await import('subset-font');
  const { shapedFont } = await import('./shaped-font.ts');
  const packed = await readFile(path);
  const characters = ranges.map(([from, to]) => textOf(from, to)).join('');
  const inWeight = async (wght: number) =>
    shapedFont(
      await subsetFont(packed, characters, {
        targetFormat: 'truetype',
        ...(isVariable ? { variationAxes: { wght } } : {}),
      }),
    );
  const regular = await inWeight(weights.regular);
  const bold = isVariable ? await inWeight(weights.bold) : regular;
  const drawn = charactersOf(regular);
  return { name, regular, bold, has: (codePoint) => drawn.has(codePoint) };
}

/** As code points. A file that has none of those that its package names has no table of them, for which fontkit throws. */
function charactersOf(font: Font): ReadonlySet<number> {
  try {
    return new Set(font.characterSet);
  } catch {
    return new Set();
  }
}

/** Halves of surrogate pairs are no characters. */
function textOf(from: number, to: number): string {
  let text = '';
  for (let at = from; at <= to; at += 1) if (at < 0xd8_00 || at > 0xdf_ff) text += String.fromCodePoint(at);
  return text;
}
