import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from '../jobs/job.ts';

export const sendMailJob = defineJob('sendMail', z.object({ tenantId: id, messageId: id }));
