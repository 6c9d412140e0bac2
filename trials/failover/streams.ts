// Consoles' event streams, one at each server, opened again whenever they break: what one server writes all must hear,
// also after the database has another leader.
import { setTimeout as sleep } from 'node:timers/promises';
import { followEvents } from '@watchpost/contract/notifications';

export interface Streams {
  /** Raises an alarm and waits until the streams of all servers have reported one; throws otherwise. */
  receiveAlarm(raise: () => Promise<void>): Promise<void>;
  /** How many alarms were heard by all, and the longest that one took. */
  answers(): { readonly times: number; readonly longestMs: number };
  close(): void;
}

/** Long enough for a stream to be opened again; streams look by themselves every fifteen seconds. */
const patienceMs = 10_000;

export function followStreams(
  urls: readonly string[],
  headers: Readonly<Record<string, string>>,
  onFault: (fault: string) => void,
): Streams {
  const closing = new AbortController();
  const alarms = urls.map(() => 0);
  let times = 0;
  let longestMs = 0;
  const follow = async (url: string, at: number) => {
    while (!closing.signal.aborted) {
      await listen(url, headers, closing.signal, () => (alarms[at] = (alarms[at] ?? 0) + 1)).catch(() => {});
      await sleep(500);
    }
  };
  urls.forEach((url, at) => void follow(url, at));
  return {
    receiveAlarm: async (raise) => {
      // A repeated notice counts: a stream that broke resumes after the last notice that it got.
      const before = [...alarms];
      const all = () => alarms.every((number, at) => number > (before[at] ?? 0));
      await raise();
      const raisedAt = performance.now();
      while (!all() && performance.now() - raisedAt < patienceMs) await sleep(10);
      if (!all()) return onFault(`an alarm was not heard at every server within ${patienceMs / 1000} s`);
      times += 1;
      longestMs = Math.max(longestMs, performance.now() - raisedAt);
    },
    answers: () => ({ times, longestMs }),
    close: () => closing.abort(),
  };
}

async function listen(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onAlarm: () => void,
): Promise<void> {
  const asked = { headers: { ...headers, accept: 'text/event-stream' }, signal };
  const { body } = await fetch(`${url}/api/demo${followEvents.path}`, asked);
  if (body === null) return;
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) if (event.includes('"sosRaised"')) onAlarm();
  }
}
