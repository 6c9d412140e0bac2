import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberFormat, plainNumber } from './number-format.ts';

const shown = (code: string, number: number, is1904 = false) => numberFormat(code).ofNumber(number, is1904);

describe('a number in a cell', () => {
  test.each([
    ['00000', 123, '00123'],
    ['"EMP-"000', 7, 'EMP-007'],
    ['000\\-0000', 1_234_567, '123-4567'],
    ['+91 00000 00000', 9_822_012_345, '+91 98220 12345'],
    ['[<=9999999]###-####;(###) ###-####', 9_822_012_345, '(982) 201-2345'],
    ['#,##0', 1234, '1,234'],
    ['_-* #,##0.00_-;-* #,##0.00_-', 1234.5, '1,234.50'],
    ['0;[Red]"minus "0', -5, 'minus 5'],
    ['0.###', 5, '5'],
    ['0%', 0.5, '50%'],
    ['# ?/?', 0.75, '3/4'],
    ['@', 123, '123'],
    ['General', 919_822_012_345, '919822012345'],
    ['General', 0.1 + 0.2, '0.3'],
    ['0.00E+00', 919_822_012_345, '919822012345'],
    [';;;', 5, ''],
    ['no [format', 5, '5'],
    ['0'.repeat(300), 5, '5'],
  ])('[INPUT-01] shows by %s of %d what a spreadsheet shows', (code, number, text) =>
    expect(shown(code, number)).toBe(text),
  );

  test.each([
    ['h:mm', 0.916_666_666_666_666_6, '22:00'],
    ['h:mm AM/PM', 0.916_666_666_666_666_6, '10:00 PM'],
    ['[$-409]h:mm:ss AM/PM;@', 0.5, '12:00:00 PM'],
    ['[h]:mm:ss', 1.104_166_666_67, '26:30:00'],
    ['mm:ss', 0.0625, '30:00'],
    ['yyyy-mm-dd h:mm', 46_082.770_833_333_336, '2026-03-01 18:30'],
    ['m/d/yy h:mm:ss AM/PM', 46_082.770_844_907_4, '2026-03-01 18:30:01'],
    ['dd/mm/yyyy', 46_082.9, '2026-03-01'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 46_082, '2026-03-01'],
    ['mmm-yy', 46_082, 'Mar-26'],
    ['dddd', 46_082, 'Sunday'],
    ['yyyy-mm-dd', 1, '1900-01-01'],
    ['yyyy-mm-dd', 61, '1900-03-01'],
    ['yyyy-mm-dd', -1, '####'],
    ['h:mm', -0.5, '####'],
    ['yyyy-mm-dd', 9_000_000, '####'],
  ])('[INPUT-01] is by %s the moment %d', (code, number, text) => expect(shown(code, number)).toBe(text));

  test('[INPUT-01] counts days from 1904 where the workbook does', () => {
    expect(shown('yyyy-mm-dd', 44_620, true)).toBe('2026-03-01');
    expect(shown('yyyy-mm-dd h:mm', 0.25, true)).toBe('1904-01-01 06:00');
    expect(shown('h:mm', 0.25, true)).toBe('6:00');
    expect(shown('[h]:mm', 1.25, true)).toBe('30:00');
  });

  test.each([
    ['yyyy-mm-dd', '2026-03-01T00:00:00', '2026-03-01'],
    ['yyyy-mm-dd', '2026-03-01', '2026-03-01'],
    ['yyyy-mm-dd h:mm', '2026-03-01T18:30:00', '2026-03-01 18:30'],
    ['General', '2026-03-01T18:30:05.000Z', '2026-03-01 18:30:05'],
    ['h:mm', '22:00:00', '22:00'],
    ['h:mm AM/PM', '2026-03-01T22:00:00', '10:00 PM'],
    ['General', 'soon', 'soon'],
  ])('[INPUT-01] that is written out shows by %s of %s its moment', (code, written, text) =>
    expect(numberFormat(code).ofDate(written)).toBe(text),
  );

  test('[INPUT-01] may have words around its text', () => {
    expect(numberFormat('"Gate "@').ofText('North')).toBe('Gate North');
    expect(numberFormat('0;0;0;"Gate "@').ofText('North')).toBe('Gate North');
    expect(numberFormat('00000').ofText('0012')).toBe('0012');
  });

  test('[INPUT-01] keeps every digit that a spreadsheet counts with', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(Number(plainNumber(number))).toBe(Number(number.toPrecision(15)));
        expect(plainNumber(number)).not.toContain('e');
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -180, max: 180 }), (degrees) => {
        expect(Math.abs(Number(plainNumber(degrees)) - degrees)).toBeLessThan(1e-12);
      }),
    );
  });

  test('[INPUT-01] never keeps a file from being read, whatever its format', () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), (code, number) => {
        expect(typeof shown(code, number)).toBe('string');
        expect(typeof numberFormat(code).ofText('x')).toBe('string');
        expect(typeof numberFormat(code).ofDate('2026-03-01')).toBe('string');
      }),
      { numRuns: 2000 },
    );
  });
});
