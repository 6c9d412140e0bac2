// What a guard who called for help is told of the call when the app is opened again.
import { expect, test } from 'vitest';
import type { OutboxRecord } from '../../outbox/records.ts';
import { callOf, sendStatusOf, isOpen, isTellable, type Made, mayCallAgain, unseenMs } from './own-call.ts';

const id = '0197a2c4-0000-7000-8000-000000000001';
const calledAtMs = 1_750_000_000_000;
const hourMs = 3_600_000;
const recordOf = (state: OutboxRecord['state']): OutboxRecord => ({
  seq: 1,
  id,
  owner: 'demo/guard',
  state,
  entry: { kind: 'sosSafe', sosId: id, safe: { id, deviceAtMs: calledAtMs } },
  time: { wallMs: calledAtMs, runningMs: 0, startId: 'start', offsetMs: null },
  about: '',
});

test.each([
  ['waits', true, recordOf('waiting'), 48, 'waiting'],
  ['was refused', true, recordOf('refused'), 48, 'refused'],
  ['was sent', true, recordOf('sent'), 1, 'sent'],
  ['is still looked for', true, undefined, 1, undefined],
  ['was sent and cleared to make room', true, null, 1, 'sent'],
  ['was sent and forgotten after a day', true, null, 25, null],
  ['went out from a full phone', false, undefined, 1, 'sent'],
  ['went out from a full phone a day ago', false, undefined, 25, null],
] as const)('[FIELD-02] a call that %s', (_what, isKept, record, hours, sendStatus) => {
  const sent = { id, deviceAtMs: calledAtMs, isKept };
  expect(sendStatusOf(sent, record, calledAtMs + hours * hourMs)).toBe(sendStatus);
});

test('[FIELD-02] a call is known again with what was said of it, also one that the app of before noted', () => {
  const safe = { id, deviceAtMs: calledAtMs, isKept: false };
  const known = { id, deviceAtMs: calledAtMs, isKept: true, safe };
  expect(callOf(JSON.stringify(known))).toEqual(known);
  const closed = { ...known, state: 'resolved', acknowledgedAtMs: calledAtMs };
  expect(callOf(JSON.stringify(closed))).toEqual(closed);
  const acknowledged = { ...known, state: 'acknowledged' };
  expect(callOf(JSON.stringify(acknowledged))).toEqual(acknowledged);
  expect(callOf(id)).toEqual({ id, deviceAtMs: 0, isKept: true, safe: null });
  for (const broken of ['', '{', '{}', 'null']) expect(callOf(broken)).toBeNull();
});

const made: Made = {
  id,
  atMs: calledAtMs,
  sendStatus: 'sent',
  safe: null,
  state: 'raised',
  acknowledgedAtMs: null,
  receivedAtMs: calledAtMs + 10_000,
};
const minuteMs = 60_000;

test.each([
  ['was just made', {}, 1, false],
  ['was made a while ago', {}, 6, true],
  ['lies ahead of a clock that was set back', {}, -1, true],
  ['waits for long', { sendStatus: 'waiting' }, 60, false],
  ['the office has closed', { state: 'resolved' }, 1, true],
] as const)(
  '[FIELD-01] beside a call that %s, the button that calls again is there: %o',
  (_what, change, minutes, isThere) => {
    expect(mayCallAgain({ ...made, ...change }, calledAtMs + minutes * minuteMs)).toBe(isThere);
  },
);

test.each([
  ['raised', {}, true, true],
  ['waiting', { sendStatus: 'waiting' }, true, true],
  ['acknowledged', { state: 'acknowledged' }, true, true],
  ['whose guard’s safety was refused', { safe: 'refused' }, true, true],
  ['refused', { sendStatus: 'refused' }, false, false],
  ['whose guard is safe', { safe: 'waiting' }, false, false],
  ['closed while the guard was elsewhere', { state: 'resolved' }, false, true],
] as const)(
  '[FIELD-01] a call that is %s is followed and told of as long as it matters',
  (_what, change, open, tellable) => {
    expect(isOpen({ ...made, ...change })).toBe(open);
    expect(isTellable({ ...made, ...change })).toBe(tellable);
  },
);

test.each([
  ['the server has', {}, 50_000],
  ['the server took at a time that the phone does not know', { receivedAtMs: null }, 60_000],
  ['was made on a phone whose clock is ahead', { receivedAtMs: calledAtMs + 90_000 }, 0],
  ['waits for a network', { sendStatus: 'waiting' }, null],
  ['somebody has seen', { state: 'acknowledged' }, null],
  ['is closed', { state: 'resolved' }, null],
] as const)('[TONIGHT-03] a call that %s has been unseen for %s', (_what, change, ms) => {
  expect(unseenMs({ ...made, ...change }, calledAtMs + 60_000)).toBe(ms);
});
