// Exceptions: missed, late, incomplete and flagged rounds as a queue that somebody works through.
import {
  exceptionAgeStates,
  exceptionEventKinds,
  exceptionKinds,
  exceptionOutcomes,
  exceptionReasons,
  exceptionSeverities,
  exceptionStatuses,
} from '@watchpost/domain/exceptions';
import { thumbnailSidesPx } from '@watchpost/domain/limits';
import * as z from 'zod/mini';
import { lateDue } from './due-rounds.ts';
import { zoneChoice } from './date-range.ts';
import { defineEndpoint } from './endpoint.ts';
import { exportFormat, exportMediaTypes } from './exports.ts';
import { listReply, pageWindow, recordParams } from './managed-records.ts';
import { calendarDate, id, searchText, sortType } from './values.ts';

const choice = z.object({ id: z.string(), name: z.string() });

/** Times are epoch milliseconds by the server's clock, but for those of rounds, which are by the guard's device. */
const exceptionRow = z.object({
  id: z.string(),
  /** Sent back with a change, which is refused when somebody else made one since. */
  version: z.int(),
  kind: z.enum(exceptionKinds),
  severity: z.enum(exceptionSeverities),
  status: z.enum(exceptionStatuses),
  /** Of an item that is not closed, by its severity and age at this moment; else null. */
  age: z.nullable(z.enum(exceptionAgeStates)),
  reasons: z.array(z.enum(exceptionReasons)),
  siteId: z.string(),
  siteName: z.string(),
  timeZone: z.string(),
  /** As they were called then; empty where no one knows. */
  routeName: z.string(),
  tourName: z.string(),
  /** Who walked it, else who was to; empty for any guard of the site. */
  guards: z.array(choice),
  dueRoundId: z.nullable(z.string()),
  roundId: z.nullable(z.string()),
  /** When the round was due, or started where no round was due. */
  happenedAtMs: z.int(),
  openedAtMs: z.int(),
  /** When somebody first took it or was given it; null until then. */
  takenAtMs: z.nullable(z.int()),
  closedAtMs: z.nullable(z.int()),
  /** When the round was started or became complete after all, though too late for the clock; null unless it was. */
  madeGoodAtMs: z.nullable(z.int()),
  /** When what was sent late of its round, or for its due round, arrived; null where nothing was. */
  lateArrivalAtMs: z.nullable(z.int()),
  owner: z.nullable(z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })),
  /** Of a closed one. */
  outcome: z.nullable(z.enum(exceptionOutcomes)),
  /** Why it was closed; empty until then. */
  closingReason: z.string(),
  comments: z.int(),
  files: z.int(),
});
export type ExceptionRow = z.output<typeof exceptionRow>;

const exceptionEvent = z.object({
  id: z.string(),
  atMs: z.int(),
  kind: z.enum(exceptionEventKinds),
  actorKind: z.enum(['user', 'system']),
  /** As it was then; empty for the system. */
  actorName: z.string(),
  /** What was written; empty for none. */
  text: z.string(),
  /** Whom it was given to; empty for no one. */
  owner: z.string(),
  outcome: z.nullable(z.enum(exceptionOutcomes)),
  reasons: z.array(z.enum(exceptionReasons)),
  /** Of the file that was added. */
  fileName: z.string(),
});
export type ExceptionEvent = z.output<typeof exceptionEvent>;

const exceptionDetails = z.object({
  exception: exceptionRow,
  /** Of the round that was due; null for one of no tour. */
  due: z.nullable(z.object({ dueAtMs: z.int(), lateAtMs: z.int(), missedAtMs: z.int() })),
  /** The due round for which something was sent late, this round or another; null where nothing was. */
  lateDue: z.nullable(lateDue),
  /** The round that was walked; null while none was. */
  round: z.nullable(
    z.object({
      /** Of a due round, as that was judged by. */
      startedAtMs: z.int(),
      endedAtMs: z.nullable(z.int()),
      scannedCheckPoints: z.int(),
      /** Null while the round's start has not arrived. */
      totalCheckPoints: z.nullable(z.int()),
    }),
  ),
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      mediaType: z.string(),
      bytes: z.int(),
      addedAtMs: z.int(),
      addedBy: z.string(),
    }),
  ),
  /** Oldest first. */
  history: z.array(exceptionEvent),
});
export type ExceptionDetails = z.output<typeof exceptionDetails>;

