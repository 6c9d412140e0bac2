// A font whose letters HarfBuzz shapes: joined, stacked and placed as the script writes them. fontkit, which pdfkit uses by itself, throws
// for common words in Telugu, Gurmukhi and Khmer.
import { create, type Font, type Glyph, type GlyphPosition } from 'fontkit';
import { Blob, Buffer as GlyphBuffer, Face, Font as ShapingFont, shape } from 'harfbuzzjs';

/** What pdfkit asks of a font for a text; lengths are units of the font. */
interface Layout {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly GlyphPosition[];
  readonly advanceWidth: number;
}

type Shaped = ReturnType<GlyphBuffer['getGlyphInfosAndPositions']>[number];

/** Of a TrueType file. */
export function shapedFont(file: Uint8Array): Font {
  const font = create(Buffer.from(file)) as Font;
  const shaping = new ShapingFont(new Face(new Blob(file)));
  const layout = (text: string): Layout => {
    const buffer = new GlyphBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(shaping, buffer);
    const shaped = buffer.getGlyphInfosAndPositions();
    const positions = shaped.map(positionOf);
    return {
      glyphs: glyphsOf(font, text, shaped),
      positions,
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  };
  return Object.assign(Object.create(font) as Font, { layout });
}

const positionOf = ({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }: Shaped): GlyphPosition => ({
  xAdvance,
  yAdvance,
  xOffset,
  yOffset,
});

/**
 * With the characters that a reader copies for each: a glyph's own, or what is left of its cluster where several characters became
 * other glyphs.
 */
function glyphsOf(font: Font, text: string, shaped: readonly Shaped[]): Glyph[] {
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].toSorted((one, other) => one - other);
  const left = new Map(
    starts.map((start, at) => [start, Array.from(text.slice(start, starts[at + 1]), codePointOf)]),
  );
  const own = shaped.map(({ codepoint, cluster }) => {
    const found = left.get(cluster)?.find((one) => font.glyphForCodePoint(one).id === codepoint);
    if (found !== undefined) left.set(cluster, left.get(cluster)?.filter((one) => one !== found) ?? []);
    return found;
  });
  return shaped.map(({ codepoint, cluster }, at) => {
    const one = own[at];
    if (one !== undefined) return font.getGlyph(codepoint, [one]);
    const rest = left.get(cluster) ?? [];
    left.set(cluster, []);
    return font.getGlyph(codepoint, rest);
  });
}

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0;
