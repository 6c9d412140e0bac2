import { expect, test } from 'vitest';
import { windowAround } from './due-windows.ts';

const zone = 'Asia/Kolkata';
const at = (text: string) => Date.parse(`${text}+05:30`);
const night = { fromMinute: 22 * 60, toMinute: 6 * 60 };

test.each([
  ['before midnight', night, '2026-11-20T23:10:00', '2026-11-20T22:00:00', '2026-11-21T06:00:00'],
  ['after midnight', night, '2026-11-21T05:59:00', '2026-11-20T22:00:00', '2026-11-21T06:00:00'],
  [
    'by day',
    { fromMinute: 480, toMinute: 600 },
    '2026-11-21T08:00:00',
    '2026-11-21T08:00:00',
    '2026-11-21T10:00:00',
  ],
  [
    'all day',
    { fromMinute: 60, toMinute: 60 },
    '2026-11-21T00:30:00',
    '2026-11-20T01:00:00',
    '2026-11-21T01:00:00',
  ],
])('[MNG-07] a round at random %s lies in its window', (_when, window, due, from, to) => {
  expect(windowAround(window, at(due), zone)).toEqual({ fromMs: at(from), toMs: at(to) });
});

test('a round that no window of the plan holds any more has none', () => {
  expect(windowAround(night, at('2026-11-21T12:00:00'), zone)).toBeNull();
});
