// scannedHistory and its checkPoints: rounds as they were walked, by what they themselves say.
import { createHash } from 'node:crypto';
import { distanceMetres } from '@watchpost/domain/geo';
import { foldRound, type RoundFacts } from '@watchpost/domain/round-facts';
import { percentageOf, statusText, roundStatus } from '@watchpost/domain/round-status';
import { flagsOfScan } from '@watchpost/domain/trust-of-scan';
import { importedRoundId } from '../../records/former-ids/source-ids.ts';
import { type Position, quoted, Refusal, SourceRecord, type Report } from './source-record.ts';
import type { Row, Staged, TableName } from './staging.queries.ts';
import { defaultRadiusMetres, versionOf } from './take-sites.ts';
import { walkerOf, plainEmployeeId } from './take-people.ts';
import type { Known, Taken } from './taking.ts';
import { readNumber } from '@watchpost/domain/readers/numbers';
import { comparable } from '@watchpost/domain/readers/fold';
import { cleanName } from '@watchpost/domain/readers/names';

/** The id of the row of these names, null for a round that bears none, and the row where this run did not give it before. */
function recordedNames(record: SourceRecord, guardId: string, known: Known) {
  const employeeId = plainEmployeeId(record);
  const [first, last] = [record.text('scannedBy'), record.text('scannedByLastName')];
  const [whole, siteName] = [record.text('scannedByName'), record.text('siteName')];
  if (first !== '' && whole !== '' && !isOneOf(whole, [first, `${first} ${last}`]))
    record.report(
      'notTaken',
      'scannedByName',
      `${whole} is another name than ${first} ${last}, which is taken`,
    );
  const ownName = [employeeId ?? '', first, last, first === '' ? whole : '', siteName];
  if (ownName.every((name) => name === '')) return { id: null, rows: [] };
  const key = JSON.stringify([guardId, ...ownName]);
  const given = known.recordedNames.get(key);
  if (given !== undefined) return { id: given, rows: [] };
  const id = known.id('recordedNames', key);
  known.recordedNames.set(key, id);
  const names = { employee_id: employeeId, ...personOf(first, last, whole), site_name: siteName || null };
  return { id, rows: [['recorded_names', { id, guard_id: guardId, ...names }] as const] };
}

const isOneOf = (name: string, others: readonly string[]): boolean =>
  others.some((other) => comparable(cleanName(other)) === comparable(cleanName(name)));

/** The whole name where the record has that alone; both null where it has none. */
function personOf(first: string, last: string, whole: string) {
  if (first !== '') return { first_name: cleanName(first), last_name: cleanName(last) };
  const name = cleanName(whole || last);
  return name === '' ? { first_name: null, last_name: null } : { first_name: name, last_name: '' };
}

interface StoredStatus {
  /** What is stored with the round; 0 for what is no number or too long for one, which reads blank as well. */
  readonly status_code: number;
  /** What the record has, where that is not the stored code. */
  readonly status_text: string | null;
}

const codeMax = 32_767;

/** Of a code as a number or text, or of the status's word. Null for an empty text. */
function storedStatusOf(written: string): StoredStatus | null {
  if (written === '') return null;
  const named = Object.values(roundStatus).find(
    (code) => statusText(code).toLowerCase() === written.toLowerCase(),
  );
  const code = named ?? readNumber(written);
  const isCode = code !== null && Number.isInteger(code) && Math.abs(code) <= codeMax;
  return isCode ? { status_code: code, status_text: null } : { status_code: 0, status_text: written };
}

export interface ScanOutcome {
  readonly scan: Staged;
  /** Why it cannot be taken; null when it was. */
  readonly reason: string | null;
}

/** Where the findings of a scan go. */
export type ReporterOf = (scan: Staged) => Report;

/**
 * A round with its checkpoints. Status and counts are what the round says of itself; where it does not say, or where its
 * checkpoints say otherwise, that is reported, and so are times that another one replaces.
 */
