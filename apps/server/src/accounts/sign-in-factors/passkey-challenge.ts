// Challenges that prove themselves: nothing is stored for those that no one signs.
import { randomBytes } from 'node:crypto';
import { passkeyChallengeMinutes } from '@watchpost/domain/sign-in-factors';
import { type ServerSecret, takenSecrets } from '../../platform/access/server-secret.ts';
import { isSameToken } from '../../platform/access/session-token.ts';

const nonceBytes = 16;
const headBytes = nonceBytes + 8;

const proofOf = (secret: ServerSecret, purpose: string, head: Buffer) =>
  secret.mac('passkey challenge', `${purpose} ${head.toString('base64url')}`);

/** A challenge for one purpose, which names tenant, kind of ceremony and who or which browser it is for. */
export function makeChallenge(secret: ServerSecret, purpose: string): Buffer {
  const head = Buffer.alloc(headBytes);
  randomBytes(nonceBytes).copy(head);
  head.writeBigUInt64BE(BigInt(Date.now() + passkeyChallengeMinutes * 60_000), nonceBytes);
  return Buffer.concat([head, proofOf(secret, purpose, head)]);
}

/** Whether a signed challenge, in base64url, was made for the purpose and still holds. */
export function isLiveChallenge(secret: ServerSecret, purpose: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length <= headBytes) return false;
  const head = bytes.subarray(0, headBytes);
  const proof = bytes.subarray(headBytes).toString('base64url');
  const isOurs = takenSecrets(secret).some((taken) =>
    isSameToken(proof, proofOf(taken, purpose, head).toString('base64url')),
  );
  return isOurs && Number(head.readBigUInt64BE(nonceBytes)) > Date.now();
}
