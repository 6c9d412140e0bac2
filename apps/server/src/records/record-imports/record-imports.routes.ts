import { importMaxBytes } from '@watchpost/domain/record-import';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { errorsFile } from './import-errors-file.ts';
import type { ImportKind } from './import-kind.ts';
import { beginImport, checkImport, ownImport, takeFile, viewImport } from './record-imports.service.ts';

export function importRoutes(kind: ImportKind): Route[] {
  const { upload, get, check, run, getErrors } = kind.endpoints;
  return [
    route(upload, async (context) =>
      takeFile(kind, context.caller, await context.readFile(importMaxBytes), auditOrigin(context)),
    ),

    route(get, async ({ caller: { scope, userId }, params }) =>
      viewImport(scope, await ownImport(kind, scope, userId, params.id)),
    ),

    route(check, ({ caller, params, body }) => checkImport(kind, caller, params.id, body.mapping)),

    route(run, ({ caller, params, body }) => beginImport(kind, caller, params.id, body.mode)),

    route(getErrors, async ({ caller: { scope, userId }, params, query }) =>
      errorsFile(kind, scope.db, await ownImport(kind, scope, userId, params.id), query),
    ),
  ];
}
