// What became of each sending of a scheduled report, and what its mailed links open.
import { runStates } from '@watchpost/domain/scheduled-reports';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { exportMediaTypes } from './exports.ts';
import { listReply, pageWindow, recordParams } from './managed-records.ts';
import { id } from './values.ts';

const download = z.object({ email: z.string(), fileName: z.string(), atMs: z.int() });
const reportRun = z.object({
  id: z.string(),
  kind: z.enum(['planned', 'event', 'test']),
  state: z.enum(runStates),
  /** Why it failed, or failed before the next try; empty else. */
  reason: z.string(),
  /** When it was to be sent. */
  dueAtMs: z.int(),
  fromMs: z.int(),
  toMs: z.int(),
  timeZone: z.string(),
  rows: z.nullable(z.int()),
  /** Sendings before it that never were, since no server was running. */
  skipped: z.int(),
  finishedAtMs: z.nullable(z.int()),
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      bytes: z.int(),
      /** False once it was deleted. */
      isKept: z.boolean(),
    }),
  ),
  sentTo: z.array(
    z.object({ email: z.string(), mail: z.enum(['queued', 'sent', 'failed']), reason: z.string() }),
  ),
  /** Until when the mailed links open; null when none does any more. */
  linksUntilMs: z.nullable(z.int()),
  downloads: z.array(download),
});
export type ReportRun = z.output<typeof reportRun>;

export const listReportRuns = defineEndpoint({
  name: 'listReportRuns',
  method: 'GET',
  path: '/secure/scheduled-reports/:id/runs',
  access: 'SCHEDULED_REPORTS:view',
  summary: 'What was sent to whom, latest first.',
  params: recordParams,
  query: z.strictObject(pageWindow),
  reply: listReply(reportRun),
});

const runParams = z.strictObject({ id, runId: id });

export const retryReportRun = defineEndpoint({
  name: 'retryReportRun',
  method: 'POST',
  path: '/secure/scheduled-reports/:id/runs/:runId/retry',
  access: 'SCHEDULED_REPORTS:edit',
  summary: 'Makes a failed run once more; 409 for one that did not fail.',
  params: runParams,
  reply: z.object({ runId: z.string() }),
});

export const revokeReportLinks = defineEndpoint({
  name: 'revokeReportLinks',
  method: 'POST',
  path: '/secure/scheduled-reports/:id/runs/:runId/revoke',
  access: 'SCHEDULED_REPORTS:edit',
  summary: 'Ends the links that were mailed with a run.',
  params: runParams,
  reply: z.object({ links: z.int() }),
});

export const getReportFile = defineEndpoint({
  name: 'getReportFile',
  method: 'GET',
  path: '/secure/scheduled-reports/:id/runs/:runId/files/:fileId',
  access: 'SCHEDULED_REPORTS:view',
  summary: 'A file of a run, while it is kept.',
  params: z.strictObject({ id, runId: id, fileId: id }),
  reply: z.unknown(),
  files: exportMediaTypes,
});

/** Anything may stand where a token should: whatever is no token of ours is answered like one that has ended. */
const token = z.string().check(z.maxLength(200));
const page = 'text/html';

export const openSharedReport = defineEndpoint({
  name: 'openSharedReport',
  method: 'GET',
  path: '/shared-reports/:token',
  access: 'public',
  summary: 'What a mailed link opens: a page with the files of one run.',
  params: z.strictObject({ token }),
  reply: z.unknown(),
  files: [page],
});

export const getSharedFile = defineEndpoint({
  name: 'getSharedFile',
  method: 'GET',
  path: '/shared-reports/:token/files/:fileId',
  access: 'public',
  summary: 'A file by a mailed link; a page saying what to do when the link has ended.',
  params: z.strictObject({ token, fileId: z.string().check(z.maxLength(200)) }),
  reply: z.unknown(),
  files: [page, ...exportMediaTypes],
});

export const openUnsubscribe = defineEndpoint({
  name: 'openUnsubscribe',
  method: 'GET',
  path: '/report-subscriptions/:token',
  access: 'public',
  summary: 'The page with the one button that ends a subscription.',
  params: z.strictObject({ token }),
  reply: z.unknown(),
  files: [page],
});

export const unsubscribe = defineEndpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/report-subscriptions/:token',
  access: 'public',
  summary: 'Ends a subscription, by the button or in one click from a mail program (RFC 8058).',
  params: z.strictObject({ token }),
  body: z.strictObject({
    /** As mail programs send it. */
    'List-Unsubscribe': z.optional(z.literal('One-Click')),
    /** Takes it back. */
    again: z.optional(z.literal('yes')),
    /** Ends every report of the tenant. */
    all: z.optional(z.literal('yes')),
  }),
  form: true,
  reply: z.unknown(),
  files: [page],
});
