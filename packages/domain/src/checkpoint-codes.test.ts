import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeMacBytes,
  codeSerialMax,
  decodeCheckpointCode,
  encodeCheckpointCode,
  signedMessage,
  typedCodeOf,
} from './checkpoint-codes.ts';
import { foldLetters } from './readers/codes.ts';

const parts = fc.record({
  checkpointId: fc.uuid(),
  serial: fc.integer({ min: 1, max: codeSerialMax }),
  mac: fc.uint8Array({ minLength: codeMacBytes, maxLength: codeMacBytes }),
});

describe('the code of a checkpoint', () => {
  it('says what went in, in letters of the alphanumeric mode of QR codes', () => {
    fc.assert(
      fc.property(parts, (one) => {
        const text = encodeCheckpointCode(one);
        expect(text).toMatch(/^WP1[0-9A-HJKMNP-TV-Z]{48}$/);
        expect(decodeCheckpointCode(text)).toEqual(one);
        expect(typedCodeOf(text)).toBe(text.slice(-8));
      }),
    );
  });

  it('is read in lower case, in groups, and with letters that look like its digits', () => {
    fc.assert(
      fc.property(parts, (one) => {
        const text = encodeCheckpointCode(one);
        const grouped = text.match(/.{1,4}/g)?.join('-') ?? '';
        for (const written of [
          text.toLowerCase(),
          grouped,
          ` ${text.replaceAll('1', 'l').replaceAll('0', 'o')} `,
        ])
          expect(decodeCheckpointCode(written)).toEqual(one);
        expect(foldLetters(grouped)).toBe(text);
      }),
    );
  });

  it('says something else when any one letter is another', () => {
    fc.assert(
      fc.property(parts, fc.nat(47), fc.integer({ min: 1, max: 31 }), (one, at, by) => {
        const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
        const text = encodeCheckpointCode(one);
        const other = alphabet.charAt((alphabet.indexOf(text.charAt(at + 3)) + by) % 32);
        const changed = text.slice(0, at + 3) + other + text.slice(at + 4);
        expect(decodeCheckpointCode(changed)).not.toEqual(one);
      }),
    );
  });

  it('is nothing that it is not', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeCheckpointCode(text)).toBeNull();
      }),
    );
    const mac = new Uint8Array(codeMacBytes);
    const text = encodeCheckpointCode({ checkpointId: '0'.repeat(32), serial: 1, mac });
    for (const broken of [
      text.slice(1),
      `${text}0`,
      text.slice(0, -1),
      `WP2${text.slice(3)}`,
      text.replace(/0$/, 'U'),
    ])
      expect(decodeCheckpointCode(broken)).toBeNull();
    // Serials begin at 1.
    expect(decodeCheckpointCode(`WP1${'0'.repeat(48)}`)).toBeNull();
  });

  it.each([
    { checkpointId: 'gate', serial: 1, mac: new Uint8Array(codeMacBytes) },
    { checkpointId: '0'.repeat(32), serial: 0, mac: new Uint8Array(codeMacBytes) },
    { checkpointId: '0'.repeat(32), serial: codeSerialMax + 1, mac: new Uint8Array(codeMacBytes) },
    { checkpointId: '0'.repeat(32), serial: 1, mac: new Uint8Array(4) },
  ])('is not made of what it cannot hold (%#)', (wrong) => {
    expect(() => encodeCheckpointCode(wrong)).toThrow(RangeError);
  });

  it('is signed apart for each tenant, checkpoint and serial', () => {
    const messages = ['a', 'b'].flatMap((tenant) =>
      ['a', 'b'].flatMap((checkpoint) => [1, 11].map((serial) => signedMessage(tenant, checkpoint, serial))),
    );
    expect(new Set(messages).size).toBe(messages.length);
  });
});
