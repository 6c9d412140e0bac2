import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import { earlyStartMinutes, matchRounds } from '@watchpost/domain/tours';
import { setServerTime } from '../lib/device-time.ts';
import { dueOf, isStale, openDues } from './open-dues.ts';
import type { PlannedRoute } from './records.ts';
import { advanceShift, noShift, type Shift, withReceipt } from './shift.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Ten in the evening, by the server's clock. Times are minutes from then. */
const tenMs = Date.UTC(2026, 10, 22, 22);
const at = (minutes: number) => tenMs + minutes * minuteMs;

const onFence = {
  tourName: 'Night',
  routeVersionId: 'fence',
  routeName: 'Fence',
  siteId: 'mill',
  siteName: 'Mill',
  siteTimeZone: 'Asia/Kolkata',
};

const due = (id: string, minutes: number, more: Partial<FieldDueRound> = {}): FieldDueRound => ({
  ...onFence,
  id,
  dueAtMs: at(minutes),
  fromMs: at(minutes - earlyStartMinutes),
  toMs: at(minutes + 15),
  missedAtMs: at(minutes + 25),
  ...more,
});

/** A round at random, as it is told before its window begins. */
const atRandom = (id: string, from: number, to: number): FieldDueRound => ({
  ...due(id, 0),
  fromMs: at(from),
  toMs: at(to),
  dueAtMs: null,
  missedAtMs: null,
});

const everyQuarter = [due('22:00', 0), due('22:15', 15), due('22:30', 30)];

interface Phone {
  readonly shift: Shift;
  readonly plan: { readonly dues: readonly FieldDueRound[]; fetchedAtMs: number; offsetMs: number };
  /** The phone's clock minus the server's. */
  readonly fastMs: number;
  /** False: it was not heard of the server since the app was opened. */
  readonly isOffsetKnown: boolean;
}

/** On duty, with a plan of half past nine. */
function phoneWith(dues: readonly FieldDueRound[], { fastMs = 0, isOffsetKnown = true } = {}): Phone {
  const duty = { id: 'duty', siteId: 'mill', siteName: 'Mill', startedAtMs: at(-60) + fastMs };
  const phone = { shift: { ...noShift, duty }, plan: { dues: [], fetchedAtMs: 0, offsetMs: 0 } };
  return fetched({ ...phone, fastMs, isOffsetKnown: isOffsetKnown }, -30, dues);
}

const fetched = (phone: Phone, minutes: number, dues: readonly FieldDueRound[]): Phone => ({
  ...phone,
  plan: { dues, fetchedAtMs: at(minutes) + phone.fastMs, offsetMs: -phone.fastMs },
});

const planned = (routeVersionId: string): PlannedRoute => ({
  ...onFence,
  routeVersionId,
  isFixedOrder: true,
  checkpoints: [],
});

const roundOf = (minutes: number) => `round of ${minutes}`;

/** Begins a round as recording it does; the one before has been ended. */
function started(phone: Phone, minutes: number, routeVersionId = 'fence'): Phone {
  const { plan, fastMs, isOffsetKnown } = phone;
  const shift = ended(phone, minutes).shift;
  const startedAtMs = at(minutes) + fastMs;
  const dueId = dueOf(plan, shift, { routeVersionId, startedAtMs }, -fastMs);
  const event = {
    kind: 'roundStarted',
    id: roundOf(minutes),
    routeVersionId,
    deviceAtMs: startedAtMs,
  } as const;
  const source = { route: planned(routeVersionId), offsetMs: isOffsetKnown ? -fastMs : null, dueId };
  const next = advanceShift(shift, event, source);
  if (next === null) throw new Error('the round does not follow');
  return { ...phone, shift: next };
}

function ended(phone: Phone, minutes: number): Phone {
  const { shift, fastMs } = phone;
  if (shift.round === null) return phone;
  const event = { id: `end of ${shift.round.id}`, roundId: shift.round.id, deviceAtMs: at(minutes) + fastMs };
  return { ...phone, shift: advanceShift(shift, { kind: 'roundEnded', ...event }) ?? shift };
}

const received = (phone: Phone, startMinutes: number, minutes: number): Phone => ({
  ...phone,
  shift: withReceipt(phone.shift, roundOf(startMinutes), at(minutes)),
});

/** As it comes back from the phone's disk. */
const reopened = (phone: Phone): Phone => ({ ...phone, shift: structuredClone(phone.shift) });

const idsOf = (dues: readonly FieldDueRound[]) => dues.map(({ id }) => id);
const open = ({ plan, shift, fastMs }: Phone, minutes: number) =>
  idsOf(openDues(plan, shift, { nowMs: at(minutes), offsetMs: -fastMs }));

