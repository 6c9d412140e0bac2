// Has the head of a day stamped by the authority that the operator names; sealing waits for none of it.
import { calendarDate, id } from '@watchpost/contract/values';
import * as z from 'zod/mini';
import type { TimeStampAuthority } from '../../platform/adapters/time-stamps/time-stamp-authority.ts';
import { TimeStampError } from '../../platform/adapters/time-stamps/time-stamp-reply.ts';
import { findWaitingStamp, updateStamped, updateUnstamped } from './time-stamps.queries.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/job.ts';

const payload = z.object({ tenantId: id, day: calendarDate });
export type HeadToStamp = z.output<typeof payload>;
const stampHeadJob = defineJob('stampHead', payload);

export interface TimeStampSettings {
  /** Left out where the operator names none. */
  readonly timeStamps?: TimeStampAuthority | undefined;
  readonly onProblem: (sentence: string) => void;
  /** Pause after the first, second ... failure; after the last the head goes without. */
  readonly stampDelaysMs?: readonly number[];
}

type Db = Parameters<typeof findWaitingStamp>[0];

const minute = 60_000;
/** Together about two days: the next head, which grew out of this one, is stamped by then. */
const stampDelaysDefault = [1, 5, 15, 60, 180, 360, 720, 1_440].map((minutes) => minutes * minute);

/** After everything else: anyone who asks and waits, waits for an authority that may be away. */
const priority = 10;

export const enqueueStamp = (db: Db, head: HeadToStamp, runAt?: Date): Promise<void> =>
  enqueueJob(db, stampHeadJob, head, { key: head.day, priority, ...(runAt === undefined ? {} : { runAt }) });

export function timeStampJobs({
  timeStamps,
  onProblem,
  stampDelaysMs = stampDelaysDefault,
}: TimeStampSettings): JobHandler[] {
  return [
    handleJob(stampHeadJob, async (head, db) => {
      const { tenantId, day } = head;
      const waiting = await findWaitingStamp(db, tenantId, day);
      if (waiting === null) return;
      if (timeStamps === undefined) {
        const reason = 'TIMESTAMP_URL names no authority any more';
        await updateUnstamped(db, tenantId, day, { reason, state: 'none' });
        return;
      }
      try {
        await updateStamped(db, tenantId, day, await timeStamps(Buffer.from(waiting.note)));
      } catch (error) {
        if (!(error instanceof TimeStampError)) throw error;
        const delayMs = stampDelaysMs[waiting.tries];
        const state = delayMs === undefined ? 'failed' : 'waiting';
        if (waiting.tries === 0 || state === 'failed')
          onProblem(
            `TIMESTAMP_URL: the head of ${day} of tenant ${tenantId} has no time-stamp: ${error.message}.`,
          );
        await db.transaction().execute(async (transaction) => {
          await updateUnstamped(transaction, tenantId, day, { reason: error.message, state });
          if (delayMs !== undefined) await enqueueStamp(transaction, head, new Date(Date.now() + delayMs));
        });
      }
    }),
  ];
}
