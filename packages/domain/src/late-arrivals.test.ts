import { describe, expect, it } from 'vitest';
import { type ArrivedRound, countedFor, type ExpectedAtArrival, matchArrivals } from './late-arrivals.ts';
import { roundStatus } from './round-status.ts';

const minute = 60_000;
const hour = 60 * minute;
const at = 1_790_000_000_000;

const due = (
  id: string,
  afterMinutes: number,
  changes: Partial<ExpectedAtArrival> = {},
): ExpectedAtArrival => {
  const dueAtMs = at + afterMinutes * minute;
  const times = { date: '', dueAtMs, lateAtMs: dueAtMs + 15 * minute, missedAtMs: dueAtMs + 25 * minute };
  return { id, routeId: 'route', guardIds: [], ...times, isExcused: false, hasOffer: false, ...changes };
};
const round = (id: string, afterMinutes: number, lateAfterHours: number | null = null): ArrivedRound => ({
  id,
  routeId: 'route',
  guardId: 'guard',
  startedAtMs: at + afterMinutes * minute,
  lateStartAtMs: lateAfterHours === null ? null : at + lateAfterHours * hour,
});

const matchedOf = (dues: readonly ExpectedAtArrival[], rounds: readonly ArrivedRound[]) => {
  const { tied, offered } = matchArrivals(dues, rounds);
  return { tied: Object.fromEntries(tied), offered: Object.fromEntries(offered) };
};

describe('rounds that arrive', () => {
  it.each<[string, ExpectedAtArrival[], ArrivedRound[], object]>([
    ['on time are due rounds', [due('d', 0)], [round('r', 1)], { tied: { d: 'r' }, offered: {} }],
    ['late are offered', [due('d', 0)], [round('r', 1, 30)], { tied: {}, offered: { r: 'd' } }],
    [
      'late, and in time for a due round that can still be started, are it',
      [due('d', 0, { missedAtMs: at + 24 * hour })],
      [round('r', 1, 23)],
      { tied: { d: 'r' }, offered: {} },
    ],
    [
      'late in the very millisecond in which a due round is missed are offered',
      [due('d', 0, { missedAtMs: at + 24 * hour })],
      [round('r', 1, 24)],
      { tied: {}, offered: { r: 'd' } },
    ],
    [
      'late for one that somebody excused are offered',
      [due('d', 0, { missedAtMs: at + 24 * hour, isExcused: true })],
      [round('r', 1, 23)],
      { tied: {}, offered: { r: 'd' } },
    ],
    [
      'on time come before those that were started first and sent late',
      [due('d', 0)],
      [round('late', 0, 30), round('r', 5)],
      { tied: { d: 'r' }, offered: {} },
    ],
    [
      'late are offered for a due round each, while there is one',
      [due('one', 0), due('two', 20)],
      [round('a', 12, 30), round('b', 14, 30)],
      { tied: {}, offered: { a: 'two', b: 'one' } },
    ],
    [
      'late for a due round that has an offer are another one',
      [due('d', 0, { hasOffer: true })],
      [round('a', 1, 30), round('b', 2, 30)],
      { tied: {}, offered: { a: 'd', b: 'd' } },
    ],
    ['late out of every window are none', [due('d', 0)], [round('r', 30, 30)], { tied: {}, offered: {} }],
    [
      'late by a guard whom the tour does not name are none',
      [due('d', 0, { guardIds: ['another'] })],
      [round('r', 1, 30)],
      { tied: {}, offered: {} },
    ],
  ])('[TRUTH-04] %s', (_what, dues, rounds, found) => {
    expect(matchedOf(dues, rounds)).toEqual(found);
    expect(matchedOf(dues.toReversed(), rounds.toReversed())).toEqual(found);
  });
});

describe('scans that arrive', () => {
  const planned = new Set(['a', 'b']);
  const { completed, incompleted, inProgress } = roundStatus;
  const missedAtMs = 1_000;

  it.each<[string, readonly (number | null)[], number | null, boolean, number, boolean]>([
    ['on time complete it', [null, null], null, true, completed, false],
    ['late, and before the due round is missed, complete it', [null, 999], null, true, completed, false],
    ['when it is missed do not', [null, 1_000], null, true, incompleted, true],
    ['late complete it once they are accepted', [null, 2_000], 2_000, true, completed, false],
    ['after the acceptance wait for another', [1_500, 2_000], 1_500, true, incompleted, true],
    ['late leave a round in progress that has not ended', [null, 2_000], null, false, inProgress, false],
    ['late and too few change nothing either way', [2_000], null, true, incompleted, false],
  ])('[TRUTH-04] %s', (_what, arrivals, acceptedUntilMs, hasEnded, statusCode, isOpen) => {
    const scans = arrivals.map((lateAtMs, at) => {
      return { checkpointId: at === 0 ? 'a' : 'b', lateAtMs, isFromFuture: false };
    });
    const found = countedFor({ missedAtMs, acceptedUntilMs }, { hasEnded, planned }, scans);
    expect(found).toEqual({ statusCode, isOpen });
  });

  it('[TRUTH-04] of what was not planned, or at no checkpoint, count for nothing', () => {
    const scans = [
      { checkpointId: 'a', lateAtMs: null, isFromFuture: false },
      { checkpointId: 'c', lateAtMs: null, isFromFuture: false },
      { checkpointId: null, lateAtMs: null, isFromFuture: false },
    ];
    const found = countedFor({ missedAtMs, acceptedUntilMs: null }, { hasEnded: true, planned }, scans);
    expect(found).toEqual({ statusCode: incompleted, isOpen: false });
  });

  it.each([
    ['complete no round, nor wait for anybody', ['a'], ['b'], incompleted],
    ['take nothing from a round that is complete without them', ['a', 'b'], ['b'], completed],
  ])('[TRUTH-02] of the future %s', (_what, walked, future, statusCode) => {
    const scans = [
      ...walked.map((id) => [id, false] as const),
      ...future.map((id) => [id, true] as const),
    ].map(([checkpointId, isFromFuture]) => ({ checkpointId, lateAtMs: null, isFromFuture }));
    const found = countedFor({ missedAtMs, acceptedUntilMs: null }, { hasEnded: true, planned }, scans);
    expect(found).toEqual({ statusCode, isOpen: false });
  });
});
