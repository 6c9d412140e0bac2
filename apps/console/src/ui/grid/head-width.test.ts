import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { twoLinesWidth } from './head-width.ts';

/** A pixel a letter. */
const widthOf = (text: string) => text.length;

test.each([
  ['Status', 6],
  ['Scanned checkpoints', 11],
  ['Scanned start time', 10],
  ['A b c d', 3],
  ['', 0],
])('[GRID-02] %j on two lines is %d letters wide', (text, width) => {
  expect(twoLinesWidth(text, widthOf)).toBe(width);
});

/** Lines that a browser makes of a text: as many words as fit on each. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

test('[GRID-02] at that width any heading has two lines at most, none of them wider', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'क'), minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(words, (each) => {
      const width = twoLinesWidth(each.join(' '), widthOf);
      const lines = linesOf(each.join(' '), width);
      expect(lines.length).toBeLessThanOrEqual(2);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
    }),
  );
});
