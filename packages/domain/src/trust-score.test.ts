import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trustFlags, type TrustFlag } from './trust.ts';
import { countFlags, needsCheck, scoreOfRound, scoreOfScan } from './trust-score.ts';
import { defaultTrust } from './trust-thresholds.ts';

const anyFlags = fc.subarray([...trustFlags]);
const anyRound = fc.array(anyFlags, { maxLength: 30 });

describe('a score', () => {
  it.each<[TrustFlag[], number]>([
    [[], 100],
    [['typedCode'], 90],
    [['typedCode', 'noPosition'], 80],
    [['outsideRadius', 'poorAccuracy'], 55],
    [['forgedCode', 'teleport'], 0],
  ])('of a scan with %j is %i', (flags, score) => expect(scoreOfScan(flags)).toBe(score));

  it.each<[number, number]>([
    [1, 90],
    [2, 87],
    [5, 80],
    [50, 80],
  ])('of a round with %i typed codes is %i', (scans, score) => {
    expect(scoreOfRound(new Map([['typedCode', scans]]))).toBe(score);
  });

  it('is a whole number from 0 to 100, and a round’s is never above that of any of its scans', () => {
    fc.assert(
      fc.property(anyRound, (round) => {
        const score = scoreOfRound(countFlags(round));
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        for (const flags of round) expect(score).toBeLessThanOrEqual(scoreOfScan(flags));
      }),
    );
  });

  it('is never raised by another doubt, be it of a known scan or of one more', () => {
    fc.assert(
      fc.property(anyRound, anyFlags, fc.nat(29), (round, more, at) => {
        const score = scoreOfRound(countFlags(round));
        expect(scoreOfRound(countFlags([...round, more]))).toBeLessThanOrEqual(score);
        const grown = round.map((flags, index) => (index === at ? [...flags, ...more] : flags));
        expect(scoreOfRound(countFlags(grown))).toBeLessThanOrEqual(score);
        const scan = round[0] ?? [];
        expect(scoreOfScan([...scan, ...more])).toBeLessThanOrEqual(scoreOfScan(scan));
      }),
    );
  });
});

describe('a round is doubtful', () => {
  const counts = (...flags: TrustFlag[]) => countFlags([flags]);

  it('by the product’s settings with any doubt, and without one never', () => {
    expect(needsCheck(counts('poorAccuracy'), defaultTrust)).toBe(true);
    expect(needsCheck(counts(), defaultTrust)).toBe(false);
  });

  it('by a tenant’s below its limit, or with a doubt that it named', () => {
    const settings = { ...defaultTrust, scoreMin: 85, alwaysFlags: ['retiredCode'] } as const;
    expect(needsCheck(counts('typedCode'), settings)).toBe(false);
    expect(needsCheck(counts('typedCode', 'noPosition'), settings)).toBe(true);
    expect(needsCheck(counts('retiredCode'), { ...settings, scoreMin: 0 })).toBe(true);
  });

  it('the more doubts, the sooner', () => {
    fc.assert(
      fc.property(anyRound, anyFlags, fc.nat(100), anyFlags, (round, more, scoreMin, alwaysFlags) => {
        const settings = { ...defaultTrust, scoreMin, alwaysFlags };
        const [before, after] = [round, [...round, more]].map((scans) =>
          needsCheck(countFlags(scans), settings),
        );
        expect(Number(after)).toBeGreaterThanOrEqual(Number(before));
      }),
    );
  });
});
