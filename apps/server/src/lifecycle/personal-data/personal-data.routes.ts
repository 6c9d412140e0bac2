import { eraseGuard, getGuardData } from '@watchpost/contract/personal-data';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { findFileDateFormat } from '../../platform/branding/date-format.queries.ts';
import { eraseGuard as erase } from '../erasures/erase-guard.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../platform/http/route.ts';
import { zipStream } from '../../platform/tables-out/zip-stream.ts';
import { dataEntries } from './guard-data.service.ts';
import { findPerson } from './guard-data.queries.ts';

export interface PersonalDataSettings {
  readonly files: FileStore;
  readonly sealing: Sealing;
}

export function personalDataRoutes({ files, sealing }: PersonalDataSettings): Route[] {
  return [
    route(getGuardData, (context) => sendData(context, files)),

    route(eraseGuard, async (context) => {
      const { scope } = context.caller;
      const { id } = context.params;
      const request = { guardId: id, version: context.body.version };
      const erasure = { db: scope.db, tenantId: scope.tenantId, files, sealing };
      return { id, erasedAt: await erase(erasure, request, auditOrigin(context)) };
    }),
  ];
}

async function sendData(context: Context<typeof getGuardData>, files: FileStore): Promise<FileReply> {
  const { caller, params, timeZone } = context;
  const { scope } = caller;
  const person = await findPerson(scope, params.id);
  if (person === null) throw new AppError('notFound');
  await insertAuditEntry(scope.db, auditOrigin(context), {
    action: 'guard.exported',
    subject: { id: params.id, label: person.name },
  });
  const dateFormat = await findFileDateFormat(scope.db, scope.tenantId);
  const about = { scope, files, person, meta: { timeZone, dateFormat }, madeAtMs: Date.now() };
  return {
    fileName: `Personal data ${person.employeeId}.zip`,
    mediaType: 'application/zip',
    chunks: zipStream(dataEntries(about)),
  };
}
