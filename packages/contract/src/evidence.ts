// What proves that records are as they were taken: keys and heads of the log, and files that anybody can check.
import { hashPattern } from '@watchpost/domain/evidence/signatures';
import * as z from 'zod/mini';
import { logFaultKinds } from '@watchpost/domain/evidence/log-faults';
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
  summary:
    'The public keys that heads of the log are signed with, and the head of the day, for anybody to keep.',
  reply: z.object({
    keys: z.array(logKey),
    /** Verifier keys of notes, as c2sp.org/signed-note has them: name+hash+key. */
    noteKeys: z.array(z.string()),
    /** Published once a day; null before the first. */
    head: z.nullable(head),
  }),
});

/** A day of UTC on which a head was published; the latest when left out. */
const publishedDay = z.strictObject({ day: z.optional(calendarDate) });

export const getHeadNote = defineEndpoint({
  name: 'getHeadNote',
  method: 'GET',
  path: '/evidence/checkpoint',
  access: 'public',
  summary: 'The head of the day as a signed note (c2sp.org/tlog-checkpoint), for anybody to keep.',
  query: publishedDay,
  files: ['text/plain'],
  reply: z.unknown(),
});

export const getTimeStamp = defineEndpoint({
  name: 'getTimeStamp',
  method: 'GET',
  path: '/evidence/time-stamp',
  access: 'public',
  summary: 'The time-stamp (RFC 3161) of that note, for anybody; 404 while there is none.',
  query: publishedDay,
  files: ['application/timestamp-reply'],
  reply: z.unknown(),
});

const root = z.string().check(z.regex(hashPattern, { error: 'Must be 64 hexadecimal digits.' }));
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
  summary:
    'Two heads by their sizes, and the proof that the later one grew out of the earlier: of published heads for anybody, of others for those who hold them and send their roots.',
  query: z.strictObject({
    from: logSize,
    fromRoot: z.optional(root),
    to: logSize,
    toRoot: z.optional(root),
  }),
  reply: z.object({ head, earlier: z.object({ head, path: z.array(z.string()) }) }),
});

export const getVerificationPage = defineEndpoint({
  name: 'getVerificationPage',
  method: 'GET',
  path: '/evidence/verification-page',
  access: 'public',
  summary:
    'The page that checks evidence files: one file, to be opened from a disk, which makes no requests.',
  files: ['text/html'],
  reply: z.unknown(),
});

const publishedHead = z.object({
  /** Of UTC: the log as it was when this day began. */
  day: z.string(),
  size: z.int(),
  atMs: z.int(),
  /** Of its time-stamp; none where no authority was set when the day began. */
  stampState: z.enum(['none', 'waiting', 'stamped', 'failed']),
  /** Why the last try failed. */
  stampReason: z.string(),
  stampedAtMs: z.nullable(z.int()),
});

export const getSealedHeadNote = defineEndpoint({
  name: 'getSealedHeadNote',
  method: 'GET',
  path: '/secure/evidence-log/:size/note',
  access: 'EVIDENCE_LOG:view',
  summary: 'Any head of the log as a signed note (c2sp.org/tlog-checkpoint).',
  params: z.strictObject({ size: logSize }),
  files: ['text/plain'],
  reply: z.unknown(),
});

const logEnd = z.nullable(z.object({ size: z.int(), atMs: z.int() }));

/** What an operator did to the log; newest first. */
const operatorNote = z.object({
  kind: z.enum(['restored', 'accepted']),
  atMs: z.int(),
  /** The head that was stored outside the database; null for none. */
  from: logEnd,
  /** The log as it went on; null for one that began again. */
  to: logEnd,
  /** When the backup was made; empty for a log that was accepted. */
  madeAt: z.string(),
  /** Empty for a log that was restored. */
  reason: z.string(),
});

/** What the log notes of a server's clock that was set back; newest first. */
const clockNote = z.object({
  atMs: z.int(),
  /** How far the clock had come, and to what it was set; epoch milliseconds. */
  fromMs: z.int(),
  toMs: z.int(),
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
    /** Verifier keys of notes. */
    noteKeys: z.array(z.string()),
    /** Heads of days, the newest first. */
    published: z.array(publishedHead),
    /** Why nothing is sealed; null where all is well. */
    fault: z.nullable(z.enum(logFaultKinds)),
    notes: z.array(operatorNote),
    clockNotes: z.array(clockNote),
  }),
});
export type PublishedHead = z.output<typeof publishedHead>;
export type EvidenceLog = z.output<typeof getEvidenceLog.reply>;
export type EvidenceNote = z.output<typeof operatorNote>;
export type EvidenceClockNote = z.output<typeof clockNote>;
export type EvidenceHead = z.output<typeof head>;
