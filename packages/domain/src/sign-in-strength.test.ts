import { describe, expect, it } from 'vitest';
import { provesTwoFactors } from './sign-in-strength.ts';

describe('what a provider tells of how it recognised somebody', () => {
  it.each([
    [{ amr: ['mfa'] }, true],
    [{ amr: ['pwd', 'otp'] }, true],
    [{ amr: ['hwk', 'fpt', 'user'] }, true],
    [{ acr: 'https://refeds.org/profile/mfa' }, true],
    [{ acr: 'phrh', amr: ['pwd'] }, true],
    [{}, false],
    [{ amr: [] }, false],
    [{ amr: ['pwd'] }, false],
    [{ amr: ['otp', 'sms'] }, false],
    [{ amr: ['pwd', 'unheard-of', 'constructor', 7] }, false],
    [{ amr: 'mfa' }, false],
    [{ acr: ['phr'] }, false],
    [{ acr: '0' }, false],
  ])('%j: two factors %s', (claims, isTwo) => {
    expect(provesTwoFactors(claims)).toBe(isTwo);
  });
});
