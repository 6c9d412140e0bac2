// What the server stores of reported events, by the domain's own rules: the same rows as if they had been sent.
import { type FieldTime, fieldTimeOf } from '@watchpost/domain/device-clock';
import { distanceMetres } from '@watchpost/domain/geo';
import { foldRound, type RoundFacts } from '@watchpost/domain/round-facts';
import type { TrustFlag } from '@watchpost/domain/trust';
import { flagsOfScan } from '@watchpost/domain/trust-of-scan';
import type { CheckpointScanned, FieldEvent } from '@watchpost/contract/field';
import type { DutyRecord, RoundRecord } from './patrol-model/duty.ts';
import type { ReportedEvent } from './patrol-model/reporting.ts';

/** The doubts about the code of a scan. */
export type ScanJudge = (scan: CheckpointScanned) => readonly TrustFlag[];

export interface EventRow {
  readonly event: Exclude<FieldEvent, CheckpointScanned>;
  readonly guardId: string;
  readonly deviceId: string;
  readonly subjectId: string;
  readonly receivedAtMs: number;
  readonly time: FieldTime;
}

export interface ScanRow {
  readonly event: CheckpointScanned;
  readonly guardId: string;
  readonly deviceId: string;
  readonly receivedAtMs: number;
  readonly time: FieldTime;
  readonly distanceMetres: number | null;
  readonly flags: string;
}

export interface RoundRow extends RoundFacts {
  readonly id: string;
  readonly siteId: string;
  readonly guardId: string;
  readonly deviceId: string;
  readonly routeVersionId: string;
  /** When the server first heard of it: rounds are numbered in this order. */
  readonly firstReceivedAtMs: number;
}

export interface DutyRow {
  readonly id: string;
  readonly guardId: string;
  readonly siteId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
}

/** The scans, events and round of a record; null for a round whose start has not arrived, which has no plan yet. */
export function rowsOfRound(
  record: RoundRecord,
  judge: ScanJudge,
): { round: RoundRow; scans: ScanRow[]; events: EventRow[] } | null {
  const { id, guard, site, version } = record;
  const reported = record.events;
  const events = reported.map((one) => ({ ...one.event, deviceAtMs: timeOf(one).atMs }));
  const start = events.find((event) => event.kind === 'roundStarted');
  if (start === undefined) return null;
  const facts = foldRound({
    start: { deviceAtMs: start.deviceAtMs, planned: version.checkpoints },
    scans: events.filter((event) => event.kind === 'checkpointScanned'),
    ends: events.filter((event) => event.kind === 'roundEnded'),
  });
  const round: RoundRow = {
    ...facts,
    id,
    siteId: site.id,
    guardId: guard.id,
    deviceId: guard.deviceId,
    routeVersionId: version.id,
    firstReceivedAtMs: Math.min(...reported.map((one) => one.receivedAtMs)),
  };
  return { round, scans: scanRows(record, judge), events: eventRows(record) };
}

function scanRows(record: RoundRecord, judge: ScanJudge): ScanRow[] {
  const checkpoints = new Map(record.version.checkpoints.map((point) => [point.checkpointId, point]));
  return record.events.flatMap((one) => {
    const { event, receivedAtMs } = one;
    const checkpoint = event.kind === 'checkpointScanned' ? checkpoints.get(event.checkpointId) : undefined;
    if (event.kind !== 'checkpointScanned' || checkpoint === undefined) return [];
    const { method, position } = event;
    const time = timeOf(one);
    const { clockSkewMs } = time;
    const evidence = { method, position, accuracyMetres: position?.accuracyMetres ?? null, clockSkewMs };
    return {
      event,
      guardId: record.guard.id,
      deviceId: record.guard.deviceId,
      receivedAtMs,
      time,
      distanceMetres: position === null ? null : distanceMetres(position, checkpoint),
      flags: [...flagsOfScan(evidence, checkpoint), ...judge(event)].join(','),
    };
  });
}

function eventRows(record: RoundRecord | DutyRecord): EventRow[] {
  return record.events.flatMap((one: ReportedEvent) => {
    const { event, receivedAtMs } = one;
    if (event.kind === 'checkpointScanned') return [];
    const { id: guardId, deviceId } = record.guard;
    return { event, guardId, deviceId, subjectId: record.id, receivedAtMs, time: timeOf(one) };
  });
}

/** Null for a duty whose start has not arrived. */
export function rowsOfDuty(record: DutyRecord): { duty: DutyRow; events: EventRow[] } | null {
  const timeIn = (kind: FieldEvent['kind']) => {
    const found = record.events.find(({ event }) => event.kind === kind);
    return found === undefined ? null : timeOf(found).atMs;
  };
  const startedAtMs = timeIn('dutyStarted');
  if (startedAtMs === null) return null;
  const duty: DutyRow = {
    id: record.id,
    guardId: record.guard.id,
    siteId: record.site.id,
    startedAtMs,
    endedAtMs: timeIn('dutyEnded'),
  };
  return { duty, events: eventRows(record) };
}

const timeOf = ({ event: { deviceAtMs }, sentAtMs, receivedAtMs }: ReportedEvent): FieldTime =>
  fieldTimeOf({ deviceAtMs, sentAtMs, receivedAtMs });
