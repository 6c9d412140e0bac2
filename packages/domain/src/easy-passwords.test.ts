import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEasyPassword } from './easy-passwords.ts';

describe('a password that is tried first', () => {
  it.each([
    'password',
    'P@ssw0rd!',
    'Password-123!',
    'iloveyou2024',
    'sunshine1',
    'welcome.my.friend1',
    'Summer-2026',
    '12345678',
    '987654321',
    'qwertyuiop',
    'Qwerty12345',
    '1q2w3e4r',
    'abcd1234',
    'aaaaaaaa',
    '12121212',
    'abcabcabc',
    'xyzxyz-xyz-xyz-xyz-xyz'.replaceAll('-', ''),
    '26011950',
    '19901231',
    'Watchpost1',
    'Patrol-demo-1',
    'Super_Admin_1',
    'Security-Guard-99',
  ])('is easy: %s', (password) => {
    expect(isEasyPassword(password)).toBe(true);
  });

  it.each(['Northgate1', 'northgate-patrol', 'Acme-Guards-2026', '1-ACME-northgate'])(
    'is a name of the company: %s',
    (password) => {
      expect(isEasyPassword(password, ['acme', 'Northgate Security Ltd'])).toBe(true);
    },
  );
});

describe('a password of its own', () => {
  it.each([
    'Quiet-river-42',
    'Changed-pass-1',
    'Brand-new-pass-7',
    'tR8#qLw2',
    'sieben Gänse am Teich',
    'correct-horse-battery',
  ])('is none: %s', (password) => {
    expect(isEasyPassword(password, ['acme', 'Northgate Security Ltd'])).toBe(false);
  });

  it('made by chance is none, and whatever is asked is answered', () => {
    const made = fc.string({ minLength: 14, maxLength: 25, unit: fc.constantFrom(...'bdgkvwxz2469#%&+') });
    fc.assert(fc.property(made, (password) => new Set(password).size < 8 || !isEasyPassword(password)));
    fc.assert(
      fc.property(fc.string({ maxLength: 128 }), (text) => typeof isEasyPassword(text, [text]) === 'boolean'),
    );
  });
});
