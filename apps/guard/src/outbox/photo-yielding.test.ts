import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notify } from './outbox-updates.ts';
import { forgetPatience, sendYielding } from './photo-yielding.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  forgetPatience();
});
afterEach(() => vi.useRealTimers());

const patienceMs = 30_000;

/** A photo under way: whether it was stopped, how often something went beside it, and its arrival. */
function underWay() {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const seen = { isStopped: false, alongside: 0 };
  const sent = sendYielding(
    async (yielding) => {
      await arrived;
      seen.isStopped = yielding.aborted;
    },
    async () => {
      seen.alongside += 1;
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
  notify('recorded');
  expect(await end()).toEqual({ isStopped: true, alongside: 0 });
  vi.advanceTimersByTime(patienceMs - 1);
  const again = underWay();
  notify('recorded');
  expect(await again()).toEqual({ isStopped: true, alongside: 0 });
});

test('[FIELD-02] then it has its turn, and what is recorded goes beside it; the next photo has its own at once', async () => {
  const end = underWay();
  notify('recorded');
  await end();
  vi.advanceTimersByTime(patienceMs);
  for (const photo of [underWay(), underWay()]) {
    notify('recorded');
    expect((await photo()).isStopped).toBe(false);
  }
  const third = underWay();
  notify('recorded');
  notify('recorded');
  expect(await third()).toEqual({ isStopped: false, alongside: 2 });
});

test('[FIELD-02] a call for help stops a photo also in its turn', async () => {
  const end = underWay();
  notify('recorded');
  await end();
  vi.advanceTimersByTime(patienceMs);
  const sending = underWay();
  notify('called');
  expect(await sending()).toEqual({ isStopped: true, alongside: 0 });
});

test('once no photo waits, the next gives way again', async () => {
  const end = underWay();
  notify('recorded');
  await end();
  vi.advanceTimersByTime(patienceMs);
  forgetPatience();
  const next = underWay();
  for (const update of ['sent', 'changed', 'tracked'] as const) notify(update);
  notify('recorded');
  expect(await next()).toEqual({ isStopped: true, alongside: 0 });
});
