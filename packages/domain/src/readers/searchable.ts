// The fold of everything that is searched. The database's fold_text() is the same, character by character (migration 0099).

/** Spacing accents that people type for apostrophes; compatibility forms would make blanks of them. */
const accentsForApostrophes = /[\u00B4\u0384\u1FBD\u1FBF\u1FFD]/g;

const leftOut = new RegExp(
  `[${[
    // accents of Latin, Greek and Cyrillic, marks that join them
    String.raw`\u0300-\u036F\u0483-\u0487\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F`,
    // points of Hebrew and Arabic, the stretched line
    String.raw`\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7`,
    String.raw`\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED`,
    // nukta of the scripts of India
    String.raw`\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0C3C\u0CBC`,
    // apostrophes, primes and grave accents
    String.raw`'\u0060\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u07F4\u07F5\u2018-\u201B\u2032\u2035\uA78B\uA78C`,
    // what is not seen
    String.raw`\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F`,
    String.raw`\uFEFF\uFFF0-\uFFFB\u0001-\u0008\u000E-\u001B\u007F-\u0084\u0086-\u009F`,
    String.raw`\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}`,
  ].join('')}]`,
  'gu',
);

/** Letters that Unicode does not decompose, as PostgreSQL's unaccent table writes them, after what they are written with. */
const undecomposed: Readonly<Record<string, string>> = {
  a: 'ⱥ',
  ae: 'æ',
  b: 'ƀɓ',
  c: 'ƈȼ',
  d: 'đðɖɗ',
  e: 'ɇ',
  f: 'ƒ',
  g: 'ǥɠ',
  h: 'ħ',
  i: 'ıɨ',
  j: 'ɉ',
  k: 'ƙ',
  l: 'łƚɫ',
  n: 'ŋɲƞ',
  o: 'øɵ',
  oe: 'œ',
  p: 'ƥ',
  q: 'ĸ',
  r: 'ɍ',
  s: 'ȿ',
  ss: 'ß',
  t: 'ŧƫʈ',
  th: 'þ',
  u: 'ʉ',
  v: 'ʋ',
  y: 'ƴɏ',
  z: 'ƶȥ',
  σ: 'ς',
  '-': '\u058A\u05BE\u02D7\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0',
  '"': '\u00AB\u00BB\u05F4\u201C\u201D\u201E\u201F\u2039\u203A',
  ' ': '\t\n\v\f\r\u001C\u001D\u001E\u001F\u0085\u1680\u2028\u2029\u2800\u00B7\u060C\u061B\u0964\u0965\u2022\u2027\u3001\u3002',
  '/': '\u2044',
};

/** First digits of the scripts whose digits no compatibility form turns into those of ASCII. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];

const spelt: ReadonlyMap<string, string> = new Map([
  ...Object.entries(undecomposed).flatMap(([plain, letters]) =>
    Array.from(letters, (one) => [one, plain] as const),
  ),
  ...zeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, value) => [String.fromCodePoint(zero + value), `${value}`] as const),
  ),
]);

const isPlain = /^(?:[!-&(-@[-_a-~]+(?: [!-&(-@[-_a-~]+)*)?$/;

/**
 * As the lists' search and order see a text: in small letters, without accents, strokes, apostrophes and what is not seen,
 * ligatures spelt out, digits of any script as 0 to 9, dashes and quotes as those of ASCII, one blank between words.
 */
export function searchable(text: string): string {
  if (isPlain.test(text)) return text;
  const letters = text
    .replaceAll(accentsForApostrophes, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(leftOut, '');
  return Array.from(letters, (letter) => spelt.get(letter) ?? letter)
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^ | $/g, '');
}
