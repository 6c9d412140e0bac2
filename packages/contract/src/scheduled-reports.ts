// Reports that are mailed by the clock or when something happens, and what was sent to whom.
import { languages } from '@watchpost/domain/languages';
import { weekdayNumbers } from '@watchpost/domain/limits';
import { recipientStates } from '@watchpost/domain/mail-consents';
import {
  contentOfEvent,
  batchMaxMinutes,
  isMinuteOfDay,
  pauseReasons,
  reportContents,
  reportEvents,
  reportFormats,
  reportNameMaxLength,
  reportPeriods,
  reportRecipientsMax,
  runStates,
} from '@watchpost/domain/scheduled-reports';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, listFilter, recordHead, recordParams, savedReply } from './managed-records.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { editable, id, neededText, recipientEmail } from './values.ts';

const isWithoutRepeats = (list: readonly (string | number)[]): boolean => new Set(list).size === list.length;
const whole = (min: number, max: number, error: string) =>
  z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
const minute = z
  .number({ error: 'report_time_required' })
  .check(z.refine(isMinuteOfDay, { error: 'report_time_required' }));

export const reportTiming = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('daily'), minute }),
  z.strictObject({
    kind: z.literal('weekly'),
    minute,
    weekdays: z
      .array(z.int().check(z.minimum(weekdayNumbers.sunday), z.maximum(weekdayNumbers.saturday)))
      .check(
        z.minLength(1, { error: 'report_weekdays_required', abort: true }),
        z.refine(isWithoutRepeats, { error: 'report_weekdays_required' }),
      ),
  }),
  z.strictObject({ kind: z.literal('monthly'), minute, day: whole(1, 31, 'report_day_range') }),
  z.strictObject({
    kind: z.literal('event'),
    event: z.enum(reportEvents),
    gatherMinutes: whole(0, batchMaxMinutes, 'report_gather_range'),
  }),
]);

const chosenOf = <const Values extends readonly [string, ...string[]]>(values: Values, error: string) =>
  z
    .array(z.enum(values))
    .check(z.minLength(1, { error, abort: true }), z.refine(isWithoutRepeats, { error }));

const listOf = <Address extends z.ZodMiniType<string, unknown>>(address: Address) =>
  z
    .array(address)
    .check(
      z.minLength(1, { error: 'report_recipients_required', abort: true }),
      z.maxLength(reportRecipientsMax, { error: 'report_recipients_too_many', abort: true }),
      z.refine(isWithoutRepeats, { error: 'report_recipients_repeated' }),
    );

/** What a form of a scheduled report holds; its errors are label keys. */
export const reportFields = {
  name: neededText(reportNameMaxLength, 'report_name_required'),
  /** Null for all sites of the tenant. */
  siteId: z.nullable(id),
  timing: reportTiming,
  contents: chosenOf(reportContents, 'report_contents_required'),
  period: z.enum(reportPeriods),
  /** Minutes after midnight that a day of the report begins at, a whole hour. */
  dayStartMinute: whole(0, 1_380, 'report_day_start').check(
    z.refine((value) => value % 60 === 0, { error: 'report_day_start' }),
  ),
  formats: chosenOf(reportFormats, 'report_formats_required'),
  language: z.enum(languages),
  recipients: listOf(recipientEmail),
  sendsEmpty: z.boolean(),
};

interface Timed {
  readonly timing: z.output<typeof reportTiming>;
  readonly contents: readonly string[];
}
/** A report on events holds what they happened to and nothing else. */
export const contentsFitEvent = z.refine<Timed>(
  ({ timing, contents }) =>
    timing.kind !== 'event' || (contents.length === 1 && contents[0] === contentOfEvent[timing.event]),
  { error: 'report_contents_of_event', path: ['contents'] },
);

const recipient = z.object({
  email: z.string(),
  /** When the recipient asked to be sent no more; null while it is sent. */
  unsubscribedAt: z.nullable(z.int()),
  /** Whether any report may be mailed there: those without an account agree first. */
  state: z.enum(recipientStates),
});

