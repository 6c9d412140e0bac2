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
  difference,
  keysOf,
  keyWords,
  rosterIdBytes,
  type TallyList,
  unpacked,
} from './tally-list.ts';

/** By their ids, which are hashes: what is known never gets old. A thousand subjects have 32 kB, and twice that in text. */
const rosters = new LRUCache<string, Int32Array>({
  maxSize: 6_000_000,
  sizeCalculation: ({ byteLength }) => 3 * byteLength + 200,
});

/** What is known of a standing. Its numbers are unpacked when they are first needed. */
class Standing {
  readonly id: string;
  readonly rosterId: string;
  /** At most: a number takes two letters or more, and four bytes. */
  readonly size: number;
  #packed: string;
  #numbers: Int32Array | null = null;

  /** `body` in hexadecimal. */
  constructor(id: string, body: string) {
    this.id = id;
    this.rosterId = body.slice(0, rosterIdLetters);
    this.size = 2 * body.length + 200;
    this.#packed = body.slice(rosterIdLetters);
  }

  /** `keys` of its roster. */
  list(keys: Int32Array, width: number): TallyList {
    this.#numbers ??= unpacked(this.#packed, (keys.length / keyWords) * width);
    this.#packed = '';
    return { keys, numbers: this.#numbers, width };
  }
}

const rosterIdLetters = 2 * rosterIdBytes;

/** By tenant, kind and instant. */
const standings = new LRUCache<string, Standing>({ maxSize: 8_000_000, sizeCalculation: ({ size }) => size });

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
  const standing = new Standing(id, body);
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

/** What a standing says; null when nobody knows any more whose numbers they are. */
export async function standingOf(scope: Scope, kind: StandingKind, body: string): Promise<TallyList | null> {
  const standing = new Standing('', body);
  return listOf(standing, kind, await keysById(scope, [standing.rosterId]));
}

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
  const keys = await keysById(
    scope,
    pairs.flatMap(({ before, after }) => [before.rosterId, after.rosterId]),
  );
  const differences = pairs.flatMap(({ kind, before, after }) => {
    const [from, to] = [listOf(before, kind, keys), listOf(after, kind, keys)];
    if (from === null || to === null) return [];
    return [from.keys === to.keys ? difference(to, from) : combined(to, from, -1)];
  });
  return differences.length === pairs.length ? differences : null;
}

function listOf(
  standing: Standing,
  kind: StandingKind,
  keysOfRosters: ReadonlyMap<string, Int32Array>,
): TallyList | null {
  const keys = keysOfRosters.get(standing.rosterId);
  return keys === undefined ? null : standing.list(keys, standingKinds[kind].width);
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
