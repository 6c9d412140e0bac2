import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asciiDigits, cleanLines, cleanText, comparable, isShown, plainDashes, plainText } from './fold.ts';
import { searchable } from './searchable.ts';

const zeroWidthSpace = '\u200B';
const joiner = '\u200D';
const nonJoiner = '\u200C';
/** Any text at all, with what is unseen often among it. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      ' ',
      '\u00A0',
      '\u2028',
      '\t',
      '\n',
      zeroWidthSpace,
      joiner,
      nonJoiner,
      '\uFEFF',
      '\u202A',
    ),
    fc.constantFrom('र', '्', 'ह', 'a', 'é', 'e\u0301', '\u0301', '१', '–', '’', '\uD800', '❤', '\uFE0F'),
  ),
});

describe('the text of a line', () => {
  test.each([
    ['X001\u200B', 'X001'],
    ['\uFEFFGate', 'Gate'],
    ['\u202A+91 98220 12345\u202C', '+91 98220 12345'],
    ['Ware\u00ADhouse', 'Warehouse'],
    ['A  Wing \u00A0 Lobby', 'A Wing Lobby'],
    ['Gate\u3000\u2003One\r\n', 'Gate One'],
    ['Cafe\u0301', 'Café'],
    ['Don\u0092t \u0096 \u0080 5', 'Don’t – € 5'],
    ['\u2800\u3164\uD800', ''],
  ])('[INPUT-03] %j reads %j', (text, read) => expect(cleanText(text)).toBe(read));

  test.each([
    ['the eyelash ra', `वर्${joiner}हाडे`],
    ['a Sinhala conjunct', `ශ්${joiner}රී`],
    ['a Malayalam final letter', `രാജന്${joiner}`],
    ['a Persian compound', `می${nonJoiner}خواهم`],
    ['a family of emoji', `👩${joiner}👧`],
    ['a red heart', '❤\uFE0F'],
    ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['a name with a variant of a Chinese letter', '辻\u{E0100}'],
  ])('[INPUT-03] %s keeps the letters that join it', (_what, text) => expect(cleanText(text)).toBe(text));

  test.each([
    [`Gate${joiner}`, 'Gate'],
    [`${nonJoiner}EMP${joiner}1`, 'EMP1'],
    [`आशा${joiner}`, 'आशा'],
    [`می${nonJoiner}${nonJoiner}خواهم`, `می${nonJoiner}خواهم`],
  ])('[INPUT-03] a joiner that joins nothing is left out of %j', (text, read) => {
    expect(cleanText(text)).toBe(read);
  });

  test('[INPUT-03] a fold changes nothing that it has folded', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(cleanText, cleanLines, plainText, comparable), (text, fold) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  test('[INPUT-03] unseen letters around and within a word of Latin letters change nothing', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/);
    const unseen = fc.constantFrom('', zeroWidthSpace, '\u00AD', '\u2060', '\u202E', '\uFEFF', joiner);
    fc.assert(
      fc.property(word, word, unseen, (before, after, letter) => {
        const text = `${letter}${before}${letter}${after}${letter}`;
        for (const fold of [cleanText, cleanLines, plainText]) expect(fold(text)).toBe(before + after);
      }),
    );
  });
});

test('[INPUT-03] a text of several lines keeps them, and its steps inwards', () => {
  expect(cleanLines('1. Check\u200B the gate\r\n   a) lock\u00A0it \r\u2028\n')).toBe(
    '1. Check the gate\n   a) lock it',
  );
});

describe('digits and dashes', () => {
  test('[INPUT-03] the digits of every numbering system of the run time are 0 to 9', () => {
    const systems = Intl.supportedValuesOf('numberingSystem');
    const read = systems.map((system) => {
      const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
      return [system, asciiDigits(format.format(1_234_567_890))];
    });
    const others = read.filter(([, digits]) => digits !== '1234567890').map(([system]) => system);
    // These write numbers in words' letters.
    expect(others.filter((system) => system !== 'hanidec')).toEqual([]);
    expect(read.length).toBeGreaterThan(20);
  });

  test.each(['‐', '‑', '‒', '–', '—', '―', '−', '﹣', '－'])('[INPUT-03] %s is a hyphen', (dash) => {
    expect(plainDashes(`A${dash}1`)).toBe('A-1');
  });

  test.each([
    ['ＥＭＰ００１', 'EMP001'],
    ['EMP००१', 'EMP001'],
    ['98220‑12345', '98220-12345'],
    ['X001\u0000', 'X001'],
    ['A\u001DB', 'A B'],
  ])('[INPUT-03] the id or number %j is %j', (text, read) => expect(plainText(text)).toBe(read));
});

describe('names that are the same', () => {
  test.each([
    ['A  Wing  Lobby', 'a wing lobby'],
    ['O’Connor’s Yard', "O'Connor's Yard"],
    ['Gate – North', 'gate - north'],
    ['Main Gate\u200B', 'Main Gate'],
    [`वर्${joiner}हाडे`, 'वर्हाडे'],
    ['Café', 'CAFE\u0301'],
  ])('[INPUT-03] %j is %j', (one, other) => expect(comparable(one)).toBe(comparable(other)));

  test('[INPUT-03] accents part names, and are no matter to a search', () => {
    expect(comparable('Café')).not.toBe(comparable('Cafe'));
    expect(searchable('Café')).toBe(searchable('cafe'));
  });
});

test.each([
  ['Łódź Magazyn', 'lodz magazyn'],
  ['Ærø Havn', 'aero havn'],
  ['Straße', 'strasse'],
  ['Þórður Đỗ', 'thordur do'],
  ['Diyarbakır İş', 'diyarbakir is'],
  ['O’Connor’s Yard', 'oconnors yard'],
  ['ﬁne Ｇａｔｅ', 'fine gate'],
  ['\u200Bcafé', 'cafe'],
])('[INPUT-03] a search for %j folds to %j', (text, folded) => expect(searchable(text)).toBe(folded));

test.each(['', ' ', '\u200B', '\u2800', '\u3164', '\uD800', '\u0301', '\u00AD\u2060'])(
  '[INPUT-01] %j shows nothing',
  (text) => {
    expect(isShown(text)).toBe(false);
  },
);
test.each(['-', 'é', 'म', '1', '🙂', '.'])('[INPUT-01] %j shows something', (text) => {
  expect(isShown(text)).toBe(true);
});
