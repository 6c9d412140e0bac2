// What tours leave to be done after something changed.
import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from '../../platform/jobs/job.ts';

/** Makes the rounds that are due next; follows every change of what they are made from. */
export const makeRoundsJob = defineJob('makeDueRounds', z.object({ tenantId: id }));
