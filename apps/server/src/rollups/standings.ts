// Standings as they are read: numbers, whose subjects this process knows from an earlier reading more often than not, and
// the numbers as well. What a standing says under an id never changes, so that the id alone is asked for again.
import { LRUCache } from 'lru-cache';
import type { StatementValues } from '../db/statement-values.ts';
import {
  findRosters,
  type Scope,
  type StandingKind,
  type StandingSent,
  sentStanding,
  standingAt,
  standingKinds,
} from './standings.queries.ts';
import {
  combined,
  keysOf,
  rosterIdBytes,
  type TallyList,
  unpacked,
  unpackedDifference,
} from './tally-list.ts';
import { UsedRooms } from './used-rooms.ts';

/** By their ids, which are hashes: what is known never gets old. A thousand subjects have 32 kB, and twice that in text. */
const rosters = new LRUCache<string, Int32Array>({
  maxSize: 6_000_000,
  sizeCalculation: ({ byteLength }) => 3 * byteLength + 200,
});

/** What a standing says: it never changes as long as the id is the same. */
export interface Standing {
  readonly id: string;
  readonly body: Buffer;
}

const rooms = new UsedRooms(1_000_000);

/** By tenant, kind and instant; a thousand guards have 12 kB. A body is read in the turn of the event loop in which it was found here. */
const standings = new LRUCache<string, Standing>({
  maxSize: 6_000_000,
  sizeCalculation: ({ body }) => body.byteLength + 200,
  dispose: ({ body }) => rooms.leave(body),
});

/** Where a standing is. */
export interface StandingPlace {
  readonly name: StandingKind;
  readonly atMs: number;
}

const keyOf = ({ tenantId }: Scope, { name, atMs }: StandingPlace): string => `${tenantId} ${name} ${atMs}`;

/** The last that was read of a place; null for none. It may have been taken away since. */
export const knownStanding = (scope: Scope, place: StandingPlace): Standing | null =>
  standings.get(keyOf(scope, place)) ?? null;

/** What was sent of a place, as it is from then on known; null when it was sent without a body that is not known any more. */
export function receivedStanding(
  scope: Scope,
  place: StandingPlace,
  { id, body }: StandingSent,
): Standing | null {
  if (body === null) {
    const known = knownStanding(scope, place);
    return known?.id === id ? known : null;
  }
  const standing = { id, body: rooms.take(body) };
  standings.set(keyOf(scope, place), standing);
  return standing;
}

/** A column of a statement, and what its value tells. */
export interface StandingAsked {
  readonly sql: string;
  /** Null where there is no standing. */
  readonly received: (value: string | null) => Standing | null;
}

export function askedStanding(values: StatementValues, scope: Scope, place: StandingPlace): StandingAsked {
  const known = knownStanding(scope, place);
  const { tenantId } = scope;
  return {
    sql: standingAt(values, { tenantId, ...place, knownId: known?.id ?? null }),
    received: (value) => {
      if (value === null) return null;
      const sent = value.length === 0 ? { id: known?.id ?? '', body: null } : sentStanding(value);
      return receivedStanding(scope, place, sent);
    },
  };
}

/** What a standing says; null when nobody knows any more whose numbers they are. */
export async function standingOf(scope: Scope, kind: StandingKind, body: Buffer): Promise<TallyList | null> {
  const parts = partsOf(body, await keysById(scope, [rosterOfBody(body)]));
  return parts === null ? null : unpacked(parts.numbers, parts.keys, standingKinds[kind].width);
}

/** The id of the roster, in text. */
const rosterOfBody = (body: Buffer): string => body.toString('hex', 0, rosterIdBytes);

export interface TwoStandings {
  readonly kind: StandingKind;
  readonly before: Standing;
  readonly after: Standing;
}

/** What each kind came to between two standings; null when nobody knows any more whose numbers they are. */
export async function differencesOf(
  scope: Scope,
  pairs: readonly TwoStandings[],
): Promise<TallyList[] | null> {
  const ids = pairs.flatMap(({ before, after }) => [rosterOfBody(before.body), rosterOfBody(after.body)]);
  const known = knownKeys(ids);
  if (ids.every((id) => known.has(id))) return differencesBy(known, pairs);
  // Their rooms may be others' when the database has answered.
  const own = pairs.map(({ kind, before, after }) => ({
    kind,
    before: ownOf(before),
    after: ownOf(after),
  }));
  return differencesBy(await keysById(scope, ids), own);
}

const ownOf = ({ id, body }: Standing): Standing => ({ id, body: Buffer.from(body) });

function differencesBy(
  keys: ReadonlyMap<string, Int32Array>,
  pairs: readonly TwoStandings[],
): TallyList[] | null {
  const differences = pairs.map(({ kind, before, after }) => {
    const [from, to] = [partsOf(before.body, keys), partsOf(after.body, keys)];
    if (from === null || to === null) return null;
    const { width } = standingKinds[kind];
    return from.keys === to.keys
      ? unpackedDifference(to.numbers, from.numbers, to.keys, width)
      : combined(unpacked(to.numbers, to.keys, width), unpacked(from.numbers, from.keys, width), -1);
  });
  const found = differences.flatMap((list) => (list === null ? [] : [list]));
  return found.length === pairs.length ? found : null;
}

function partsOf(body: Buffer, keys: ReadonlyMap<string, Int32Array>) {
  const own = keys.get(rosterOfBody(body));
  return own === undefined ? null : { numbers: body.subarray(rosterIdBytes), keys: own };
}

function knownKeys(ids: readonly string[]): Map<string, Int32Array> {
  const found = new Map<string, Int32Array>();
  for (const id of ids) {
    const keys = rosters.get(id);
    if (keys !== undefined) found.set(id, keys);
  }
  return found;
}

async function keysById(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, Int32Array>> {
  const found = knownKeys(ids);
  const unknown = new Set(ids.filter((id) => !found.has(id)));
  if (unknown.size === 0) return found;
  const asked = [...unknown].map((id) => Buffer.from(id, 'hex'));
  for (const { id, subjects } of await findRosters(scope, asked)) {
    const [name, keys] = [id.toString('hex'), keysOf(subjects)];
    found.set(name, keys);
    rosters.set(name, keys);
  }
  return found;
}
