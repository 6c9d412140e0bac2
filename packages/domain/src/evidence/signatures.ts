// ECDSA over P-256 with SHA-256, by WebCrypto: of phones and of the log alike. Keys are raw points and signatures are r
// and s, 64 bytes, both in hexadecimal.
import { type Bytes, fromHex, toHex } from './byte-text.ts';
import { sha256 } from './sha256.ts';

/** What to generate a phone's key with; not extractable, so that no one can take it out of the phone. */
export const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;

export const publicKeyPattern = /^04[\da-f]{128}$/;
export const hashPattern = /^[\da-f]{64}$/;
export const signaturePattern = /^[\da-f]{128}$/;

/** What a key is called: the SHA-256 of its point. */
export function keyIdOf(publicKey: string): string {
  return toHex(sha256(fromHex(publicKey)));
}

export async function publicKeyOf(key: CryptoKey): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.exportKey('raw', key)));
}

export async function signBytes(key: CryptoKey, bytes: Bytes): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.sign(signing, key, bytes)));
}

/** False, too, for what is no key or no signature at all. */
export async function isSignedBy(publicKey: string, signature: string, bytes: Bytes): Promise<boolean> {
  if (!publicKeyPattern.test(publicKey) || !signaturePattern.test(signature)) return false;
  try {
    const key = await crypto.subtle.importKey('raw', fromHex(publicKey), keyAlgorithm, true, ['verify']);
    return await crypto.subtle.verify(signing, key, fromHex(signature), bytes);
  } catch {
    // The point is not on the curve.
    return false;
  }
}
