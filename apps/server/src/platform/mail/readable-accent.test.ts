import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrastOnWhite, readableAccent } from './readable-accent.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('text stays readable with every accent, and a dark one stays as it is', () => {
  fc.assert(
    fc.property(hex, (accent) => {
      const colour = readableAccent(accent, '#1d4ed8');
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrastOnWhite(colour)).toBeGreaterThanOrEqual(5);
      expect(colour === accent).toBe(contrastOnWhite(accent) >= 5);
    }),
  );
});

it.each(['', 'red', '#fff', '#1234567', 'url(x)'])('%s is no colour', (accent) => {
  expect(readableAccent(accent, '#1d4ed8')).toBe('#1d4ed8');
});

it('contrast is that of WCAG', () => {
  expect(contrastOnWhite('#000000')).toBeCloseTo(21, 5);
  expect(contrastOnWhite('#767676')).toBeCloseTo(4.54, 2);
});
