import {
  addExceptionEvidence,
  assignExceptions,
  closeExceptions,
  commentOnException,
  reopenException,
  takeExceptions,
} from '@watchpost/contract/exception-changes';
import {
  exportExceptions,
  getException,
  getExceptionEvidence,
  listExceptionOwners,
  listExceptions,
  summarizeExceptions,
} from '@watchpost/contract/exceptions';
import { uploadMaxBytes } from '@watchpost/domain/limits';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { partKey } from '../../platform/adapters/files/picture-parts.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { fileClockOf, findReportZone } from '../../platform/exports/report-zone.queries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { exportRecords } from '../../platform/managed-records/record-export.ts';
import { addEvidence } from './evidence.service.ts';
import { exceptionExport } from './exception-export.ts';
import { conditionsOf, listItems, summarize } from './exception-list.service.ts';
import { findEvidence, findOwners, findSites } from './exceptions.queries.ts';
import {
  assignItems,
  closeItems,
  comment,
  reopen,
  subAdminsMay,
  takeItems,
  viewDetails,
  viewException,
} from './exceptions.service.ts';

interface ExceptionSettings {
  readonly files: FileStore;
}

export function exceptionRoutes(settings: ExceptionSettings): Route[] {
  return [...readingRoutes(settings), ...changingRoutes(settings)];
}

function readingRoutes({ files }: ExceptionSettings): Route[] {
  return [
    route(listExceptions, async ({ caller, query: { zone, ...query }, timeZone }) => {
      const reportZone = await findReportZone(caller.scope, { zone, site: query.site }, timeZone);
      return listItems(caller, query, reportZone);
    }),

    route(exportExceptions, async (context) => {
      const { caller, query, timeZone } = context;
      const { format: _format, zone: _zone, sortColumn, sortType, ...filter } = query;
      const zone = await findReportZone(caller.scope, query, timeZone);
      const conditions = await conditionsOf(caller, filter, zone);
      const file = { ...exceptionExport, clock: fileClockOf(zone) };
      return exportRecords(context, file, { sortColumn, sortType }, conditions);
    }),

    route(summarizeExceptions, async ({ caller: { scope }, query: { zone, ...query }, timeZone }) => {
      const reportZone = await findReportZone(scope, { zone, site: query.site }, timeZone);
      return summarize(scope, { ...query, zone: reportZone }, Date.now());
    }),

    route(listExceptionOwners, async ({ caller, query: { site } }) => {
      const { scope } = caller;
      if (site !== undefined && scope.siteId !== null && scope.siteId !== site)
        throw new AppError('notFound');
      const [owners, sites] = await Promise.all([
        findOwners(scope, site ?? null, subAdminsMay(caller)),
        findSites(scope),
      ]);
      return { owners, sites };
    }),

    route(getException, ({ caller: { scope }, params }) => viewDetails(scope, params.id)),

    route(getExceptionEvidence, async ({ caller: { scope }, params, query }) => {
      const { id } = await viewException(scope, params.id);
      const file = await findEvidence(scope, id, params.fileId);
      const isWhole = file?.mediaType === 'application/pdf' ? query.size === 'main' : true;
      const content =
        file === null || !isWhole ? null : await files.get(partKey(file.storageKey, query.size));
      if (file === null || content === null) throw new AppError('notFound');
      return { fileName: file.name, mediaType: file.mediaType, chunks: only(content) };
    }),
  ];
}

function changingRoutes({ files }: ExceptionSettings): Route[] {
  return [
    route(takeExceptions, (context) => {
      const { items, takesOver } = context.body;
      return takeItems(context.caller, items, takesOver, auditOrigin(context));
    }),

    route(assignExceptions, (context) => {
      const { items, userId } = context.body;
      return assignItems(context.caller, items, userId, auditOrigin(context));
    }),

    route(closeExceptions, (context) => {
      const { items, ...closing } = context.body;
      return closeItems(context.caller, items, closing, auditOrigin(context));
    }),

    route(reopenException, (context) =>
      reopen(context.caller, { id: context.params.id, ...context.body }, auditOrigin(context)),
    ),

    route(commentOnException, (context) =>
      comment(context.caller, context.params.id, context.body.text, auditOrigin(context)),
    ),

    route(addExceptionEvidence, async (context) => {
      const { caller, params } = context;
      // No one's picture is drawn for nothing.
      await viewException(caller.scope, params.id);
      const file = await context.readFile(uploadMaxBytes);
      return addEvidence(files, caller, params.id, file, auditOrigin(context));
    }),
  ];
}

async function* only(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
