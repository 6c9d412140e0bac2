// The keys that heads are signed with. They are drawn from the operator's secret, tenant by tenant, so that no database
// holds one and servers that share the secret share the keys.
import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { keyIdOf } from '@watchpost/domain/evidence/signatures';
import { headBytes, type SignedHead, type TreeHead } from '@watchpost/domain/evidence/tree-head';
import { type ServerSecret, serverSecret } from '../../platform/access/server-secret.ts';

export interface LogKey {
  /** See keyIdOf(). */
  readonly id: string;
  /** In hexadecimal. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The operator's secrets, the one that signs now first; those after it signed before. */
export type LogSecrets = readonly [ServerSecret, ...ServerSecret[]];

/** Those that the operator set, else the server's own. */
export function logSecretsOf(configured: readonly string[], own: ServerSecret): LogSecrets {
  const [first, ...others] = configured.map((key) => serverSecret(key));
  return first === undefined ? [own, ...own.former] : [first, ...others, own, ...own.former];
}

const curve = 'prime256v1';

export function logKeyOf(secret: ServerSecret, tenantId: string): LogKey {
  const pair = createECDH(curve);
  // A number beyond the order of the curve is refused; the next one is taken, about once in 2 ** 32.
  for (let attempt = 1; ; attempt += 1) {
    const drawn = secret.mac('log of evidence', `${tenantId.toLowerCase()} ${attempt}`);
    try {
      pair.setPrivateKey(drawn);
    } catch {
      continue;
    }
    const point = pair.getPublicKey();
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: drawn.toString('base64url'),
    };
    const publicKey = point.toString('hex');
    return { id: keyIdOf(publicKey), publicKey, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
  }
}

/** The signature in hexadecimal. */
export function signBytesWith(key: LogKey, bytes: Uint8Array): string {
  return sign('sha256', bytes, { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('hex');
}

export function signHead(key: LogKey, head: TreeHead): SignedHead {
  return { ...head, key: key.id, signature: signBytesWith(key, headBytes(head)) };
}
