import { id } from '@watchpost/contract/values';
import { expect, test } from 'vitest';
import { Random } from './random.ts';

test('the same key gives the same numbers and ids, another key others', () => {
  const draw = (...key: (string | number)[]) => {
    const random = new Random(...key);
    return [random.unit(), random.gaussian(), random.uuidV7(1_760_000_000_000), random.integer(0, 9)];
  };
  expect(draw(1, 'a')).toEqual(draw(1, 'a'));
  expect(draw(1, 'a')).not.toEqual(draw(1, 'b'));
  expect(draw(1, 'a')).not.toEqual(draw(2, 'a'));
});

test('streams of a hundred thousand neighbouring keys do not meet', () => {
  const seen = new Set<string>();
  for (let key = 0; key < 100_000; key++) seen.add(new Random(1, 'duty', key % 60, key).uuidV7(0));
  expect(seen.size).toBe(100_000);
});

test('numbers are spread evenly and normally', () => {
  const random = new Random('spread');
  const draws = 100_000;
  const tenths = Array.from({ length: 10 }, () => 0);
  let [sum, squares] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const tenth = Math.floor(random.unit() * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    const deviate = random.gaussian();
    sum += deviate;
    squares += deviate ** 2;
  }
  for (const count of tenths) expect(Math.abs(count - draws / 10)).toBeLessThan(500);
  expect(Math.abs(sum / draws)).toBeLessThan(0.02);
  expect(Math.abs(squares / draws - 1)).toBeLessThan(0.02);
});

test('ids are version 7 UUIDs that carry their time and that the contract accepts', () => {
  const atMs = Date.UTC(2026, 5, 1, 12, 34, 56, 789);
  const made = new Random('ids').uuidV7(atMs);
  expect(id.parse(made)).toBe(made);
  expect(made[14]).toBe('7');
  expect(Number.parseInt(made.slice(0, 8) + made.slice(9, 13), 16)).toBe(atMs);
});
