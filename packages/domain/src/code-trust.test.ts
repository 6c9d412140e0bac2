import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeMacBytes, encodeCheckpointCode, typedCodeOf } from './checkpoint-codes.ts';
import { type CodedScan, flagsOfCode, type IssuedCode } from './code-trust.ts';

const [here, there] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'];
const codeFor = (checkpointId: string, serial = 1) =>
  encodeCheckpointCode({ checkpointId, serial, mac: new Uint8Array(codeMacBytes).fill(serial) });
const issued = (code: string, change: Partial<IssuedCode> = {}): IssuedCode => ({
  checkpointId: here,
  code,
  isSigned: true,
  retiredAtMs: null,
  ...change,
});
const scan = (change: Partial<CodedScan>): CodedScan => ({
  method: 'qr',
  checkpointId: here,
  deviceAtMs: 1_000,
  ...change,
});
const evidence = (...known: IssuedCode[]) => ({
  issued: known,
  isGenuine: false,
  nfcTagId: null,
  hasScreen: false,
  rotating: null,
});

describe('the doubts about a code', () => {
  it('[FIELD-03] are none for the code that hangs there, whatever other codes are known', () => {
    const others = [
      issued(codeFor(there), { checkpointId: there }),
      issued(codeFor(here, 2), { retiredAtMs: 0 }),
    ];
    const code = codeFor(here, 3);
    fc.assert(
      fc.property(fc.shuffledSubarray([...others, issued(code)], { minLength: 3 }), (known) => {
        expect(flagsOfCode(scan({ code }), evidence(...known))).toEqual([]);
        const typed = scan({ method: 'typed', code: typedCodeOf(code) });
        expect(flagsOfCode(typed, evidence(...known))).toEqual([]);
      }),
    );
  });

  it('[FIELD-03] are one for any text that no one issued, and never an error', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom('qr', 'typed', 'nfc'),
        (code, method) => {
          const flags = flagsOfCode(scan({ method, code }), evidence(issued(codeFor(here))));
          const unknown = method === 'nfc' ? 'unknownTag' : 'forgedCode';
          expect(flags).toEqual([code.trim() === '' ? 'noCode' : unknown]);
        },
      ),
    );
  });

  it('[FIELD-03] grow when the code is old: from the instant of its reissue, not before', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.boolean(), (retiredAtMs, deviceAtMs, isSigned) => {
        const known = issued(codeFor(here), { retiredAtMs, isSigned });
        const flags = flagsOfCode(scan({ code: codeFor(here), deviceAtMs }), evidence(known));
        expect(flags.includes('retiredCode')).toBe(deviceAtMs >= retiredAtMs);
        expect(flags.includes('unsignedCode')).toBe(!isSigned);
      }),
    );
  });

  it('[FIELD-03] are of the place when a genuine code is of another checkpoint', () => {
    const signed = { issued: [], isGenuine: true, nfcTagId: null, hasScreen: false, rotating: null };
    expect(flagsOfCode(scan({ code: codeFor(there) }), signed)).toEqual(['wrongCode']);
    expect(flagsOfCode(scan({ code: codeFor(here) }), signed)).toEqual([]);
  });
});
