// Secrets that the server itself must be able to read again, kept so that the database alone tells nothing of them.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type ServerSecret, takenSecrets } from './server-secret.ts';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const keyOf = (secret: ServerSecret, purpose: string) => secret.mac('sealed text', purpose);

/**
 * The text, readable by openText() alone and only with the same server secret and purpose. Name in the purpose whose
 * it is (tenant, user): what was sealed for one is then worthless to another.
 */
export function sealText(secret: ServerSecret, purpose: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(secret, purpose), iv);
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url');
}

/**
 * The text again, sealed with the secret in use or one of before; null when it was sealed for something else or with
 * another secret, or was changed since.
 */
export function openText(secret: ServerSecret, purpose: string, sealed: string): string | null {
  for (const taken of takenSecrets(secret)) {
    const text = openWith(taken, purpose, sealed);
    if (text !== null) return text;
  }
  return null;
}

/** The same text sealed with the secret in use; null when it is already, or opens with none. */
export function reseal(secret: ServerSecret, purpose: string, sealed: string): string | null {
  if (openWith(secret, purpose, sealed) !== null) return null;
  const text = openText(secret, purpose, sealed);
  return text === null ? null : sealText(secret, purpose, text);
}

function openWith(secret: ServerSecret, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < ivBytes + tagBytes) return null;
  const opening = createDecipheriv(cipher, keyOf(secret, purpose), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const text = opening.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}
