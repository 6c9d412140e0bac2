// Whether the rounds of an evidence file are shown as their own events make them.
import { foldRound, type PlannedCheckpoint, type RoundEnd, type RoundScan } from '../round-facts.ts';
import { RelatedRecords, type RoundRelatedRecords } from './related-records.ts';
import type { RoundLine } from './evidence-file.ts';
import type { Fault } from './faults.ts';
import { type CodeVerdict, codeVerdictOf } from './code-verdicts.ts';
import { type EntryRow, type LogEntry, phoneClockOf, phoneOf, textOf } from './log-entry.ts';

const figures = ['startedAtMs', 'endedAtMs', 'statusCode', 'totalCheckPoints', 'scannedCheckPoints'] as const;

/** What became of a checkpoint of a round. */
export interface ShownScan {
  /** By the plan of the round; empty where no plan in the file names it. */
  readonly checkpointName: string;
  /** By the phone, whose clock was put right; null for a planned checkpoint without a scan. */
  readonly atMs: number | null;
  /** What that clock said, where it was wrong. */
  readonly phoneAtMs: number | null;
  /** When it arrived, where it was flagged as sent late (TRUTH-04). */
  readonly lateAtMs: number | null;
  readonly isSealed: boolean;
  /** False for a scan whose code is of a checkpoint where its guard may not scan; the name is that which the phone said. */
  readonly isCounted: boolean;
  /** Null for a planned checkpoint without a scan. */
  readonly code: CodeVerdict | null;
  /** The same for all scans with one phone; empty for a planned checkpoint without a scan. */
  readonly phone: string;
}

interface Start {
  readonly deviceAtMs: number;
  /** Of the plan; empty where the event names none. */
  readonly versionId: string;
  readonly isSealed: boolean;
}

interface GuardsScan extends RoundScan {
  /** What the phone named, where its code is of another checkpoint. */
  readonly claimedId: string | null;
  readonly guardId: string;
  readonly phoneAtMs: number | null;
  readonly lateAtMs: number | null;
  readonly isSealed: boolean;
  readonly code: CodeVerdict;
  readonly phone: string;
}

interface RoundEntries {
  start: Start | null;
  /** When the last of it arrived that was flagged as sent late; null where nothing was. */
  lateAtMs: number | null;
  readonly scans: GuardsScan[];
  readonly ends: RoundEnd[];
  readonly leaves: Set<number>;
}

interface FoundRound {
  readonly faults: Fault[];
  readonly beside: RoundRelatedRecords;
  readonly scans: ShownScan[];
  readonly lateAtMs: number | null;
}

/** When a record arrived that is flagged as sent late; null for any other. */
function lateArrivalOf(row: EntryRow): number | null {
  const { flags, received_at_ms: atMs } = row;
  const isLate = Array.isArray(flags) && flags.includes('sentLate');
  return isLate && typeof atMs === 'number' ? atMs : null;
}

const laterOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** Takes every record, and each round after all of its own, which it then forgets. */
export class RoundLedger {
  readonly #entries = new Map<string, RoundEntries>();
  readonly #plans = new Map<string, PlannedCheckpoint[] | null>();
  /** Of checkpoints, by any plan. */
  readonly #names = new Map<string, string>();
  readonly #shown = new Set<string>();
  readonly #related = new RelatedRecords();

  take(entry: LogEntry, leaf: number | null): void {
    const { table, id, row } = entry;
    if (row === null) return;
    this.#related.take(entry, leaf);
    if (table === 'route_versions') {
      const planned = plannedOf(row);
      this.#plans.set(id, planned);
      for (const { checkpointId, name } of planned ?? []) this.#names.set(checkpointId, name);
    }
    if (table === 'scans') {
      const entries = this.#of(textOf(row, 'round_id'), leaf);
      const deviceAtMs = Number(row['device_at_ms']);
      const checkpointId = textOf(row, 'checkpoint_id') || null;
      const claimedId = textOf(row, 'claimed_checkpoint_id') || null;
      const guardId = textOf(row, 'guard_id');
      const phoneAtMs = phoneClockOf(row);
      const lateAtMs = lateArrivalOf(row);
      entries.lateAtMs = laterOf(entries.lateAtMs, lateAtMs);
      const isSealed = leaf !== null;
      const [code, phone] = [codeVerdictOf(row), phoneOf(row)];
      entries.scans.push({
        id,
        checkpointId,
        claimedId,
        guardId,
        deviceAtMs,
        phoneAtMs,
        lateAtMs,
        isSealed,
        code,
        phone,
      });
    }
    const kind = textOf(row, 'kind');
    if (table !== 'field_events' || !kind.startsWith('round')) return;
    const round = this.#of(textOf(row, 'subject_id'), leaf);
    const deviceAtMs = Number(row['device_at_ms']);
    round.lateAtMs = laterOf(round.lateAtMs, lateArrivalOf(row));
    if (kind === 'roundStarted') {
      round.start = { deviceAtMs, versionId: textOf(row, 'named_id'), isSealed: leaf !== null };
    } else round.ends.push({ id, deviceAtMs });
  }