export function takeRound(
  source: Staged,
  record: SourceRecord,
  scans: readonly Staged[],
  known: Known,
  reporterOf: ReporterOf,
) {
  const siteId = known.siteOf(record);
  const startedAtMs = record.time('scannedStartTime');
  if (startedAtMs === null) throw new Refusal('scannedStartTime is missing');
  const statedEndMs = record.readableTime('scannedEndTime');
  // The last that can refuse the round: a guard who is made from it must be made with it.
  const walker = walkerOf(record, siteId, known);
  const id = importedRoundId(known.tenantId, source.id);
  const deviceId = known.sameId('device', walker.id);
  const round = { id, sourceId: source.id, guardId: walker.id, deviceId, startedAtMs };
  const { points, outcomes } = pointsOf(scans, known, round, reporterOf);
  const ownName = statedStatus(record);
  const endedAtMs = endOf(record, ownName, { startedAtMs, statedEndMs }, points);
  const seen = points.flatMap(({ scan }) => (scan === null ? [] : [scan]));
  const facts = factsOf(round, points, endedAtMs);
  const own = ownFigures(record, ownName, facts, scans.length > 0);
  const plan = planOf(record, siteId, points, known);
  const names = recordedNames(record, walker.id, known);
  const row = {
    id,
    site_id: siteId,
    guard_id: walker.id,
    device_id: deviceId,
    route_version_id: plan.versionId,
    started_at_ms: facts.startedAtMs,
    ended_at_ms: facts.endedAtMs,
    status_code: own.status_code,
    total_check_points: own.total_check_points,
    scanned_check_points: own.scanned_check_points,
    recorded_names_id: names.id,
  };
  const others: (readonly [TableName, Row])[] = [
    ...walker.rows,
    ...names.rows,
    ...plan.rows,
    ['imported_rounds', { round_id: id, former_id: source.id, ...own }],
    ...seen.map((scan) => ['scans', scan] as const),
  ];
  const always = points.flatMap(({ point }) => known.formerId(point.id, point.sourceId));
  const whenPresent = [formerOfPresent(id, source.id)];
  const taken: Taken = { main: { table: 'rounds', row }, others, whenPresent, always };
  return { taken, outcomes };
}

/** A round of an earlier run keeps what that run made of it. */
function formerOfPresent(id: string, formerId: string) {
  const none = { status_code: null, status_text: null, total_check_points: null, scanned_check_points: null };
  return ['imported_rounds', { round_id: id, former_id: formerId, ...none, has_scans: true }] as const;
}

function factsOf(round: Round, points: readonly Point[], endedAtMs: number | null): RoundFacts {
  const seen = points.flatMap(({ scan }) => (scan === null ? [] : [scan]));
  return foldRound({
    start: {
      deviceAtMs: round.startedAtMs,
      planned: points.map(({ point }) => ({ ...point, checkpointId: point.id })),
    },
    scans: seen.map((scan) => ({
      id: scan.id,
      checkpointId: scan.checkpoint_id,
      deviceAtMs: scan.device_at_ms,
    })),
    ends: endedAtMs === null ? [] : [{ id: round.id, deviceAtMs: endedAtMs }],
  });
}

