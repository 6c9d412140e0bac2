// What a change of factors leaves to be done after the request was answered.
import { id } from '@watchpost/contract/values';
import { factorChanges } from '@watchpost/domain/sign-in-factors';
import * as z from 'zod/mini';
import { defineJob } from '../../platform/jobs/job.ts';

const factorChanged = z.object({
  tenantId: id,
  userId: id,
  change: z.enum(factorChanges),
  /** Of the passkey concerned; how many codes are left; empty where nothing is to be named. */
  detail: z.string(),
  atMs: z.number(),
  language: z.string(),
  timeZone: z.string(),
});
export const factorChangedJob = defineJob('signInFactorChanged', factorChanged);
