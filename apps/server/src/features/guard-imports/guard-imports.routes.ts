import {
  checkGuardImport,
  getGuardImport,
  getGuardImportErrors,
  runGuardImport,
  uploadGuardImport,
} from '@watchpost/contract/guard-imports';
import { importMaxBytes } from '@watchpost/domain/guard-import';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { type Route, route } from '../../http/route.ts';
import { beginImport, checkImport, ownImport, takeFile, viewImport } from './guard-imports.service.ts';
import { errorsFile } from './import-errors-file.ts';

export function guardImportRoutes(): Route[] {
  return [
    route(uploadGuardImport, async (context) =>
      takeFile(context.caller, await context.readFile(importMaxBytes), auditOrigin(context)),
    ),

    route(getGuardImport, async ({ caller: { scope, userId }, params }) =>
      viewImport(scope, await ownImport(scope, userId, params.id)),
    ),

    route(checkGuardImport, ({ caller, params, body }) => checkImport(caller, params.id, body.mapping)),

    route(runGuardImport, ({ caller, params, body }) => beginImport(caller, params.id, body.mode)),

    route(getGuardImportErrors, async ({ caller: { scope, userId }, params, query }) =>
      errorsFile(scope.db, await ownImport(scope, userId, params.id), query.format),
    ),
  ];
}
