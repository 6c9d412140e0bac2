// The mail that the tenant's console has sent, read by super admins: never its codes and links, but in the demo.
import { mailStates, sentMailCountMax } from '@watchpost/domain/sent-mail';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id, pageLimit, searchText } from './values.ts';

const mailParams = z.strictObject({ mailId: id });

export const sentMail = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** Times that it was tried. */
  tries: z.int(),
  /** Why the last try failed, in the mail server's words; empty when it did not. */
  lastError: z.string(),
  /** Epoch milliseconds, as the others. */
  createdAt: z.number(),
  sentAt: z.nullable(z.number()),
  /** When a waiting message is tried again; null for others. */
  nextTryAt: z.nullable(z.number()),
  /** Whether it can be sent again: it waits after a failure, or failed and what it says is kept. */
  canRetry: z.boolean(),
  /** Names of the files that go along. */
  attachments: z.array(z.string()),
});
export type SentMail = z.output<typeof sentMail>;

/** Whether mail gets out just now, judged by the tenant's own. */
const delivery = z.object({
  /** The reason of the last failure while nothing was sent since; null when mail gets out. */
  problem: z.nullable(z.string()),
  /** Epoch milliseconds of that failure. */
  failedAt: z.nullable(z.number()),
  /** Messages waiting for the mail server. */
  waiting: z.int(),
  /** Whether messages are files of a folder, for want of a mail server. */
  isOutbox: z.boolean(),
});

export const listSentMail = defineEndpoint({
  name: 'listSentMail',
  method: 'GET',
  path: '/secure/sent-mail',
  access: 'SENT_MAIL:view',
  summary: 'One page of the mail that was sent or is to be, newest first, and whether mail gets out.',
  query: z.strictObject({
    state: z.optional(z.enum(mailStates)),
    /** Part of an address or of a subject, in any case. */
    searchText: z.optional(searchText),
    /** Id of a message: the page of those just older. */
    before: z.optional(id),
    /** Id of a message: the page of those just newer. */
    after: z.optional(id),
    limit: z.optional(pageLimit),
  }),
  reply: z.object({
    data: z.array(sentMail),
    /** Messages that the filter matches: exact below the bound, and the bound when there are more. */
    count: z.int().check(z.maximum(sentMailCountMax)),
    isCountExact: z.boolean(),
    /** What `before` is for the next page; null at the end. */
    older: z.nullable(z.string()),
    /** What `after` is for the page before; null on the newest page. */
    newer: z.nullable(z.string()),
    delivery,
    /** Whether messages can be opened: in the demo without a mail server alone. */
    canOpen: z.boolean(),
  }),
});
export type SentMailPage = z.output<typeof listSentMail.reply>;

export const getSentMail = defineEndpoint({
  name: 'getSentMail',
  method: 'GET',
  path: '/secure/sent-mail/:mailId',
  access: 'SENT_MAIL:view',
  summary: 'One message; its text part in the demo without a mail server alone, else null.',
  params: mailParams,
  reply: z.object({ mail: sentMail, text: z.nullable(z.string()) }),
});

export const getSentMailHtml = defineEndpoint({
  name: 'getSentMailHtml',
  method: 'GET',
  path: '/secure/sent-mail/:mailId/html',
  access: 'SENT_MAIL:view',
  summary:
    'The HTML part of a message, for a frame in which nothing runs; in the demo without a mail server.',
  params: mailParams,
  reply: z.unknown(),
  files: ['text/html'],
});

export const retrySentMail = defineEndpoint({
  name: 'retrySentMail',
  method: 'POST',
  path: '/secure/sent-mail/:mailId/retry',
  access: 'SENT_MAIL:retry',
  summary: 'Tries a failed or waiting message at once; one that is under way already is left to it.',
  params: mailParams,
  reply: z.object({ mail: sentMail }),
});
