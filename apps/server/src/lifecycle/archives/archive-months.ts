// Month by month: archive, read back, remove. What was interrupted goes on where it can.
import { uuidv7 } from 'uuidv7';
import { retainedFromMs, monthStartMs, monthsToKeep } from '@watchpost/domain/retention';
import { findOldestMs, findSubjects, clearEmptySums, removeArchived } from './archive-rows.queries.ts';
import {
  type Archive,
  beginArchive,
  isAnyUnderWay,
  takeUnderWay,
  findArchiveFiles,
  markRemoved,
  renewLease,
} from './archives.queries.ts';
import { type ArchiveWork, discardArchive, writeArchive } from './write-archive.ts';
import { readSubjects } from './check-archive.ts';

/**
 * What changed since it was archived, or is looked into again, stays for a later archive. Each portion is one
 * transaction; what an interrupted run removed is simply not there any more.
 */
async function removeOfArchive(work: ArchiveWork, archive: Archive): Promise<void> {
  const { db, tenantId, lease, stopping } = work;
  const { id } = archive;
  const files = await findArchiveFiles(db, tenantId, [id]);
  for (const file of files.filter(({ kind }) => kind === 'rows')) {
    for await (const subjects of readSubjects(work, file)) {
      if (stopping?.aborted) return;
      await removeArchived(db, id, subjects);
      await renewLease(db, tenantId, id, lease());
    }
  }
  await clearEmptySums(db, archive);
  await renewLease(db, tenantId, id, lease());
  await markRemoved(db, tenantId, id, lease());
}

export interface Retention {
  /** Null: everything is kept. */
  readonly monthsToKeep: number | null;
  readonly startsAtMs: number;
}

/** What was started is finished whatever the settings say by then, so that nothing stays half removed. */
export async function archiveMonths(work: ArchiveWork, retention: Retention | null): Promise<void> {
  const { db, tenantId, lease } = work;
  const underWay = await takeUnderWay(db, tenantId, lease());
  if (underWay !== null) {
    const goesOn = underWay.status === 'verified' || isDue(retention, underWay.untilMs, lease().nowMs);
    const retainedFrom = retainedFromMs(lease().nowMs, retention?.monthsToKeep ?? monthsToKeep.max);
    await (goesOn ? finish(work, underWay, retainedFrom) : discardArchive(work, underWay));
  }
  if (retention === null || retention.monthsToKeep === null || lease().nowMs < retention.startsAtMs) return;
  if (await isAnyUnderWay(db, tenantId)) return;
  const isGoingOn = () => !work.stopping?.aborted;
  const end = retainedFromMs(lease().nowMs, retention.monthsToKeep);
  for (let month = await oldestMonth(work); month !== null && month < end && isGoingOn(); ) {
    const next = monthStartMs(month, 1);
    const archive = await beginArchive(
      db,
      tenantId,
      { id: uuidv7(), monthMs: month, untilMs: next },
      lease(),
    );
    if (archive === null) return;
    await finish(work, archive, end);
    month = await monthAfter(work, next, end);
  }
}

function isDue(retention: Retention | null, untilMs: number, nowMs: number): boolean {
  if (retention === null || retention.monthsToKeep === null || nowMs < retention.startsAtMs) return false;
  return untilMs <= retainedFromMs(nowMs, retention.monthsToKeep);
}

async function finish(work: ArchiveWork, archive: Archive, retainedFrom: number): Promise<void> {
  if (archive.status === 'writing' && !(await writeArchive(work, archive, retainedFrom))) return;
  await removeOfArchive(work, archive);
}

async function oldestMonth({ db, tenantId }: ArchiveWork): Promise<number | null> {
  const oldest = await findOldestMs(db, tenantId);
  return oldest === null ? null : monthStartMs(oldest);
}

/** The next month that holds anything; what stays of earlier ones was looked at already. */
async function monthAfter(
  { db, tenantId }: ArchiveWork,
  fromMs: number,
  end: number,
): Promise<number | null> {
  const at = async (kind: 'rounds' | 'due') => {
    const start = { kind, atMs: fromMs - 1, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' } as const;
    return (await findSubjects(db, tenantId, start, end, 1)).map(({ atMs }) => atMs);
  };
  const times = [...(await at('rounds')), ...(await at('due'))];
  return times.length === 0 ? null : monthStartMs(Math.min(...times));
}
