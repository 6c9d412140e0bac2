import { expect, test } from 'vitest';
import { serverTimeOf, setServerTime } from './device-time.ts';

test('[FIELD-02] a time of the phone is read by how far its clock was off when it was noted, else by how far it is off now', () => {
  setServerTime(5_000, 900, 1_100);
  expect(serverTimeOf(10_000, { offsetMs: 300 })).toBe(10_300);
  expect(serverTimeOf(10_000, { offsetMs: 0 })).toBe(10_000);
  expect(serverTimeOf(10_000, { offsetMs: null })).toBe(14_000);
  expect(serverTimeOf(10_000, {})).toBe(14_000);
});
