// What a change of the profile leaves to be done after the request was answered.
import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from '../../platform/jobs/job.ts';

const emailChanged = z.object({
  tenantId: id,
  userId: id,
  formerEmail: z.string(),
  newEmail: z.string(),
  atMs: z.number(),
  language: z.string(),
  timeZone: z.string(),
});
export const emailChangedJob = defineJob('emailChanged', emailChanged);
