// One notice to one browser, by Web Push.
import { randomUUID } from 'node:crypto';
import { id } from '@watchpost/contract/values';
import { type NoticeKind, noticeKinds } from '@watchpost/domain/notice-kinds';
import * as z from 'zod/mini';
import { defineJob } from '../jobs/job.ts';

const payload = z.object({
  tenantId: id,
  subscriptionId: id,
  kind: z.enum(noticeKinds),
  siteId: z.nullable(id),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  link: z.nullable(z.string()),
  /** When it happened; what is too old to matter is not sent any more. */
  atMs: z.number(),
  /** The same for every browser and every try, so that a repeated message replaces itself. */
  tag: z.string(),
  /** Tries before this one. */
  tries: z._default(z.number(), 0),
});
export type PushOrder = z.output<typeof payload>;

const attemptsMax = 5;
export const sendPushJob = defineJob('sendPush', payload, attemptsMax);

interface PushedNotice {
  readonly tenantId: string;
  readonly kind: NoticeKind;
  readonly siteId: string | null;
  readonly params: object;
  readonly link: string | null;
  readonly once?: string;
}

/** What the jobs of one notice have in common: all but the subscription. */
export function pushJobOf({ tenantId, kind, siteId, params, link, once }: PushedNotice): object {
  const tag = once === undefined ? randomUUID() : `${kind} ${once}`;
  return { tenantId, kind, siteId, params, link, atMs: Date.now(), tag, tries: 0 };
}

/** What the notice calls the thing that it tells of once, such as a round's id; null for one that may be told again. */
export function subjectOf({ kind, tag }: Pick<PushOrder, 'kind' | 'tag'>): string | null {
  return tag.startsWith(`${kind} `) ? tag.slice(kind.length + 1) : null;
}

/** Mails come first (0), since people wait for their codes; calls for help as soon as those. */
export function pushPriority(kind: NoticeKind): number {
  return kind === 'sosRaised' ? 0 : 10;
}
