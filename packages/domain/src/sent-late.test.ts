import { describe, expect, it } from 'vitest';
import { fieldTimeOf } from './device-clock.ts';
import { lateFlagsOf, mayBeLate } from './sent-late.ts';
import { defaultTrust, trustBounds } from './trust-thresholds.ts';

const hour = 3_600_000;
const receivedAtMs = 1_790_000_000_000;
const sentAgo = (agoMs: number, clockSkewMs = 0) => ({
  ...fieldTimeOf({
    deviceAtMs: receivedAtMs - agoMs,
    sentAtMs: receivedAtMs + clockSkewMs,
    receivedAtMs,
  }),
  receivedAtMs,
});

describe('an event that arrives long after it happened', () => {
  it.each<[string, number, number, readonly string[]]>([
    ['at once', 0, 0, []],
    ['to the millisecond on time', 16 * hour, 0, []],
    ['a millisecond later', 16 * hour + 1, 0, ['sentLate']],
    ['29 days later', 29 * 24 * hour, 0, ['sentLate']],
    ['from a phone whose clock is a month behind', 29 * 24 * hour, -29 * 24 * hour, []],
    ['from a phone whose clock is ahead by as much as it is late', 0, 17 * hour, ['sentLate']],
    ['dated after its arrival', -29 * 24 * hour, 0, []],
  ])('[TRUTH-04] %s', (_when, agoMs, clockSkewMs, flags) => {
    expect(lateFlagsOf(sentAgo(agoMs, clockSkewMs), defaultTrust)).toEqual(flags);
  });

  it('[TRUTH-04] is flagged by the threshold of its tenant, of which each asks for the settings', () => {
    const sent = sentAgo(2 * hour);
    expect(lateFlagsOf(sent, { sentLateMs: 2 * hour })).toEqual([]);
    expect(lateFlagsOf(sent, { sentLateMs: 2 * hour - 1 })).toEqual(['sentLate']);
    expect(mayBeLate(sent)).toBe(true);
    expect(mayBeLate(sentAgo(trustBounds.sentLateMs.min))).toBe(false);
  });
});
