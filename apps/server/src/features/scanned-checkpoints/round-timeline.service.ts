// Puts a round's plan and its scans together: what was expected, what happened, what is doubtful.
import type { CheckpointRow, TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import { countingScans, type PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { flagsOfSequence, type TrustFlag } from '@watchpost/domain/trust';
import type { FoundScan } from './round-details.queries.ts';

export interface RoundRecord {
  readonly planned: readonly PlannedCheckpoint[];
  readonly isFixedOrder: boolean;
  readonly scans: readonly FoundScan[];
}

/** Planned checkpoints in their order, then scanned ones that were not planned (`others` says where those are). */
export function timelineOf(
  record: RoundRecord,
  others: ReadonlyMap<string, PlannedCheckpoint>,
): TimelinePoint[] {
  const counting = countingScans(record.scans);
  const order = actualOrder([...counting.values()]);
  const sequence = flagsOfSequence(
    record.scans.map((scan) => ({ ...scan, position: positionOf(scan) })),
    record.planned.map((place) => place.checkpointId),
    record.isFixedOrder,
  );
  const plannedIds = new Set(record.planned.map((place) => place.checkpointId));
  const unplanned = [...counting.keys()].filter((id) => !plannedIds.has(id));
  const pointOf = (place: PlannedCheckpoint, expectedOrder: number | null): TimelinePoint => {
    const scan = counting.get(place.checkpointId);
    return {
      ...place,
      expectedOrder,
      actualOrder: order.get(place.checkpointId) ?? null,
      scan: scan === undefined ? null : toScan(scan, sequence, record.scans),
    };
  };
  return [
    ...record.planned.map((place, index) => pointOf(place, index + 1)),
    ...unplanned.flatMap((id) => {
      const place = others.get(id);
      return place === undefined ? [] : [pointOf(place, null)];
    }),
  ];
}

function actualOrder(scans: readonly FoundScan[]): Map<string, number> {
  const sorted = scans.toSorted((a, b) => a.deviceAtMs - b.deviceAtMs || (a.id < b.id ? -1 : 1));
  return new Map(sorted.map((scan, index) => [scan.checkpointId, index + 1]));
}

function toScan(
  scan: FoundScan,
  sequence: ReadonlyMap<string, TrustFlag[]>,
  all: readonly FoundScan[],
): NonNullable<TimelinePoint['scan']> {
  const { roundId: _round, checkpointId, flags, ...facts } = scan;
  return {
    ...facts,
    flags: [...new Set([...flags, ...(sequence.get(scan.id) ?? [])])],
    repeats: all.filter((other) => other.checkpointId === checkpointId).length - 1,
  };
}

function positionOf(scan: FoundScan) {
  if (scan.latitude === null || scan.longitude === null) return null;
  return { latitude: scan.latitude, longitude: scan.longitude };
}

/** The planned checkpoints of a round by checkpoint id, each scanned or missed (RDET-01, R3.2). */
export function checkpointRowsOf(
  planned: readonly PlannedCheckpoint[],
  scans: readonly FoundScan[],
  isActivated: (checkpointId: string) => boolean,
): CheckpointRow[] {
  const counting = countingScans(scans);
  return planned
    .map((place): CheckpointRow => {
      const scan = counting.get(place.checkpointId);
      return {
        id: place.checkpointId,
        checkPointName: place.name,
        checkPointLatitude: place.latitude,
        checkPointLongitude: place.longitude,
        scannedPointLatitude: scan?.latitude ?? null,
        scannedPointLongitude: scan?.longitude ?? null,
        scannedTime: scan?.deviceAtMs ?? null,
        checked: scan !== undefined,
        activated: isActivated(place.checkpointId),
      };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
