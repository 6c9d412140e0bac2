// The browsers of the signed-in user that take notifications while no console is open (NOTIF-06).
import { noticeLanguages } from '@watchpost/domain/notice-kinds';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './values.ts';

const bytes = (characters: number, error: string) =>
  z.string({ error }).check(z.regex(new RegExp(`^[\\w-]{${characters}}=*$`), { error }));

/** As the browser's PushSubscription says it, in base64url. */
const subscription = z.strictObject({
  endpoint: z
    .string()
    .check(
      z.maxLength(1000),
      z.url({ error: 'Must be the address of a push service.' }),
      z.regex(/^[\x21-\x7e]*$/, { error: 'Must be the address of a push service.' }),
    ),
  keys: z.strictObject({
    p256dh: bytes(87, 'Must be a public key of 65 bytes.'),
    auth: bytes(22, 'Must be a secret of 16 bytes.'),
  }),
  /** That the notifications are written in. */
  language: z.enum(noticeLanguages),
});

const pushBrowser = z.object({
  id,
  /** The browser's own description of itself when it signed in. */
  agent: z.string(),
  createdAtMs: z.number(),
  /** Whether the question came with the session that it belongs to. */
  isCurrent: z.boolean(),
});

export const getPush = defineEndpoint({
  name: 'getPush',
  method: 'GET',
  path: '/secure/notification/push',
  access: 'signedIn',
  summary: "The tenant's public key, for which browsers subscribe, and the user's browsers that did.",
  reply: z.object({ publicKey: z.string(), data: z.array(pushBrowser) }),
});

export const savePushSubscription = defineEndpoint({
  name: 'savePushSubscription',
  method: 'PUT',
  path: '/secure/notification/push',
  access: 'signedIn',
  summary: 'This browser takes notifications until its session ends; saying so again changes nothing.',
  body: subscription,
  reply: z.object({ id }),
});

export const deletePushSubscription = defineEndpoint({
  name: 'deletePushSubscription',
  method: 'DELETE',
  path: '/secure/notification/push/:subscriptionId',
  access: 'signedIn',
  summary: "One of the user's browsers takes no more; one that is gone already is as good.",
  params: z.strictObject({ subscriptionId: id }),
  reply: z.object({ general: z.array(z.object({ message: z.string() })) }),
});
