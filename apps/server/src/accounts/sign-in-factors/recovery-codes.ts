// Codes to be written down: fifty random bits each, in letters that cannot be taken for each other.
import { randomInt } from 'node:crypto';
import { recoveryCodeCount, recoveryCodeLength } from '@watchpost/domain/sign-in-factors';
import { slowHash } from '../../platform/access/password.ts';
import type { ServerSecret } from '../../platform/access/server-secret.ts';

/** No i, l, o, u, 0 or 1; 32 signs would be even, 30 cost a tenth of a bit. */
const signs = 'abcdefghjkmnpqrstvwxyz23456789';

function makeCode(): string {
  const letters = Array.from({ length: recoveryCodeLength }, () => signs[randomInt(signs.length)] ?? '');
  return letters.join('');
}

/** Codes as they are kept (bare) and as they are shown. */
export function makeRecoveryCodes(): { bare: string[]; shown: string[] } {
  const bare = Array.from({ length: recoveryCodeCount }, makeCode);
  const half = recoveryCodeLength / 2;
  return { bare, shown: bare.map((code) => `${code.slice(0, half)}-${code.slice(half)}`) };
}

/** A code as typed, without what people add to it. */
export const bareCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();

/** Of codes kept before they were salted: worthless without the server's secret. */
const macOfCode = (secret: ServerSecret, userId: string, bare: string): Buffer =>
  secret.mac('recovery code', `${userId} ${bare}`);

/** What is stored of a code: slow to guess for anyone who has the server's secret, too. */
export function storedCode(
  secret: ServerSecret,
  userId: string,
  bare: string,
  salt: Buffer | null,
): Promise<Buffer> {
  const mac = macOfCode(secret, userId, bare);
  return salt === null ? Promise.resolve(mac) : slowHash(mac, salt);
}
