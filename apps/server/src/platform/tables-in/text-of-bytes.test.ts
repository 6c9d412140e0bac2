import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfBytes } from './text-of-bytes.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text);
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const joined = (...pieces: Buffer[]) => Buffer.concat(pieces);

describe('the letters of a text file', () => {
  test.each([
    [
      'the Western code page',
      latin('Gate \x96 North;Don\x92t;\x93caf\xe9\x94;\x80 5\n'),
      'Gate – North;Don’t;“café”;€ 5\n',
    ],
    ['its capital in front of a quotation mark', latin('\x93CAF\xc9\x94 open\n'), '“CAFÉ” open\n'],
    ['a letter of it at the end', latin('Site\nCaf\xe9'), 'Site\nCafé'],
    ['bytes that mean nothing there', latin('a\x81b\x8d\n'), 'a\ufffdb\ufffd\n'],
    [
      'a stray byte on another line',
      joined(utf8('मुख्य द्वार\nGate '), latin('\x96 2\n')),
      'मुख्य द्वार\nGate – 2\n',
    ],
    ['a stray byte on the same line', joined(utf8('मुख्य '), latin('\x96'), utf8(' द्वार\n')), 'मुख्य – द्वार\n'],
    ['a stray byte beside one accent', joined(utf8('Café '), latin('\x96 2\n')), 'Café – 2\n'],
    [
      'lists of both, one below the other',
      joined(utf8('Ünal,गेट\r\n'), latin('\xdcnal,Stra\xdfe\r\n')),
      'Ünal,गेट\r\nÜnal,Straße\r\n',
    ],
    ['a mark in front and a stray byte', joined(utf8('\ufeffSite,गेट\n'), latin('\x92\n')), 'Site,गेट\n’\n'],
    ['a mark in the middle', utf8('a,b\n\ufeffc,d\n'), 'a,b\nc,d\n'],
    ['a cut after two bytes of a letter', utf8('Site\nमुख्य').subarray(0, -1), 'Site\nमुख्\ufffd'],
    ['a cut after the first byte of a letter', utf8('Site\nमुख्य').subarray(0, -2), 'Site\nमुख्\ufffd'],
    ['a cut of its only letter on the line', utf8('द्वार\nGate é').subarray(0, -1), 'द्वार\nGate \ufffd'],
    ['emoji and a stray byte', joined(utf8('🚪 '), latin('\x92\n')), '🚪 ’\n'],
    ['UTF-16 with its mark', utf16le('\ufeffनाम,é\n'), 'नाम,é\n'],
    ['UTF-16 with its mark, the other way round', utf16be('\ufeffनाम,é\n'), 'नाम,é\n'],
    ['UTF-16 without a mark', utf16le('Site,Checkpoint\nमुख्य,द्वार\n'), 'Site,Checkpoint\nमुख्य,द्वार\n'],
    ['UTF-16 without a mark, the other way round', utf16be('Site;Name\r\nगेट;é\r\n'), 'Site;Name\r\nगेट;é\r\n'],
    ['UTF-16 cut within a letter', utf16le('\ufeffab\n').subarray(0, -1), 'ab'],
    ['the end mark of DOS', utf8('a,b\r\n\u001a'), 'a,b\r\n'],
    ['that mark and what fills its block', utf8('a,b\r\n\u001a\u001a\u0000\u0000'), 'a,b\r\n'],
  ])('[INPUT-01] are read from %s', (_what, bytes, text) => expect(textOfBytes(bytes)).toBe(text));

  test('[INPUT-01] bytes that are no text are refused as text', () => {
    expect(textOfBytes(Buffer.from([1, 0, 0, 2, 0, 0, 0, 3, 5, 0, 9]))).toBeNull();
    expect(textOfBytes(utf8('a\u0000b'))).toBeNull();
  });

  const line = fc
    .string({ unit: 'grapheme' })
    .map((text) => text.replaceAll(/[\u0000\u001a\u0080-\u009f\ufeff\ufffd\r\n]/g, ''));

  test('[INPUT-01] of any script come back as they were saved', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(textOfBytes(utf8(`${text}\n`))).toBe(`${text}\n`);
        expect(textOfBytes(joined(utf8('\ufeff'), utf8(text)))).toBe(text);
        expect(textOfBytes(utf16le(`\ufeff${text}`))).toBe(text);
      }),
    );
  });

  test('[INPUT-01] one stray byte changes no other line', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 0x91, max: 0x97 }), (lines, stray) => {
        const bytes = joined(utf8(`${lines.join('\n')}\nx`), Buffer.from([stray]));
        expect(textOfBytes(bytes)?.split('\n').slice(0, -1)).toEqual(lines);
      }),
    );
  });
});
