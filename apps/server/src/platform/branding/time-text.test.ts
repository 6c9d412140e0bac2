import { describe, expect, it } from 'vitest';
import { daysText, momentsText, momentText, timeText } from './time-text.ts';

const atMs = Date.UTC(2026, 4, 20, 18, 45);
const india = { timeZone: 'Asia/Kolkata', locale: 'en-US' };

it.each([
  ['DD/MM/YY HH:mm', '21/05/26 00:15 IST'],
  ['DD MMM YY hh:mm A', '21 May 26 12:15 AM IST'],
])('[MNG-09] in the format %s of a tenant reads %s', (format, text) => {
  expect(timeText(atMs, { ...india, format })).toBe(text);
});

it.each([null, 'DD/MM/YY hh:mm A'])(
  'names a zone in Marathi without brackets, in the format %s',
  (format) => {
    const text = timeText(atMs, { format, timeZone: 'America/New_York', locale: 'mr-IN-u-nu-latn' });
    expect(text).toMatch(/ GMT-4$/u);
  },
);

it.each([
  ['en-US', 'Asia/Kolkata', '21 May 2026, 00:15 IST'],
  ['en-US', 'America/New_York', '20 May 2026, 14:45 EDT'],
  ['en-US', 'Europe/Berlin', '20 May 2026, 20:45 CEST'],
  ['en-US', 'America/Sao_Paulo', '20 May 2026, 15:45 GMT-3'],
  ['hi-IN-u-nu-latn', 'Asia/Kolkata', '21 मई 2026, 00:15 IST'],
  ['mr-IN-u-nu-latn', 'Asia/Kolkata', '21 मे 2026, 00:15 IST'],
])('without a format reads day before month in %s, by the clocks of %s: %s', (locale, timeZone, text) => {
  expect(timeText(atMs, { locale, timeZone, format: null })).toBe(text);
});

describe('a time from one day to another', () => {
  const style = { ...india, format: null };
  const at = (local: string) => Date.parse(`${local}+05:30`);

  it.each([
    ['2026-11-26', '2026-11-26', '26 Nov 2026'],
    ['2026-11-20', '2026-11-26', '20–26 Nov 2026'],
    ['2026-11-30', '2026-12-06', '30 Nov – 6 Dec 2026'],
    ['2026-12-28', '2027-01-03', '28 Dec 2026 – 3 Jan 2027'],
  ])('from %s to %s reads %s', (from, last, text) => {
    expect(daysText(at(`${from}T00:00`), at(`${last}T23:59`), style)).toBe(text);
  });

  it('with the hours as the tenant counts them', () => {
    const [from, to] = [at('2026-11-26T06:00'), at('2026-11-26T18:30')];
    expect(momentsText(from, to, style)).toBe('26 Nov 2026, 06:00 – 18:30');
    const twelve = { ...style, format: 'DD/MM/YYYY hh:mm A' };
    expect(momentsText(from, to, twelve)).toBe('26 Nov 2026, 06:00 AM – 06:30 PM');
    expect(momentsText(from, at('2026-11-27T06:00'), style)).toBe('26 Nov 2026, 06:00 – 27 Nov 2026, 06:00');
    expect(momentText(to, { ...style, locale: 'hi-IN-u-nu-latn' })).toMatch(/^26 नव॰ 2026, 18:30$/u);
  });
});
