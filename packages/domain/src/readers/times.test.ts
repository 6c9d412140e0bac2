import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClock, readDate, readInstant } from './times.ts';

test.each([
  ['2026-03-01', '2026-03-01'],
  ['2026/3/1', '2026-03-01'],
  ['01/03/2026', '2026-03-01'],
  ['1.3.2026', '2026-03-01'],
  ['1-3-26', '2026-03-01'],
  ['31/03/26', '2026-03-31'],
  ['03/31/2026', '2026-03-31'],
  ['1 March 2026', '2026-03-01'],
  ['1-Mar-26', '2026-03-01'],
  ['1st of March 2026'.replace(' of', ''), '2026-03-01'],
  ['Mar 1, 2026', '2026-03-01'],
  ['Sun, 1 Mar 2026', '2026-03-01'],
  ['Sunday, March 1, 2026', '2026-03-01'],
  ['०१/०३/२०२६', '2026-03-01'],
  ['१ मार्च २०२६', '2026-03-01'],
  ['5 जानेवारी 2026', '2026-01-05'],
  ['2026‑03‑01\u200B', '2026-03-01'],
])('[INPUT-03] the date %j is %s', (text, date) => expect(readDate(text)).toBe(date));

test.each([
  '',
  'today',
  '2026-02-30',
  '31/02/2026',
  '13/13/2026',
  '1 Foo 2026',
  '2026',
  '1/3',
  '2026-03-01 18:30',
])('[INPUT-03] %j is no date', (text) => expect(readDate(text)).toBeNull());

test.each([
  ['22:00', 22 * 60],
  ['22.00', 22 * 60],
  ['2200', 22 * 60],
  ['2200 hrs', 22 * 60],
  ['22h00', 22 * 60],
  ['10 PM', 22 * 60],
  ['10:00 p.m.', 22 * 60],
  ['12:00 AM', 0],
  ['12:30 pm', 750],
  ['०९:३०', 570],
  ['9:30:15', 570],
  ['10:00\u202FPM', 22 * 60],
])('[INPUT-03] the time of day %j is minute %d', (text, minute) => expect(readClock(text)).toBe(minute));
test.each(['', '9', '24:00', '12:60', '13 PM', '0:30 AM', 'noon'])(
  '[INPUT-03] %j is no time of day',
  (text) => {
    expect(readClock(text)).toBeNull();
  },
);

const atMs = Date.UTC(2026, 2, 1, 13, 0, 5);

describe('an instant', () => {
  test.each([
    String(atMs),
    `${atMs}.0`,
    String(atMs / 1_000),
    `${atMs}000`,
    '2026-03-01T13:00:05Z',
    '2026-03-01T13:00:05.000Z',
    '2026-03-01T13:00:05.000000Z',
    '2026-03-01 18:30:05+05:30',
    '2026-03-01 18:30:05+0530',
    '2026-03-01T08:00:05-05:00',
    'Sun, 01 Mar 2026 13:00:05 GMT',
    'Sun Mar 01 2026 18:30:05 GMT+0530 (India Standard Time)',
    'March 1, 2026 at 6:30:05 PM UTC+5:30',
    'March 1, 2026 at 6:30:05\u202FPM UTC+5:30',
    '1 March 2026 at 13:00:05 UTC',
    '01/03/2026 13:00:05 UTC',
  ])('[INPUT-03] %j is read', (text) => expect(readInstant(text)).toBe(atMs));

  test('[INPUT-03] without a zone is read by the zone that is given, and is none without', () => {
    expect(readInstant('2026-03-01 18:30:05', { timeZone: 'Asia/Kolkata' })).toBe(atMs);
    expect(readInstant('01/03/2026 6:30:05 PM', { timeZone: 'Asia/Kolkata' })).toBe(atMs);
    expect(readInstant('2026-03-01 18:30:05')).toBeNull();
  });

  test.each(['', '0', '12', 'yesterday', '2026-02-30T10:00:00Z', '2026-03-01T25:00:00Z', '2026-03-01'])(
    '[INPUT-03] %j is none',
    (text) => expect(readInstant(text)).toBeNull(),
  );
});

test('[INPUT-03] every instant of a century is read as the run time writes it', () => {
  const instants = fc.integer({ min: 946_684_800, max: 4_102_444_799 }).map((seconds) => seconds * 1_000);
  fc.assert(
    fc.property(instants, (ms) => {
      const date = new Date(ms);
      for (const text of [date.toISOString(), date.toUTCString(), date.toString(), String(ms)])
        expect(readInstant(text)).toBe(ms);
      const day = date.toISOString().slice(0, 10);
      expect(readDate(day.split('-').toReversed().join('/'))).toBe(day);
      expect(readClock(date.toISOString().slice(11, 16))).toBe(
        date.getUTCHours() * 60 + date.getUTCMinutes(),
      );
    }),
  );
});
