// Rests between pieces of work, as long as others use the event loop. Nothing here is held against a clock that may be slow.
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { GivingWay, restMsAfter } from './giving-way.ts';

const workMs = 40;

function work(): void {
  const endMs = performance.now() + workMs;
  while (performance.now() < endMs);
}

/** Somebody who wants all of the event loop until told to stop. */
function busyNeighbour(): () => void {
  let next: NodeJS.Immediate;
  const turn = () => {
    next = setImmediate(turn);
  };
  turn();
  return () => clearImmediate(next);
}

it('is as good as none where no one else is there', () => {
  expect(restMsAfter(13, 0)).toBe(1);
});

it('is the longer the longer the work was and the busier others are, and ends in any case', () => {
  const rests = [restMsAfter(13, 0.2), restMsAfter(13, 0.9), restMsAfter(40, 0.9), restMsAfter(60_000, 1)];
  expect(rests).toEqual(rests.toSorted((one, other) => one - other));
  expect(rests[1]).toBeGreaterThan(13 * 0.9);
  expect(rests.at(-1)).toBeLessThan(1_000);
});

it('is at least as long as the work was, once others were seen to want the event loop', async () => {
  const { rest } = new GivingWay();
  const stop = busyNeighbour();
  try {
    await rest();
    work();
    const before = performance.now();
    await rest();
    // The neighbour never leaves the loop idle, so that all of the first rest was busy.
    expect(performance.now() - before).toBeGreaterThan(workMs * 0.9);
  } finally {
    stop();
  }
});

it('ends at once when the server leaves, and is none from then on', async () => {
  const leaving = new AbortController();
  const { rest } = new GivingWay(leaving.signal);
  const stop = busyNeighbour();
  try {
    await rest();
    work();
    let turns = 0;
    setImmediate(() => {
      leaving.abort();
      setImmediate(() => (turns += 1));
    });
    await rest();
    expect(turns).toBe(0);
    work();
    setImmediate(() => (turns += 1));
    await rest();
    expect(turns).toBe(0);
  } finally {
    stop();
  }
});
