// The people who manage one site: invited by mail, kept and removed by super admins (MNG-02, GRID-03).
import { subAdminStates } from '@watchpost/domain/sub-admins';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { recordParams } from './managed-records.ts';
import { profileFields } from './profile.ts';
import { editable, id } from './values.ts';

/** What the form of a sub admin holds; its errors are label keys. */
export const subAdminNames = { firstName: profileFields.firstName, lastName: profileFields.lastName };
export const invitationFields = { ...subAdminNames, email: profileFields.email };

const subAdmin = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  state: z.enum(subAdminStates),
  /** Epoch milliseconds of the last invitation; null once a password was set. */
  invitedAtMs: z.nullable(z.int()),
  /** Epoch milliseconds at which its link stops working; null where none is on its way, or it has long stopped. */
  invitationEndsAtMs: z.nullable(z.int()),
  hasSecondStep: z.boolean(),
});
export type SubAdmin = z.output<typeof subAdmin>;

const params = z.strictObject({ userId: id });
const reply = z.object({ id: z.string() });

export const listSubAdmins = defineEndpoint({
  name: 'listSubAdmins',
  method: 'GET',
  path: '/secure/sites/:id/sub-admins',
  access: 'SITES:view',
  summary: 'The sub admins of one site, by name.',
  params: recordParams,
  reply: z.object({ data: z.array(subAdmin) }),
});

export const inviteSubAdmin = defineEndpoint({
  name: 'inviteSubAdmin',
  method: 'POST',
  path: '/secure/sites/:id/sub-admins',
  access: 'SITES:edit',
  summary:
    'Makes an account without a usable password and mails a link to set one, good for seven days; of super admins alone.',
  params: recordParams,
  body: z.strictObject(invitationFields),
  reply,
});

export const resendInvitation = defineEndpoint({
  name: 'resendInvitation',
  method: 'POST',
  path: '/secure/sub-admins/:userId/invitation',
  access: 'SITES:edit',
  summary:
    'Mails the invitation again, good for another seven days; its former link no longer works. Of super admins alone.',
  params,
  reply,
});

export const sendPasswordReset = defineEndpoint({
  name: 'sendPasswordReset',
  method: 'POST',
  path: '/secure/sub-admins/:userId/password-reset',
  access: 'SITES:edit',
  summary: 'Mails a sub admin a link for a new password; of super admins alone.',
  params,
  reply,
});

export const updateSubAdmin = defineEndpoint({
  name: 'updateSubAdmin',
  method: 'PUT',
  path: '/secure/sub-admins/:userId',
  access: 'SITES:edit',
  summary: "Changes a sub admin's names; of super admins alone.",
  params,
  body: z.strictObject({
    firstName: editable(subAdminNames.firstName),
    lastName: editable(subAdminNames.lastName),
  }),
  reply,
});

export const setSubAdminStatus = defineEndpoint({
  name: 'setSubAdminStatus',
  method: 'POST',
  path: '/secure/sub-admins/:userId/status',
  access: 'SITES:edit',
  summary: 'Activates a sub admin, or deactivates one and ends all its sessions; of super admins alone.',
  params,
  body: z.strictObject({ activated: z.boolean() }),
  reply,
});

export const removeSubAdmin = defineEndpoint({
  name: 'removeSubAdmin',
  method: 'DELETE',
  path: '/secure/sub-admins/:userId',
  access: 'SITES:edit',
  summary:
    'Takes a sub admin off its site and ends all its sessions; the account may be invited again. Of super admins alone.',
  params,
  reply,
});
