import { expect, test } from 'vitest';
import { wallClock } from './wall-clock.ts';

const shown = (timeZone: string, instant: string) =>
  new Date(wallClock(timeZone)(Date.parse(instant))).toISOString();

test.each([
  ['Asia/Kolkata', '2025-01-01T00:00:00.000Z', '2025-01-01T05:30:00.000Z'],
  ['Europe/Berlin', '2025-03-30T00:59:59.999Z', '2025-03-30T01:59:59.999Z'],
  ['Europe/Berlin', '2025-03-30T01:00:00.000Z', '2025-03-30T03:00:00.000Z'],
  ['Australia/Lord_Howe', '2025-04-05T14:59:59.000Z', '2025-04-06T01:59:59.000Z'],
  ['Australia/Lord_Howe', '2025-04-05T15:00:00.000Z', '2025-04-06T01:30:00.000Z'],
  ['Pacific/Apia', '2011-12-30T09:59:59.000Z', '2011-12-29T23:59:59.000Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-31T00:00:00.000Z'],
])('in %s the instant %s reads as %s', (timeZone, instant, wall) => {
  expect(shown(timeZone, instant)).toBe(wall);
});

test('every zone agrees with Intl around each of its changes from 2015 to 2030', () => {
  const days = 86_400_000;
  const end = Date.UTC(2030, 11, 31);
  /** Collected instead of asserted one by one: there are hundreds of thousands. */
  const faults: string[] = [];
  let compared = 0;
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const read = wallClock(timeZone);
    const reference = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const changes = (from: number, length: number) =>
      read(from) - from !== read(from + length) - from - length;
    // No zone changes there and back within 25 days.
    for (let period = Date.UTC(2015, 0, 1); period < end; period += 25 * days) {
      if (!changes(period, 25 * days)) continue;
      for (let day = period; day < period + 25 * days; day += days) {
        if (!changes(day, days)) continue;
        for (let instant = day; instant <= day + days; instant += 900_000) {
          const wall = new Date(read(instant)).toISOString().slice(0, 19).replace('T', ' ');
          const right = reference.format(instant);
          compared += 1;
          if (wall !== right) faults.push(`${timeZone} ${instant}: ${wall}, not ${right}`);
        }
      }
    }
  }
  expect(faults.slice(0, 20)).toEqual([]);
  expect(compared).toBeGreaterThan(100_000);
});
