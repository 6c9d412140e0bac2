// Standings as they are read: numbers, whose subjects this process knows from an earlier reading more often than not.
import { findRosters, type Scope, type StandingKind, standingKinds } from './standings.queries.ts';
import {
  combined,
  keysOf,
  rosterIdBytes,
  type TallyList,
  unpacked,
  unpackedDifference,
} from './tally-list.ts';

/** By their ids, which are hashes: what is known never gets old. The least recently used is the first. */
const known = new Map<string, Int32Array>();
/** Together they are at most so long, 4 MB; a thousand subjects have 8,000. */
const knownWordsMax = 1_000_000;
let knownWords = 0;

function keep(id: string, keys: Int32Array): void {
  known.set(id, keys);
  knownWords += keys.length;
  for (const [oldest, words] of known) {
    if (knownWords <= knownWordsMax) return;
    known.delete(oldest);
    knownWords -= words.length;
  }
}

/** What a standing says; null when nobody knows any more whose numbers they are. */
export async function standingOf(scope: Scope, kind: StandingKind, body: Buffer): Promise<TallyList | null> {
  const parts = partsOf(body, await keysById(scope, [rosterIdOf(body)]));
  return parts === null ? null : unpacked(parts.numbers, parts.keys, standingKinds[kind].width);
}

const rosterIdOf = (body: Buffer): Buffer => body.subarray(0, rosterIdBytes);

export interface TwoBodies {
  readonly kind: StandingKind;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

/** What each kind came to between two standings; null when one of them is not there. */
export async function differencesOf(scope: Scope, pairs: readonly TwoBodies[]): Promise<TallyList[] | null> {
  const bodies = pairs.flatMap(({ before, after }) => [before, after]);
  const there = bodies.flatMap((body) => (body === null ? [] : [body]));
  if (there.length < bodies.length) return null;
  const keys = await keysById(scope, there.map(rosterIdOf));
  const differences = pairs.map(({ kind, before, after }) => {
    const [from, to] = [partsOf(before, keys), partsOf(after, keys)];
    if (from === null || to === null) return null;
    const { width } = standingKinds[kind];
    return from.keys === to.keys
      ? unpackedDifference(to.numbers, from.numbers, to.keys, width)
      : combined(unpacked(to.numbers, to.keys, width), unpacked(from.numbers, from.keys, width), -1);
  });
  const found = differences.flatMap((list) => (list === null ? [] : [list]));
  return found.length === pairs.length ? found : null;
}

function partsOf(body: Buffer | null, keys: ReadonlyMap<string, Int32Array>) {
  const own = body === null ? undefined : keys.get(body.toString('hex', 0, rosterIdBytes));
  return body === null || own === undefined ? null : { numbers: body.subarray(rosterIdBytes), keys: own };
}

async function keysById(scope: Scope, ids: readonly Buffer[]): Promise<ReadonlyMap<string, Int32Array>> {
  const found = new Map<string, Int32Array>();
  const unknown = new Map<string, Buffer>();
  for (const id of ids) {
    const name = id.toString('hex');
    const keys = known.get(name);
    if (keys === undefined) {
      unknown.set(name, id);
      continue;
    }
    found.set(name, keys);
    // The last of all to be given up.
    known.delete(name);
    known.set(name, keys);
  }
  if (unknown.size === 0) return found;
  for (const { id, subjects } of await findRosters(scope, [...unknown.values()])) {
    const [name, keys] = [id.toString('hex'), keysOf(subjects)];
    found.set(name, keys);
    if (!known.has(name)) keep(name, keys);
  }
  return found;
}
