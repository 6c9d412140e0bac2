import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { otpDigits } from '@watchpost/domain/one-time-codes';
import { type ServerSecret, takenSecrets } from '../../platform/access/server-secret.ts';

export function makeOtp(): string {
  return String(randomInt(10 ** otpDigits)).padStart(otpDigits, '0');
}

/** What is stored instead of a code: with so few digits a plain digest would be guessed from a stolen table. */
export function macOfOtp(secret: ServerSecret, codeId: string, otp: string): Buffer {
  return secret.mac('password-otp', `${codeId}\0${otp}`);
}

interface StoredOtp {
  readonly id: string;
  readonly otpMac: Buffer;
}

export function isOtp(secret: ServerSecret, { id, otpMac }: StoredOtp, otp: string): boolean {
  return takenSecrets(secret).some((taken) => isSameMac(otpMac, macOfOtp(taken, id, otp)));
}

function isSameMac(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Names an address in the table of codes without holding it. */
export function hashEmail(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest();
}
