// The audit log: what was done by whom, read by super admins.
import {
  auditActionNames,
  auditCountMax,
  auditReports,
  auditSubjects,
} from '@watchpost/domain/audit-actions';
import { infoPageIds } from '@watchpost/domain/info-pages';
import { emailPattern } from '@watchpost/domain/patterns';
import { roles } from '@watchpost/domain/permissions';
import * as z from 'zod/mini';
import { bothDates, dateRange, datesInOrder, namedZone } from './date-range.ts';
import { defineEndpoint } from './endpoint.ts';
import { exportFormat, exportMediaTypes } from './exports.ts';
import { id, pageLimit, searchText } from './values.ts';

const namedSubjects: readonly string[] = [...infoPageIds, ...auditReports];

/** What an entry names as its subject: an id, the address of a refused sign-in, an information page or a report. */
export const auditSubjectId = z.string().check(
  z.maxLength(200),
  z.refine((text) => namedSubjects.includes(text) || emailPattern.test(text) || id.safeParse(text).success, {
    error: 'Must be the id of a record.',
  }),
);

/** Filters of the log; all that are given must hold. */
const filterShape = {
  actor: z.optional(id),
  action: z.optional(z.enum(auditActionNames)),
  subjectType: z.optional(z.enum(auditSubjects)),
  /** One record: the id that an entry names. */
  subjectId: z.optional(auditSubjectId),
  ...dateRange,
  ...namedZone,
  /** Part of a name that who did it, or what it was done to, bears anywhere in the log. */
  searchText: z.optional(searchText),
};

const changes = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntry = z.object({
  id: z.string(),
  /** Epoch milliseconds by the server. */
  at: z.int(),
  /** Null: no one who was signed in. */
  actorId: z.nullable(z.string()),
  /** As it was then. */
  actorName: z.string(),
  actorRole: z.nullable(z.enum(roles)),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  subjectLabel: z.string(),
  /** Changed fields alone; null when the action changes no fields. */
  before: changes,
  after: changes,
  address: z.string(),
  agent: z.string(),
  requestId: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAuditEntries = defineEndpoint({
  name: 'listAuditEntries',
  method: 'GET',
  path: '/secure/audit-log',
  access: 'AUDIT_LOG:view',
  summary: 'One page of the audit log, newest first.',
  query: z
    .strictObject({
      ...filterShape,
      /** Id of an entry: the page of those just older. */
      before: z.optional(id),
      /** Id of an entry: the page of those just newer. */
      after: z.optional(id),
      limit: z.optional(pageLimit),
    })
    .check(bothDates, datesInOrder),
  reply: z.object({
    data: z.array(auditEntry),
    /** What records that the entries' fields hold are called now, by id; those of which nothing is known are missing. */
    names: z.record(z.string(), z.string()),
    /** Entries that the filter matches: exact below the bound, and the bound when there are more. */
    count: z.int().check(z.maximum(auditCountMax)),
    isCountExact: z.boolean(),
    /** What `before` is for the next page; null at the end of the log. */
    older: z.nullable(z.string()),
    /** What `after` is for the page before; null on the newest page. */
    newer: z.nullable(z.string()),
  }),
});
export type AuditPage = z.output<typeof listAuditEntries.reply>;

export const listAuditActors = defineEndpoint({
  name: 'listAuditActors',
  method: 'GET',
  path: '/secure/audit-log/actors',
  access: 'AUDIT_LOG:view',
  summary: 'Everybody who stands in the audit log, by name; for the filter.',
  reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export const exportAuditEntries = defineEndpoint({
  name: 'exportAuditEntries',
  method: 'GET',
  path: '/secure/audit-log/export',
  access: 'AUDIT_LOG:export',
  summary: 'Every entry of the filter as a file, newest first, streamed.',
  query: z.strictObject({ ...filterShape, ...exportFormat }).check(bothDates, datesInOrder),
  reply: z.unknown(),
  files: exportMediaTypes,
});
