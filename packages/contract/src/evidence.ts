// What proves that records are as they were taken: keys and heads of the log, and files that anybody can check.
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { bothDates, datesInOrder } from './date-range.ts';
import { roundFilterShape } from './scanned-checkpoints.ts';
import { calendarDate, id, pageLimit, queryInteger } from './values.ts';

const head = z.object({
  /** The tenant. */
  logId: z.string(),
  size: z.int(),
  root: z.string(),
  atMs: z.int(),
  key: z.string(),
  signature: z.string(),
});

const logKey = z.object({ key: z.string(), publicKey: z.string(), firstUsedMs: z.int() });

export const getEvidenceKeys = defineEndpoint({
  name: 'getEvidenceKeys',
  method: 'GET',
  path: '/evidence/keys',
  access: 'public',
  summary: 'The public keys that heads of the log are signed with, and the newest head, for anybody to keep.',
  reply: z.object({
    keys: z.array(logKey),
    /** Null before the log has begun. */
    head: z.nullable(head),
  }),
});

const logSize = queryInteger(0, 999_999_999);
/** Size of a head that was kept elsewhere: the file then proves that the log grew out of it. */
const earlier = z.optional(logSize);
const evidenceFile = { files: ['application/jsonl'], reply: z.unknown() } as const;

export const exportRoundEvidence = defineEndpoint({
  name: 'exportRoundEvidence',
  method: 'GET',
  path: '/secure/scanned-checkpoints/:roundId/evidence',
  access: 'SCANNED_CHECKPOINTS:details',
  summary: 'A file that proves a round: its records, their places in the log, and who signed them.',
  params: z.strictObject({ roundId: id }),
  query: z.strictObject({ earlier }),
  ...evidenceFile,
});

export const exportReportEvidence = defineEndpoint({
  name: 'exportReportEvidence',
  method: 'GET',
  path: '/secure/scanned-checkpoints/evidence',
  access: 'SCANNED_CHECKPOINTS:export',
  summary: 'A file that proves every round of a filter of the report, streamed.',
  query: z.strictObject({ ...roundFilterShape, earlier }).check(bothDates, datesInOrder),
  ...evidenceFile,
});

export const exportDayEvidence = defineEndpoint({
  name: 'exportDayEvidence',
  method: 'GET',
  path: '/secure/scanned-checkpoints/evidence/day',
  access: 'SCANNED_CHECKPOINTS:export',
  summary:
    "A file that proves every round that began at a site on a date of the site's own calendar, streamed.",
  query: z.strictObject({ site: id, date: calendarDate, earlier }),
  ...evidenceFile,
});

export const getEvidenceGrowth = defineEndpoint({
  name: 'getEvidenceGrowth',
  method: 'GET',
  path: '/evidence/growth',
  access: 'public',
  summary: 'Two heads by their sizes, and the proof that the later one grew out of the earlier, for anybody.',
  query: z.strictObject({
    from: logSize,
    to: logSize,
  }),
  reply: z.object({ head, earlier: z.object({ head, path: z.array(z.string()) }) }),
});

export const getVerificationPage = defineEndpoint({
  name: 'getVerificationPage',
  method: 'GET',
  path: '/evidence/verification-page',
  access: 'public',
  summary: 'The page that checks evidence files: one file, to be opened from a disk, which calls nobody.',
  files: ['text/html'],
  reply: z.unknown(),
});

export const getEvidenceLog = defineEndpoint({
  name: 'getEvidenceLog',
  method: 'GET',
  path: '/secure/evidence-log',
  access: 'EVIDENCE_LOG:view',
  summary: 'Heads of the log, newest first, its keys and how much waits to be sealed.',
  query: z.strictObject({
    /** Size of a head: the page of those just older. */
    before: z.optional(logSize),
    limit: z.optional(pageLimit),
  }),
  reply: z.object({
    heads: z.array(head),
    /** What `before` is for the next page; null at the beginning of the log. */
    older: z.nullable(z.int()),
    headCount: z.int(),
    /** Records that wait to be sealed. */
    waiting: z.int(),
    keys: z.array(logKey),
  }),
});
export type EvidenceLog = z.output<typeof getEvidenceLog.reply>;
export type EvidenceHead = z.output<typeof head>;
