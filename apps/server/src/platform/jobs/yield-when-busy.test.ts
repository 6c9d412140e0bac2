// Rests between pieces of work, as long as others use the event loop. Nothing here is held against a clock that may be slow.
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { YieldWhenBusy, restMsAfter } from './yield-when-busy.ts';

const workMs = 40;

function work(): void {
  const endMs = performance.now() + workMs;
  while (performance.now() < endMs);
}

/** Somebody who wants all of the event loop until told to stop. */
function busyNeighbour(): () => void {
  let next: NodeJS.Immediate;
  const tick = () => {
    next = setImmediate(tick);
  };
  tick();
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
  const { rest } = new YieldWhenBusy();
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
  const stopping = new AbortController();
  const { rest } = new YieldWhenBusy(stopping.signal);
  const stop = busyNeighbour();
  try {
    await rest();
    work();
    let ticks = 0;
    setImmediate(() => {
      stopping.abort();
      setImmediate(() => (ticks += 1));
    });
    await rest();
    expect(ticks).toBe(0);
    work();
    setImmediate(() => (ticks += 1));
    await rest();
    expect(ticks).toBe(0);
  } finally {
    stop();
  }
});
