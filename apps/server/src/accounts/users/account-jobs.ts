// What the requests about passwords leave to be done after they were answered.
import { id, username } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from '../../platform/jobs/job.ts';

const resetRequest = z.object({
  tenantId: id,
  email: username,
  language: z.string(),
  /** From a browser that the account was used with before. Jobs of before do not say it. */
  isKnown: z.optional(z.boolean()),
});
export type ResetRequest = z.output<typeof resetRequest>;
export const resetRequestedJob = defineJob('passwordResetRequested', resetRequest);

const passwordChange = z.object({
  tenantId: id,
  userId: id,
  atMs: z.number(),
  language: z.string(),
  timeZone: z.string(),
});
export type PasswordChange = z.output<typeof passwordChange>;
export const passwordChangedJob = defineJob('passwordChanged', passwordChange);

const invitation = z.object({
  tenantId: id,
  userId: id,
  siteName: z.string(),
  /** Name of who invites. */
  inviter: z.string(),
  language: z.string(),
});
export type Invitation = z.output<typeof invitation>;
export const invitedJob = defineJob('subAdminInvited', invitation);
