// Notifications about rounds that follow the storing of their events.
import { id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Round } from './field-state.ts';

export const roundsFellShortJob = defineJob(
  'roundsFellShort',
  z.object({ tenantId: id, roundIds: z.array(id) }),
);

const recentMs = 24 * 3_600_000;

/** Whether a round ended so lately that somebody wants to hear of it: a phone may send what is weeks old. */
export function isRecent({ endedAtMs }: Pick<Round, 'endedAtMs'>, nowMs: number): boolean {
  return endedAtMs !== null && endedAtMs > nowMs - recentMs;
}
