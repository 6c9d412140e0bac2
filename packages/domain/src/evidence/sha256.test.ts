import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHex } from './byte-text.ts';
import { sha256 } from './sha256.ts';

it('hashes texts of every length up to some blocks, and any others, as the platform does', () => {
  const native = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    expect(toHex(sha256(bytes))).toBe(native(bytes));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(toHex(sha256(bytes))).toBe(native(bytes));
    }),
  );
});
