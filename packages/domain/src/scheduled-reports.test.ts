import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  latestSending,
  nextSendings,
  pauseReasonOf,
  type PlannedTiming,
  type ReportOwner,
  spanOf,
} from './scheduled-reports.ts';
import { weekdayOf } from './shifts.ts';
import { addDays, wallClockMs, zoneOffsetMs } from './time-zone.ts';

const clock = (atMs: number, zone: string) =>
  new Date(atMs + zoneOffsetMs(zone, atMs)).toISOString().slice(0, 16).replace('T', ' ');
const kolkata = 'Asia/Kolkata';
const berlin = 'Europe/Berlin';
const at = (date: string, minute: number, zone: string = kolkata) => wallClockMs(date, minute, zone);
const clocks = (timing: PlannedTiming, zone: string, afterMs: number, count: number) =>
  nextSendings(timing, zone, afterMs, count).map(({ atMs }) => clock(atMs, zone));

describe('the next sendings', () => {
  it('are daily, on weekdays, or on a day of the month that is the last one where the month is too short', () => {
    expect(clocks({ kind: 'daily', minute: 420 }, kolkata, at('2026-11-21', 420), 2)).toEqual([
      '2026-11-22 07:00',
      '2026-11-23 07:00',
    ]);
    const weekly = { kind: 'weekly', weekdays: [2, 6], minute: 480 } as const;
    expect(clocks(weekly, kolkata, at('2026-11-21', 0), 3)).toEqual([
      '2026-11-23 08:00',
      '2026-11-27 08:00',
      '2026-11-30 08:00',
    ]);
    const monthly = { kind: 'monthly', day: 31, minute: 360 } as const;
    expect(clocks(monthly, kolkata, at('2028-01-01', 0), 4)).toEqual([
      '2028-01-31 06:00',
      '2028-02-29 06:00',
      '2028-03-31 06:00',
      '2028-04-30 06:00',
    ]);
  });

  it('come once on the nights when clocks change', () => {
    const timing = { kind: 'daily', minute: 150 } as const;
    expect(clocks(timing, berlin, at('2026-03-28', 600, berlin), 2)).toEqual([
      '2026-03-29 03:00',
      '2026-03-30 02:30',
    ]);
    const autumn = nextSendings(timing, berlin, at('2026-10-24', 600, berlin), 2);
    expect(autumn.map(({ occasion }) => occasion)).toEqual(['2026-10-25T02:30', '2026-10-26T02:30']);
  });
});

const zones = fc.constantFrom(
  kolkata,
  berlin,
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Apia',
);
const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2029, 0, 1) });
const minute = fc.integer({ min: 0, max: 1439 });
const timings: fc.Arbitrary<PlannedTiming> = fc.oneof(
  fc.record({ kind: fc.constant('daily' as const), minute }),
  fc.record({
    kind: fc.constant('weekly' as const),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    minute,
  }),
  fc.record({ kind: fc.constant('monthly' as const), day: fc.integer({ min: 1, max: 31 }), minute }),
);

/** Whether a report of the timing is sent on the date. */
function isNamed(timing: PlannedTiming, date: string): boolean {
  if (timing.kind === 'daily') return true;
  if (timing.kind === 'weekly') return timing.weekdays.includes(weekdayOf(date));
  const isLast = addDays(date, 1).endsWith('-01');
  const day = Number(date.slice(8));
  return day === timing.day || (isLast && day < timing.day);
}

