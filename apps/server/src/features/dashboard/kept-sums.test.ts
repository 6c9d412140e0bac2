import { describe, expect, it } from 'vitest';
import { KeptSums } from './kept-sums.ts';

/** Rows that change, and who reads them: how often, and how many at once. */
function source() {
  const state = { stamp: 1, value: 10, presents: 0, wholes: 0 };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const ask = (key: string) => ({
    key,
    present: async () => {
      state.presents += 1;
      const { stamp } = state;
      await turn();
      return { stamp };
    },
    whole: async () => {
      state.wholes += 1;
      const { stamp, value } = state;
      await turn();
      await turn();
      return { present: { stamp }, sums: [value] };
    },
  });
  const change = () => {
    state.stamp += 1;
    state.value += 1;
  };
  return { state, ask, change };
}

const keptSums = (sizeMax = 10) => new KeptSums<{ stamp: number }, number[]>(sizeMax, () => 1);

describe('kept sums', () => {
  it('are read once for all who ask at once, and not again while nothing changes', async () => {
    const { state, ask } = source();
    const kept = keptSums();
    const found = await Promise.all(Array.from({ length: 10 }, () => kept.read(ask('a'))));
    expect(found.map(({ sums }) => sums)).toEqual(Array.from({ length: 10 }, () => [10]));
    expect((await kept.read(ask('a'))).sums).toEqual([10]);
    expect(state.wholes).toBe(1);
  });

  it('are never told to whoever asks after a change, whatever was being read meanwhile', async () => {
    const { state, ask, change } = source();
    const kept = keptSums();
    for (let number = 0; number < 50; number += 1) {
      const before = Array.from({ length: 3 }, () => kept.read(ask('a')));
      if (number % 3 > 0) await Promise.resolve();
      change();
      const wanted = state.value;
      const after = Array.from({ length: 3 }, () => kept.read(ask('a')));
      for (const { sums } of await Promise.all(after)) expect(sums).toEqual([wanted]);
      await Promise.all(before);
    }
  });

  it('of other keys are apart, and those not asked for the longest are given up', async () => {
    const { state, ask } = source();
    const kept = keptSums(2);
    for (const key of ['a', 'b', 'a', 'c']) await kept.read(ask(key));
    expect(state.wholes).toBe(3);
    await kept.read(ask('a'));
    expect(state.wholes).toBe(3);
    await kept.read(ask('b'));
    expect(state.wholes).toBe(4);
  });

  it('that are larger than all that may be kept are read each time', async () => {
    const { state, ask } = source();
    const kept = keptSums(0);
    await kept.read(ask('a'));
    await kept.read(ask('a'));
    expect(state.wholes).toBe(2);
  });

  it('that could not be read fail for whoever read them, and are read again by the next', async () => {
    const { state, ask } = source();
    const kept = keptSums();
    const failing = { ...ask('a'), whole: () => Promise.reject(new Error('away')) };
    const failed = kept.read(failing);
    const next = kept.read(ask('a'));
    await expect(failed).rejects.toThrow('away');
    expect((await next).sums).toEqual([10]);
    expect(state.wholes).toBe(1);
  });
});
