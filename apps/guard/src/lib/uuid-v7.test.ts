import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { makeUuidV7 } from './uuid-v7.ts';

test('ids are UUIDs of version 7, in the order of their time, and never the same', () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_900_000_000_000].map((atMs) => makeUuidV7(atMs));
  for (const id of ids) expect(z.safeParse(z.uuidv7(), id).success).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids[0]?.replaceAll('-', '').slice(0, 12)).toBe((1_700_000_000_000).toString(16).padStart(12, '0'));
  expect(new Set(Array.from({ length: 1_000 }, () => makeUuidV7(5))).size).toBe(1_000);
});
