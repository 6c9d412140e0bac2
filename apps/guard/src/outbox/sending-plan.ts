// What goes next: a call for help before everything, then events in their order, then reports, then photos.
import type { FieldEvent } from '@watchpost/contract/field';
import type { Entry, OutboxRecord } from './records.ts';

type Of<Kind extends Entry['kind']> = OutboxRecord & { readonly entry: Extract<Entry, { kind: Kind }> };

export type Step =
  | { readonly kind: 'sos'; readonly record: Of<'sos'> }
  | { readonly kind: 'sosPositions'; readonly sosId: string; readonly records: readonly Of<'sosPosition'>[] }
  | { readonly kind: 'sosSafe'; readonly record: Of<'sosSafe'> }
  | { readonly kind: 'events'; readonly records: readonly Of<'event'>[] }
  | { readonly kind: 'incident'; readonly record: Of<'incident'> }
  | { readonly kind: 'photo'; readonly record: Of<'photo'> };

const isOf =
  <Kind extends Entry['kind']>(kind: Kind) =>
  (record: OutboxRecord): record is Of<Kind> =>
    record.entry.kind === kind;

const positionsMax = 50;

/** How far a run goes: calls for help alone, whatever is no photo, or everything. */
export type Reach = 'calls' | 'records' | 'all';

function isWithin(reach: Reach, kind: Entry['kind']): boolean {
  if (reach === 'calls') return kind === 'sos' || kind === 'sosSafe' || kind === 'sosPosition';
  return reach === 'all' || kind !== 'photo';
}

/** The next thing to send of what waits, in the order of writing; null when nothing can be sent. */
export function nextStep(
  waiting: readonly OutboxRecord[],
  batchMax: number,
  reach: Reach = 'all',
): Step | null {
  const within = waiting.filter(({ entry }) => isWithin(reach, entry.kind));
  const of = <Kind extends Entry['kind']>(kind: Kind) => within.filter(isOf(kind));
  const [sos] = of('sos');
  if (sos !== undefined) return { kind: 'sos', record: sos };
  const [safe] = of('sosSafe');
  if (safe !== undefined) return { kind: 'sosSafe', record: safe };
  const events = of('event');
  if (events.length > 0) return { kind: 'events', records: events.slice(0, batchMax) };
  const positions = of('sosPosition');
  const sosId = positions[0]?.entry.sosId;
  if (sosId !== undefined) {
    const own = positions.filter(({ entry }) => entry.sosId === sosId);
    return { kind: 'sosPositions', sosId, records: own.slice(0, Math.min(batchMax, positionsMax)) };
  }
  const [incident] = of('incident');
  if (incident !== undefined) return { kind: 'incident', record: incident };
  const [photo] = of('photo');
  return photo === undefined ? null : { kind: 'photo', record: photo };
}

export const recordsOf = (step: Step): readonly OutboxRecord[] =>
  'records' in step ? step.records : [step.record];

/** The report or call that it belongs to, without which the server would refuse it. */
function ownerIdOf(entry: Entry): string | null {
  if (entry.kind === 'photo') return entry.incidentId;
  return entry.kind === 'sosPosition' || entry.kind === 'sosSafe' ? entry.sosId : null;
}

/** What is left to send beside the records that the server failed at. */
export const passingOver = (failed: ReadonlySet<string>, waiting: readonly OutboxRecord[]): OutboxRecord[] =>
  waiting.filter(({ id, entry }) => !failed.has(id) && !failed.has(ownerIdOf(entry) ?? ''));

/** What takes longer than this on its way is on a network that lets little through; milliseconds. */
const slowMs = 5_000;

/**
 * How many go at once next: fewer after they did not get through, which a phone learns late from a slow network, and more
 * again after they did at once.
 */
export function batchAfter(size: number, tookMs: number, hasArrived: boolean, max: number): number {
  const isSlow = tookMs >= slowMs;
  if (hasArrived) return isSlow ? size : Math.min(max, size * 4);
  return isSlow ? Math.ceil(size / 4) : size;
}

export const eventsOf = (records: readonly Of<'event'>[]): FieldEvent[] =>
  records.map(({ entry }) => entry.event);

const firstWaitMs = 1_000;
const waitMaxMs = 60_000;

/** Before the next try after so many failed ones in a row; `chance` from 0 to below 1 keeps phones from knocking together. */
export function backOffMs(failures: number, askedMs: number, chance: number): number {
  const longest = Math.min(waitMaxMs, firstWaitMs * 2 ** Math.max(0, failures - 1));
  return Math.max(askedMs, Math.round(longest * (0.5 + chance / 2)));
}
