import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countingScans, foldRound, type RoundEvents, type RoundScan } from './round-facts.ts';
import { roundStatus } from './round-status.ts';

const planned = ['a', 'b', 'c'].map((checkpointId) => ({
  checkpointId,
  name: checkpointId,
  latitude: 0,
  longitude: 0,
  radiusMetres: 20,
}));
const start = { deviceAtMs: 1_000, planned };
const scan = (id: string, checkpointId: string, deviceAtMs: number): RoundScan => ({
  id,
  checkpointId,
  deviceAtMs,
});
const whole = [scan('1', 'a', 2_000), scan('2', 'b', 3_000), scan('3', 'c', 4_000)];
const end = { id: 'e', deviceAtMs: 5_000 };

const anyScan = fc.record({
  id: fc.uuid(),
  checkpointId: fc.constantFrom('a', 'b', 'c', 'unplanned'),
  deviceAtMs: fc.integer({ min: 0, max: 20 }),
});
const anyRound = fc.record({
  start: fc.option(fc.constant(start), { nil: null }),
  scans: fc.array(anyScan, { maxLength: 12 }),
  ends: fc.array(fc.record({ id: fc.uuid(), deviceAtMs: fc.integer({ min: 0, max: 20 }) }), { maxLength: 3 }),
});
const isSomething = (round: RoundEvents) =>
  round.start !== null || round.scans.length + round.ends.length > 0;

describe('foldRound', () => {
  it.each<[string, RoundEvents, number, number | null, number, number, number]>([
    ['only started', { start, scans: [], ends: [] }, 1_000, null, 3, 0, roundStatus.inProgress],
    ['all scanned, not ended', { start, scans: whole, ends: [] }, 1_000, null, 3, 3, roundStatus.inProgress],
    ['all scanned, ended', { start, scans: whole, ends: [end] }, 1_000, 5_000, 3, 3, roundStatus.completed],
    [
      'one missed',
      { start, scans: whole.slice(1), ends: [end] },
      1_000,
      5_000,
      3,
      2,
      roundStatus.incompleted,
    ],
    ['nothing scanned', { start, scans: [], ends: [end] }, 1_000, 5_000, 3, 0, roundStatus.incompleted],
    [
      'one scanned thrice counts once',
      { start, scans: [scan('1', 'a', 1), scan('2', 'a', 2), scan('3', 'a', 3)], ends: [end] },
      1_000,
      5_000,
      3,
      1,
      roundStatus.incompleted,
    ],
    [
      'an unplanned scan does not count',
      { start, scans: [...whole.slice(1), scan('9', 'z', 9)], ends: [end] },
      1_000,
      5_000,
      3,
      2,
      roundStatus.incompleted,
    ],
    [
      'of two ends the earlier',
      { start, scans: whole, ends: [end, { id: 'f', deviceAtMs: 4_500 }] },
      1_000,
      4_500,
      3,
      3,
      roundStatus.completed,
    ],
    ['no start yet', { start: null, scans: whole, ends: [] }, 2_000, null, 0, 0, roundStatus.inProgress],
    ['only an end yet', { start: null, scans: [], ends: [end] }, 5_000, 5_000, 0, 0, roundStatus.incompleted],
    [
      'nothing planned',
      { start: { deviceAtMs: 1, planned: [] }, scans: whole, ends: [end] },
      1,
      5_000,
      0,
      0,
      roundStatus.incompleted,
    ],
  ])('%s', (_what, events, startedAtMs, endedAtMs, totalCheckPoints, scannedCheckPoints, statusCode) => {
    expect(foldRound(events)).toEqual({
      startedAtMs,
      endedAtMs,
      totalCheckPoints,
      scannedCheckPoints,
      statusCode,
    });
  });

  it('a late scan completes a round that had ended incompleted', () => {
    const early = foldRound({ start, scans: whole.slice(0, 2), ends: [end] });
    const late = foldRound({ start, scans: [...whole.slice(0, 2), scan('3', 'c', 9_000)], ends: [end] });
    expect([early.statusCode, late.statusCode]).toEqual([roundStatus.incompleted, roundStatus.completed]);
    expect(late.endedAtMs).toBe(early.endedAtMs);
  });

  it('refuses a round without any event', () => {
    expect(() => foldRound({ start: null, scans: [], ends: [] })).toThrow(RangeError);
  });

  it('takes more scans than a function call may have arguments', () => {
    const scans = Array.from({ length: 300_000 }, (_, index) => scan(`${index}`, 'a', 300_000 - index));
    expect(foldRound({ start: null, scans, ends: [] }).startedAtMs).toBe(1);
  });

  it('does not depend on the order of arrival', () => {
    const shuffledRound = anyRound.filter(isSomething).chain((round) =>
      fc.tuple(
        fc.constant(round),
        fc.record({
          start: fc.constant(round.start),
          scans: fc.shuffledSubarray(round.scans, { minLength: round.scans.length }),
          ends: fc.shuffledSubarray(round.ends, { minLength: round.ends.length }),
        }),
      ),
    );
    fc.assert(
      fc.property(shuffledRound, ([round, shuffled]) => {
        expect(foldRound(shuffled)).toEqual(foldRound(round));
      }),
    );
  });

  it('does not change when every event arrives twice', () => {
    fc.assert(
      fc.property(anyRound.filter(isSomething), (round) => {
        const doubled = {
          ...round,
          scans: [...round.scans, ...round.scans],
          ends: [...round.ends, ...round.ends],
        };
        expect(foldRound(doubled)).toEqual(foldRound(round));
      }),
    );
  });

  it('a further scan never takes a round back', () => {
    fc.assert(
      fc.property(anyRound.filter(isSomething), anyScan, (round, more) => {
        const before = foldRound(round);
        const after = foldRound({ ...round, scans: [...round.scans, more] });
        expect(after.scannedCheckPoints).toBeGreaterThanOrEqual(before.scannedCheckPoints);
        expect(after.statusCode).toBeGreaterThanOrEqual(before.statusCode);
        expect(after.endedAtMs).toBe(before.endedAtMs);
      }),
    );
  });
});

describe('countingScans', () => {
  it('is the earliest by the clock of the device, then by id', () => {
    const scans = [scan('3', 'a', 5), scan('2', 'a', 4), scan('1', 'a', 4), scan('9', 'b', 1)];
    const counting = countingScans(scans);
    expect([...counting.values()].map((each) => each.id).toSorted()).toEqual(['1', '9']);
  });

  it('does not depend on the order of arrival', () => {
    const scans = fc.uniqueArray(anyScan, { selector: (each) => each.id });
    const pair = scans.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(pair, ([all, shuffled]) => {
        expect(Object.fromEntries(countingScans(shuffled))).toEqual(Object.fromEntries(countingScans(all)));
      }),
    );
  });
});
