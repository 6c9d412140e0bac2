import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trustFlags, type TrustFlag } from './trust.ts';
import { flagsOfSequence, type Sequence, type SequencedScan } from './trust-sequence.ts';
import { defaultTrust } from './trust-thresholds.ts';

const metresPerDegree = 111_195;
const north = (metres: number) => ({ latitude: metres / metresPerDegree, longitude: 73 });

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
type Flags = Readonly<Record<string, TrustFlag[]>>;
const flagsOf = (sequence: Sequence): Flags =>
  Object.fromEntries(
    [...flagsOfSequence(sequence)].map(([id, found]) => [id, found.map(({ flag }) => flag)]),
  );
const flagsIn = (scans: SequencedScan[], isFixedOrder = true, plannedOrder = ['a', 'b', 'c']): Flags =>
  flagsOf({ scans, plannedOrder, isFixedOrder });

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
        for (const flags of Object.values(flagsIn(scans))) {
          expect(new Set(flags).size).toBe(flags.length);
          for (const flag of flags) expect(trustFlags).toContain(flag);
        }
        expect(scans).toEqual(before);
      }),
    );
  });
});

describe('leaps', () => {
  it.each<[string, SequencedScan[], Flags]>([
    ['a car is faster than a guard', [scan('1', 'a', 0, 0), scan('2', 'b', 100, 2_000)], { 2: ['tooFast'] }],
    ['1 km in 10 s is no car', [scan('1', 'a', 0, 0), scan('2', 'b', 10, 1_100)], { 2: ['teleport'] }],
    [
      'of less than 1 km may be a position found again',
      [scan('1', 'a', 0, 0), scan('2', 'b', 6, 900)],
      { 2: ['tooFast'] },
    ],
    ['also in a burst', [scan('1', 'a', 0, 0), scan('2', 'b', 1, 5_000)], { 2: ['burst', 'teleport'] }],
    ['also to the same checkpoint', [scan('1', 'a', 0, 0), scan('2', 'a', 1, 5_000)], { 2: ['teleport'] }],
  ])('%s', (_what, scans, flags) => expect(flagsIn(scans)).toEqual(flags));

  it('and speeds say what was measured, with the benefit of both accuracies', () => {
    const from = { ...scan('1', 'a', 0, 0), accuracyMetres: 30 };
    const to = { ...scan('2', 'b', 100, 1_000), accuracyMetres: 20 };
    const [flag] =
      flagsOfSequence({ scans: [from, to], plannedOrder: null, isFixedOrder: false }).get('2') ?? [];
    expect(flag).toMatchObject({ flag: 'tooFast', elapsedMs: 100_000, limit: 7 });
    expect(flag?.metres).toBeCloseTo(950, 0);
    expect(flagsIn([scan('1', 'a', 0, 0), { ...scan('2', 'b', 100, 740), accuracyMetres: 50 }])).toEqual({});
  });

  it('a vague position excuses the largest accuracy and no more', () => {
    const vague = (metres: number) => ({ ...scan('2', 'b', 100, metres), accuracyMetres: 100_000 });
    expect(flagsIn([scan('1', 'a', 0, 0), vague(740)])).toEqual({});
    expect(flagsIn([scan('1', 'a', 0, 0), vague(760)])).toEqual({ 2: ['tooFast'] });
    expect(flagsIn([scan('1', 'a', 0, 0), vague(90_000)])).toEqual({ 2: ['teleport'] });
  });
});

describe('from round to round', () => {
  const walk = (elsewhere: SequencedScan[], scans: SequencedScan[]) =>
    flagsOf({ scans, elsewhere, plannedOrder: ['a', 'b', 'c'], isFixedOrder: true });

  it.each<[string, SequencedScan[], SequencedScan[], Flags]>([
    ['a drive to the next site', [scan('0', 'x', 0, 0)], [scan('1', 'a', 100, 3_900)], {}],
    ['a drive faster than that', [scan('0', 'x', 0, 0)], [scan('1', 'a', 100, 4_100)], { 1: ['tooFast'] }],
    ['a leap', [scan('0', 'x', 0, 0)], [scan('1', 'a', 100, 9_000)], { 1: ['teleport'] }],
    ['two rounds at once', [scan('0', 'x', 0)], [scan('1', 'a', 2)], { 1: ['burst'] }],
    [
      'what comes after the round is the next round’s',
      [scan('0', 'x', 101, 0)],
      [scan('1', 'a', 100, 9_000)],
      {},
    ],
    [
      'the last one before a scan counts, whatever lies further back',
      [scan('0', 'x', 0, 0), scan('00', 'x', 50, 9_000)],
      [scan('1', 'a', 100, 9_100)],
      {},
    ],
    [
      'of one between two scans of the round the doubt is the later one’s',
      [scan('0', 'x', 60, 20_000)],
      [scan('1', 'a', 0, 0), scan('2', 'b', 120, 0)],
      { 2: ['teleport'] },
    ],
  ])('%s', (_what, elsewhere, scans, flags) => expect(walk(elsewhere, scans)).toEqual(flags));

  it('clocks of two phones are set right first', () => {
    const before = scan('0', 'x', 0, 0);
    const wrong = { ...scan('1', 'a', 300, 9_000), clockSkewMs: 280_000 };
    expect(walk([before], [wrong])).toEqual({ 1: ['teleport'] });
    expect(walk([before], [{ ...wrong, clockSkewMs: 0 }])).toEqual({});
  });
});

describe('a device', () => {
  const phone = { deviceId: 'phone' };
  const shared = (seconds: number, deviceId = 'phone') =>
    flagsOf({
      scans: [{ ...scan('1', 'a', 1_000), ...phone }],
      plannedOrder: ['a'],
      isFixedOrder: true,
      ofOthers: [{ deviceId, deviceAtMs: seconds * 1_000 }],
    });

  it.each<[string, number, Flags]>([
    ['that another guard used shortly before', 500, { 1: ['sharedDevice'] }],
    ['or shortly after', 1_500, { 1: ['sharedDevice'] }],
    ['is shared; one handed on at the end of a shift is not', 1_600, {}],
  ])('%s', (_what, seconds, flags) => expect(shared(seconds)).toEqual(flags));

  it('of somebody else tells nothing', () => expect(shared(1_000, 'another')).toEqual({}));
});

it('thresholds are those of each scan, so that later ones judge later scans alone', () => {
  const strict = { ...defaultTrust, speedMaxMetresPerSecond: 1 };
  const scans = [scan('1', 'a', 0, 0), scan('2', 'b', 100, 300), scan('3', 'c', 200, 600)];
  const settingsOf = (id: string) => (id === '3' ? strict : defaultTrust);
  expect(flagsOf({ scans, plannedOrder: ['a', 'b', 'c'], isFixedOrder: true, settingsOf })).toEqual({
    3: ['tooFast'],
  });
});

it('anyone who walks a plan that is not known yet walks no unplanned checkpoint', () => {
  expect(flagsOf({ scans: [scan('1', 'z', 0)], plannedOrder: null, isFixedOrder: false })).toEqual({});
});
