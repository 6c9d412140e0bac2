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
    return { kind: 'sosPositions', sosId, records: own.slice(0, positionsMax) };
  }
  const [incident] = of('incident');
  if (incident !== undefined) return { kind: 'incident', record: incident };
  const [photo] = of('photo');
  return photo === undefined ? null : { kind: 'photo', record: photo };
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
