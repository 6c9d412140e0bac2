// scannedHistory and its checkPoints: rounds as they were walked, by what they themselves hold.
import { createHash } from 'node:crypto';
import { distanceMetres } from '@watchpost/domain/geo';
import { foldRound } from '@watchpost/domain/round-facts';
import { statusWord } from '@watchpost/domain/round-status';
import { flagsOfScan } from '@watchpost/domain/trust-of-scan';
import { type Fields, flag, number, type Position, position, Refusal, text, time } from './source-values.ts';
import type { Row, Staged, TableName } from './staging.queries.ts';
import { defaultRadiusMetres, versionOf } from './take-places.ts';
import { walkerOf } from './take-people.ts';
import type { Known, Note, Taken } from './taking.ts';

export interface ScanOutcome {
  readonly scan: Staged;
  /** Why it cannot be taken; null when it was. */
  readonly reason: string | null;
}

/**
 * A round with its checkpoints. Status and counts are what the checkpoints say (0006), and a source that says
 * otherwise is told of; so are times that something else stands in for.
 */
export function takeRound(source: Staged, scans: readonly Staged[], known: Known, note: Note) {
  const fields = source.body;
  const siteId = known.siteOf(fields);
  const startedAtMs = time(fields, 'scannedStartTime');
  if (startedAtMs === null) throw new Refusal('scannedStartTime is missing');
  const toldEndMs = time(fields, 'scannedEndTime');
  // The last that can refuse the round: a guard who is made from it must be made with it.
  const walker = walkerOf(fields, siteId, known, note);
  const id = known.id('scannedHistory', source.id);
  const round = { id, sourceId: source.id, guardId: walker.id, startedAtMs };
  const { points, outcomes } = pointsOf(scans, known, round, note);
  const endedAtMs = endOf(fields, { startedAtMs, toldEndMs }, points, note);
  const seen = points.flatMap(({ scan }) => (scan === null ? [] : [scan]));
  const facts = foldRound({
    start: {
      deviceAtMs: startedAtMs,
      planned: points.map(({ place }) => ({ ...place, checkpointId: place.id })),
    },
    scans: seen.map((scan) => ({
      id: scan.id,
      checkpointId: scan.checkpoint_id,
      deviceAtMs: scan.device_at_ms,
    })),
    ends: endedAtMs === null ? [] : [{ id: round.id, deviceAtMs: endedAtMs }],
  });
  noteDifferences(fields, facts, note);
  const plan = planOf(fields, siteId, points, known);
  const row = {
    id: round.id,
    site_id: siteId,
    guard_id: walker.id,
    device_id: known.id('device', walker.id),
    route_version_id: plan.versionId,
    started_at_ms: facts.startedAtMs,
    ended_at_ms: facts.endedAtMs,
    status_code: facts.statusCode,
    total_check_points: facts.totalCheckPoints,
    scanned_check_points: facts.scannedCheckPoints,
  };
  const others: (readonly [TableName, Row])[] = [
    ...walker.rows,
    ...plan.rows,
    ...seen.map((scan) => ['scans', scan] as const),
  ];
  const taken: Taken = { main: { table: 'rounds', row }, others };
  return { taken, outcomes };
}

/** The checkpoints that can be taken, and what became of each. */
function pointsOf(scans: readonly Staged[], known: Known, round: Round, note: Note) {
  const outcomes: ScanOutcome[] = [];
  const points = scans.flatMap((scan) => {
    try {
      const point = pointOf(scan, known, round, note);
      outcomes.push({ scan, reason: null });
      return point;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ scan, reason: error.message });
      return [];
    }
  });
  return { points, outcomes };
}

interface Round {
  readonly id: string;
  readonly sourceId: string;
  readonly guardId: string;
  readonly startedAtMs: number;
}

function pointOf(source: Staged, known: Known, round: Round, note: Note) {
  const fields = source.body;
  const sourceId = text(fields, 'checkPointId') || source.id;
  const current = known.places.get(sourceId);
  const at = position(fields, 'checkPoint') ?? current ?? null;
  const name = text(fields, 'checkPointName') || (current?.name ?? '');
  if (at === null) throw new Refusal('the checkpoint has no position');
  if (name === '') throw new Refusal('checkPointName is missing');
  const place = {
    id: known.id('checkPoints', sourceId),
    name,
    latitude: at.latitude,
    longitude: at.longitude,
    radiusMetres: current?.radiusMetres ?? defaultRadiusMetres,
  };
  const isScanned = flag(fields, 'checked', false);
  return { place, scan: isScanned ? scanOf(source, place, { known, round, note }) : null };
}

