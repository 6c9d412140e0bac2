import { expect, it } from 'vitest';
import { timeWords } from './time-words.ts';

const atMs = Date.UTC(2026, 4, 20, 18, 45);
const india = { timeZone: 'Asia/Kolkata', locale: 'en-IN' };

it.each([
  ['DD/MM/YY HH:mm', '21/05/26 00:15 IST'],
  ['DD MMM YY hh:mm A', '21 May 26 12:15 AM IST'],
])('[MNG-09] in the format %s of a tenant reads %s', (format, words) => {
  expect(timeWords(atMs, { ...india, format })).toBe(words);
});

it.each([null, 'DD/MM/YY hh:mm A'])(
  'names a zone in Marathi without brackets, in the format %s',
  (format) => {
    const words = timeWords(atMs, { format, timeZone: 'America/New_York', locale: 'mr-IN-u-nu-latn' });
    expect(words).toMatch(/ GMT-4(?: वाजता)?$/u);
  },
);

it('without a format reads as the locale has it, with the zone', () => {
  expect(timeWords(atMs, { ...india, format: null })).toMatch(/21 May 2026.*12:15.*IST/);
});
