// What proves that records are as they were taken: keys and heads of the log, and files that anybody can check.
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './values.ts';

const head = z.object({
  /** The tenant. */
  logId: z.string(),
  size: z.int(),
  root: z.string(),
  atMs: z.int(),
  key: z.string(),
  signature: z.string(),
});

export const getEvidenceKeys = defineEndpoint({
  name: 'getEvidenceKeys',
  method: 'GET',
  path: '/evidence/keys',
  access: 'public',
  summary: 'The public keys that heads of the log are signed with, and the newest head, for anybody to keep.',
  reply: z.object({
    keys: z.array(z.object({ key: z.string(), publicKey: z.string(), firstUsedMs: z.int() })),
    /** Null before the log has begun. */
    head: z.nullable(head),
  }),
});

export const exportRoundEvidence = defineEndpoint({
  name: 'exportRoundEvidence',
  method: 'GET',
  path: '/secure/scanned-checkpoints/:roundId/evidence',
  access: 'SCANNED_CHECKPOINTS:details',
  summary: 'A file that proves a round: its records, their places in the log, and who signed them.',
  params: z.strictObject({ roundId: id }),
  files: ['application/json'],
  reply: z.unknown(),
});
