// What people are called in every script is drawn, not replaced (INPUT-04).
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesFor } from './font-files.ts';
import { writePdf } from './pdf.ts';
import { PdfFonts } from './pdf-fonts.ts';
import { pdfText } from './pdf-text.testing.ts';
import { RowCursor } from './row-cursor.ts';
import { bytesOf, inChunks, tableMeta } from './testing-tables.ts';

const names = {
  Devanagari: 'मुख्य द्वार',
  Bengali: 'প্রধান ফটক',
  Gujarati: 'મુખ્ય દરવાજો',
  Gurmukhi: 'ਮੁੱਖ ਦਰਵਾਜ਼ਾ',
  Oriya: 'ମୁଖ୍ୟ ଦ୍ୱାର',
  Tamil: 'முதன்மை வாயில்',
  Telugu: 'ప్రధాన ద్వారం',
  Kannada: 'ಮುಖ್ಯ ದ್ವಾರ',
  Malayalam: 'പ്രധാന കവാടം',
  Sinhala: 'ශ්\u200dරී ගේට්ටුව',
  Meetei: 'ꯊꯣꯡ ꯖꯥꯎ',
  Santali: 'ᱫᱩᱣᱟᱹᱨ',
  Arabic: 'البوابة الشمالية',
  Urdu: 'شمالی دروازہ',
  Hebrew: 'שער צפוני',
  Greek: 'Κύρια πύλη',
  Cyrillic: 'Главные ворота',
  Vietnamese: 'Cổng phía Bắc',
  Polish: 'Łódź Żabia',
  Thai: 'ประตูหลัก',
  Lao: 'ປະຕູໃຫຍ່',
  Khmer: 'ទ្វារធំ',
  Burmese: 'ပင်မတံခါး',
  Tibetan: 'སྒོ་ཆེན་',
  Armenian: 'Գլխավոր դարպաս',
  Georgian: 'მთავარი კარი',
  Ethiopic: 'ዋና በር',
  Chinese: '北門 北门 值班室',
  Japanese: '正面ゲート 警備員',
  Korean: '정문 경비실',
  Cherokee: 'ᎦᎶᎯᏍᏗ',
  Yi: 'ꆈꌠꉙ',
  emoji: '🚪🔥',
  symbols: '→ ★ ☎ ∞ ≤',
};

const pdfOf = async (texts: readonly string[]): Promise<string> => {
  const meta = tableMeta([{ header: 'Guard', kind: 'text' }], { title: 'Guards' });
  const rows = texts.map((text) => [text]);
  return (await pdfText(await bytesOf(writePdf(meta, new RowCursor(inChunks(rows)))))).join('\n');
};

/** Letters and signs that are drawn, in no order: a vowel may be drawn before its consonant, or in two parts. */
const basesIn = (text: string) =>
  new Set(text.normalize('NFKD').replaceAll(/[\p{Mark}\p{Default_Ignorable_Code_Point}\s]/gu, ''));

describe('texts of every script in a PDF', () => {
  let written: string;
  beforeAll(async () => {
    written = await pdfOf(Object.values(names));
  }, 60_000);

  test.each(Object.entries(names))('[INPUT-04] %s is drawn', (_, name) => {
    const drawn = basesIn(written);
    expect([...basesIn(name)].filter((letter) => !drawn.has(letter))).toEqual([]);
  });

  test('[INPUT-04] no letter is a question mark', () => {
    expect(written).not.toContain('?');
  });

  test.each([
    ['Cafe\u0301', 'Café'],
    ['Zoe\u0308', 'Zoë'],
    ['A\u030angstro\u0308m', 'Ångström'],
    ['Vie\u0323\u0302t', 'Việt'],
    ['क\u093cिला', 'क़िला'],
  ])('[INPUT-04] accents that are characters of their own are drawn: %s', async (decomposed, composed) => {
    const letters = (text: string) => text.normalize('NFKD').replaceAll(/\s/gu, '');
    expect(letters(await pdfOf([decomposed]))).toContain(letters(composed));
  });

  test('[INPUT-04] an accent on a letter that has no composed form is drawn', async () => {
    expect((await pdfOf(['x\u0304 q\u0308'])).normalize('NFD')).toMatch(/x\s*\u0304\s+q\s*\u0308/u);
  });

  test('[INPUT-04] two names of one script can be told apart', async () => {
    const [one, other] = await Promise.all([pdfOf(['அன்பு']), pdfOf(['மணி'])]);
    expect(one).not.toBe(other);
  });

  test('[INPUT-04] invisible letters take no room', async () => {
    const text = await pdfOf(['Asha\u200b \u202aRao\u202c\ufeff']);
    expect(text).toContain('Asha Rao');
  });
});

describe('fonts of a document', () => {
  test('[INPUT-04] any assigned letter of the basic plane has a font', async () => {
    const fonts = new PdfFonts();
    const letter = fc
      .integer({ min: 0x1_00, max: 0xff_ff })
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /^[\p{L}\p{N}]$/u.test(character));
    await fc.assert(
      fc.asyncProperty(letter, async (character) => {
        await fonts.load([character]);
        expect(fonts.runs(character).map(({ text }) => text)).not.toContain('?');
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test('letters of one word stay together, whatever their marks', async () => {
    const fonts = new PdfFonts();
    await fonts.load(['முதன்மை', 'Łódź']);
    expect(fonts.runs('முதன்மை')).toHaveLength(1);
    expect(fonts.runs('Łódź').map(({ text }) => text)).toEqual(['Ł', 'ód', 'ź']);
  });

  test('a text that was not loaded is a question mark, no error', () => {
    expect(new PdfFonts().runs('a 北')).toEqual([{ face: undefined, text: 'a ?' }]);
  });

  test('every file that a package names is installed', () => {
    expect(filesFor(0x4e_00).length).toBeGreaterThan(1);
    expect(filesFor(0xe0_00).at(-1)?.name).toBe('unifont');
  });
});
