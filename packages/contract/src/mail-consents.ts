// The page where somebody without an account says whether to be mailed.
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** Anything may stand where a token should: what is no token of ours is answered like one that has ended. */
const params = z.strictObject({ token: z.string().check(z.maxLength(200)) });
const page = 'text/html';

export const openMailConsent = defineEndpoint({
  name: 'openMailConsent',
  method: 'GET',
  path: '/mail-consents/:token',
  access: 'public',
  summary: 'The page with the buttons to agree to mails, or to stop them. Opening it changes nothing.',
  params,
  reply: z.unknown(),
  files: [page],
});

export const answerMailConsent = defineEndpoint({
  name: 'answerMailConsent',
  method: 'POST',
  path: '/mail-consents/:token',
  access: 'public',
  summary: 'Agrees to mails or stops them, by a button or in one click from a mail program (RFC 8058).',
  params,
  body: z.strictObject({
    /** As mail programs send it: stops. */
    'List-Unsubscribe': z.optional(z.literal('One-Click')),
    answer: z.optional(z.enum(['agree', 'stop'])),
  }),
  form: true,
  reply: z.unknown(),
  files: [page],
});
