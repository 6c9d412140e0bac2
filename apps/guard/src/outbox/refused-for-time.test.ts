import { describe, expect, test } from 'vitest';
import type { Entry, NewRecord } from './records.ts';
import { againWaiting, isForItsTime } from './refused-for-time.ts';

const time = { wallMs: 720_000, runningMs: 0, startId: 'one', offsetMs: null };
const refusedAs = (id: string, entry: Entry, code: string, message: string): NewRecord => ({
  id,
  owner: 'demo/guard',
  state: 'refused',
  entry,
  time,
  about: '',
  refusal: { code, message },
  isRead: true,
});
const sos = (id: string) =>
  ({ kind: 'sos', sos: { id, siteId: null, deviceAtMs: 720_000, position: null } }) as const;
const photo = (incidentId: string) =>
  ({ kind: 'photo', id: `of ${incidentId}`, incidentId, bytes: 1 }) as const;
const safe = (sosId: string) =>
  ({ kind: 'sosSafe', sosId, safe: { id: 'safe', deviceAtMs: 720_001 } }) as const;
const year = 'Must be a time after the year 2000, in milliseconds.';

describe('[TRUTH-02] what a server of before refused', () => {
  test.each([
    ['invalid', `sentAtMs: ${year}`, true],
    ['invalid', `deviceAtMs: ${year}`, true],
    ['invalid', `sos.deviceAtMs: ${year}`, true],
    ['invalid', 'event.deviceAtMs: Must be a time before the year 2100, in milliseconds.', true],
    ['invalid', 'position.latitude: Too big', false],
    ['notFound', year, false],
    ['idReused', `deviceAtMs: ${year}`, false],
  ])('as %s, "%s", was for its time: %s', (code, message, isTime) =>
    expect(isForItsTime({ code, message })).toBe(isTime),
  );

  test('waits again where that was for its time, with what was refused since it was not there, and nothing else', () => {
    const refused = [
      refusedAs('call', sos('call'), 'invalid', `sos.deviceAtMs: ${year}`),
      refusedAs('safe', safe('call'), 'notFound', 'Not found.'),
      refusedAs('other', sos('other'), 'idReused', 'Known.'),
      refusedAs('photo', photo('gone'), 'notFound', 'Not found.'),
    ];
    const waiting = againWaiting(refused);
    expect(waiting.map(({ id, state }) => [id, state])).toEqual([
      ['call', 'waiting'],
      ['safe', 'waiting'],
    ]);
    expect(waiting.every((record) => !('refusal' in record) && !('isRead' in record))).toBe(true);
  });
});
