import { describe, expect, it } from 'vitest';
import { oneAhead } from './one-ahead.ts';

/** Counts how many of its items were asked for, and fails instead of giving the one at `failsAt`. */
function counted(length: number, failsAt = Number.POSITIVE_INFINITY) {
  const seen = { asked: 0, hasEnded: false };
  async function* items() {
    try {
      for (let item = 0; item < length; item += 1) {
        seen.asked += 1;
        if (item === failsAt) throw new Error('The database went away');
        yield item;
      }
    } finally {
      seen.hasEnded = true;
    }
  }
  return { seen, items: items() };
}

async function taken(items: AsyncIterable<number>, into: number[] = []): Promise<number[]> {
  for await (const item of items) into.push(item);
  return into;
}

describe('one ahead', () => {
  it('gives every item in its order', async () => {
    expect(await taken(oneAhead(counted(4).items))).toEqual([0, 1, 2, 3]);
    expect(await taken(oneAhead(counted(0).items))).toEqual([]);
  });

  it('has the next item made while one is used, and no further one', async () => {
    const { seen, items } = counted(9);
    const ahead = oneAhead(items);
    expect(seen.asked).toBe(0);
    await ahead.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.asked).toBe(2);
    await ahead.return(undefined);
    expect(seen).toEqual({ asked: 2, hasEnded: true });
  });

  it('fails with what its source fails with, after the items before', async () => {
    const used: number[] = [];
    await expect(taken(oneAhead(counted(9, 2).items), used)).rejects.toThrow('The database went away');
    expect(used).toEqual([0, 1]);
  });

  it('leaves quietly when the next item has failed unseen', async () => {
    const { seen, items } = counted(9, 1);
    for await (const item of oneAhead(items)) {
      expect(item).toBe(0);
      break;
    }
    expect(seen.hasEnded).toBe(true);
  });
});
