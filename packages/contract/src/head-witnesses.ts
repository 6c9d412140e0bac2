// Who is mailed the head of each day: people outside the company, who agree first.
import { languages } from '@watchpost/domain/languages';
import { recipientStates } from '@watchpost/domain/mail-consents';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id, recipientEmail } from './values.ts';

const witness = z.object({
  id: z.string(),
  email: z.string(),
  language: z.enum(languages),
  state: z.enum(recipientStates),
  addedAtMs: z.int(),
  /** When a head was last mailed there; null before the first. */
  mailedAtMs: z.nullable(z.int()),
});
export type HeadWitness = z.output<typeof witness>;

export const listHeadWitnesses = defineEndpoint({
  name: 'listHeadWitnesses',
  method: 'GET',
  path: '/secure/evidence-log/witnesses',
  access: 'EVIDENCE_LOG:view',
  summary: 'Who is mailed the head of each day, and whether they agreed.',
  reply: z.object({ witnesses: z.array(witness), max: z.int() }),
});

export const addHeadWitness = defineEndpoint({
  name: 'addHeadWitness',
  method: 'POST',
  path: '/secure/evidence-log/witnesses',
  access: 'EVIDENCE_LOG:edit',
  summary: 'Asks somebody to be mailed the head of each day; nothing else is mailed before they agree.',
  body: z.strictObject({ email: recipientEmail, language: z.enum(languages) }),
  reply: z.object({ id: z.string() }),
});

const witnessParams = z.strictObject({ id });

export const inviteHeadWitness = defineEndpoint({
  name: 'inviteHeadWitness',
  method: 'POST',
  path: '/secure/evidence-log/witnesses/:id/invitation',
  access: 'EVIDENCE_LOG:edit',
  summary: 'Asks once more; 409 for who has answered, or was asked too often.',
  params: witnessParams,
  reply: z.object({ id: z.string() }),
});

export const removeHeadWitness = defineEndpoint({
  name: 'removeHeadWitness',
  method: 'DELETE',
  path: '/secure/evidence-log/witnesses/:id',
  access: 'EVIDENCE_LOG:edit',
  summary: 'Mails somebody no more heads.',
  params: witnessParams,
  reply: z.object({ id: z.string() }),
});
