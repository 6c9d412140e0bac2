import { describe, expect, it } from 'vitest';
import { fileSize, mainFormat, menuFormats } from './report-export.ts';

describe('export format', () => {
  it.each([
    [0, 'xls'],
    [65_535, 'xls'],
    [65_536, 'xlsx'],
    [5_000_000, 'xlsx'],
  ])('of %i rows is %s', (rows, format) => {
    expect(mainFormat(rows)).toBe(format);
  });

  it('offers every format, and .xls only while it fits', () => {
    expect(menuFormats(10).map(({ format }) => format)).toEqual(['xls', 'xlsx', 'csv', 'pdf']);
    expect(menuFormats(10).every(({ fits }) => fits)).toBe(true);
    expect(menuFormats(65_536).filter(({ fits }) => !fits)).toEqual([{ format: 'xls', fits: false }]);
  });
});

describe('file size', () => {
  it.each([
    [0, 0, 'kB'],
    [1, 0.1, 'kB'],
    [1_240, 1.2, 'kB'],
    [999_949, 999.9, 'kB'],
    [999_950, 1, 'MB'],
    [12_345_678, 12.3, 'MB'],
    [999_950_000, 1, 'GB'],
  ])('%i bytes: %d %s', (bytes, amount, unit) => {
    expect(fileSize(bytes)).toEqual({ amount, unit });
  });
});
