// One duty session with its rounds and every checkpoint of them (LOGIO-03).
import type { DutyCheckpointRow, DutyRound, DutySessionDetails } from '@watchpost/contract/login-logout';
import { countingScans } from '@watchpost/domain/round-facts';
import type { SiteScope } from '../../platform/access/caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import {
  checkpointAt,
  findPastCheckpoints,
  type PastCheckpoint,
} from '../../records/past-names/past-checkpoints.queries.ts';
import {
  findDutyReports,
  findDutyRounds,
  findDutyScans,
  type FoundDutyRound,
  type FoundDutyScan,
} from './duty-details.queries.ts';
import { toRow } from './duty-row.ts';
import { findDuty } from './login-logout.queries.ts';

/** Throws notFound for a session that is not the caller's. */
export async function viewDuty(scope: SiteScope, id: string): Promise<DutySessionDetails> {
  const duty = await findDuty(scope, id);
  if (duty === null) throw new AppError('notFound');
  const [rounds, reports] = await Promise.all([findDutyRounds(scope, id), findDutyReports(scope, id)]);
  const scans = await findDutyScans(
    scope,
    rounds.map((round) => round.id),
  );
  const checkpoints = await findPastCheckpoints(scope, [
    ...new Set(scans.flatMap(({ checkpointId }) => checkpointId ?? [])),
  ]);
  const checkpointOf = new Map(checkpoints.map((checkpoint) => [checkpoint.checkpointId, checkpoint]));
  return {
    session: toRow(duty),
    ...reports,
    closedBySystemAtMs: duty.systemClosedAtMs,
    closedAfterHours: duty.limitHours,
    rounds: rounds.map(toRound),
    checkpoints: rounds.flatMap((round) => checkpointRows(round, scans, checkpointOf)),
  };
}

function toRound(round: FoundDutyRound): DutyRound {
  const { planned: _planned, startedAtMs, endedAtMs, ...shown } = round;
  return { ...shown, scannedStartTime: startedAtMs, scannedEndTime: endedAtMs };
}

/** The planned checkpoints of a round in their order, then those scanned without being planned. */
function checkpointRows(
  round: FoundDutyRound,
  scans: readonly FoundDutyScan[],
  checkpointOf: ReadonlyMap<string, PastCheckpoint>,
): DutyCheckpointRow[] {
  const counting = countingScans(scans.filter(({ roundId }) => roundId === round.id));
  const plannedIds = new Set(round.planned.map(({ checkpointId }) => checkpointId));
  const unplanned = [...counting.keys()].flatMap((id) => {
    const checkpoint = plannedIds.has(id) ? undefined : checkpointOf.get(id);
    return checkpoint === undefined ? [] : [checkpointAt(checkpoint, round.startedAtMs)];
  });
  return [...round.planned, ...unplanned].map((checkpoint) => {
    const scan = counting.get(checkpoint.checkpointId);
    return {
      id: `${round.id}.${checkpoint.checkpointId}`,
      roundId: round.id,
      roundStartTime: round.startedAtMs,
      checkPointId: checkpoint.checkpointId,
      checkPointName: checkpoint.name,
      checkPointLatitude: checkpoint.latitude,
      checkPointLongitude: checkpoint.longitude,
      scannedPointLatitude: scan?.latitude ?? null,
      scannedPointLongitude: scan?.longitude ?? null,
      scannedTime: scan?.deviceAtMs ?? null,
      checked: scan !== undefined,
    };
  });
}
