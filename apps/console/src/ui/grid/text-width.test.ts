import { expect, test } from 'vitest';
import { surelyFits } from './text-width.ts';

test.each([
  ['', 64, true],
  ['9999 of 6', 130, true],
  ['12:30', 130, true],
  ['a text of many words', 130, false],
  ['WWWWWWWWWW', 130, false],
  ['巡回地点', 130, false],
  ['9999', 40, false],
])('of %j in %d px it is known that it fits: %s', (text, widthPx, expected) => {
  expect(surelyFits(text, widthPx)).toBe(expected);
});
