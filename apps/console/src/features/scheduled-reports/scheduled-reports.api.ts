import {
  getReportFile,
  listReportRuns,
  retryReportRun,
  revokeReportLinks,
} from '@watchpost/contract/report-runs';
import {
  contentsFitEvent,
  createScheduledReport,
  deleteScheduledReport,
  exportScheduledReports,
  getReportZone,
  getScheduledReport,
  inviteReportRecipient,
  listScheduledReports,
  previewScheduledReport,
  editedReportFields,
  reportFields,
  type ReportRow,
  reportSortColumns,
  restoreScheduledReports,
  setScheduledReportStatus,
  testScheduledReport,
  updateScheduledReport,
} from '@watchpost/contract/scheduled-reports';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, download } from '../../lib/api-client.ts';
import type { RecordApi } from '../../records/record-api.ts';
import { useStoredRecord } from '../../records/use-stored-record.ts';

export const reportArea = 'scheduledReports';

type Filters = Readonly<Record<string, string>>;
const ofSite = ({ site }: Filters) => (site === undefined ? {} : { site });
const explainedBy = 'caller';

export const reportApi: RecordApi<ReportRow, (typeof reportSortColumns)[number]> = {
  area: reportArea,
  sortColumns: reportSortColumns,
  list: (query, filters, signal) =>
    call(listScheduledReports, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  exportAs: (query, filters, signal) =>
    download(exportScheduledReports, { query: { ...query, ...ofSite(filters) }, signal, explainedBy }),
  setStatus: async (ids, activated) =>
    (await call(setScheduledReportStatus, { body: { ids: [...ids], activated }, explainedBy })).ids,
  remove: async (id) => (await call(deleteScheduledReport, { params: { id }, explainedBy })).ids,
  restore: async (ids) => (await call(restoreScheduledReports, { body: { ids: [...ids] }, explainedBy })).ids,
};

export const loadReport = (id: string, signal?: AbortSignal): Promise<ReportRow> =>
  call(getScheduledReport, { params: { id }, ...(signal === undefined ? {} : { signal }), explainedBy });

export const useReport = (id: string) => useStoredRecord(reportArea, id, loadReport);

/** By whose clocks a report of the site is sent; an empty site is all of them. */
export function useReportZone(site: string) {
  return useQuery({
    queryKey: [reportArea, 'zone', site],
    queryFn: ({ signal }) => call(getReportZone, { query: site === '' ? {} : { site }, signal, explainedBy }),
  });
}

const waitingMs = 2_000;

/** Asked for again while one of them is still to be made or mailed. */
export function useRuns(id: string, limit: number) {
  return useQuery({
    queryKey: [reportArea, 'runs', id, limit],
    queryFn: ({ signal }) => call(listReportRuns, { params: { id }, query: { limit }, signal, explainedBy }),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some(
        (run) =>
          run.state === 'queued' ||
          run.state === 'making' ||
          run.sentTo.some(({ mail }) => mail === 'queued'),
      )
        ? waitingMs
        : false,
  });
}

const fields = z.strictObject(reportFields).check(contentsFitEvent);
const editedFields = z.strictObject(editedReportFields).check(contentsFitEvent);
export type ReportInput = z.output<typeof fields>;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** On the form the parts of the timing are fields of their own. */
const onForm = ({ path: [first = '', second = ''], message }: Issue): Issue => ({
  path: [first === 'timing' ? second : first],
  message,
});

const formSchemaOf = (schema: typeof fields | typeof editedFields) => ({
  safeParse: (value: unknown) => {
    const { data, error } = schema.safeParse(value);
    if (error === undefined) return { success: true as const, data };
    return { success: false as const, error: { issues: error.issues.map(onForm) } };
  },
});

export const reportSchema = formSchemaOf(fields);
/** Of a report that exists: what is stored may stay, and the server refuses the rest. */
export const editedReportSchema = formSchemaOf(editedFields);

export function saveReport(id: string, input: ReportInput, version: number | null): Promise<{ id: string }> {
  if (version === null) return call(createScheduledReport, { body: input, explainedBy });
  return call(updateScheduledReport, { params: { id }, body: { ...input, version }, explainedBy });
}

export const savePreview = (input: ReportInput): Promise<unknown> =>
  download(previewScheduledReport, { body: input, explainedBy });

export const sendTest = (id: string) => call(testScheduledReport, { params: { id }, explainedBy });

export const inviteRecipient = (id: string, email: string) =>
  call(inviteReportRecipient, { params: { id }, body: { email }, explainedBy });

export const retryRun = (id: string, runId: string) =>
  call(retryReportRun, { params: { id, runId }, explainedBy });

export const revokeLinks = (id: string, runId: string) =>
  call(revokeReportLinks, { params: { id, runId }, explainedBy });

export const saveRunFile = (id: string, runId: string, fileId: string): Promise<unknown> =>
  download(getReportFile, { params: { id, runId, fileId }, explainedBy });
