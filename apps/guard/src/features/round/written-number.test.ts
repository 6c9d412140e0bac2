import { describe, expect, it } from 'vitest';
import { numberOf, understoodNumber } from './written-number.ts';

describe('a number that a guard writes', () => {
  it.each([
    ['8', 8],
    [' 9.5 ', 9.5],
    ['-4', -4],
    ['.5', 0.5],
    ['9,5', 9.5],
    ['12,34', 12.34],
    ['0,125', 0.125],
    ['-0,5', -0.5],
    ['12,345', 12_345],
    ['-12,345', -12_345],
    ['1,23,456.75', 123_456.75],
    ['1,234,567', 1_234_567],
    ['12345', 12_345],
    ['१२३४५', 12_345],
    ['१२,३४५', 12_345],
    ['९.५', 9.5],
  ])('[FIELD-01] %s is %d', (written, value) => {
    expect(numberOf(written)).toBe(value);
  });

  it.each(['', ' ', 'many', '1,2,3', '1.234,5', '1,2345,678', '12 bar'])('%j is none', (written) => {
    expect(numberOf(written)).toBeNull();
  });

  it('is shown as it was understood where it was not written plainly', () => {
    expect(understoodNumber('12,345')).toBe('12345');
    expect(understoodNumber('9,5')).toBe('9.5');
    expect(understoodNumber('१२३')).toBe('123');
    expect(understoodNumber('12345')).toBeNull();
    expect(understoodNumber('-9.5')).toBeNull();
    expect(understoodNumber('')).toBeNull();
    expect(understoodNumber('many')).toBeNull();
  });
});
