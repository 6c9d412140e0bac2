import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, dayRange, isTimeZone, startOfDayMs, zoneOffsetMs } from './time-zone.ts';

const at = (iso: string) => Date.parse(iso);
const hours = (count: number) => count * 3_600_000;
const zones = Intl.supportedValuesOf('timeZone');
const anyZone = fc.constantFrom(...zones);

describe('zones', () => {
  it.each(['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'asia/kolkata', 'Etc/GMT+5', 'America/Argentina/Ushuaia'])(
    'knows %s',
    (zone) => expect(isTimeZone(zone)).toBe(true),
  );

  it.each([
    '',
    ' ',
    'Mars/Olympus',
    '+05:30',
    '-08:00',
    'Asia/Kolkata ',
    'Asia/\u212Aolkata',
    'Asia/Kolkata\0',
  ])('does not know %j', (zone) => {
    expect(isTimeZone('Asia/Kolkata')).toBe(true);
    expect(isTimeZone(zone)).toBe(false);
    expect(() => zoneOffsetMs(zone, 0)).toThrow(RangeError);
  });
});

describe('zoneOffsetMs', () => {
  it.each([
    ['UTC', '2026-01-01T00:00:00Z', 0],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', 5.5],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 5.75],
    ['Pacific/Chatham', '2026-01-01T00:00:00Z', 13.75],
    ['Pacific/Chatham', '2026-07-01T00:00:00Z', 12.75],
    ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 11],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 10.5],
    ['America/New_York', '2026-03-08T06:59:59.999Z', -5],
    ['America/New_York', '2026-03-08T07:00:00Z', -4],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', -10],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 14],
    ['Pacific/Pago_Pago', '2026-01-01T00:00:00Z', -11],
    ['Asia/Pyongyang', '2017-01-01T00:00:00Z', 8.5],
    ['Asia/Pyongyang', '1969-12-31T23:59:59.999Z', 9],
  ])('%s at %s is %d hours from UTC', (zone, instant, offset) => {
    expect(zoneOffsetMs(zone, at(instant))).toBe(hours(offset));
  });
});

describe('calendarDate', () => {
  it.each([
    ['Asia/Kolkata', '2026-01-01T18:29:59.999Z', '2026-01-01'],
    ['Asia/Kolkata', '2026-01-01T18:30:00Z', '2026-01-02'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
    ['America/Havana', '2026-11-01T05:30:00Z', '2026-11-01'],
    ['UTC', '2024-02-29T23:59:59.999Z', '2024-02-29'],
  ])('%s at %s is %s', (zone, instant, date) => {
    expect(calendarDate(at(instant), zone)).toBe(date);
  });
});

describe('dayRange', () => {
  it.each([
    ['an ordinary day', 'Asia/Kolkata', '2026-01-01', '2025-12-31T18:30Z', 24],
    ['an offset of three quarters of an hour', 'Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15Z', 24],
    ['spring forward by day', 'America/New_York', '2026-03-08', '2026-03-08T05:00Z', 23],
    ['fall back by day', 'America/New_York', '2026-11-01', '2026-11-01T04:00Z', 25],
    ['half an hour forward', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', 23.5],
    ['half an hour back', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', 24.5],
    ['forward with odd offsets', 'Pacific/Chatham', '2026-09-27', '2026-09-26T11:15Z', 23],
    ['back with odd offsets', 'Pacific/Chatham', '2026-04-05', '2026-04-04T10:15Z', 25],
    ['midnight skipped: from 01:00', 'America/Havana', '2026-03-08', '2026-03-08T05:00Z', 23],
    ['midnight twice: from the earlier', 'America/Havana', '2026-11-01', '2026-11-01T04:00Z', 25],
    ['midnight skipped: from 01:00', 'America/Sao_Paulo', '2017-10-15', '2017-10-15T03:00Z', 23],
    ['the day before a skipped midnight', 'America/Sao_Paulo', '2017-10-14', '2017-10-14T03:00Z', 24],
    ['its last hour repeated', 'America/Sao_Paulo', '2017-02-18', '2017-02-18T02:00Z', 25],
    ['fall back over midnight, from the first', 'America/St_Johns', '2010-11-07', '2010-11-07T02:30Z', 25],
    ['the day before that one', 'America/St_Johns', '2010-11-06', '2010-11-06T02:30Z', 24],
    ['a date that was skipped is empty', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', 0],
    ['the day before a skipped date', 'Pacific/Apia', '2011-12-29', '2011-12-29T10:00Z', 24],
    ['the day after a skipped date', 'Pacific/Apia', '2011-12-31', '2011-12-30T10:00Z', 24],
    ['a date that came twice, as one', 'Pacific/Kwajalein', '1969-09-30', '1969-09-29T13:00Z', 47],
    ['a leap day', 'UTC', '2024-02-29', '2024-02-29T00:00Z', 24],
  ])('%s: %s %s', (_what, zone, date, from, length) => {
    const range = dayRange(date, date, zone);
    expect(new Date(range.fromMs).toISOString()).toBe(new Date(from).toISOString());
    expect(range.toMs - range.fromMs).toBe(hours(length));
  });

  it('runs from the start of the first date to the end of the last', () => {
    const range = dayRange('2026-03-01', '2026-03-31', 'America/New_York');
    expect(range).toEqual({ fromMs: at('2026-03-01T05:00Z'), toMs: at('2026-04-01T04:00Z') });
  });

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '20260101',
    '',
    '2026-01-01T00:00',
    '2026-00-10',
    ' 2026-01-01',
  ])('refuses %j, which is no calendar date', (date) =>
    expect(() => startOfDayMs(date, 'UTC')).toThrow(RangeError),
  );
});

describe('addDays', () => {
  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-01-01', 0, '2026-01-01'],
    ['2026-01-01', 365, '2027-01-01'],
  ])('%s and %d days is %s', (date, days, moved) => expect(addDays(date, days)).toBe(moved));

  it('refuses to leave the years of four digits', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('0000-01-01', -1)).toThrow(RangeError);
  });
});

describe('properties', () => {
  const anyDate = fc
    .date({ min: new Date('1970-01-03'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  it('an instant lies in the range of its calendar date, or in the next one when that date came again', () => {
    fc.assert(
      fc.property(anyZone, fc.integer({ min: 0, max: at('2100-01-01T00:00Z') }), (zone, instant) => {
        const date = calendarDate(instant, zone);
        const range = dayRange(date, date, zone);
        expect(instant).toBeGreaterThanOrEqual(range.fromMs);
        expect(instant < range.toMs || calendarDate(range.toMs, zone) > date).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('days follow each other without gap or overlap, none of negative length', () => {
    fc.assert(
      fc.property(anyZone, anyDate, (zone, date) => {
        const day = dayRange(date, date, zone);
        const next = addDays(date, 1);
        expect(day.toMs).toBe(startOfDayMs(next, zone));
        expect(dayRange(date, next, zone)).toEqual({
          fromMs: day.fromMs,
          toMs: dayRange(next, next, zone).toMs,
        });
        expect(day.toMs - day.fromMs).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