/** The checkpoints that can be taken, and what became of each. */
function pointsOf(scans: readonly Staged[], known: Known, round: Round, reporterOf: ReporterOf) {
  const outcomes: ScanOutcome[] = [];
  const points = scans.flatMap((scan) => {
    try {
      const record = new SourceRecord(scan.body, reporterOf(scan));
      const point = pointOf(scan, record, known, round);
      record.reportUnread();
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
  readonly deviceId: string;
  readonly startedAtMs: number;
}

function pointOf(source: Staged, record: SourceRecord, known: Known, round: Round) {
  const sourceId = record.text('checkPointId') || source.id;
  const current = known.records.get(sourceId);
  const at = record.position('checkPoint') ?? current ?? null;
  const name = record.text('checkPointName') || (current?.name ?? '');
  if (at === null) throw new Refusal('the checkpoint has no position');
  if (name === '') throw new Refusal('checkPointName is missing');
  const isActivated = record.statedFlag('activated');
  const point = {
    id: known.sameId('checkPoints', sourceId),
    sourceId,
    name,
    latitude: at.latitude,
    longitude: at.longitude,
    radiusMetres: current?.radiusMetres ?? defaultRadiusMetres,
    ...(isActivated === null ? {} : { isActivated }),
  };
  const isScanned = record.flag('checked', false);
  return { point, scan: isScanned ? scanOf(source, record, point, { known, round }) : notScanned(record) };
}

/** What a missed checkpoint says of a scan all the same has no place here. */
function notScanned(record: SourceRecord): null {
  if (record.number('scannedTime') === 0) record.skip('scannedTime');
  return null;
}

interface PlannedPoint extends Position {
  readonly id: string;
  readonly radiusMetres: number;
}

interface Walk {
  readonly known: Known;
  readonly round: Round;
}

function scanOf(source: Staged, record: SourceRecord, point: PlannedPoint, { known, round }: Walk) {
  const scannedAtMs = record.readableTime('scannedTime');
  if (scannedAtMs === null)
    record.report('assumed', 'scannedTime', "scanned at an unknown time: taken for the round's start");
  const where = record.position('scannedPoint');
  const evidence = { method: 'qr' as const, position: where, accuracyMetres: null, clockSkewMs: 0 };
  const deviceAtMs = scannedAtMs ?? round.startedAtMs;
  return {
    id: known.id('scan', JSON.stringify([round.sourceId, source.id])),
    round_id: round.id,
    checkpoint_id: point.id,
    guard_id: round.guardId,
    device_id: round.deviceId,
    device_at_ms: deviceAtMs,
    received_at_ms: deviceAtMs,
    latitude: where?.latitude ?? null,
    longitude: where?.longitude ?? null,
    distance_metres: where === null ? null : distanceMetres(where, point),
    clock_skew_ms: 0,
    method: 'qr',
    flags: flagsOfScan(evidence, point),
    body_hash: String.raw`\x${createHash('sha256').update(JSON.stringify(source.body)).digest('hex')}`,
  };
}

type Point = ReturnType<typeof pointOf>;

/** The end as said; for a round that the source calls over without one, its last scan. */
function endOf(
  record: SourceRecord,
  ownName: StatedStatus,
  { startedAtMs, statedEndMs }: { readonly startedAtMs: number; readonly statedEndMs: number | null },
  points: readonly Point[],
): number | null {
  if (statedEndMs !== null && statedEndMs < startedAtMs)
    record.report('differs', 'scannedEndTime', 'ends before it starts');
  if (statedEndMs !== null) return statedEndMs;
  const text = ownName === null ? '' : statusText(ownName.status_code);
  if (text === '' || text === 'Inprogress') return null;
  record.report('assumed', 'scannedEndTime', 'is over but has no scannedEndTime: taken for its last scan');
  return points.reduce((last, { scan }) => Math.max(last, scan?.device_at_ms ?? 0), startedAtMs);
}

type StatedStatus = ReturnType<typeof statedStatus>;

/** The status code as written, known or not; that of the status's word where there is none. Null where neither is there. */
function statedStatus(record: SourceRecord) {
  const code = record.text('statusCode');
  const text = record.text('status');
  const stored = storedStatusOf(code === '' ? text : code);
  if (stored === null) return null;
  if (code !== '' && text !== '' && statusText(stored.status_code).toLowerCase() !== text.toLowerCase())
    record.report('notTaken', 'status', `${quoted(text)} is not what statusCode ${code} means`);
  if (statusText(stored.status_code) === '')
    record.report(
      'differs',
      code === '' ? 'status' : 'statusCode',
      `${code || text} is unknown: kept, and shown blank`,
    );
  return stored;
}

/** Status and counts as the round says them, else as its checkpoints do. */
function ownFigures(record: SourceRecord, ownName: StatedStatus, facts: RoundFacts, hasScans: boolean) {
  const text = statusText(facts.statusCode);
  if (ownName === null)
    record.report('assumed', 'statusCode', `is missing: taken as ${text}, by its checkpoints`);
  const status = ownName ?? { status_code: facts.statusCode, status_text: null };
  const isKnown = statusText(status.status_code) !== '';
  if (hasScans && isKnown && status.status_code !== facts.statusCode)
    record.report('differs', 'statusCode', `${status.status_code} is kept; its checkpoints say ${text}`);
  const total = countOf(record, 'totalCheckPoints', facts.totalCheckPoints, hasScans);
  const scanned = countOf(record, 'scannedCheckPoints', facts.scannedCheckPoints, hasScans);
  if (!hasScans && total !== 0)
    record.report(
      'differs',
      null,
      'its checkpoints are not in the export: its own status and counts are kept',
    );
  checkPercentage(record, percentageOf(scanned, total));
  return { ...status, total_check_points: total, scanned_check_points: scanned, has_scans: hasScans };
}

function countOf(
  record: SourceRecord,
  name: 'totalCheckPoints' | 'scannedCheckPoints',
  counted: number,
  hasScans: boolean,
): number {
  const ownName = record.count(name);
  if (ownName !== null && ownName !== counted && hasScans)
    record.report('differs', name, `${ownName} is kept; its checkpoints say ${counted}`);
  return ownName ?? counted;
}

function checkPercentage(record: SourceRecord, shown: number | null): void {
  const ownName = record.number('percentage');
  if (ownName === null || (shown !== null && Math.abs(ownName - shown) <= 1)) return;
  if (shown === null && ownName === 0) return;
  record.report(
    'notTaken',
    'percentage',
    `${ownName} is not what its counts give${shown === null ? '' : `, which is ${shown}`}`,
  );
}

const routeName = 'Rounds before the import';

/** Equal plans at a site share one version, of a route that is there for them alone and is not walked any more. */
function planOf(record: SourceRecord, siteId: string, points: readonly Point[], known: Known) {
  const sourceId = record.text('patrolRouteId', 'routeId');
  const named = known.routes.get(sourceId);
  const isNamed = named !== undefined && named.siteId === siteId;
  if (sourceId !== '' && !isNamed)
    record.report(
      'notTaken',
      record.nameOf('patrolRouteId', 'routeId'),
      `its route ${sourceId} is ${named === undefined ? 'not in the export' : "another site's"}`,
    );
  const routeId = isNamed ? named.id : known.sameId('historyRoute', siteId);
  const planned = points.map(({ point }) => point);
  const version = versionOf(routeId, siteId, routeName, planned);
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
