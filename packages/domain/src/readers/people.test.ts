// Names, employee ids and secrets of people, and yes and no.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretAlphabet } from '../guards.ts';
import { readEmployeeId } from './employee-ids.ts';
import { cleanName, personNamePattern } from './names.ts';
import { readSecret } from './secrets.ts';
import { readYesNo } from './yes-no.ts';

const readName = (text: string) => (personNamePattern.test(cleanName(text)) ? cleanName(text) : null);

describe('the name of a person', () => {
  test.each([
    ["D'Souza", "D'Souza"],
    ['O’Brien', 'O’Brien'],
    ['O`Brien', "O'Brien"],
    ['Md. Ali', 'Md. Ali'],
    ['R. K.', 'R. K.'],
    ['R.', 'R.'],
    ['वर्\u200Dहाडे', 'वर्\u200Dहाडे'],
    ['ශ්\u200Dරී', 'ශ්\u200Dරී'],
    ['Asha\u00A0Devi', 'Asha Devi'],
    ['Asha\u200B', 'Asha'],
    ['Zoe\u0308', 'Zoë'],
    ['Mary-Jane', 'Mary-Jane'],
    ['de la_Cruz', 'de la_Cruz'],
    ["'t Hooft", "'t Hooft"],
    ['阿卜杜勒·卡里姆', '阿卜杜勒·卡里姆'],
    ['Meritxel·la', 'Meritxel·la'],
    ['ʻAkau', 'ʻAkau'],
    ['محمد', 'محمد'],
    ['-', '-'],
  ])('[INPUT-02] %j is stored as %j', (text, name) => expect(readName(text)).toBe(name));

  test.each(['', '\u200B', 'R2D2', '<b>', 'a/b', 'a@b', '=cmd', '.', "'", '. .', 'a\u0000', '🙂'])(
    '[INPUT-02] %j is no name of a person',
    (text) => expect(readName(text)).toBeNull(),
  );

  test('[INPUT-02] every name of letters, marks, spaces, hyphens and underscores is taken, as before', () => {
    const before = /^[\p{L}\p{M} _-]+$/u;
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const name = cleanName(text);
        fc.pre(before.test(name));
        expect(personNamePattern.test(name)).toBe(true);
      }),
    );
  });

  test('[INPUT-02] an endless name is judged at once', () => {
    expect(personNamePattern.test(`${'. '.repeat(100_000)}1`)).toBe(false);
    expect(personNamePattern.test(`${"a'".repeat(100_000)}1`)).toBe(false);
  });
});

describe('an employee id', () => {
  test.each([
    ['EMP001', 'EMP001'],
    [' EMP001\u200B', 'EMP001'],
    ['EMP००१', 'EMP001'],
    ['ＥＭＰ００１', 'EMP001'],
    ['00123', '00123'],
    ['\uFEFFX001', 'X001'],
  ])('[INPUT-03] %j is %s', (text, id) => expect(readEmployeeId(text)).toBe(id));
  test.each(['', 'E', 'EMP-1', 'EMP 1', 'SG/17', 'é12', 'x'.repeat(51)])(
    '[INPUT-02] %j is none in a form',
    (text) => {
      expect(readEmployeeId(text)).toBeNull();
    },
  );
  test('[INPUT-03] unseen letters anywhere in an id change nothing', () => {
    const unseen = fc.constantFrom('', '\u200B', '\u202A', '\uFEFF', '\u00AD', '\u200D');
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9]{2,20}$/),
        fc.array(unseen, { minLength: 20 }),
        (id, letters) => {
          expect(readEmployeeId([...id].map((letter, at) => letter + (letters[at] ?? '')).join(''))).toBe(id);
        },
      ),
    );
  });
});

describe('a guard’s secret', () => {
  const secret = 'ccdh-rhak-qjpt';
  test.each([
    'ccdh-rhak-qjpt',
    'ccdh-rhak-qjpt ',
    'ccdh-rhak-qjpt\r\n',
    '\u00A0ccdh-rhak-qjpt\u200B',
    'ccdhrhakqjpt',
    'ccdh rhak qjpt',
    'ccdh–rhak–qjpt',
    'ccdh\u2011rhak\u2011qjpt',
    'Ccdh-rhak-qjpt',
    'CCDH RHAK QJPT',
    'ｃｃｄｈ－ｒｈａｋ－ｑｊｐｔ',
  ])('[INPUT-01] is right as %j', (text) => expect(readSecret(text)).toBe(secret));
  test.each(['Patrol-demo-1', 'ccdh-rhak-qjp', 'ccdh-rhak-qjptx', 'ccdh-rhak-qjp1'])(
    '[INPUT-01] that the product did not make stays %j',
    (text) => expect(readSecret(` ${text} `)).toBe(text),
  );
  test('[INPUT-01] is right with any blanks and hyphens, in any case', () => {
    const letter = fc.constantFrom(...secretAlphabet);
    const gap = fc.constantFrom('', ' ', '-', '–', '\u00A0', '\u200B');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(letter, gap, fc.boolean()), { minLength: 12, maxLength: 12 }),
        (letters) => {
          const plain = letters.map(([each]) => each).join('');
          const typed = letters
            .map(([each, mark, isUpper]) => mark + (isUpper ? each.toUpperCase() : each))
            .join('');
          expect(readSecret(typed)).toBe(plain.replaceAll(/.{4}(?=.)/g, '$&-'));
        },
      ),
    );
  });
});

test.each([
  'true',
  'TRUE ',
  'yes',
  'Y',
  'Active',
  '1',
  '1.0',
  'on',
  '✓',
  'हाँ',
  'हां',
  'होय',
  '१',
  'activated',
  'Yes.',
])('[INPUT-03] %j is yes', (text) => expect(readYesNo(text)).toBe(true));
test.each(['false', 'No', 'n', 'inactive', 'Deactive', '0', '0.0', 'off', 'नहीं', 'नाही', '०', '✗'])(
  '[INPUT-03] %j is no',
  (text) => expect(readYesNo(text)).toBe(false),
);
test.each(['', ' ', 'maybe', '2', 'x', 'yes no', 'null'])('[INPUT-03] %j is neither yes nor no', (text) => {
  expect(readYesNo(text)).toBeNull();
});
