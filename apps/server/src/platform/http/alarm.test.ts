import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { Alarm } from './alarm.ts';

it('an alarm of a stream that ended leaves nothing on the signals that outlive it', () => {
  const closing = new AbortController().signal;
  const alarm = new Alarm([new AbortController().signal, closing]);
  expect(getEventListeners(closing, 'abort')).toHaveLength(1);
  alarm.end();
  expect(getEventListeners(closing, 'abort')).toEqual([]);
});
