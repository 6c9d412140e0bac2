// The order in which the letters of a line are drawn where some of its scripts run from right to left.
import bidiFactory from 'bidi-js';

/** Letters of one direction, in the order in which they are read. */
export interface DirectedText {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

const bidi = bidiFactory();
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The pieces of a line from the left to the right (Unicode bidirectional algorithm, UAX 9). */
export function inVisualOrder(line: string): DirectedText[] {
  if (!rightToLeft.test(line)) return [{ text: line, isRightToLeft: false }];
  const { levels } = bidi.getEmbeddingLevels(line, 'auto');
  const pieces: { text: string; level: number }[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = pieces.at(-1);
    if (last !== undefined && last.level === level) last.text += line.charAt(at);
    else pieces.push({ text: line.charAt(at), level });
  }
  const highest = Math.max(...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) reverseAbove(pieces, level);
  return pieces.map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }));
}

/** A sign as it looks in text from right to left: a bracket that opens to the other side. */
export const mirrored = (character: string): string => bidi.getMirroredCharacter(character) ?? character;

/** Reverses each row of neighbours that are of the level or a higher one. */
function reverseAbove(pieces: { readonly level: number }[], level: number): void {
  for (let from = 0; from < pieces.length; from += 1) {
    let to = from;
    while ((pieces[to]?.level ?? 0) >= level) to += 1;
    if (to > from + 1) pieces.splice(from, to - from, ...pieces.slice(from, to).toReversed());
    if (to > from) from = to;
  }
}
