// Notes from one guard to the next at a site, and who has read them (FIELD-01).
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { listReply, pageWindow, recordParams } from './managed-records.ts';

const handoverNote = z.object({
  id: z.string(),
  guardId: z.string(),
  guardName: z.string(),
  text: z.string(),
  isUrgent: z.boolean(),
  /** Epoch milliseconds by the phone, and by the server. */
  deviceAtMs: z.int(),
  receivedAtMs: z.int(),
  /** The first time of each guard, in that order. */
  reads: z.array(z.object({ guardId: z.string(), guardName: z.string(), deviceAtMs: z.int() })),
});
export type HandoverNote = z.output<typeof handoverNote>;

export const listHandoverNotes = defineEndpoint({
  name: 'listHandoverNotes',
  method: 'GET',
  path: '/secure/sites/:id/handover-notes',
  access: 'SITES:view',
  summary: 'Handover notes of a site, the latest first, each with who has acknowledged it.',
  params: recordParams,
  query: z.strictObject(pageWindow),
  reply: listReply(handoverNote),
});
