import { describe, expect, it } from 'vitest';
import type { SentEvent } from './field-state.ts';
import type { Verdict } from './field.service.ts';
import { rightTime } from './sent-event.testing.ts';
import { EventQueue, type QueueLimits, queueLimits, type WriteEvents } from './event-queue.ts';

const event = (id: string): SentEvent => ({
  event: { kind: 'roundEnded', id, roundId: 'round', deviceAtMs: 0 },
  guardId: 'guard',
  deviceId: 'device',
  receivedAtMs: 0,
  ...rightTime(0),
  bodyHash: '',
  proofFlags: [],
});
const receipts = (sent: readonly SentEvent[]): Verdict[] =>
  sent.map((one) => ({ id: one.event.id, receivedAtMs: 0, flags: [] }));
const ids = (sent: readonly SentEvent[]) => sent.map((one) => one.event.id).join('');

/** A writer whose transactions commit when told. */
function writer() {
  const written: string[] = [];
  const commits: (() => void)[] = [];
  const write: WriteEvents = (sent) => {
    written.push(ids(sent));
    return new Promise((resolve) => commits.push(() => resolve(receipts(sent))));
  };
  const commit = async () => {
    commits.shift()?.();
    await nextTick();
  };
  return { write, written, commit };
}

/** As the product's, but that no one is waited for unless told. */
const limited = (limits: Partial<QueueLimits>): QueueLimits => ({ ...queueLimits, enough: 1, ...limits });

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of a tenant’s events', () => {
  it('gathers what comes in one turn, or during a transaction, into the next one and answers after its commit only', async () => {
    const { write, written, commit } = writer();
    const queue = new EventQueue(write, limited({ perTransaction: 4 }));
    const answered: string[] = [];
    const send = (uploads: readonly string[]) => {
      for (const upload of uploads) {
        const sent = [...upload].map(event);
        void queue.send(sent).then((verdicts) => answered.push(verdicts.map((each) => each.id).join('')));
      }
    };
    send(['a', 'b']);
    await nextTick();
    expect(written).toEqual(['ab']);
    send(['cd', 'ef', 'ghijkl', 'm']);
    expect(answered).toEqual([]);
    await commit();
    expect(answered).toEqual(['a', 'b']);
    expect(written).toEqual(['ab', 'cdef']);
    await commit();
    expect(answered).toEqual(['a', 'b', 'cd', 'ef']);
    await commit();
    await commit();
    expect(written).toEqual(['ab', 'cdef', 'ghijkl', 'm']);
    expect(answered).toEqual(['a', 'b', 'cd', 'ef', 'ghijkl', 'm']);
  });

  it('keeps devices together that send again when they are answered, and waits no longer than is worth it', async () => {
    const { write, written, commit } = writer();
    const queue = new EventQueue(write, limited({ enough: 4, returnMs: 30 }));
    const send = (uploads: readonly string[]) => {
      for (const upload of uploads) void queue.send([...upload].map(event));
    };
    send(['a', 'b']);
    await nextTick();
    send(['c']);
    await commit();
    // Three were on their way.
    send(['d']);
    await nextTick();
    expect(written).toEqual(['ab']);
    send(['e']);
    await nextTick();
    expect(written).toEqual(['ab', 'cde']);
    await commit();
    send(['f', 'ghi']);
    await nextTick();
    expect(written).toEqual(['ab', 'cde', 'fghi']);
    await commit();
    // That was worth a transaction without anybody else.
    send(['j']);
    await nextTick();
    expect(written.at(-1)).toBe('j');
    await commit();
    // No one was with it who could come again.
    send(['k', 'l']);
    await nextTick();
    expect(written.at(-1)).toBe('kl');
    await commit();
    send(['m']);
    await nextTick();
    expect(written.at(-1)).toBe('kl');
    await expect.poll(() => written.at(-1)).toBe('m');
    await commit();
  });

  it('writes what is worth it beside the transaction under way, in one other at most, and leaves nothing waiting', async () => {
    const { write, written, commit } = writer();
    const queue = new EventQueue(write, limited({ perTransaction: 3, worthAnother: 3 }));
    const answered: string[] = [];
    const send = async (upload: string) => {
      void queue.send([...upload].map(event)).then(() => answered.push(upload));
      await nextTick();
    };
    await send('a');
    await send('b');
    await send('c');
    expect(written).toEqual(['a']);
    await send('d');
    expect(written).toEqual(['a', 'bcd']);
    await send('efg');
    await send('h');
    expect(written).toEqual(['a', 'bcd']);
    await commit();
    expect(written).toEqual(['a', 'bcd', 'efg']);
    await commit();
    // One is not worth a second transaction; the last one takes it.
    expect(written).toEqual(['a', 'bcd', 'efg']);
    await commit();
    expect(written).toEqual(['a', 'bcd', 'efg', 'h']);
    await commit();
    expect(answered).toEqual(['a', 'b', 'c', 'd', 'efg', 'h']);
  });

  it('gives each upload its own try when they fail together', async () => {
    const queue = new EventQueue(async (sent) => {
      if (ids(sent).includes('x')) throw new Error('x is broken');
      return receipts(sent);
    });
    const outcomes = await Promise.allSettled(['a', 'b', 'x', 'c'].map((id) => queue.send([event(id)])));
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await queue.send([event('d')])).toHaveLength(1);
  });

  it('fails all at once, without more tries, when the database is away, and goes on afterwards', async () => {
    let tries = 0;
    let isAway = true;
    const queue = new EventQueue(async (sent) => {
      tries += 1;
      if (isAway) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
      return receipts(sent);
    });
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => queue.send([event(id)])));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(outcomes.map(() => 'rejected'));
    expect(tries).toBe(1);
    isAway = false;
    expect(await queue.send([event('e')])).toEqual(receipts([event('e')]));
  });

  it('turns away what it has no room for, saying when to ask again, and keeps what it has', async () => {
    const { write, written, commit } = writer();
    const queue = new EventQueue(write, limited({ perTransaction: 10, waitingMax: 3 }));
    const waiting = [queue.send([event('a')])];
    await nextTick();
    waiting.push(queue.send([...'bcd'].map(event)));
    await expect(queue.send([event('e')])).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 2,
    });
    await commit();
    await commit();
    expect((await Promise.all(waiting)).flat().map((verdict) => verdict.id)).toEqual(['a', 'b', 'c', 'd']);
    expect(written).toEqual(['a', 'bcd']);
  });
});