describe('[FIELD-01] a round that was started is one of those that are due', () => {
  it('and another that could have been started as well is still to be walked', () => {
    expect(open(started(phoneWith(everyQuarter), 6), 7)).toEqual(['22:15', '22:30']);
    expect(open(started(phoneWith(everyQuarter), 8), 9)).toEqual(['22:00', '22:30']);
    const twoTours = [due('gates', 0), due('lamps', 10, { tourName: 'Lamps' })];
    expect(open(started(phoneWith(twoTours), 2), 3)).toEqual(['lamps']);
  });

  it('and the next one is the next, whether the first was walked to its end, broken off or is under way', () => {
    const walking = started(phoneWith(everyQuarter), 6);
    const second = started(ended(walking, 7), 9);
    expect(open(second, 10)).toEqual(['22:30']);
    expect(open(ended(second, 11), 12)).toEqual(['22:30']);
    expect(open(started(second, 12), 13)).toEqual(['22:30']);
  });

  it('of its own route alone, and none too early or too late', () => {
    const lake = due('lake', 0, { routeVersionId: 'lake' });
    expect(open(started(phoneWith([due('22:00', 0), lake]), 1), 2)).toEqual(['lake']);
    expect(open(started(phoneWith([due('22:00', 0)]), -11), -10)).toEqual(['22:00']);
    const dueAt = (minutes: number) => started(phoneWith([due('22:00', 0)]), minutes).shift.walked[0]?.dueId;
    expect([24.9, 25].map(dueAt)).toEqual(['22:00', null]);
    const closed = due('closed', 0, { routeVersionId: null });
    expect(open(started(phoneWith([closed]), 1), 2)).toEqual(['closed']);
  });

  it('the very one that the server finds for it', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(minutes, minutes, (dueMinutes, startMinutes) => {
        const starts = startMinutes.toSorted((one, other) => one - other);
        const expected = dueMinutes.map((minute) => {
          const { id, toMs, missedAtMs } = due(`due ${minute}`, minute);
          const [dueAtMs, lateAtMs] = [at(minute), toMs];
          return { id, date: '', routeId: 'r', guardIds: [], dueAtMs, lateAtMs, missedAtMs: missedAtMs ?? 0 };
        });
        const startedRounds = starts.map((minute) => {
          return { id: roundOf(minute), routeId: 'r', guardId: 'asha', startedAtMs: at(minute) };
        });
        const matched = matchRounds(expected, startedRounds);
        const phone = phoneWith(dueMinutes.map((minute) => due(`due ${minute}`, minute)));
        const { shift } = starts.reduce((before, minute) => started(before, minute), phone);
        const taken = shift.walked.flatMap(({ id, dueId }) => (dueId ? [[dueId, id] as const] : []));
        expect(new Map(taken.toSorted())).toEqual(new Map([...matched].toSorted()));
      }),
    );
  });
});

describe('[FIELD-01] once the server no longer names the round that was started', () => {
  const startedAtSix = started(phoneWith(everyQuarter), 6);
  const others = everyQuarter.slice(1);

  it.each([
    ['its receipt is lost', startedAtSix],
    ['its receipt has come before', received(startedAtSix, 6, 6.1)],
    ['the server had it long before', received(startedAtSix, 6, 2)],
  ])('every other one stays, also where %s and the app is opened again', (_when, phone) => {
    expect(open(fetched(phone, 6.2, others), 7)).toEqual(['22:15', '22:30']);
    expect(open(reopened(fetched(phone, 6.2, others)), 7)).toEqual(['22:15', '22:30']);
    const second = started(fetched(phone, 6.2, others), 12);
    expect(open(second, 13)).toEqual(['22:30']);
    expect(open(fetched(received(second, 12, 12.1), 15, others.slice(1)), 16)).toEqual(['22:30']);
  });

  it('its receipt after that changes nothing', () => {
    const late = received(fetched(startedAtSix, 6.2, others), 6, 6.3);
    expect(open(late, 7)).toEqual(['22:15', '22:30']);
  });

  it('as another guard began it first, the nearest of those left is what the next walk is', () => {
    expect(open(started(fetched(phoneWith(everyQuarter), 5, others), 6), 7)).toEqual(['22:30']);
  });
});

describe('[FIELD-01] while the server still names the round that was started', () => {
  const startedAtSix = reopened(started(phoneWith(everyQuarter), 6));

  it('that round is offered no more: the server has not received the start, or not looked yet what it is', () => {
    expect(open(fetched(startedAtSix, 10, everyQuarter), 11)).toEqual(['22:15', '22:30']);
    const early = fetched(received(startedAtSix, 6, 6.1), 6.2, everyQuarter);
    expect(open(early, 11)).toEqual(['22:15', '22:30']);
    expect(open(received(fetched(startedAtSix, 6.2, everyQuarter), 6, 6.3), 11)).toEqual(['22:15', '22:30']);
  });

  it('long after the server had the start, the round is still to be walked: the walk was another one', () => {
    const later = fetched(received(startedAtSix, 6, 6.1), 11, [due('22:00', 0), due('22:30', 30)]);
    expect(open(later, 12)).toEqual(['22:00', '22:30']);
    expect(open(started(later, 13), 14)).toEqual(['22:30']);
  });
});

