import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UsedRooms } from './used-rooms.ts';

const hexOf = (length: number, value: number) => bytesOf(length, value).toString('hex');
const bytesOf = (length: number, value: number) => Buffer.alloc(length, value);

it('keeps a copy as it is in the turn in which it is left, and uses its room in a later one', async () => {
  const rooms = new UsedRooms(10_000);
  const first = rooms.take(hexOf(1_500, 1));
  rooms.leave(first);
  const second = rooms.take(hexOf(1_500, 2));
  expect([first, second]).toEqual([bytesOf(1_500, 1), bytesOf(1_500, 2)]);
  await nextTurn();
  const third = rooms.take(hexOf(1_900, 3));
  expect(third.buffer).toBe(first.buffer);
  expect([second, third]).toEqual([bytesOf(1_500, 2), bytesOf(1_900, 3)]);
});

it('gives a room to one at a time, and to none whom it is too small for', async () => {
  const rooms = new UsedRooms(10_000);
  const left = rooms.take(hexOf(1_000, 1));
  rooms.leave(left);
  await nextTurn();
  const larger = rooms.take(hexOf(1_025, 2));
  const [one, other] = [rooms.take(hexOf(1_000, 3)), rooms.take(hexOf(1_000, 4))];
  expect(larger.buffer).not.toBe(left.buffer);
  expect(one.buffer).toBe(left.buffer);
  expect([larger, one, other]).toEqual([bytesOf(1_025, 2), bytesOf(1_000, 3), bytesOf(1_000, 4)]);
});

it('keeps no more free rooms than it may, and takes what has no bytes', async () => {
  const rooms = new UsedRooms(2_048);
  const left = [1, 2, 3].map((value) => rooms.take(hexOf(1_024, value)));
  for (const copy of left) rooms.leave(copy);
  await nextTurn();
  const buffers = new Set(left.map(({ buffer }) => buffer));
  const taken = [1, 2, 3].map((value) => rooms.take(hexOf(1_024, value)));
  expect(taken.filter(({ buffer }) => buffers.has(buffer))).toHaveLength(2);
  expect(rooms.take('')).toHaveLength(0);
});