interface PlannedPlace extends Position {
  readonly id: string;
  readonly radiusMetres: number;
}

interface Walk {
  readonly known: Known;
  readonly round: Round;
  readonly note: Note;
}

function scanOf(source: Staged, place: PlannedPlace, { known, round, note }: Walk) {
  const fields = source.body;
  const scannedAtMs = time(fields, 'scannedTime');
  if (scannedAtMs === null)
    note(`checkpoint ${source.id} was scanned at a time not told: taken for the round's start`);
  const where = position(fields, 'scannedPoint');
  const evidence = { method: 'qr' as const, position: where, accuracyMetres: null, clockSkewMs: 0 };
  const deviceAtMs = scannedAtMs ?? round.startedAtMs;
  return {
    id: known.id('scan', JSON.stringify([round.sourceId, source.id])),
    round_id: round.id,
    checkpoint_id: place.id,
    guard_id: round.guardId,
    device_id: known.id('device', round.guardId),
    device_at_ms: deviceAtMs,
    received_at_ms: deviceAtMs,
    latitude: where?.latitude ?? null,
    longitude: where?.longitude ?? null,
    distance_metres: where === null ? null : distanceMetres(where, place),
    clock_skew_ms: 0,
    method: 'qr',
    flags: flagsOfScan(evidence, place),
    body_hash: String.raw`\x${createHash('sha256').update(JSON.stringify(fields)).digest('hex')}`,
  };
}

type Point = ReturnType<typeof pointOf>;

/** The end as told; for a round that the source calls over without one, its last scan. */
function endOf(
  fields: Fields,
  { startedAtMs, toldEndMs }: { readonly startedAtMs: number; readonly toldEndMs: number | null },
  points: readonly Point[],
  note: Note,
): number | null {
  if (toldEndMs !== null && toldEndMs < startedAtMs) note('ends before it starts');
  if (toldEndMs !== null) return toldEndMs;
  const code = number(fields, 'statusCode');
  if (code === null || statusWord(code) === '' || statusWord(code) === 'Inprogress') return null;
  note('is over but has no scannedEndTime: taken for its last scan');
  return points.reduce((last, { scan }) => Math.max(last, scan?.device_at_ms ?? 0), startedAtMs);
}

function noteDifferences(fields: Fields, facts: ReturnType<typeof foldRound>, note: Note): void {
  const code = text(fields, 'statusCode');
  const word = statusWord(facts.statusCode);
  if (code === '') note(`has no statusCode: taken as ${word}`);
  else if (statusWord(Number(code)) === '') note(`statusCode ${code} is unknown: taken as ${word}`);
  else if (Number(code) !== facts.statusCode)
    note(`statusCode ${code} differs from its checkpoints: taken as ${word}`);
  const counts = [
    ['totalCheckPoints', facts.totalCheckPoints],
    ['scannedCheckPoints', facts.scannedCheckPoints],
  ] as const;
  for (const [name, count] of counts) {
    const told = number(fields, name);
    if (told !== null && told !== count)
      note(`${name} ${told} differs from its checkpoints: taken as ${count}`);
  }
}

const routeName = 'Rounds before the import';

/** Equal plans at a site share one version, of a route that is there for them alone and is not walked any more. */
function planOf(fields: Fields, siteId: string, points: readonly Point[], known: Known) {
  const named = known.routes.get(text(fields, 'patrolRouteId', 'routeId'));
  const isNamed = named !== undefined && named.siteId === siteId;
  const routeId = isNamed ? named.id : known.id('historyRoute', siteId);
  const places = points.map(({ place }) => place);
  const version = versionOf(routeId, siteId, routeName, places);
  const versionId = known.id('historyVersion', JSON.stringify([routeId, version.checkpoints]));
  const route = {
    id: routeId,
    site_id: siteId,
    name: routeName,
    is_fixed_order: false,
    activated: false,
    current_version_id: versionId,
  };
  const rows: (readonly [TableName, Row])[] = [['route_versions', { id: versionId, ...version }]];
  if (!isNamed) rows.push(['patrol_routes', route]);
  return { versionId, rows };
}