export const exceptionSortColumns = [
  'happenedAt',
  'openedAt',
  'closedAt',
  'severity',
  'site',
  'owner',
] as const;

const filter = {
  /** In names of sites, routes and guards, and in employee ids. */
  searchText: z.optional(searchText),
  sortColumn: z.optional(z.enum(exceptionSortColumns)),
  sortType: z.optional(sortType),
  kind: z.optional(z.enum(exceptionKinds)),
  /** unsettled: open or in hand. */
  status: z.optional(z.enum([...exceptionStatuses, 'unsettled'])),
  severity: z.optional(z.enum(exceptionSeverities)),
  site: z.optional(id),
  /** One of a guard's. */
  guard: z.optional(id),
  owner: z.optional(z.union([z.enum(['me', 'none']), id])),
  age: z.optional(z.enum(exceptionAgeStates)),
  /** By when it happened. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  closedFrom: z.optional(calendarDate),
  closedTo: z.optional(calendarDate),
  ...zoneChoice,
};

export const listExceptions = defineEndpoint({
  name: 'listExceptions',
  method: 'GET',
  path: '/secure/exceptions',
  access: 'EXCEPTIONS:view',
  summary: 'One page of the exceptions, what happened last first unless sorted otherwise.',
  query: z.strictObject({ ...filter, ...pageWindow }),
  reply: listReply(exceptionRow),
});

export const exportExceptions = defineEndpoint({
  name: 'exportExceptions',
  method: 'GET',
  path: '/secure/exceptions/export',
  access: 'EXCEPTIONS:export',
  summary: 'Every exception of the filter as a file.',
  query: z.strictObject({ ...filter, ...exportFormat }),
  reply: z.unknown(),
  files: exportMediaTypes,
});

/** Milliseconds; null where there is nothing to take a median of. */
const median = z.nullable(z.int());

const exceptionSummary = z.object({
  open: z.int(),
  inHand: z.int(),
  overdue: z.int(),
  /** Of those neither closed nor owned. */
  unowned: z.int(),
  kinds: z.array(z.object({ kind: z.enum(exceptionKinds), open: z.int(), inHand: z.int() })),
  closed: z.object({
    /** Days of the closing, both included. */
    from: z.string(),
    to: z.string(),
    count: z.int(),
    /** From the opening until somebody had it, and until it was closed. */
    medianTakingMs: median,
    medianClosingMs: median,
  }),
});
export type ExceptionSummary = z.output<typeof exceptionSummary>;

export const summarizeExceptions = defineEndpoint({
  name: 'summarizeExceptions',
  method: 'GET',
  path: '/secure/exceptions/summary',
  access: 'EXCEPTIONS:view',
  summary:
    'How many exceptions wait, of those that happened in the days if given; and how fast those closed in the days, else in the last 30, were taken and closed.',
  query: z.strictObject({
    site: z.optional(id),
    from: z.optional(calendarDate),
    to: z.optional(calendarDate),
    ...zoneChoice,
  }),
  reply: exceptionSummary,
});

export const listExceptionOwners = defineEndpoint({
  name: 'listExceptionOwners',
  method: 'GET',
  path: '/secure/exceptions/owners',
  access: 'EXCEPTIONS:view',
  summary: 'Who can be given the exceptions of a site, or of any, and the sites of the caller.',
  query: z.strictObject({ site: z.optional(id) }),
  reply: z.object({ owners: z.array(choice), sites: z.array(choice) }),
});

export const getException = defineEndpoint({
  name: 'getException',
  method: 'GET',
  path: '/secure/exceptions/:id',
  access: 'EXCEPTIONS:view',
  summary: 'One exception with its files and all of its history.',
  params: recordParams,
  reply: exceptionDetails,
});

export const getExceptionEvidence = defineEndpoint({
  name: 'getExceptionEvidence',
  method: 'GET',
  path: '/secure/exceptions/:id/evidence/:fileId',
  access: 'EXCEPTIONS:view',
  summary: 'A file of an exception; of a picture also small and square.',
  params: z.strictObject({ id, fileId: id }),
  query: z.strictObject({ size: z._default(z.enum(['main', ...thumbnailSidesPx]), 'main') }),
  reply: z.unknown(),
  files: ['image/jpeg', 'image/png', 'application/pdf'],
  isPicture: true,
});
