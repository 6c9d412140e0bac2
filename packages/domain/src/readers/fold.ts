// Text as people and programs send it, folded to what it says. Readers, forms, imports, search and sign-in share these folds.

/** Letters that no screen shows, control characters, halves of surrogate pairs. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\uFFF9-\uFFFB]/u;
const allUnseen = new RegExp(unseen, 'gu');
/** JavaScript counts the byte order mark among blanks, which is unseen. */
const blank = /[\s\u0085\u2800]/;
const blanks = /[\s\u0085\u2800]+/g;
/** What no fold changes: printable ASCII with single spaces inside. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/** What the control characters from U+0080 on were before a program took windows-1252 for Latin-1; a space where it has none. */
const western = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const asWestern = (letter: string): string => western.charAt(letter.charCodeAt(0) - 0x80).trim();

/** Scripts whose letters take another form before a joiner. */
const joining =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Tibt}]/u;
const letterOrMark = /[\p{L}\p{M}]/u;
/** Ends a syllable without its vowel; a joiner behind it shows also at the end of a word. */
const virama = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]/;
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u;
const variant = /\p{Variation_Selector}/u;
const hasVariants = /[\p{Extended_Pictographic}\p{scx=Hani}\p{scx=Mong}]/u;
const tag = /[\u{E0020}-\u{E007F}]/u;
const tagged = /[\u{1F3F4}\u{E0020}-\u{E007F}]/u;

const nonJoiner = '\u200C';
const joiner = '\u200D';

const isJoined = (letter: string): boolean => letterOrMark.test(letter) && joining.test(letter);

/** Whether an unseen letter changes how the ones beside it look, or what they say. */
function isNeeded(letter: string, before: string, after: string): boolean {
  if (letter === nonJoiner || letter === joiner) {
    if (virama.test(before) || (isJoined(before) && isJoined(after))) return true;
    return letter === joiner && pictograph.test(before) && pictograph.test(after);
  }
  if (variant.test(letter)) return hasVariants.test(before);
  return tag.test(letter) && tagged.test(before);
}

/** Composed, without unseen letters; line ends and tabs stay, and so does U+0000, which is refused and not left out. */
function seen(text: string): string {
  const composed = text.normalize('NFC').replaceAll(/[\u0080-\u0084\u0086-\u009F]/g, asWestern);
  if (!unseen.test(composed)) return composed;
  const letters = Array.from(composed);
  let before = '';
  return letters
    .filter((letter, at) => {
      const isPlainLetter =
        letter === '\u0000' ||
        !unseen.test(letter) ||
        (letter !== '\uFEFF' && blank.test(letter)) ||
        isNeeded(letter, before, letters[at + 1] ?? '');
      if (isPlainLetter) before = letter;
      return isPlainLetter;
    })
    .join('')
    .normalize('NFC');
}

/**
 * One line of text: composed (NFC), every run of blanks one space, trimmed, without letters that show nothing. Joiners stay
 * within words of the scripts that are written with them. U+0000, which no record can hold, stays for its own error.
 */
export function cleanText(text: string): string {
  return plain.test(text) ? text : seen(text).replaceAll(blanks, ' ').trim();
}

/** As cleanText(), of several lines: line ends, tabs and runs of spaces stay. */
export function cleanLines(text: string): string {
  if (plain.test(text)) return text;
  return seen(text)
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\S\n\t]|\u2800/g, ' ')
    .replaceAll(/ +$/gm, '')
    .trim();
}

/**
 * What is no prose: an id, a code, a number, a phone number, a position, a date. As cleanText(), with the digits of any script as
 * 0 to 9, every dash a hyphen, full-width letters as ASCII, no unseen letter at all, and control characters as spaces.
 */
export function plainText(text: string): string {
  if (plain.test(text)) return text;
  const composed = text
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(allUnseen, '');
  return plainDashes(asciiDigits(fromFullWidth(composed)))
    .replaceAll(blanks, ' ')
    .trim();
}

const fromFullWidth = (text: string): string =>
  text.replaceAll(/[\uFF01-\uFF5E]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfe_e0));

const digit = /\p{Nd}/u;

/** The digits of any script as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (letter) => (letter <= '9' ? letter : String(valueOf(letter))));
}

/** Unicode gives every script its ten digits in their order, and has runs of ten alone. */
function valueOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Dashes, hyphens and minus signs of every kind as the hyphen of ASCII. */
export const plainDashes = (text: string): string => text.replaceAll(/[\p{Pd}\u2212\u02D7\u2043]/gu, '-');

/** Apostrophes of every kind, and what is typed in their place, as that of ASCII. */
export const plainApostrophes = (text: string): string => text.replaceAll(/[‘’‛ʼʻʹ′＇`´]/g, "'");

/** The same for two texts that people take for the same name: case, blanks, joiners, dashes and apostrophes do not count, accents do. */
export function comparable(text: string): string {
  return plainDashes(plainApostrophes(cleanText(text).toLowerCase()))
    .replaceAll(allUnseen, '')
    .normalize('NFC');
}

/** Whether a text shows anything: marks alone, blanks and unseen letters do not. */
export const isShown = (text: string): boolean => /[^\s\p{M}\p{Cc}\p{Cf}\p{Cs}]/u.test(cleanText(text));
