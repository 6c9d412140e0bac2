import { describe, expect, it } from 'vitest';
import { mainFormat, menuFormats } from './export-formats.ts';

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
