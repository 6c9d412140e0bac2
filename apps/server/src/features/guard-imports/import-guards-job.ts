import * as z from 'zod/mini';
import { defineJob } from '../../jobs/job.ts';

export const importGuardsJob = defineJob(
  'importGuards',
  z.object({ tenantId: z.string(), importId: z.string() }),
);
