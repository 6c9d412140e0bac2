// Whether the rounds of an evidence file are shown as their own events make them.
import { foldRound, type PlannedCheckpoint } from '../round-facts.ts';
import type { EvidenceBundle, ShownRound } from './bundle.ts';
import type { Fault } from './faults.ts';
import { type EntryRow, textOf } from './log-entry.ts';

const figures = ['startedAtMs', 'endedAtMs', 'statusCode', 'totalCheckPoints', 'scannedCheckPoints'] as const;

export function roundFaults(bundle: EvidenceBundle): Fault[] {
  return bundle.rounds.flatMap((round) => faultsOf(round, bundle));
}

function faultsOf(round: ShownRound, { records }: EvidenceBundle): Fault[] {
  const rows = (table: string) =>
    records.flatMap(({ entry }) =>
      entry.table === table && entry.row !== null ? [{ id: entry.id, row: entry.row }] : [],
    );
  const events = rows('field_events').filter(({ row }) => row['subject_id'] === round.id);
  const start = events.find(({ row }) => row['kind'] === 'roundStarted');
  // Of a round that was brought in from elsewhere there are no events to be compared with.
  if (start === undefined) return [];
  const version = rows('route_versions').find(({ id }) => id === start.row['named_id']);
  const planned = version === undefined ? null : plannedOf(version.row);
  if (planned === null) return [{ kind: 'removed', subject: 'route_versions', id: round.id, field: null }];
  const facts = foldRound({
    start: { deviceAtMs: Number(start.row['device_at_ms']), planned },
    scans: rows('scans')
      .filter(({ row }) => row['round_id'] === round.id)
      .map(({ id, row }) => ({
        id,
        checkpointId: textOf(row, 'checkpoint_id'),
        deviceAtMs: Number(row['device_at_ms']),
      })),
    ends: events
      .filter(({ row }) => row['kind'] === 'roundEnded')
      .map(({ id, row }) => ({ id, deviceAtMs: Number(row['device_at_ms']) })),
  });
  const faults = figures
    .filter((name) => round[name] !== facts[name])
    .map((name): Fault => ({ kind: 'altered', subject: 'rounds', id: round.id, field: name }));
  const isFewer = facts.scannedCheckPoints < round.scannedCheckPoints;
  return isFewer ? [...faults, { kind: 'removed', subject: 'scans', id: round.id, field: null }] : faults;
}

function plannedOf(row: EntryRow): PlannedCheckpoint[] | null {
  const checkpoints = row['checkpoints'];
  if (!Array.isArray(checkpoints)) return null;
  return checkpoints.map((point: Record<string, unknown>) => ({
    checkpointId: String(point['checkpointId']),
    name: String(point['name']),
    latitude: Number(point['latitude']),
    longitude: Number(point['longitude']),
    radiusMetres: Number(point['radiusMetres']),
  }));
}
