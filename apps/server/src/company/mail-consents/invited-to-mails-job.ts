import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from '../../platform/jobs/job.ts';

const invited = z.object({ tenantId: id, consentId: id, inviterId: z.nullable(id) });
export type InvitedToMails = z.output<typeof invited>;

/** Mails somebody the question whether to be mailed. */
export const invitedToMailsJob = defineJob('invitedToMails', invited);
