// What scheduled reports leave to be done after something changed.
import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from '../../platform/jobs/job.ts';

/** Makes and mails one run. */
export const makeReportJob = defineJob('makeScheduledReport', z.object({ tenantId: id, runId: id }));
