import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeRotatingCode,
  flagsOfRotating,
  hmacSha256,
  lagOf,
  rotatingCodeOf,
  type RotatingEvidence,
  stepAt,
} from './rotating-codes.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text));
const position = { checkpointId: '018f3a5e-1c2d-7e3f-8a4b-5c6d7e8f9a0b', serial: 3 };
const secret = Uint8Array.from({ length: 32 }, (_, at) => at);

describe('a code that changes', () => {
  it('is signed as RFC 2104 and RFC 6238 reckon', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.uint8Array({ maxLength: 300 }), (key, message) => {
        const expected = createHmac('sha256', key).update(message).digest();
        expect(Buffer.from(hmacSha256(key, message))).toEqual(expected);
      }),
    );
    // RFC 4231, case 2.
    expect(
      Buffer.from(hmacSha256(bytes('Jefe'), bytes('what do ya want for nothing?'))).toString('hex'),
    ).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('is the same through a step and another in the next, and says which step it is of', () => {
    const at = 1_900_000_000_000;
    const code = (atMs: number) => rotatingCodeOf(secret, position, stepAt(atMs));
    const begin = stepAt(at) * 30_000;
    expect(code(begin)).toBe(code(begin + 29_999));
    expect(code(begin)).not.toBe(code(begin + 30_000));
    expect(decodeRotatingCode(code(begin))).toMatchObject({ ...position, step: begin / 30_000 });
    expect(code(begin)).toMatch(/^WP2[0-9A-Z]{56}$/);
  });

  it('is read however it is written, and by no one who has not the secret', () => {
    const code = rotatingCodeOf(secret, position, 60_000_000);
    expect(decodeRotatingCode(code.toLowerCase().replaceAll(/(.{4})/g, '$1-'))).toEqual(
      decodeRotatingCode(code),
    );
    expect(rotatingCodeOf(secret.toReversed(), position, 60_000_000)).not.toBe(code);
    for (const other of [
      '',
      'WP2',
      code.slice(1),
      `${code}0`,
      code.replace('WP2', 'WP1'),
      `${code.slice(0, -1)}U`,
    ]) {
      expect(decodeRotatingCode(other)).toBeNull();
    }
  });
});

describe('when a code was shown', () => {
  it.each([
    [0, 0],
    [29_999, 0],
    [30_000, 0],
    [31_000, 1_000],
    [-1, -1],
    [-60_000, -60_000],
  ])('%i ms after its step began lies %i ms off', (sinceMs, lagMs) => {
    expect(lagOf(1_000, 30_000_000 + sinceMs)).toBe(lagMs);
  });

  const good: RotatingEvidence = {
    checkpointId: position.checkpointId,
    isGenuine: true,
    serial: 1,
    step: 2,
    isRevoked: false,
    lagMs: 0,
    limitMs: 90_000,
  };
  it.each<[Partial<RotatingEvidence>, string[]]>([
    [{}, []],
    [{ lagMs: 90_000 }, []],
    [{ lagMs: -90_000 }, []],
    [{ lagMs: 90_001 }, ['staleCode']],
    [{ lagMs: -3_600_000 }, ['staleCode']],
    [{ isRevoked: true }, ['retiredCode']],
    [{ checkpointId: 'another' }, ['wrongCode']],
    [{ isGenuine: false, lagMs: 1e9 }, ['forgedCode']],
  ])('%j is doubted as %j', (change, flags) => {
    expect(flagsOfRotating(position.checkpointId, { ...good, ...change })).toEqual(flags);
  });
});
