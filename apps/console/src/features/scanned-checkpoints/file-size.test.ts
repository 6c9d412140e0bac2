import { describe, expect, it } from 'vitest';
import { fileSize } from './file-size.ts';

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
