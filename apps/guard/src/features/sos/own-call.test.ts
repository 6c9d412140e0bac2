// What a guard who called for help is told of the call when the app is opened again.
import { expect, test } from 'vitest';
import type { OutboxRecord } from '../../outbox/records.ts';
import { callOf, fateOf } from './own-call.ts';

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
] as const)('[FIELD-02] a call that %s', (_what, isKept, record, hours, fate) => {
  const word = { id, deviceAtMs: calledAtMs, isKept };
  expect(fateOf(word, record, calledAtMs + hours * hourMs)).toBe(fate);
});

test('[FIELD-02] a call is known again with what was said of it, also one that the app of before noted', () => {
  const safe = { id, deviceAtMs: calledAtMs, isKept: false };
  const known = { id, deviceAtMs: calledAtMs, isKept: true, safe };
  expect(callOf(JSON.stringify(known))).toEqual(known);
  expect(callOf(id)).toEqual({ id, deviceAtMs: 0, isKept: true, safe: null });
  for (const broken of ['', '{', '{}', 'null']) expect(callOf(broken)).toBeNull();
});
