import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeMessage } from '../packages/domain/src/messages.ts';
import { compileMessage } from './compile-message.ts';
import { readingsOf } from './readings.ts';

const write = (text: string, values: Record<string, string | number> = {}) =>
  writeMessage(compileMessage(text), values, 'en-IN');

describe('a text in ICU MessageFormat', () => {
  test.each([
    ['Close', {}, 'Close'],
    ['Page {page} of {all}', { page: 2, all: 123456 }, 'Page 2 of 1,23,456'],
    ['{count, plural, one {# row} other {# rows}}', { count: 1 }, '1 row'],
    ['{count, plural, one {# row} other {# rows}}', { count: 1234 }, '1,234 rows'],
    [
      '{count, plural, =0 {no row} one {# row} other {# rows}} of {name}',
      { count: 0, name: 'A' },
      'no row of A',
    ],
    [
      '{by, select, guard {{name}, a guard} other {somebody}}',
      { by: 'guard', name: 'Asha' },
      'Asha, a guard',
    ],
    [
      '{count, plural, one {#} other {{by, select, x {{count} of x} other {}}}}',
      { count: 5, by: 'x' },
      '5 of x',
    ],
    ["guard’s, it's, #1 <b>", {}, "guard’s, it's, #1 <b>"],
    ["''{name}'' and '{name}'", { name: 'A' }, "'A' and {name}"],
  ])('%s with %j reads %s', (text, values, read) => expect(write(text, values)).toBe(read));

  test.each([
    ['{name', /CLOSING|BRACE|MALFORMED/],
    ['{count, plural, one {# row}}', /OTHER/],
    ['{day, date, short}', /only values/],
    ['{count, number}', /only values/],
    ['{count, selectordinal, one {#st} other {#th}}', /without offset/],
    ['{count, plural, offset:1 one {#} other {#}}', /without offset/],
  ])('%s: refused', (text, reason) => expect(() => compileMessage(text)).toThrow(reason));

  test('without braces and apostrophes reads as it is written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !/['{}]/.test(text)),
        (text) => {
          expect(write(text)).toBe(text);
        },
      ),
    );
  });

  test('takes any value as it is, whatever is written in it', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(write('For {name}.', { name })).toBe(`For ${name}.`);
      }),
    );
  });

  test('has a reading for each of its choices', () => {
    const message = compileMessage('{count, plural, one {# row} other {# rows}} of {name}');
    expect(readingsOf(message)).toEqual(['{count} row of {name}', '{count} rows of {name}']);
  });
});