  #of(roundId: string, leaf: number | null): RoundEntries {
    const none: RoundEntries = { start: null, lateAtMs: null, scans: [], ends: [], leaves: new Set() };
    const entries = this.#entries.get(roundId) ?? none;
    this.#entries.set(roundId, entries);
    if (leaf !== null) entries.leaves.add(leaf);
    return entries;
  }

  /**
   * What is wrong with a round, its checkpoints by time, those without a scan last, what there is beside them, and when the
   * last of it arrived that was sent late.
   */
  ofRound(line: RoundLine): FoundRound {
    const { id } = line.round;
    const entries = this.#entries.get(id);
    this.#entries.delete(id);
    const planned = this.#plans.get(entries?.start?.versionId ?? '') ?? [];
    const names = new Map(planned.map(({ checkpointId, name }) => [checkpointId, name]));
    const scans = (entries?.scans ?? []).map((scan) => {
      const shownId = scan.checkpointId ?? scan.claimedId ?? '';
      return { ...scan, checkpointName: names.get(shownId) ?? this.#names.get(shownId) ?? '' };
    });
    const { faults, beside } = this.#related.ofRound(line, scans);
    return {
      faults: [...this.#faultsOf(line, entries), ...faults],
      beside,
      scans: shownScans(scans, planned),
      lateAtMs: entries?.lateAtMs ?? null,
    };
  }

  #faultsOf({ round }: RoundLine, entries: RoundEntries | undefined): Fault[] {
    const { id } = round;
    const faults: Fault[] = this.#shown.has(id)
      ? [{ kind: 'inserted', subject: 'rounds', id, field: null }]
      : [];
    this.#shown.add(id);
    for (const leaf of round.leaves) {
      if (entries?.leaves.has(leaf) !== true) faults.push(removed('leaf', String(leaf)));
    }
    const named = new Set(round.leaves);
    if (entries !== undefined && [...entries.leaves].some((leaf) => !named.has(leaf))) {
      faults.push({ kind: 'altered', subject: 'rounds', id, field: 'leaves' });
    }
    // Of a round that was brought in from elsewhere there are no events to be compared with.
    if (entries === undefined || entries.start === null || isOlder(entries.start)) return faults;
    const planned = this.#plans.get(entries.start.versionId);
    if (planned === undefined || planned === null) return [...faults, removed('planOf', id)];
    const { start, scans, ends } = entries;
    const facts = foldRound({ start: { deviceAtMs: start.deviceAtMs, planned }, scans, ends });
    for (const field of figures) {
      if (round[field] !== facts[field]) faults.push({ kind: 'altered', subject: 'rounds', id, field });
    }
    const isFewer = facts.scannedCheckPoints < round.scannedCheckPoints;
    return isFewer ? [...faults, removed('scansOf', id)] : faults;
  }

  /** Rounds and scans of which there are records, but which are not in the file. */
  finish(): Fault[] {
    return [...[...this.#entries.keys()].map((id) => removed('rounds', id)), ...this.#related.finish()];
  }
}

/** Starts of before the log were kept without the plan that they named, and nothing proves such rounds anyway. */
const isOlder = ({ versionId, isSealed }: Start): boolean => versionId === '' && !isSealed;

const noScan = {
  atMs: null,
  phoneAtMs: null,
  lateAtMs: null,
  isSealed: false,
  isCounted: true,
  code: null,
  phone: '',
} as const;

function shownScans(
  scans: readonly (GuardsScan & { readonly checkpointName: string })[],
  planned: readonly PlannedCheckpoint[],
): ShownScan[] {
  const scanned = new Set(scans.map(({ checkpointId }) => checkpointId));
  return [
    ...scans
      .toSorted((one, other) => one.deviceAtMs - other.deviceAtMs)
      .map(({ checkpointId, deviceAtMs: atMs, ...scan }) => {
        const { checkpointName, phoneAtMs, lateAtMs, isSealed, code, phone } = scan;
        return {
          checkpointName,
          atMs,
          phoneAtMs,
          lateAtMs,
          isSealed,
          isCounted: checkpointId !== null,
          code,
          phone,
        };
      }),
    ...planned
      .filter(({ checkpointId }) => !scanned.has(checkpointId))
      .map(({ name }) => {
        return { ...noScan, checkpointName: name };
      }),
  ];
}

const removed = (subject: string, id: string): Fault => ({ kind: 'removed', subject, id, field: null });

function plannedOf(row: EntryRow): PlannedCheckpoint[] | null {
  const checkpoints = row['checkpoints'];
  if (!Array.isArray(checkpoints) || !checkpoints.every(isPoint)) return null;
  return checkpoints.map((point) => ({
    checkpointId: String(point['checkpointId']),
    name: String(point['name']),
    latitude: Number(point['latitude']),
    longitude: Number(point['longitude']),
    radiusMetres: Number(point['radiusMetres']),
  }));
}

const isPoint = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
