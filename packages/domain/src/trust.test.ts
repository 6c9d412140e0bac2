import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flagsOfScan,
  flagsOfSequence,
  trustFlags,
  type ScanEvidence,
  type SequencedScan,
  type TrustFlag,
} from './trust.ts';

const metresPerDegree = 111_195;
const north = (metres: number) => ({ latitude: metres / metresPerDegree, longitude: 0 });
const place = { ...north(0), radiusMetres: 20 };
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
  ])('%s', (_what, change, flags) => expect(flagsOfScan({ ...good, ...change }, place)).toEqual(flags));
});

const scan = (
  id: string,
  checkpointId: string,
  seconds: number,
  metres: number | null = null,
): SequencedScan => ({
  id,
  checkpointId,
  deviceAtMs: seconds * 1_000,
  position: metres === null ? null : north(metres),
});
const flagsIn = (scans: SequencedScan[], isFixedOrder = true, plannedOrder = ['a', 'b', 'c']) =>
  Object.fromEntries(flagsOfSequence(scans, plannedOrder, isFixedOrder));

describe('flags of a sequence', () => {
  it.each<[string, SequencedScan[], Record<string, TrustFlag[]>]>([
    ['none for no scans', [], {}],
    ['none in order, in time', [scan('1', 'a', 0), scan('2', 'b', 60), scan('3', 'c', 120)], {}],
    ['unplanned', [scan('1', 'z', 0)], { 1: ['unplanned'] }],
    ['one missed is not out of order', [scan('1', 'a', 0), scan('2', 'c', 60)], {}],
    ['out of order', [scan('1', 'a', 0), scan('2', 'c', 60), scan('3', 'b', 120)], { 3: ['outOfOrder'] }],
    [
      'an unplanned one does not disturb the order',
      [scan('1', 'a', 0), scan('2', 'z', 60), scan('3', 'b', 120)],
      { 2: ['unplanned'] },
    ],
    ['no burst at 5 s', [scan('1', 'a', 0), scan('2', 'b', 5)], {}],
    ['burst below 5 s', [scan('1', 'a', 0), scan('2', 'b', 4.999)], { 2: ['burst'] }],
    ['burst at the same instant', [scan('1', 'a', 0, 0), scan('2', 'b', 0, 500)], { 2: ['burst'] }],
    ['the same checkpoint again is no burst', [scan('1', 'a', 0), scan('2', 'a', 1)], {}],
    ['7 m/s is a running guard', [scan('1', 'a', 0, 0), scan('2', 'b', 100, 699)], {}],
    ['faster than that', [scan('1', 'a', 0, 0), scan('2', 'b', 100, 701)], { 2: ['tooFast'] }],
    ['no speed without a position', [scan('1', 'a', 0, 0), scan('2', 'b', 100)], {}],
    ['several at once', [scan('1', 'b', 0), scan('2', 'a', 1)], { 2: ['outOfOrder', 'burst'] }],
  ])('%s', (_what, scans, flags) => expect(flagsIn(scans)).toEqual(flags));

  it('order is no matter on a free route', () => {
    expect(flagsIn([scan('1', 'c', 0), scan('2', 'a', 60)], false)).toEqual({});
  });

  it('a checkpoint planned twice keeps its first place', () => {
    expect(flagsIn([scan('1', 'a', 0), scan('2', 'b', 60)], true, ['a', 'b', 'a'])).toEqual({});
  });

  const anyScan = fc.record({
    id: fc.uuid(),
    checkpointId: fc.constantFrom('a', 'b', 'c', 'z'),
    deviceAtMs: fc.integer({ min: 0, max: 30 }).map((seconds) => seconds * 1_000),
    position: fc.option(fc.integer({ min: 0, max: 300 }).map(north), { nil: null }),
  });
  const anyScans = fc.uniqueArray(anyScan, { selector: (each) => each.id });

  it('do not depend on the order of arrival', () => {
    const pair = anyScans.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.boolean()),
    );
    fc.assert(
      fc.property(pair, ([all, shuffled, isFixedOrder]) => {
        expect(flagsIn(shuffled, isFixedOrder)).toEqual(flagsIn(all, isFixedOrder));
      }),
    );
  });

  it('are known flags, each once, and leave the scans as they were', () => {
    fc.assert(
      fc.property(anyScans, (scans) => {
        const before = structuredClone(scans);
        for (const flags of flagsOfSequence(scans, ['a', 'b', 'c'], true).values()) {
          expect(new Set(flags).size).toBe(flags.length);
          for (const flag of flags) expect(trustFlags).toContain(flag);
        }
        expect(scans).toEqual(before);
      }),
    );
  });
});
