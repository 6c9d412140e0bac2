import { describe, expect, test } from 'vitest';
import { inVisualOrder, mirrored } from './visual-order.ts';

const shown = (line: string) => inVisualOrder(line).map(({ text }) => text);

describe('visual order', () => {
  test('[INPUT-04] a line of one direction is one piece', () => {
    expect(inVisualOrder('North gate 3')).toEqual([{ text: 'North gate 3', isRightToLeft: false }]);
    expect(inVisualOrder('שער צפוני')).toEqual([{ text: 'שער צפוני', isRightToLeft: true }]);
  });

  test('[INPUT-04] a number in Arabic reads from the left, in its place of the line', () => {
    expect(shown('بوابة 12 شمال')).toEqual([' شمال', '12', 'بوابة ']);
  });

  test('[INPUT-04] Latin words in a Hebrew line, and Hebrew words in a Latin one, keep their order', () => {
    expect(shown('שער North gate צפוני')).toEqual([' צפוני', 'North gate', 'שער ']);
    expect(shown('Gate שער א, north')).toEqual(['Gate ', 'שער א', ', north']);
  });

  test('brackets open to the other side', () => {
    expect(['(', ')', 'a'].map(mirrored)).toEqual([')', '(', 'a']);
  });
});
