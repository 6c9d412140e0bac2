import * as z from 'zod/mini';
import { defineJob } from '../../platform/jobs/job.ts';

/** Rows that are read, judged and stored at once. */
export const importBatchRows = 1_000;

export const importRecordsJob = defineJob(
  'importRecords',
  z.object({ tenantId: z.string(), importId: z.string() }),
);
