// One checkpoint with its codes, routes and scans, as far as the caller's rights reach (MNG-01, MNG-04).
import type { CheckpointDetails, CheckpointRow } from '@watchpost/contract/checkpoints';
import { checkpointHistoryDays } from '@watchpost/domain/checkpoints';
import { isPermitted, type Permission } from '@watchpost/domain/permissions';
import { addDays, calendarDate, startOfDayMs } from '@watchpost/domain/time-zone';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import {
  countScansBetween,
  findCodes,
  findGaps,
  findLastScans,
  findRoutesPast,
  findScanFigures,
} from './checkpoint-details.queries.ts';
import { viewCheckpoint } from './checkpoints.service.ts';
import { mayReadCodes, readableRow } from './readable-codes.ts';

/** Throws notFound for a checkpoint that is not the caller's. */
export async function viewCheckpointDetails(
  caller: ConsoleCaller,
  id: string,
  nowMs: number,
): Promise<CheckpointDetails> {
  const { scope, role, switches } = caller;
  const checkpoint = await viewCheckpoint(scope, id);
  const when = <T>(permission: Permission, find: () => Promise<T>): Promise<T | null> =>
    isPermitted(role, permission, switches) ? find() : Promise.resolve(null);
  const [codes, routes, history] = await Promise.all([
    findCodes(scope, id),
    when('PATROL_ROUTES:view', () => findRoutesPast(scope, id)),
    when('SCANNED_CHECKPOINTS:view', () => viewHistory(scope, checkpoint, nowMs)),
  ]);
  const readable = mayReadCodes(caller) ? codes : codes.map((code) => ({ ...code, text: null }));
  return { checkpoint: readableRow(caller, checkpoint), codes: readable, routes, history };
}

/** Whole days of the site up to now; what a device with a fast clock reports of later is counted when it is past. */
async function viewHistory(
  scope: SiteScope,
  { id, siteTimeZone, createdAt }: CheckpointRow,
  nowMs: number,
): Promise<CheckpointDetails['history']> {
  const today = calendarDate(nowMs, siteTimeZone);
  const days = Array.from({ length: checkpointHistoryDays }, (_, back) =>
    addDays(today, back + 1 - checkpointHistoryDays),
  );
  const starts = days.map((day) => startOfDayMs(day, siteTimeZone));
  const range = { fromMs: starts[0] ?? nowMs, toMs: nowMs };
  // No one could scan it before it was made.
  const watched = { fromMs: Math.min(Math.max(range.fromMs, createdAt), nowMs), toMs: nowMs };
  const [figures, counts, last, gaps] = await Promise.all([
    findScanFigures(scope, id, range),
    countScansBetween(scope, id, [...starts, nowMs]),
    findLastScans(scope, id, range),
    findGaps(scope, id, watched),
  ]);
  return {
    ...range,
    ...figures,
    days: days.map((day, index) => ({ day, scans: counts[index] ?? 0 })),
    last,
    gaps,
  };
}
