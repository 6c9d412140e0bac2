// What the database folds and orders, and what the code does, are the same.
import { compareFolded, compareNames } from '@watchpost/domain/readers/name-order';
import { searchable } from '@watchpost/domain/readers/searchable';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';

let owner: TestDatabase['owner'];

beforeAll(async () => {
  ({ owner } = await testDatabase());
});

async function fold(texts: readonly string[]): Promise<string[]> {
  const text = `SELECT fold_text(t) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given (t, no) ORDER BY no`;
  const { rows } = await owner.executeQuery<{ folded: string }>(CompiledQuery.raw(text, [texts]));
  return rows.map(({ folded }) => folded);
}

async function inOrder(texts: readonly string[], by: string): Promise<string[]> {
  const text = `SELECT t AS named FROM unnest($1::text[]) AS given (t) ORDER BY ${by}, t COLLATE "C"`;
  const { rows } = await owner.executeQuery<{ named: string }>(CompiledQuery.raw(text, [texts]));
  return rows.map(({ named }) => named);
}

/** Not those that got small letters after Unicode 10, which the embedded PostgreSQL's ICU does not know. */
const isKnown = (letter: string) =>
  /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\p{Cc}]$/u.test(letter) &&
  !/[\u1C89-\u1CBF\u2C2F\uA7B8-\uA7F5\u{10570}-\u{10595}\u{10D50}-\u{10D65}\u{16E40}-\u{16EB8}]/u.test(
    letter,
  );
const letters = Array.from({ length: 0x2_00_00 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd8_00 || code > 0xdf_ff))
  .map((code) => String.fromCodePoint(code))
  .filter(isKnown);

/** Those that the database takes apart as Node does: one of an older Unicode leaves younger letters whole. */
async function decomposedAlike(given: readonly string[]): Promise<string[]> {
  const text = `SELECT normalize(t, NFKD) AS parts FROM unnest($1::text[]) WITH ORDINALITY AS given (t, no) ORDER BY no`;
  const { rows } = await owner.executeQuery<{ parts: string }>(CompiledQuery.raw(text, [given]));
  return given.filter((letter, at) => rows[at]?.parts === letter.normalize('NFKD'));
}

const pieces = fc.oneof(
  fc.constantFrom(
    'Ł',
    'ø',
    'Đ',
    'ı',
    'İ',
    'æ',
    'Œ',
    'ß',
    'ẞ',
    'Þ',
    'ﬁ',
    'ŉ',
    'é',
    'e\u0301',
    'Σ',
    'ς',
    'Ά',
    'Ё',
    'й',
    'Я',
    "'",
    '’',
    '‘',
    'ʼ',
    '´',
    '`',
    '′',
    '“',
    '»',
    '–',
    '—',
    '−',
    '‑',
    '_',
    '.',
    '·',
    '।',
    '/',
    '½',
    '\u200B',
    '\u200D',
    '\u200F',
    '\u00AD',
    '\uFEFF',
    '\u2060',
    '\uFE0F',
    '\u00A0',
    '\u3000',
    '\t',
    '  ',
    '\u2003',
    'क़',
    'क',
    '\u093C',
    '्',
    'ष',
    '१',
    '٣',
    '３',
    '𝟗',
    '漢',
    'が',
    '한',
    'שׁ',
    'مُ',
    'ـ',
    '👮🏽',
    '\u0080',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

describe('the fold of searches', () => {
  test('[INPUT-03] is the same in the database and in code for every letter that there is, alone and within a word', async () => {
    const given = (await decomposedAlike(letters)).flatMap((letter) => [letter, `a${letter}B`]);
    const folded = await fold(given);
    expect(given.filter((text, at) => folded[at] !== searchable(text))).toEqual([]);
    expect(given.length).toBeGreaterThan(100_000);
  });

  test('[INPUT-03] is the same in the database and in code for texts of every kind, and folds nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 50 }), async (given) => {
        const folded = await fold(given);
        expect(folded).toEqual(given.map(searchable));
        expect(folded.map(searchable)).toEqual(folded);
      }),
      { numRuns: 60 },
    );
  });

  test('[INPUT-03] takes what people type for what is written', () => {
    for (const [typed, written] of [
      ['lodz magazyn', 'Łódź Magazyn'],
      ['aero havn', 'Ærø Havn'],
      ['oconnors yard', "O'Connor’s Yard"],
      ['o`connor´s yard', "O'Connor’s Yard"],
      ['strasse', 'Straße'],
      ['thorshofn', 'Þórshöfn'],
      ['istanbul', 'İSTANBUL'],
      ['diyarbakir', 'Diyarbakır'],
      ['coeur', 'Cœur'],
      ['gate - north', '\u200BGate\u00A0–  North'],
      ['gate 12', 'Gate १२'],
    ] as const)
      expect(searchable(written)).toBe(searchable(typed));
  });
});

const names = fc.array(
  fc.oneof(
    fc.constantFrom(
      'Gate ',
      'gate ',
      'Łódź',
      'Lodz',
      'Ærø',
      'Zoo',
      'Ab',
      'é',
      'É',
      '-',
      ' ',
      '1',
      '2',
      '10',
      '02',
      '007',
      '100',
      '१०',
    ),
    fc.nat({ max: 120 }).map(String),
  ),
  { minLength: 1, maxLength: 5 },
);

describe('the order of names', () => {
  test('[GRID-06] is the same in the database and in code', async () => {
    const given = fc.uniqueArray(
      names.map((parts) => searchable(parts.join(''))),
      { minLength: 2, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(given, async (folded) => {
        const sorted = await inOrder(folded, 't COLLATE name_order');
        const isRising = sorted.every(
          (name, at) => at === 0 || compareFolded(sorted[at - 1] ?? '', name) <= 0,
        );
        expect(isRising).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  test('[GRID-06] goes by the value of numbers and puts a stroke with its letter', async () => {
    const expected = [
      'Ærø Havn',
      'Gate 1',
      'Gate 2',
      'Gate 2 Annexe',
      'Gate 10',
      'gate 100',
      'Lobby',
      'Łódź Magazyn',
      'Lower Yard',
      'Zoo',
    ];
    const shuffled = expected.toSorted();
    expect(await inOrder(shuffled, 'fold_text(t) COLLATE name_order')).toEqual(expected);
    expect(shuffled.toSorted(compareNames)).toEqual(expected);
  });
});
