// Puts a round's plan and its scans together: what was expected, what happened, what is doubtful.
import type { CheckpointRow, RoundDetails, TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import { countingScans, type PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { measuredFlag } from '@watchpost/domain/measured-flags';
import { scoreOfRound, scoreOfScan } from '@watchpost/domain/trust-score';
import type { SequenceFlag } from '@watchpost/domain/trust-sequence';
import { settingsAt } from '@watchpost/domain/trust-thresholds';
import { countRoundFlags, type FlaggedEvent, sequenceFlags } from '../../patrol/trust/judge-round.ts';
import type { RoundContext } from '../../patrol/trust/round-context.queries.ts';
import type { CountedScan, FoundRouteVersion, FoundScan } from './round-details.queries.ts';

export interface RoundRecord {
  readonly planned: readonly PlannedCheckpoint[];
  readonly isFixedOrder: boolean;
  readonly scans: readonly FoundScan[];
  readonly events: readonly FlaggedEvent[];
  readonly context: RoundContext;
}

export interface Timeline {
  readonly points: TimelinePoint[];
  readonly uncounted: RoundDetails['uncounted'];
  /** Of all scans, repeats too. */
  readonly score: number;
}

/** Planned checkpoints in their order, then scanned ones that were not planned (`others` says where those are). */
export function timelineOf(record: RoundRecord, others: ReadonlyMap<string, PlannedCheckpoint>): Timeline {
  const counting = countingScans(record.scans);
  const order = actualOrder([...counting.values()]);
  const scans = record.scans.map((scan) => ({ ...scan, position: positionOf(scan) }));
  const sequence = sequenceFlags(record, scans, record.context);
  const plannedIds = new Set(record.planned.map((checkpoint) => checkpoint.checkpointId));
  const unplanned = [...counting.keys()].filter((id) => !plannedIds.has(id));
  const nameOf = (id: string | null) =>
    (record.planned.find(({ checkpointId }) => checkpointId === id) ?? others.get(id ?? ''))?.name ?? '';
  const claimOf = ({ claimedId }: FoundScan) =>
    claimedId === null ? {} : { claimedName: nameOf(claimedId) };
  const pointOf = (checkpoint: PlannedCheckpoint, expectedOrder: number | null): TimelinePoint => {
    const scan = counting.get(checkpoint.checkpointId);
    return {
      ...checkpoint,
      expectedOrder,
      actualOrder: order.get(checkpoint.checkpointId) ?? null,
      scan: scan === undefined ? null : { ...toScan(scan, checkpoint, sequence, record), ...claimOf(scan) },
    };
  };
  const strays = unplanned.flatMap((id) => {
    const checkpoint = others.get(id);
    return checkpoint === undefined ? [] : [pointOf(checkpoint, null)];
  });
  const uncounted = inOrder(record.scans.filter(({ checkpointId }) => checkpointId === null)).map((scan) => {
    const { id, deviceAtMs, receivedAtMs, method } = scan;
    const flags = [...scan.flags, ...(sequence.get(id) ?? []).map(({ flag }) => flag)];
    return { id, deviceAtMs, receivedAtMs, method, flags, claimedName: nameOf(scan.claimedId) };
  });
  return {
    uncounted,
    points: [...record.planned.map((checkpoint, index) => pointOf(checkpoint, index + 1)), ...strays],
    score: scoreOfRound(countRoundFlags(scans, sequence, record.events)),
  };
}

const inOrder = (scans: readonly FoundScan[]): FoundScan[] =>
  scans.toSorted((a, b) => a.deviceAtMs - b.deviceAtMs || (a.id < b.id ? -1 : 1));

function actualOrder(scans: readonly FoundScan[]): Map<string | null, number> {
  return new Map(inOrder(scans).map((scan, index) => [scan.checkpointId, index + 1]));
}

function toScan(
  scan: FoundScan,
  { radiusMetres }: PlannedCheckpoint,
  sequence: ReadonlyMap<string, SequenceFlag[]>,
  { scans, context }: RoundRecord,
): NonNullable<TimelinePoint['scan']> {
  const { roundId: _round, checkpointId, flags: own, clockSkewMs, code, ...rest } = scan;
  const { deviceId: _device, claimedId: _claimed, isProved: _isProved, ...facts } = rest;
  const settings = settingsAt(context.settings, scan.receivedAtMs);
  const measured = { ...facts, radiusMetres, clockSkewMs, code };
  const found = [
    ...own.map((flag) => measuredFlag(flag, measured, settings)),
    ...(sequence.get(scan.id) ?? []).filter(({ flag }) => !own.includes(flag)),
  ];
  const flags = found.map(({ flag }) => flag);
  return {
    ...facts,
    flags,
    doubts: found,
    score: scoreOfScan(flags),
    repeats: inOrder(
      scans.filter((other) => other.checkpointId === checkpointId && other.id !== scan.id),
    ).map(({ id, deviceAtMs, phoneAtMs, distanceMetres, accuracyMetres }) => {
      return { id, deviceAtMs, phoneAtMs, distanceMetres, accuracyMetres };
    }),
  };
}

function positionOf(scan: FoundScan) {
  if (scan.latitude === null || scan.longitude === null) return null;
  return { latitude: scan.latitude, longitude: scan.longitude };
}

/** What a round's rows are of: its plan. A round whose start has not arrived has none, and rows of what was scanned. */
export function checkpointsOf(
  version: FoundRouteVersion | null,
  scans: readonly CountedScan[],
  knownOf: (checkpointId: string) => PlannedCheckpoint | undefined,
): readonly PlannedCheckpoint[] {
  if (version !== null) return version.checkpoints;
  const ids = new Set(scans.map(({ checkpointId }) => checkpointId));
  return [...ids].flatMap((id) => (id === null ? [] : (knownOf(id) ?? [])));
}

/**
 * The checkpoints of a round (see placesOf) by checkpoint id, each scanned or missed (RDET-01, R3.2). Of an imported round the
 * plan says which were activated; else `isActivated` does.
 */
export function checkpointRowsOf(
  checkpoints: readonly PlannedCheckpoint[],
  scans: readonly CountedScan[],
  isActivated: (checkpointId: string) => boolean,
): CheckpointRow[] {
  const counting = countingScans(scans);
  return checkpoints
    .map((checkpoint): CheckpointRow => {
      const scan = counting.get(checkpoint.checkpointId);
      return {
        id: checkpoint.checkpointId,
        checkPointName: checkpoint.name,
        checkPointLatitude: checkpoint.latitude,
        checkPointLongitude: checkpoint.longitude,
        scannedPointLatitude: scan?.latitude ?? null,
        scannedPointLongitude: scan?.longitude ?? null,
        scannedTime: scan?.deviceAtMs ?? null,
        checked: scan !== undefined,
        activated: checkpoint.isActivated ?? isActivated(checkpoint.checkpointId),
      };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
