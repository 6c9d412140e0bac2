import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrustFlag } from './trust.ts';
import { flagsOfScan, type ScanEvidence } from './trust-of-scan.ts';
import { defaultTrust } from './trust-thresholds.ts';

const metresPerDegree = 111_195;
const north = (metres: number) => ({ latitude: metres / metresPerDegree, longitude: 73 });
const expected = { ...north(0), radiusMetres: 20 };
const good: ScanEvidence = { method: 'qr', position: north(0), accuracyMetres: 5, clockSkewMs: 0 };

describe('flags of a scan by itself', () => {
  it.each<[string, Partial<ScanEvidence>, TrustFlag[]]>([
    ['nothing to doubt', {}, []],
    ['read by NFC', { method: 'nfc' }, []],
    ['within the radius', { position: north(19), accuracyMetres: 0 }, []],
    ['outside it', { position: north(21), accuracyMetres: 0 }, ['outsideRadius']],
    ['outside it, but within the accuracy', { position: north(39), accuracyMetres: 20 }, []],
    ['outside both', { position: north(41), accuracyMetres: 20 }, ['outsideRadius']],
    ['outside, accuracy not told', { position: north(21), accuracyMetres: null }, ['outsideRadius']],
    ['accuracy at its limit', { accuracyMetres: 50 }, []],
    ['accuracy beyond it', { accuracyMetres: 50.1 }, ['poorAccuracy']],
    [
      'far away and vague',
      { position: north(5_000), accuracyMetres: 100 },
      ['outsideRadius', 'poorAccuracy'],
    ],
    ['a vague position excuses 50 m', { position: north(69), accuracyMetres: 60 }, ['poorAccuracy']],
    [
      'and no more, however vague',
      { position: north(71), accuracyMetres: 100_000 },
      ['outsideRadius', 'poorAccuracy'],
    ],
    ['no position', { position: null, accuracyMetres: null }, ['noPosition']],
    ['clock ahead at its limit', { clockSkewMs: 120_000 }, []],
    ['clock ahead beyond it', { clockSkewMs: 120_001 }, ['clockSkew']],
    ['clock behind at its limit', { clockSkewMs: -120_000 }, []],
    ['clock behind beyond it', { clockSkewMs: -120_001 }, ['clockSkew']],
    ['typed by hand', { method: 'typed' }, ['typedCode']],
    [
      'all at once',
      { method: 'typed', position: null, accuracyMetres: null, clockSkewMs: 1e9 },
      ['noPosition', 'clockSkew', 'typedCode'],
    ],
  ])('%s', (_what, change, flags) => expect(flagsOfScan({ ...good, ...change }, expected)).toEqual(flags));
});

describe('thresholds', () => {
  const anyEvidence = fc.record({
    method: fc.constantFrom('qr', 'nfc', 'position', 'typed'),
    position: fc.option(fc.integer({ min: 0, max: 2_000 }).map(north), { nil: null }),
    accuracyMetres: fc.option(fc.integer({ min: 0, max: 300 }), { nil: null }),
    clockSkewMs: fc.integer({ min: -1e6, max: 1e6 }),
  }) satisfies fc.Arbitrary<ScanEvidence>;

  it('that are wider doubt no scan that narrower ones trust', () => {
    const anyMetres = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(anyEvidence, anyMetres, anyMetres, anyMetres, (scan, slack, accuracy, more) => {
        const narrow = { ...defaultTrust, radiusSlackMetres: slack, accuracyMaxMetres: accuracy };
        const wide = {
          ...defaultTrust,
          radiusSlackMetres: slack + more,
          accuracyMaxMetres: accuracy + more,
          clockSkewMaxMs: defaultTrust.clockSkewMaxMs + more * 1_000,
        };
        const flags = flagsOfScan(scan, expected, narrow);
        for (const flag of flagsOfScan(scan, expected, wide)) expect(flags).toContain(flag);
      }),
    );
  });

  it('of the tenant hold instead of the product’s', () => {
    const far = { ...good, position: north(60), accuracyMetres: 5 };
    expect(flagsOfScan(far, expected)).toEqual(['outsideRadius']);
    expect(flagsOfScan(far, expected, { ...defaultTrust, radiusSlackMetres: 40 })).toEqual([]);
  });
});
