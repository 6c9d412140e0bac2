// Answers at checkpoints of which their questions say that they open an incident.
import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from './job.ts';

export const answersReportedJob = defineJob('answersTold', z.object({ tenantId: id, eventIds: z.array(id) }));
