import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rollupHours, rollupParts } from './rollup-parts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const instant = fc.integer({ min: 0, max: 4 * 366 * dayMs });
const unit = fc.constantFrom(1, 60_000, 900_000, hourMs, dayMs, 7 * dayMs);

test('the parts of a range count every moment in it once, and every other moment not at all', () => {
  fc.assert(
    fc.property(instant, instant, unit, fc.array(instant, { minLength: 20 }), (one, other, step, moments) => {
      const [fromMs = 0, toMs = 0] = [one - (one % step), other - (other % step)].toSorted((a, b) => a - b);
      const parts = rollupParts({ fromMs, toMs });
      const ends = parts.flatMap((part) => [part.fromMs, part.toMs]);
      for (const at of [...moments, ...ends, ...ends.map((end) => end - 1), fromMs, toMs - 1, toMs]) {
        const times = parts.reduce(
          (sum, part) => sum + (at >= part.fromMs && at < part.toMs ? part.sign : 0),
          0,
        );
        expect(times).toBe(at >= fromMs && at < toMs ? 1 : 0);
      }
    }),
  );
});

test('a part begins and ends where intervals of its length do, and less than two hours are read from rows', () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [fromMs = 0, toMs = 0] = [one, other].toSorted((a, b) => a - b);
      for (const part of rollupParts({ fromMs, toMs })) {
        const unitMs = part.hours === 0 ? 1 : part.hours * hourMs;
        const lengthMs = part.toMs - part.fromMs;
        expect([part.fromMs % unitMs, lengthMs % unitMs, lengthMs > 0]).toEqual([0, 0, true]);
        expect(part.hours > 0 || lengthMs < 2 * hourMs).toBe(true);
      }
    }),
  );
});

test('the longest range of the dashboard is three dozen intervals at most, wherever it begins', () => {
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: 1, max: 366 }),
      fc.integer({ min: -48, max: 56 }),
      (at, days, zone) => {
        const fromMs = at - (at % dayMs) + zone * 900_000 + dayMs;
        const parts = rollupParts({ fromMs, toMs: fromMs + days * dayMs });
        const intervals = parts
          .filter(({ hours }) => hours > 0)
          .reduce((sum, part) => sum + (part.toMs - part.fromMs) / (part.hours * hourMs), 0);
        expect(intervals).toBeLessThanOrEqual(2 * 12 + 2 * 3 + 2 * 6 + 5);
      },
    ),
  );
});

test.each([
  ['a whole day of UTC', 0, 24, [[24, 1, 0, 24]]],
  [
    'a day of India',
    18.5,
    42.5,
    [
      [0, 1, 18.5, 19],
      [1, 1, 19, 24],
      [24, 1, 24, 48],
      [1, -1, 43, 48],
      [0, -1, 42.5, 43],
    ],
  ],
  ['half an hour across a turn of hours', 3.75, 4.25, [[0, 1, 3.75, 4.25]]],
  [
    'a week less a day',
    24,
    168,
    [
      [24, -1, 0, 24],
      [168, 1, 0, 168],
    ],
  ],
])('%s is made of these parts', (_, from, to, expected) => {
  const found = rollupParts({ fromMs: from * hourMs, toMs: to * hourMs }).map(
    ({ hours, sign, fromMs, toMs }) => [hours, sign, fromMs / hourMs, toMs / hourMs],
  );
  expect(found).toEqual(expected);
});

test('each length is whole in the next', () => {
  rollupHours.forEach((hours, at) => expect((rollupHours[at + 1] ?? hours) % hours).toBe(0));
});
