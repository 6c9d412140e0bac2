import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalCode,
  codeMacBytes,
  codeSerialMax,
  encodeCheckpointCode,
  typedCodeOf,
} from '../checkpoint-codes.ts';
import { issuedTextsOf, judgeCode, typedEndsOf } from '../code-trust.ts';
import { decodeRotatingCode, rotatingCodeOf } from '../rotating-codes.ts';
import { bareCode, codeWithin, foldLetters, foreignCodes } from './codes.ts';

const parts = fc.record({
  checkpointId: fc.uuid(),
  serial: fc.integer({ min: 1, max: codeSerialMax }),
  mac: fc.uint8Array({ minLength: codeMacBytes, maxLength: codeMacBytes }),
});
const position = { checkpointId: '0190f3c2-7b1e-7cc0-8a51-000000000001', serial: 1 };
const code = encodeCheckpointCode({ ...position, mac: new Uint8Array(codeMacBytes).fill(7) });
const [zero, devanagariZero] = ['0', '०'].map((digit) => digit.charCodeAt(0));
const inHindi = (text: string) =>
  text.replaceAll(/\d/g, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) - (zero ?? 0) + (devanagariZero ?? 0)),
  );
const inFours = (text: string, mark: string) => text.match(/.{1,4}/g)?.join(mark) ?? '';

const writings: readonly (readonly [string, (text: string) => string])[] = [
  ['as the end of a link', (text) => `https://x.example/c/${text}`],
  ['within the question of a link', (text) => `https://x.example/?c=${text}&from=wall`],
  ['behind the prefix of a scanner', (text) => `]Q1${text}`],
  ['with a group separator behind', (text) => `${text}\u001D`],
  ['with a group separator and a further field behind', (text) => `${text}\u001D21AB12`],
  ['with a null character behind', (text) => `${text}\u0000`],
  ['with a line end behind', (text) => `${text}\r\n`],
  ['with an en dash in each gap', (text) => inFours(text, '–')],
  ['with non-breaking hyphens', (text) => inFours(text, '\u2011')],
  ['with no-break spaces', (text) => inFours(text, '\u00A0')],
  ['behind a zero width space', (text) => `\u200B${text}`],
  ['between bidi marks', (text) => `\u202A${text}\u202C`],
  ['behind a byte order mark', (text) => `\uFEFF${text}`],
  ['in the digits of a Hindi keyboard', inHindi],
  [
    'in full-width letters',
    (text) => text.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfe_e0)),
  ],
  ['in small letters', (text) => text.toLowerCase()],
  ['between words', (text) => `Code: ${text}, main gate`],
  ['within brackets', (text) => `(${text})`],
];

describe('a code that is whole within the text', () => {
  test.each(writings)('[INPUT-03] is that code %s', (_how, write) => {
    fc.assert(
      fc.property(parts, (one) => {
        const issued = encodeCheckpointCode(one);
        expect(canonicalCode(write(issued))).toBe(issued);
      }),
      { numRuns: 30 },
    );
    const shown = rotatingCodeOf(new Uint8Array(32).fill(1), position, 58_333_333);
    expect(decodeRotatingCode(write(shown))).toEqual(decodeRotatingCode(shown));
  });

  test.each([
    ['one letter too few', code.slice(0, -1)],
    ['one letter too many', `${code}A`],
    ['nothing of its head', code.slice(3)],
    ['a letter that no code has', code.replace(/.$/, 'U')],
    ['two halves of two codes', `${code.slice(0, 20)}/${code.slice(20)}`],
  ])('[INPUT-03] is none with %s', (_what, text) => expect(codeWithin(text, 'WP1', 48)).toBeNull());

  test('[INPUT-03] is found in any text that ends before the next letter', () => {
    const around = fc.string({ unit: fc.constantFrom(...'/?=&#:.%]( \u200B\u001D') });
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(codeWithin(before + code + after, 'WP1', 48)).toBe(code);
      }),
    );
  });
});

describe('a typed end', () => {
  const end = typedCodeOf(code);
  test.each([
    ['an en dash', inFours(end, '–')],
    ['digits of a Hindi keyboard', inHindi(end)],
    ['a blank behind', `${end} `],
    ['a zero width space', `\u200B${end}`],
    ['small letters', end.toLowerCase()],
  ])('[INPUT-03] is found with %s', (_what, typed) => expect(typedEndsOf(typed)).toContain(end));
});

describe('a code of another system', () => {
  test.each([
    'GATE-12',
    ' GATE-12\n',
    ']Q1GATE-12',
    'GATE-12\u001D',
    'GATE-12\u0000',
    '\u200BGATE-12',
    'GATE–12',
    'https://old.example/c/GATE-12',
    'https://old.example/?code=GATE-12',
  ])('[INPUT-03] is known by %j', (text) => {
    expect(issuedTextsOf(text)).toContain('GATE-12');
    const issued = {
      checkpointId: position.checkpointId,
      code: 'GATE-12',
      isSigned: false,
      retiredAtMs: null,
    };
    const scan = { method: 'qr', checkpointId: position.checkpointId, deviceAtMs: 0, code: text } as const;
    const evidence = { issued: [issued], isGenuine: false, nfcTagId: null, hasScreen: false, rotating: null };
    expect(judgeCode(scan, evidence).flags).toEqual(['unsignedCode']);
  });

  test('[INPUT-03] that is a link itself stays whole', () => {
    expect(foreignCodes('https://old.example/c/12')[0]).toBe('https://old.example/c/12');
    expect(bareCode(']C1https://old.example/c/12')).toBe('https://old.example/c/12');
  });
});

test('[INPUT-03] a folded code stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldLetters(foldLetters(text))).toBe(foldLetters(text));
    }),
  );
});
