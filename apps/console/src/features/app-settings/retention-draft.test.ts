import { describe, expect, it } from 'vitest';
import { isSameRetention, monthsOf, retentionDraftOf } from './retention-draft.ts';

describe('the form of retention', () => {
  it.each([null, 3, 36, 240])('gives back what it was filled with: %s', (months) => {
    expect(monthsOf(retentionDraftOf({ monthsToKeep: months }))).toBe(months);
  });

  it.each(['', '2', '241', '-3', '3.5', 'many', '1e2'])('takes %j for no number of months', (months) => {
    expect(monthsOf({ retains: 'some', months })).toBeUndefined();
  });

  it('knows that months which do not count are no change', () => {
    const all = retentionDraftOf({ monthsToKeep: null });
    expect(isSameRetention(all, { ...all, months: '' })).toBe(true);
    expect(isSameRetention(all, { ...all, retains: 'some' })).toBe(false);
  });
});
