import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDialled } from './phone-digits.ts';
import { readPhone } from './phones.ts';

const inIndia = { callingCode: '+91' };
const asha = { callingCode: '+91', digits: '9822012345' };

test.each([
  '9822012345',
  '9822012345.0',
  '9822012345.00',
  '9.822012345E+09',
  '919822012345',
  '919822012345.0',
  '+91 (0) 98220 12345',
  '+91(0)9822012345',
  '09822012345',
  '+9109822012345',
  '0091 98220 12345',
  '+91 91 98220 12345',
  '0919822012345',
  '(+91) 98220-12345',
  '+91-98220-12345',
  '91-98220-12345',
  '98220 12345',
  '98220‑12345',
  '\u202A+91 98220 12345\u202C',
  '९८२२०१२३४५',
  '＋９１ ９８２２０ １２３４５',
  'tel:+91-98220-12345',
  '98220.12345',
  '9,822,012,345',
])('[INPUT-03] %j is +91 9822012345', (text) => expect(readPhone(text, inIndia)).toEqual(asha));

test.each([
  ['447911123456', '+44', '7911123456'],
  ['07911 123456', '+44', '7911123456'],
  ['+44 (0)20 7946 0958', '+91', '2079460958'],
  ['(650) 253-0000', '+1', '6502530000'],
  ['1-650-253-0000', '+1', '6502530000'],
  ['971501234567', '+971', '501234567'],
  ['0501234567', '+971', '501234567'],
  ['0049 30/123456', '+91', '30123456'],
  ['02 1234 5678', '+39', '0212345678'],
  ['390212345678', '+39', '0212345678'],
  ['9841234567', '+977', '9841234567'],
])('[INPUT-03] %j, where numbers are of %s, ends in %s', (text, callingCode, digits) => {
  expect(readPhone(text, { callingCode })?.digits).toBe(digits);
});

test.each([
  '',
  'unknown',
  '98220123450',
  '982201234',
  '9.822E+09',
  '9822012345 / 9822012346',
  '25719125/26',
  '9822012345, 9822012346',
  '9822012345 ext. 12',
  '447911123456',
  '+0 98220 12345',
  '+999 12345678',
])('[INPUT-03] %j is no phone number of India, and no guess is made', (text) => {
  expect(readPhone(text, inIndia)).toBeNull();
});

describe('a number as it is dialled', () => {
  test.each([
    ['+91 20 2571 9125', '+912025719125'],
    ['020-25719125', '02025719125'],
    ['(020) 2571 9125', '02025719125'],
    ['+91 (0) 20 2571 9125', '+912025719125'],
    ['0091 20 2571 9125', '+912025719125'],
    ['०२०-२५७१९१२५', '02025719125'],
    ['112', '112'],
  ])('[INPUT-03] %j is stored as %s', (text, digits) => expect(readDialled(text)).toBe(digits));

  test('[INPUT-03] a number without a word is its digits, however they are grouped', () => {
    const digits = fc.stringMatching(/^[1-9]\d{9}$/);
    const marks = fc.array(fc.constantFrom('', ' ', '-', '\u00A0', '‑', '.', '\u200B'), {
      minLength: 9,
      maxLength: 9,
    });
    fc.assert(
      fc.property(digits, marks, (number, between) => {
        // A point alone before zeros is that of a decimal.
        const text = [...number].map((digit, at) => digit + (between[at] ?? '')).join('');
        fc.pre(!/^\d+\.0+$/.test(text));
        expect(readDialled(text)).toBe(number);
      }),
    );
  });
});

test('[INPUT-03] a phone number that was read is read again as itself', () => {
  const text = fc.oneof(
    fc.stringMatching(/^(\+|00)?[0-9]{6,14}$/),
    fc.stringMatching(/^[6-9][0-9]{9}$/).map((digits) => `0${digits}`),
    fc.string(),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('+91', '+44', '+1', '+971', '+39'), (written, callingCode) => {
      const read = readPhone(written, { callingCode });
      const again = read === null ? null : readPhone(`${read.callingCode}${read.digits}`, { callingCode });
      expect(again).toEqual(read);
    }),
  );
});
