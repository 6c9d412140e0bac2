// Standings as they are read: numbers, whose subjects this process knows from an earlier reading more often than not, and
// the numbers as well. What a standing says under an id never changes, so that the id alone is asked for again.
import { LRUCache } from 'lru-cache';
import type { StatementValues } from '../db/statement-values.ts';
import {
  findRosters,
  type Scope,
  type Standing,
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

/** By their ids, which are hashes: what is known never gets old. A thousand subjects have 32 kB, and twice that in text. */
const rosters = new LRUCache<string, Int32Array>({
  maxSize: 6_000_000,
  sizeCalculation: ({ byteLength }) => 3 * byteLength + 200,
});

/** By tenant, kind and instant; a thousand guards have 12 kB, and twice that in text. */
const standings = new LRUCache<string, Standing>({
  maxSize: 8_000_000,
  sizeCalculation: ({ body }) => body.length + 200,
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

/** What was sent of a place, as it is from then on known; null when it was sent without a body that is not `known`. */
export function receivedStanding(
  scope: Scope,
  place: StandingPlace,
  { sent, known }: { readonly sent: StandingSent; readonly known: Standing | null },
): Standing | null {
  const { id, body } = sent;
  if (body === null) return known?.id === id ? known : null;
  const standing = { id, body };
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
    received: (value) =>
      value === null ? null : receivedStanding(scope, place, { sent: sentStanding(value), known }),
  };
}

/** What a standing says; null when no one knows any more whose numbers they are. */
export async function standingOf(scope: Scope, kind: StandingKind, body: string): Promise<TallyList | null> {
  const parts = partsOf(body, await keysById(scope, [rosterIdOf(body)]));
  return parts === null ? null : unpacked(parts.numbers, parts.keys, standingKinds[kind].width);
}

const rosterIdOf = (body: string): string => body.slice(0, 2 * rosterIdBytes);

export interface TwoStandings {
  readonly kind: StandingKind;
  readonly before: Standing;
  readonly after: Standing;
}

/** What each kind came to between two standings; null when no one knows any more whose numbers they are. */
export async function differencesOf(
  scope: Scope,
  pairs: readonly TwoStandings[],
): Promise<TallyList[] | null> {
  const bodies = pairs.flatMap(({ before, after }) => [before.body, after.body]);
  const keys = await keysById(scope, bodies.map(rosterIdOf));
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

function partsOf(body: string, keys: ReadonlyMap<string, Int32Array>) {
  const own = keys.get(rosterIdOf(body));
  return own === undefined ? null : { numbers: body.slice(2 * rosterIdBytes), keys: own };
}

async function keysById(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, Int32Array>> {
  const found = new Map<string, Int32Array>();
  const unknown = new Set<string>();
  for (const id of ids) {
    const keys = rosters.get(id);
    if (keys === undefined) unknown.add(id);
    else found.set(id, keys);
  }
  if (unknown.size === 0) return found;
  const asked = [...unknown].map((id) => Buffer.from(id, 'hex'));
  for (const { id, subjects } of await findRosters(scope, asked)) {
    const [name, keys] = [id.toString('hex'), keysOf(subjects)];
    found.set(name, keys);
    rosters.set(name, keys);
  }
  return found;
}
