// Rounds that were started, ended or became complete: this job tells the code that waits for them.
import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from './job.ts';

export const roundsMovedJob = defineJob('roundsMoved', z.object({ tenantId: id, roundIds: z.array(id) }));
