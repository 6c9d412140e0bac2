import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tell } from './news.ts';
import { endTurns, sendInTurn } from './photo-turns.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  endTurns();
});
afterEach(() => vi.useRealTimers());

const patienceMs = 30_000;

/** A photo under way: whether it was stopped, how often something went beside it, and its arrival. */
function underWay() {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const seen = { isStopped: false, beside: 0 };
  const sent = sendInTurn(
    async (giveWay) => {
      await arrived;
      seen.isStopped = giveWay.aborted;
    },
    async () => {
      seen.beside += 1;
    },
  );
  return async () => {
    arrive();
    await sent;
    return seen;
  };
}

test('[FIELD-02] a photo gives way to what is recorded, for a while', async () => {
  const end = underWay();
  tell('recorded');
  expect(await end()).toEqual({ isStopped: true, beside: 0 });
  vi.advanceTimersByTime(patienceMs - 1);
  const again = underWay();
  tell('recorded');
  expect(await again()).toEqual({ isStopped: true, beside: 0 });
});

test('[FIELD-02] then it has its turn, and what is recorded goes beside it; the next photo has its own at once', async () => {
  const end = underWay();
  tell('recorded');
  await end();
  vi.advanceTimersByTime(patienceMs);
  for (const photo of [underWay(), underWay()]) {
    tell('recorded');
    expect((await photo()).isStopped).toBe(false);
  }
  const third = underWay();
  tell('recorded');
  tell('recorded');
  expect(await third()).toEqual({ isStopped: false, beside: 2 });
});

test('[FIELD-02] a call for help stops a photo also in its turn', async () => {
  const end = underWay();
  tell('recorded');
  await end();
  vi.advanceTimersByTime(patienceMs);
  const inTurn = underWay();
  tell('called');
  expect(await inTurn()).toEqual({ isStopped: true, beside: 0 });
});

test('once no photo waits, the next gives way again', async () => {
  const end = underWay();
  tell('recorded');
  await end();
  vi.advanceTimersByTime(patienceMs);
  endTurns();
  const next = underWay();
  for (const news of ['sent', 'changed', 'tracked'] as const) tell(news);
  tell('recorded');
  expect(await next()).toEqual({ isStopped: true, beside: 0 });
});
