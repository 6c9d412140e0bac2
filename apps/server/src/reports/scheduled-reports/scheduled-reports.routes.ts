import {
  getReportFile,
  listReportRuns,
  retryReportRun,
  revokeReportLinks,
} from '@watchpost/contract/report-runs';
import {
  createScheduledReport,
  deleteScheduledReport,
  exportScheduledReports,
  getReportZone,
  getScheduledReport,
  inviteReportRecipient,
  listScheduledReports,
  previewScheduledReport,
  restoreScheduledReports,
  setScheduledReportStatus,
  testScheduledReport,
  updateScheduledReport,
} from '@watchpost/contract/scheduled-reports';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import {
  deleteRecord,
  restoreRecords,
  setActivated,
} from '../../platform/managed-records/record-changes.queries.ts';
import { exportRecords } from '../../platform/managed-records/record-export.ts';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { reportConditions, scheduledReportExport, scheduledReportTable } from './report-table.ts';
import type { StoredReport } from './stored-report.ts';
import { findEmail, findRunFile, findRuns, insertDownload } from './run-history.queries.ts';
import { retryRun, revokeLinks } from './runs.queries.ts';
import {
  addReport,
  editReport,
  inviteRecipient,
  previewReport,
  requireContents,
  restoring,
  resuming,
  scheduledReportActions,
  testReport,
  viewStored,
  viewZone,
  withNext,
} from './scheduled-reports.service.ts';
import { sharedLinkRoutes } from './shared-links.routes.ts';

interface ReportSettings {
  readonly files: FileStore;
}

export function scheduledReportRoutes(settings: ReportSettings): Route[] {
  return [
    ...readingRoutes(settings),
    ...changingRoutes(),
    ...endingRoutes(),
    ...runRoutes(settings),
    ...sharedLinkRoutes(settings),
  ];
}

function readingRoutes({ files }: ReportSettings): Route[] {
  return [
    route(listScheduledReports, async ({ caller: { scope }, query: { site, ...filter } }) => {
      const conditions = reportConditions(site);
      const { count, data } = await findRecords<StoredReport>(
        scope,
        scheduledReportTable,
        filter,
        conditions,
      );
      const nowMs = Date.now();
      return { count, data: data.map((report) => withNext(report, nowMs)) };
    }),

    route(exportScheduledReports, (context) => {
      const { site, ...filter } = context.query;
      return exportRecords(context, scheduledReportExport, filter, reportConditions(site));
    }),

    route(getReportZone, async ({ caller: { scope }, query }) => ({
      timeZone: await viewZone(scope, query.site ?? null),
    })),

    route(previewScheduledReport, async (context) =>
      previewReport(files, context.caller, context.body, auditOrigin(context)),
    ),

    route(getScheduledReport, async ({ caller: { scope }, params }) =>
      withNext(await viewStored(scope, params.id), Date.now()),
    ),
  ];
}

function changingRoutes(): Route[] {
  return [
    route(createScheduledReport, async (context) => {
      const id = await addReport(context.caller, context.body, auditOrigin(context));
      return { id, version: 1 };
    }),

    route(updateScheduledReport, async (context) => {
      const { version, ...fields } = context.body;
      const { id } = context.params;
      const edit = { fields, version };
      return { id, version: await editReport(context.caller, id, edit, auditOrigin(context)) };
    }),
  ];
}

function endingRoutes(): Route[] {
  return [
    route(setScheduledReportStatus, async (context) => {
      const { caller, body } = context;
      return {
        ids: await setActivated(
          caller.scope,
          scheduledReportTable,
          body,
          scheduledReportActions,
          auditOrigin(context),
          body.activated ? resuming(caller, body.ids) : undefined,
        ),
      };
    }),

    route(deleteScheduledReport, async (context) => {
      const { scope } = context.caller;
      const { id } = context.params;
      const report = await viewStored(scope, id);
      if (!report.activated) throw new AppError('onlyActivatedDeleted');
      return {
        ids: await deleteRecord(
          scope,
          scheduledReportTable,
          id,
          scheduledReportActions,
          auditOrigin(context),
        ),
      };
    }),

    route(restoreScheduledReports, async (context) => {
      const { caller } = context;
      const { ids } = context.body;
      return {
        ids: await restoreRecords(
          caller.scope,
          scheduledReportTable,
          ids,
          scheduledReportActions,
          auditOrigin(context),
          restoring(caller, ids),
        ),
      };
    }),
  ];
}

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function runRoutes({ files }: ReportSettings): Route[] {
  return [
    route(testScheduledReport, async (context) =>
      testReport(context.caller, context.params.id, auditOrigin(context)),
    ),

    route(inviteReportRecipient, async (context) => {
      const { email } = context.body;
      await inviteRecipient(context.caller, context.params.id, email, auditOrigin(context));
      return { email };
    }),

    route(listReportRuns, async ({ caller: { scope }, params, query }) => {
      const { id } = await viewStored(scope, params.id);
      return findRuns(scope, id, query);
    }),

    route(retryReportRun, async (context) => {
      const { caller, params } = context;
      const report = await viewStored(caller.scope, params.id);
      // It is made of what the report holds by now.
      requireContents(caller, report.contents);
      if (!report.activated) throw new AppError('reportPaused');
      const isQueued = await retryRun(caller.scope, auditOrigin(context), report, params.runId);
      if (!isQueued) throw new AppError('runNotFailed');
      return { runId: params.runId };
    }),

    route(revokeReportLinks, async (context) => {
      const { caller, params } = context;
      const report = await viewStored(caller.scope, params.id);
      const links = await revokeLinks(caller.scope, auditOrigin(context), report, params.runId);
      if (links === null) throw new AppError('notFound');
      return { links };
    }),

    route(getReportFile, async ({ caller, params, address }) => {
      const { scope, userId } = caller;
      const { db, tenantId } = scope;
      const { id } = await viewStored(scope, params.id);
      const { runId, fileId } = params;
      const file = await findRunFile(scope, { reportId: id, runId, fileId });
      if (file === null) throw new AppError('notFound');
      requireContents(caller, file.contents);
      const bytes = await files.get(file.storageKey);
      if (bytes === null) throw new AppError('notFound');
      await insertDownload(db, tenantId, file, { email: await findEmail(db, tenantId, userId), address });
      return { fileName: file.name, mediaType: file.mediaType, chunks: only(bytes) };
    }),
  ];
}