describe('for any timing, in any zone', () => {
  it('sendings lie ahead, in order, each on a date of its own that the timing names', () => {
    fc.assert(
      fc.property(timings, zones, instants, (timing, zone, afterMs) => {
        const found = nextSendings(timing, zone, afterMs, 6);
        expect(found).toHaveLength(6);
        expect(new Set(found.map(({ occasion }) => occasion)).size).toBe(6);
        let last = afterMs;
        for (const { atMs, occasion } of found) {
          expect(atMs).toBeGreaterThan(afterMs);
          // A date that a zone skips as a whole falls together with the next one.
          expect(atMs).toBeGreaterThanOrEqual(last);
          last = atMs;
          const date = occasion.slice(0, 10);
          expect(isNamed(timing, date)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('what is due by a time is what lay ahead before it, and the others are counted', () => {
    fc.assert(
      fc.property(
        timings,
        zones,
        instants,
        fc.integer({ min: 1, max: 60 }),
        (timing, zone, sinceMs, days) => {
          const nowMs = sinceMs + days * 86_400_000;
          const ahead = nextSendings(timing, zone, sinceMs, 70).filter(({ atMs }) => atMs <= nowMs);
          const due = latestSending(timing, zone, { sinceMs, nowMs });
          expect(due?.sending.atMs).toEqual(ahead.at(-1)?.atMs);
          expect(due?.skipped ?? -1).toBe(ahead.length - 1);
          // And never again once it was made.
          const madeAtMs = due?.sending.atMs ?? nowMs;
          expect(latestSending(timing, zone, { sinceMs: madeAtMs, nowMs })).toBeNull();
        },
      ),
      { numRuns: 200 },
    );
  });

  it('daily spans follow on one another without gap or overlap, wherever the day begins', () => {
    const start = fc.integer({ min: 0, max: 23 }).map((hour) => hour * 60);
    fc.assert(
      fc.property(minute, zones, instants, start, (sentAt, zone, afterMs, dayStartMinute) => {
        const timing = { kind: 'daily', minute: sentAt } as const;
        const spans = nextSendings(timing, zone, afterMs, 8).map(({ atMs }) =>
          spanOf('day', { atMs, zone, dayStartMinute }),
        );
        // Two nominal times may be one instant where clocks skip; they then cover the same day.
        const covered = spans.filter(({ from }, index) => from !== spans[index + 1]?.from);
        expect(covered.every(({ fromMs, toMs }) => toMs >= fromMs)).toBe(true);
        expect(covered.slice(1).map(({ fromMs }) => fromMs)).toEqual(
          covered.slice(0, -1).map(({ toMs }) => toMs),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('the span that a sending covers', () => {
  const span = (period: 'day' | 'week' | 'month', atMs: number, dayStartMinute = 0) => {
    const found = spanOf(period, { atMs, zone: kolkata, dayStartMinute });
    return [clock(found.fromMs, kolkata), clock(found.toMs, kolkata)];
  };

  it('is the day, the seven days or the month before', () => {
    const atMs = at('2026-03-01', 420);
    expect(span('day', atMs)).toEqual(['2026-02-28 00:00', '2026-03-01 00:00']);
    expect(span('week', atMs)).toEqual(['2026-02-22 00:00', '2026-03-01 00:00']);
    expect(span('month', atMs)).toEqual(['2026-02-01 00:00', '2026-03-01 00:00']);
  });

  it('keeps a night shift in one day when days begin at six', () => {
    expect(span('day', at('2026-11-21', 420), 360)).toEqual(['2026-11-20 06:00', '2026-11-21 06:00']);
    // Sent before six, the day that is going on has not ended.
    expect(span('day', at('2026-11-21', 300), 360)).toEqual(['2026-11-19 06:00', '2026-11-20 06:00']);
    expect(span('month', at('2026-03-01', 300), 360)).toEqual(['2026-01-01 06:00', '2026-02-01 06:00']);
  });
});

describe('a report pauses', () => {
  const report = { siteId: 'a', isSiteGone: false, contents: ['scannedCheckpoints'] } as const;
  const own = { SCHEDULED_REPORTS: ['view'] };
  const subAdmin: ReportOwner = { role: 'subAdmin', activated: true, siteId: 'a', switches: own };

  it.each<[string, ReportOwner | null, object, string]>([
    ['nothing is the matter', subAdmin, {}, ''],
    ['its owner is gone', null, {}, 'ownerGone'],
    ['its owner was deactivated', { ...subAdmin, activated: false }, {}, 'ownerGone'],
    ['the module was switched off', { ...subAdmin, switches: {} }, {}, 'ownerLostAccess'],
    ['its owner went to another site', { ...subAdmin, siteId: 'b' }, {}, 'ownerLostAccess'],
    ['it tells of all sites', subAdmin, { siteId: null }, 'ownerLostAccess'],
    ['its owner may not see what it holds', subAdmin, { contents: ['loginLogout'] }, 'ownerLostAccess'],
    ['its site was deleted', subAdmin, { isSiteGone: true }, 'siteGone'],
  ])('or not, when %s', (_case, owner, more, reason) => {
    expect(pauseReasonOf(owner, { ...report, ...more })).toBe(reason);
  });
});
