// What a browser would make up for endpoint-samples.ts: keys of a push subscription, and what a passkey answers.
import { createECDH, randomUUID } from 'node:crypto';

export const browserSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomUUID().replaceAll('-', '').slice(0, 22),
  },
  language: 'en',
});

/** What a browser's key ceremony returns in shape; nothing in it is signed. */
export function passkeySample(kind: 'made' | 'signature') {
  const made = { clientDataJSON: 'e30', attestationObject: 'e30' };
  const signed = { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' };
  return { id: 'e30', rawId: 'e30', type: 'public-key', response: kind === 'made' ? made : signed };
}
