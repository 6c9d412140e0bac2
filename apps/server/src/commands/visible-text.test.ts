import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

it.each([
  ['\u001B]0;title\u0007', String.raw`\u001b]0;title\u0007`],
  ['\u009B2J', String.raw`\u009b2J`],
  ['one\nEverything holds.\r', String.raw`one\u000aEverything holds.\u000d`],
  ['\u202Egnirts', String.raw`\u202egnirts`],
  ['\uD800', String.raw`\ud800`],
  ['वर्‍हाडे, Café – 4 °C, 👮‍♀️', 'वर्‍हाडे, Café – 4 °C, 👮‍♀️'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it('[TRUTH-12] nothing that a terminal obeys is left of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
    }),
  );
});