describe('[FIELD-01] of rounds at random, all in one window until it has started', () => {
  const night = [atRandom('a', 0, 480), atRandom('b', 0, 480), atRandom('c', 0, 480)];

  it('each walk is one', () => {
    const one = started(phoneWith(night), 20);
    expect(open(one, 21)).toHaveLength(2);
    expect(open(started(reopened(one), 90), 91)).toHaveLength(1);
    expect(open(started(started(one, 90), 200), 201)).toEqual([]);
    expect(open(started(started(started(one, 90), 200), 300), 301)).toEqual([]);
    expect(open(started(phoneWith(night), -5), 1)).toHaveLength(3);
  });

  it('a round whose time is told comes first', () => {
    expect(open(started(phoneWith([...night, due('22:15', 15)]), 12), 13)).toEqual(['a', 'b', 'c']);
  });

  it('none is hidden by a walk from before their times were told', () => {
    const dues = [due('b', 30), due('c', 45)];
    const phone = fetched(started(phoneWith(night), 26), 27, dues);
    expect(open(phone, 28)).toEqual(['b', 'c']);
    expect(open(received(phone, 26, 26.1), 28)).toEqual(['b', 'c']);
    expect(open(started(phone, 41), 42)).toEqual(['b']);
  });
});

test('[FIELD-01] each guard of a phone has walked what that guard walked', () => {
  const first = started(phoneWith(everyQuarter), 6);
  const second = { ...first, shift: phoneWith(everyQuarter).shift };
  expect(open(second, 7)).toEqual(['22:00', '22:15', '22:30']);
  expect(open(started(second, 7), 8)).toEqual(['22:15', '22:30']);
  expect(open(first, 8)).toEqual(['22:15', '22:30']);
});

test('[FIELD-01] a round that an older app began, which kept nothing of what was due, hides none', () => {
  const walked = [{ routeVersionId: 'fence', startedAtMs: at(6), offsetMs: 0 }];
  const { shift, ...phone } = phoneWith(everyQuarter);
  expect(open({ ...phone, shift: { ...shift, walked } }, 7)).toEqual(['22:00', '22:15', '22:30']);
});

test.each([
  [0, true],
  [3 * hourMs, true],
  [-3 * hourMs, true],
  [3 * hourMs, false],
  [-72 * hourMs, false],
])(
  '[FIELD-01] on a phone whose clock is %i ms fast, and that knew it when it noted the round: %s, the round that was started is done and the next one still due',
  (fastMs, isOffsetKnown) => {
    const phone = started(phoneWith(everyQuarter, { fastMs, isOffsetKnown }), 6);
    expect(open(phone, 7)).toEqual(['22:15', '22:30']);
    const second = started(fetched(received(phone, 6, 6.1), 9, everyQuarter.slice(1)), 12);
    expect(open(second, 13)).toEqual(['22:30']);
    const hidden = phoneWith([atRandom('a', 0, 480), atRandom('b', 0, 480)], { fastMs, isOffsetKnown });
    expect(open(started(hidden, 20), 21)).toHaveLength(1);
  },
);

test.each([3 * hourMs, -72 * hourMs])(
  '[FIELD-01] a clock that was %i ms fast and is set right offers the round that was walked no more, and hides none',
  (fastMs) => {
    const dues = [due('now', 0), due('next', 120), due('tomorrow', 1440)];
    const phone = started(phoneWith(dues, { fastMs }), 1);
    expect(open({ ...phone, fastMs: 0 }, 2)).toEqual(['next', 'tomorrow']);
    expect(open(started({ ...phone, fastMs: 0 }, 121), 122)).toEqual(['tomorrow']);
  },
);

test('[FIELD-01] what is missed, or due at another site, is not asked for', () => {
  const elsewhere = due('elsewhere', 60, { siteId: 'quarry' });
  const phone = phoneWith([due('over', -60), due('late', -18), elsewhere, atRandom('past', -300, -1)]);
  expect(open(phone, 0)).toEqual(['late']);
});

test.each([0, 3, -3])(
  '[FIELD-02] what is due is stale after half an hour, also where it was asked for by a clock %i hours fast that is set right since',
  (fastHours) => {
    const atTen = { wallMs: tenMs, runningMs: 0 };
    setServerTime(tenMs, atTen, atTen);
    const asked = (hoursAgo: number) => ({
      fetchedAtMs: tenMs + (fastHours - hoursAgo) * hourMs,
      offsetMs: -fastHours * hourMs,
    });
    expect(isStale(asked(0.4), tenMs)).toBe(false);
    expect(isStale(asked(0.6), tenMs)).toBe(true);
  },
);
