import { createHash } from 'node:crypto';
import { pushLifetimeMs, pushMessageMaxBytes, pushUrgency } from '@watchpost/domain/web-push';
import type { ServerSecret } from '../../platform/access/server-secret.ts';
import type { PushMessage, PushService } from '../../platform/adapters/push/push-service.ts';
import { type JobHandler, handleJob } from '../../platform/jobs/job.ts';
import { noticeText } from '../notifications/notice-texts.ts';
import { type PushOrder, sendPushJob } from '../../platform/notify/send-push-job.ts';
import { openPushKeys } from './push-keys.queries.ts';
import { isOutdated } from './push-outdated.queries.ts';
import { type Delivery, deleteStale, findDelivery, requeuePush } from './push.queries.ts';

export interface PushJobSettings {
  readonly secret: ServerSecret;
  readonly push: {
    readonly service: PushService;
    /** Whom a push service may turn to: mailto: or https: (RFC 8292). */
    readonly subject: string;
    /** Pause after the first, second ... failure; after the last the notice is given up. */
    readonly retryDelaysMs?: readonly number[];
    /** Hears why a notice was given up; never an endpoint or a key. */
    readonly onProblem: (sentence: string) => void;
  };
}

const second = 1000;
const retryDelaysDefault = [5, 30, 120, 600, 1800, 3600].map((each) => each * second);
const icon = '/notification-icon.png';

export function pushJobs({ secret, push }: PushJobSettings): JobHandler[] {
  const { service, subject, retryDelaysMs = retryDelaysDefault, onProblem } = push;
  return [
    handleJob(sendPushJob, async (order, db) => {
      const { tenantId, subscriptionId, kind, atMs, tries } = order;
      const lifeLeftMs = atMs + pushLifetimeMs(kind) - Date.now();
      if (lifeLeftMs <= 0) return;
      const to = await findDelivery(db, order);
      if (to === null || (await isOutdated(db, order))) return;
      const vapid = { subject, ...openPushKeys(secret, tenantId, to) };
      const message = messageOf(order, to, { vapid, lifeLeftMs });
      let outcome = await service.send({ ...message, text: textOf(order, to, pushMessageMaxBytes) });
      if (outcome.kind === 'tooLarge')
        outcome = await service.send({ ...message, text: textOf(order, to, 0) });
      if (outcome.kind === 'gone') await deleteStale(db, tenantId, subscriptionId, to.endpoint);
      if (outcome.kind === 'refused') onProblem(`push: ${outcome.reason}; the notice is given up`);
      if (outcome.kind !== 'later') return;
      const pauseMs = retryDelaysMs[tries];
      const delayMs = Math.max(pauseMs ?? 0, outcome.afterMs);
      if (pauseMs === undefined || delayMs >= lifeLeftMs) {
        onProblem(`push: ${outcome.reason}; the notice is given up`);
        return;
      }
      await requeuePush(db, order, delayMs);
    }),
  ];
}

function messageOf(
  { kind, tag }: PushOrder,
  { endpoint, p256dh, auth }: Delivery,
  { vapid, lifeLeftMs }: { vapid: PushMessage['vapid']; lifeLeftMs: number },
): Omit<PushMessage, 'text'> {
  return {
    endpoint,
    keys: { p256dh, auth },
    vapid,
    ttlSeconds: Math.ceil(lifeLeftMs / second),
    urgency: pushUrgency(kind),
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  };
}

/** The message for the service worker. Cuts the body to fit `maxBytes` in all; keeps title and link whole. */
function textOf(
  { kind, params, link, tag }: PushOrder,
  { userId, language }: Delivery,
  maxBytes: number,
): string {
  const { title, message } = noticeText(kind, params, language);
  const isUrgent = kind === 'sosRaised';
  const write = (body: string) => JSON.stringify({ to: userId, title, body, icon, link, tag, isUrgent });
  const space = maxBytes - Buffer.byteLength(write(''));
  // A character takes at most two places in JSON for each of its bytes.
  return write(Buffer.byteLength(message) * 2 <= space ? message : shorten(message, space / 2));
}

function shorten(text: string, maxBytes: number): string {
  let taken = '';
  let bytes = Buffer.byteLength('…');
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    taken += character;
  }
  return taken === '' ? '' : `${taken}…`;
}
