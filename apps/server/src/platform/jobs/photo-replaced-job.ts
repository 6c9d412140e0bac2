import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from './job.ts';

/** A guard has another photo, or none, instead of this one. */
export const photoReplacedJob = defineJob('photoReplaced', z.object({ tenantId: id, fileId: id }));
