import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alphanumericPattern,
  calendarDatePattern,
  emailPattern,
  noWhitespacePattern,
  phonePattern,
  storableTextPattern,
  tenantSlugPattern,
  wholeTextPattern,
} from './patterns.ts';

const cases: [string, RegExp, string[], string[]][] = [
  [
    'email',
    emailPattern,
    [
      'a@b.co',
      'super@demo.example',
      'SUPER@DEMO.EXAMPLE',
      'A.b_c-d9@sub.do-main.info',
      'x@1.museu',
      'a.@b.in',
    ],
    [
      '',
      'a',
      'a@b',
      '@b.co',
      'a@.co',
      'a@b.c',
      'a@b.museum',
      'a@b.examples',
      'a@b.c0',
      'a@b..co',
      'a b@c.co',
      'a+b@c.co',
      'a@b@c.co',
      'a@b.co ',
      ' a@b.co',
      'a@b.co\n',
      'a@b.co\0',
      'é@b.co',
      "a'--@b.co",
    ],
  ],
  ['phone', phonePattern, ['0', '9876543210'], ['', '+91', '98 76', '9-8', '1e5', '١٢٣', '12\n']],
  ['alphanumeric', alphanumericPattern, ['EMP001', '1', 'z'], ['', 'EMP-1', 'é', 'a b', 'a\n']],
  [
    'no whitespace',
    noWhitespacePattern,
    ['', 'Patrol-demo-1', 'पासवर्ड'],
    [' ', 'a b', 'a\t', '\n', 'a\u00a0b', '\u3000'],
  ],
  [
    'tenant slug',
    tenantSlugPattern,
    ['a', '7', 'demo', 'a-b', 'a'.repeat(40)],
    ['', '-', '-a', 'a-', 'Demo', 'a_b', 'a/b', '..', 'a'.repeat(41), 'a\n'],
  ],
  [
    'calendar date',
    calendarDatePattern,
    ['2026-01-01', '0000-99-99'],
    ['', '2026-1-1', '2026-01-01T', '٢٠٢٦-01-01', '2026-01-01\n'],
  ],
  ['storable text', storableTextPattern, ['', 'a\nb', '\u0001', '🙂'], ['\0', 'a\0b', 'a\n\0']],
  [
    'whole text',
    wholeTextPattern,
    ['', 'a\nb', '\u0001', '🙂'],
    ['\0', 'a\0b', '\ud83d', 'a\ude42b', '🙂\ud83d'],
  ],
];

describe.each(cases)('%s pattern', (_name, pattern, taken, refused) => {
  it.each(taken)('takes %j', (text) => expect(pattern.test(text)).toBe(true));
  it.each(refused)('refuses %j', (text) => expect(pattern.test(text)).toBe(false));
  it('keeps no state between tests', () => expect(pattern.flags).not.toMatch(/[gy]/));
});

describe('email pattern', () => {
  it('takes suffixes of 2 to 5 letters and no others', () => {
    for (let length = 1; length <= 8; length++) {
      expect(emailPattern.test(`a@b.${'x'.repeat(length)}`)).toBe(length >= 2 && length <= 5);
    }
  });

  // A pattern that backtracks without bound would not come back from these within the life of the machine.
  it.each([
    ['dots', `${'a.'.repeat(50_000)}@`],
    ['one long name', 'a'.repeat(100_000)],
    ['labels', `a@${'a.'.repeat(50_000)}!`],
    ['short labels that each look like a suffix', `a@${'co.'.repeat(30_000)}1`],
    ['hyphens', `a@${'-'.repeat(100_000)}`],
    ['signs', '@'.repeat(100_000)],
  ])('refuses endless %s at once', (_what, text) => expect(emailPattern.test(text)).toBe(false));

  it('takes whatever is built by its rule', () => {
    const from = (alphabet: string, minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...alphabet.split('')), minLength, maxLength });
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const name = from(`${letters}0123456789_.-`, 1, 20);
    const domain = fc.array(from(`${letters}0123456789-`, 1, 10), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(name, domain, from(letters, 2, 5), (left, parts, suffix) => {
        expect(emailPattern.test(`${left}@${parts.join('.')}.${suffix}`)).toBe(true);
      }),
    );
  });
});
