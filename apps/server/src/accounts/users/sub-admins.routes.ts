import {
  inviteSubAdmin,
  listSubAdmins,
  removeSubAdmin,
  resendInvitation,
  sendPasswordReset,
  setSubAdminStatus,
  subAdminNames,
  updateSubAdmin,
} from '@watchpost/contract/sub-admins';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { storableTexts } from '../../platform/managed-records/storable-texts.ts';
import { deleteSubAdmin, updateNames, updateSubAdminStatus } from './sub-admins.queries.ts';
import { invite, inviteAgain, mailReset, requireSubAdmin, viewSubAdmins } from './sub-admins.service.ts';

export function subAdminRoutes(): Route[] {
  return [
    route(listSubAdmins, async ({ caller: { scope }, params }) => ({
      data: await viewSubAdmins(scope, params.id),
    })),

    route(inviteSubAdmin, async (context) => {
      const { caller, language, params, body } = context;
      return { id: await invite({ caller, language, origin: auditOrigin(context) }, params.id, body) };
    }),

    route(resendInvitation, async (context) => {
      const { caller, language, params } = context;
      await inviteAgain({ caller, language, origin: auditOrigin(context) }, params.userId);
      return { id: params.userId };
    }),

    route(sendPasswordReset, async (context) => {
      const { caller, language, params } = context;
      await mailReset({ caller, language, origin: auditOrigin(context) }, params.userId);
      return { id: params.userId };
    }),

    route(updateSubAdmin, async (context) => {
      const { caller, params, body } = context;
      const found = await requireSubAdmin(caller, params.userId);
      await updateNames(caller.scope, found, storableTexts(subAdminNames, body, found), auditOrigin(context));
      return { id: found.id };
    }),

    route(setSubAdminStatus, async (context) => {
      const { caller, params, body } = context;
      const found = await requireSubAdmin(caller, params.userId);
      await updateSubAdminStatus(caller.scope, found, body.activated, auditOrigin(context));
      return { id: found.id };
    }),

    route(removeSubAdmin, async (context) => {
      const { caller, params } = context;
      const found = await requireSubAdmin(caller, params.userId);
      if (!(await deleteSubAdmin(caller.scope, found, auditOrigin(context)))) throw new AppError('notFound');
      return { id: found.id };
    }),
  ];
}
