// Hands one encrypted message to the push service of a browser (RFC 8030, 8291, 8292).
import https from 'node:https';
import type { PushHosts } from './push-hosts.ts';

export interface PushMessage {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly text: string;
  readonly vapid: { readonly subject: string; readonly publicKey: string; readonly privateKey: string };
  readonly ttlSeconds: number;
  readonly urgency: 'high' | 'normal';
  /** A message of the same topic that still waits is replaced; at most 32 characters of base64url. */
  readonly topic: string;
}

/**
 * taken: will be delivered. gone: the subscription is dead. tooLarge: say less. later: again after `afterMs`, if the
 * service named a time. refused: not this message, for the reason given.
 */
export type PushOutcome =
  | { readonly kind: 'taken' | 'gone' | 'tooLarge' }
  | { readonly kind: 'later'; readonly afterMs: number; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

export interface PushService {
  readonly hosts: PushHosts;
  /** Never rejects for what a push service or the network does. */
  send(message: PushMessage): Promise<PushOutcome>;
}

const timeoutMs = 10_000;

export function pushService(hosts: PushHosts, trusted: { readonly ca?: string } = {}): PushService {
  return {
    hosts,
    async send(message) {
      const { hostname } = new URL(message.endpoint);
      if (!hosts.allows(message.endpoint)) return { kind: 'refused', reason: `${hostname} is not allowed` };
      try {
        const { status, retryAfter } = await post(message, hosts, trusted);
        return outcomeOf(status, retryAfter, hostname);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { kind: 'later', afterMs: 0, reason: `${hostname}: ${reason}` };
      }
    },
  };
}

function outcomeOf(status: number, retryAfter: string | undefined, hostname: string): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 413) return { kind: 'tooLarge' };
  const reason = `${hostname} answered ${status}`;
  const isPassing = status === 429 || status === 408 || status >= 500;
  return isPassing ? { kind: 'later', afterMs: waitOf(retryAfter), reason } : { kind: 'refused', reason };
}

/** Milliseconds of a Retry-After header, which holds seconds or a date; 0 without one. */
function waitOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

async function post(
  message: PushMessage,
  hosts: PushHosts,
  trusted: { readonly ca?: string },
): Promise<{ status: number; retryAfter: string | undefined }> {
  const { endpoint, keys, text, vapid, ttlSeconds, urgency, topic } = message;
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { ...keys } }, text, {
    vapidDetails: { ...vapid },
    TTL: ttlSeconds,
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
  });
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers,
      lookup: hosts.lookupFor(endpoint),
      timeout: timeoutMs,
      ...trusted,
    };
    // A redirect is not followed: it would lead past the list of hosts.
    const request = https.request(endpoint, options, (response) => {
      const { statusCode = 0, headers: answered } = response;
      response.on('error', reject);
      // What it says beyond the status is not kept.
      response.resume();
      resolve({ status: statusCode, retryAfter: answered['retry-after'] });
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject);
    request.end(body);
  });
}
