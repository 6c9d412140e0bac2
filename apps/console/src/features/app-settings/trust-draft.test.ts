import { defaultTrust, trustThresholdNames } from '@watchpost/domain/trust-thresholds';
import { describe, expect, it } from 'vitest';
import { isSameTrustDraft, trustDraftOf, trustProblemsOf, trustSettingsOf } from './trust-draft.ts';

const usual = trustDraftOf(defaultTrust);
const withText = (change: object) => ({ ...usual, texts: { ...usual.texts, ...change } });

describe('the form of thresholds', () => {
  it('shows times in seconds and minutes, and gives back what it was filled with', () => {
    expect(usual.texts).toMatchObject({ clockSkewMaxMs: '120', sharedDeviceMs: '10', burstMs: '5' });
    expect(trustSettingsOf(usual)).toEqual({
      ...defaultTrust,
      alwaysFlags: expect.arrayContaining([...defaultTrust.alwaysFlags]),
    });
    expect(trustProblemsOf(usual)).toEqual({});
  });

  it.each(trustThresholdNames)('says what is wrong with %s', (name) => {
    for (const text of ['', 'much', '-1', '99999999']) {
      expect(trustProblemsOf(withText({ [name]: text }))).toMatchObject({ [name]: 'doubt_threshold' });
    }
  });

  it('wants the speeds to rise', () => {
    const fast = withText({ speedMaxMetresPerSecond: '30', travelMaxMetresPerSecond: '20' });
    expect(trustProblemsOf(fast)).toEqual({ travelMaxMetresPerSecond: 'doubt_order' });
  });

  it('takes a comma for a point, and knows the same settings however they are written', () => {
    const written = withText({ speedMaxMetresPerSecond: ' 7,0 ' });
    expect(isSameTrustDraft(written, usual)).toBe(true);
    expect(isSameTrustDraft(withText({ burstMs: '6' }), usual)).toBe(false);
    expect(isSameTrustDraft({ ...usual, alwaysFlags: [...usual.alwaysFlags].toReversed() }, usual)).toBe(
      true,
    );
  });
});
