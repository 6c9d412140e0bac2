import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentageOf, roundStatus, statusOf, statusText } from './round-status.ts';

describe('status of a round', () => {
  it.each([
    [1001, 'Inprogress'],
    [1005, 'Incompleted'],
    [1010, 'Completed'],
    [0, ''],
    [1000, ''],
    [1002, ''],
    [-1001, ''],
    [1010.5, ''],
    [Number.NaN, ''],
  ])('[REP-08] code %d reads %j', (code, text) => expect(statusText(code)).toBe(text));

  it('every code has a word of its own', () => {
    const texts = Object.values(roundStatus).map(statusText);
    expect(new Set(texts).size).toBe(3);
    expect(texts).not.toContain('');
  });

  it.each([
    [false, 5, 0, 1001],
    [false, 5, 5, 1001],
    [false, 0, 0, 1001],
    [true, 5, 0, 1005],
    [true, 5, 4, 1005],
    [true, 5, 5, 1010],
    [true, 1, 1, 1010],
    [true, 0, 0, 1005],
  ])('ended %s, %d planned, %d scanned: %d', (hasEnded, totalCheckPoints, scannedCheckPoints, code) => {
    expect(statusOf({ hasEnded, totalCheckPoints, scannedCheckPoints })).toBe(code);
  });
});

describe('percentage of a round', () => {
  it.each([
    [0, 7, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 2, 50],
    [7, 7, 100],
    [8, 7, 100],
    [199, 200, 99],
    [999, 1000, 99],
    [1, 1000, 0],
  ])('%d of %d is %d', (scanned, total, percent) => expect(percentageOf(scanned, total)).toBe(percent));

  it.each([0, null])('of %j planned is not known', (total) => expect(percentageOf(3, total)).toBeNull());

  it('is 100 exactly when nothing is missing, and grows with each scan', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.nat(2_000), (total, scanned) => {
        const percent = percentageOf(scanned, total) ?? -1;
        expect(percent === 100).toBe(scanned >= total);
        expect(Number.isInteger(percent) && percent >= 0).toBe(true);
        expect(percentageOf(scanned + 1, total)).toBeGreaterThanOrEqual(percent);
      }),
    );
  });
});
