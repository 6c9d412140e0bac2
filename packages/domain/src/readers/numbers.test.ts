import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumber } from './numbers.ts';

test.each([
  ['18.5204', 18.5204],
  ['18,5204', 18.5204],
  [' -0,5 ', -0.5],
  ['−73.85', -73.85],
  ['– 5', -5],
  ['+7', 7],
  ['.5', 0.5],
  ['12.', 12],
  ['1e3', 1_000],
  ['१८.५२', 18.52],
  ['١٢٫٥', 12.5],
  ['12,345', 12.345],
  ['1.234', 1.234],
  ['1,234,567', 1_234_567],
  ['1,23,456.75', 123_456.75],
  ['12,345.6', 12_345.6],
  ['1.234.567,8', 1_234_567.8],
  ['1.234,5', 1_234.5],
  ['1 234 567,5', 1_234_567.5],
  ['1\u202F234', 1_234],
  ["1'234.5", 1_234.5],
  ['0,125', 0.125],
  ['\u202A30\u202C', 30],
])('[INPUT-03] the number %j is %d', (text, value) => expect(readNumber(text)).toBe(value));

test.each([
  '',
  ' ',
  'many',
  '1,2,3',
  '1,2345,678',
  '12 bar',
  '1.2.3',
  '0x10',
  'Infinity',
  '1e999',
  '--1',
  '12 34',
  '-',
  '1,234.567,8',
])('[INPUT-03] %j is no number', (text) => expect(readNumber(text)).toBeNull());

test('[INPUT-03] a lone comma before three digits parts thousands where the writer is shown so', () => {
  expect(readNumber('12,345', { loneComma: 'thousands' })).toBe(12_345);
  expect(readNumber('0,125', { loneComma: 'thousands' })).toBe(0.125);
  expect(readNumber('12,34', { loneComma: 'thousands' })).toBe(12.34);
});

test('[INPUT-03] a number is read as it was written, in four ways of writing it', () => {
  const value = fc
    .double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true })
    .map((each) => Number(each.toFixed(3)) + 0);
  fc.assert(
    fc.property(value, (number) => {
      expect(readNumber(String(number))).toBe(number);
      expect(readNumber(String(number).replace('.', ','))).toBe(number);
      const spelled = (locale: string) =>
        new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).format(number);
      for (const locale of ['en-US', 'en-IN', 'de-DE', 'fr-FR', 'de-CH', 'mr-IN', 'ar-EG'])
        expect([locale, readNumber(spelled(locale))]).toEqual([locale, number]);
    }),
  );
});

test('[INPUT-03] any text is a finite number or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,eE+-− '५") }), (text) => {
      const number = readNumber(text);
      expect(number === null || Number.isFinite(number)).toBe(true);
    }),
  );
});