const reportRow = z.object({
  ...recordHead,
  name: z.string(),
  siteId: z.nullable(z.string()),
  siteName: z.nullable(z.string()),
  /** By whose clocks it is sent: the site's, or the tenant's for all sites. */
  timeZone: z.string(),
  timing: reportTiming,
  contents: z.array(z.enum(reportContents)),
  period: z.enum(reportPeriods),
  dayStartMinute: z.int(),
  formats: z.array(z.enum(reportFormats)),
  language: z.enum(languages),
  recipients: z.array(recipient),
  sendsEmpty: z.boolean(),
  /** On whose behalf it is sent: anyone who saved or resumed it last. */
  ownerName: z.string(),
  pausedReason: z.enum(pauseReasons),
  /** Null while it is paused, and for a report on events. */
  nextAtMs: z.nullable(z.int()),
  /** The latest run; null before the first. */
  lastRun: z.nullable(z.object({ state: z.enum(runStates), atMs: z.int() })),
});
export type ReportRow = z.output<typeof reportRow>;

export const reportSortColumns = ['name', 'siteName', 'createdAt', 'updatedAt'] as const;

export const {
  list: listScheduledReports,
  exportAll: exportScheduledReports,
  get: getScheduledReport,
  setStatus: setScheduledReportStatus,
  remove: deleteScheduledReport,
  restore: restoreScheduledReports,
} = recordEndpoints({
  noun: 'ScheduledReport',
  word: 'scheduled report',
  path: '/secure/scheduled-reports',
  group: 'SCHEDULED_REPORTS',
  filter: { ...listFilter(reportSortColumns), site: z.optional(id) },
  row: reportRow,
  one: reportRow,
  summaries: {
    get: 'One scheduled report, to be shown or edited.',
    delete: 'Deletes an activated scheduled report; its mailed links end.',
    setStatus: 'Resumes or pauses scheduled reports; the mailed links of paused ones end.',
  },
});

/** As a form of a report that exists sends them: what is stored may stay, also where it would be refused today. */
export const editedReportFields = {
  ...reportFields,
  name: editable(reportFields.name),
  recipients: listOf(editable(recipientEmail)),
};

const reportBody = z.strictObject(reportFields).check(contentsFitEvent);

export const createScheduledReport = defineEndpoint({
  name: 'createScheduledReport',
  method: 'POST',
  path: '/secure/scheduled-reports',
  access: 'SCHEDULED_REPORTS:add',
  summary: "Plans a report; it is sent on the caller's behalf from now on.",
  body: reportBody,
  reply: savedReply,
});

export const updateScheduledReport = defineEndpoint({
  name: 'updateScheduledReport',
  method: 'PUT',
  path: '/secure/scheduled-reports/:id',
  access: 'SCHEDULED_REPORTS:edit',
  summary: "Stores the fields; 409 when somebody else saved since. It is sent on the caller's behalf then.",
  params: recordParams,
  body: z.strictObject({ ...editedReportFields, ...editedVersion }).check(contentsFitEvent),
  reply: savedReply,
});

export const getReportZone = defineEndpoint({
  name: 'getReportZone',
  method: 'GET',
  path: '/secure/scheduled-reports/zone',
  access: 'SCHEDULED_REPORTS:view',
  summary: "By whose clocks a report of the site is sent; of all sites the tenant's.",
  query: z.strictObject({ site: z.optional(id) }),
  reply: z.object({ timeZone: z.string() }),
});

export const previewScheduledReport = defineEndpoint({
  name: 'previewScheduledReport',
  method: 'POST',
  path: '/secure/scheduled-reports/preview',
  access: 'SCHEDULED_REPORTS:view',
  summary: 'The document that these fields would make now; nothing is stored or sent.',
  body: z.strictObject(editedReportFields).check(contentsFitEvent),
  reply: z.unknown(),
  files: ['application/pdf'],
});

export const testScheduledReport = defineEndpoint({
  name: 'testScheduledReport',
  method: 'POST',
  path: '/secure/scheduled-reports/:id/test',
  access: 'SCHEDULED_REPORTS:edit',
  summary: 'Sends the report as of now to the caller alone; it stands in the history as a test.',
  params: recordParams,
  reply: z.object({ runId: z.string(), email: z.string() }),
});

export const inviteReportRecipient = defineEndpoint({
  name: 'inviteReportRecipient',
  method: 'POST',
  path: '/secure/scheduled-reports/:id/invite',
  access: 'SCHEDULED_REPORTS:edit',
  summary: 'Asks a recipient without an account once more whether to be mailed; never one who said no.',
  params: recordParams,
  body: z.strictObject({ email: recipientEmail }),
  reply: z.object({ email: z.string() }),
});
