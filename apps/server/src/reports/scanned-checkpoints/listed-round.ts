// Rounds as the API shows them.
import type { ListedRound, RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { percentageOf, statusWord } from '@watchpost/domain/round-status';
import { type DoubtCounts, flagsIn, scoreOfRound } from '@watchpost/domain/trust-score';
import type { FoundRound, PagedRound } from './round-rows.queries.ts';

const noFlags: DoubtCounts = new Map();

export function toListedRound(round: PagedRound): ListedRound {
  const counts = round.doubts === null ? noFlags : new Map(round.doubts);
  const { lateArrivalAtMs } = round;
  return {
    score: scoreOfRound(counts),
    doubts: flagsIn(counts),
    ...(lateArrivalAtMs === undefined ? {} : { lateArrivalAtMs }),
    ...toRow(round),
  };
}

export function toRow(round: FoundRound): RoundRow {
  return {
    id: round.id,
    employeeId: round.employeeId,
    scannedBy: round.firstName,
    scannedByLastName: round.lastName,
    scannedById: round.guardId,
    totalCheckPoints: round.totalCheckPoints,
    scannedCheckPoints: round.scannedCheckPoints,
    percentage: percentageOf(round.scannedCheckPoints, round.totalCheckPoints),
    scannedStartTime: round.startedAtMs,
    scannedEndTime: round.endedAtMs,
    siteName: round.siteName,
    subAdminId: round.siteId,
    siteTimeZone: round.siteTimeZone,
    statusCode: round.statusCode,
    status: statusWord(round.statusCode),
  };
}
