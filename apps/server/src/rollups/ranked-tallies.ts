// What is told of a list of tallies: whose they are, by subject or of one site.
import { countOf, idWords, keysOf, keyWords, type TallyList } from './tally-list.ts';

export const subjectOf = ({ keys }: TallyList, entry: number): string => idAt(keys, entry * keyWords);

export const siteOf = ({ keys }: TallyList, entry: number): string => idAt(keys, entry * keyWords + idWords);

/** Ids by where they begin. Keys of standings are kept, and the same ids are asked for again and again. */
const idsOfKeys = new WeakMap<Int32Array, Map<number, string>>();

function idAt(keys: Int32Array, at: number): string {
  const ids = idsOfKeys.get(keys) ?? new Map<number, string>();
  if (ids.size === 0) idsOfKeys.set(keys, ids);
  const known = ids.get(at);
  if (known !== undefined) return known;
  const id = readId(keys, at);
  ids.set(at, id);
  return id;
}

const idBytes = Buffer.alloc(4 * idWords);

function readId(keys: Int32Array, at: number): string {
  for (let word = 0; word < idWords; word += 1) idBytes.writeInt32BE(keys[at + word] ?? 0, 4 * word);
  const hex = idBytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** How many entries are of sites themselves; they come first. */
export function countOfSites(list: TallyList): number {
  const count = countOf(list);
  let entry = 0;
  while (entry < count && isNil(list.keys, entry)) entry += 1;
  return entry;
}

function isNil(keys: Int32Array, entry: number): boolean {
  for (let word = 0; word < idWords; word += 1) if (keys[entry * keyWords + word] !== 0) return false;
  return true;
}

/**
 * Calls with each subject's first entry, and where what it comes to at all sites stands: in these numbers from there on,
 * until the next call. From the n-th entry on, which is a subject's first.
 */
export function eachSubject(
  list: TallyList,
  from: number,
  take: (entry: number, numbers: Int32Array, at: number) => void,
): void {
  const { numbers, width } = list;
  const sums = new Int32Array(width);
  let entry = 0;
  for (const end of endsOf(list)) {
    // Most have one entry, whose numbers need no adding up.
    if (entry >= from && end === entry + 1) take(entry, numbers, entry * width);
    else if (entry >= from) take(entry, added(list, entry, end, sums.fill(0)), 0);
    entry = end;
  }
}

/** What the subject whose first entry this is comes to at all sites. */
export function sumsOfSubject(list: TallyList, first: number): Int32Array {
  const count = countOf(list);
  let end = first + 1;
  while (end < count && isSameSubject(list.keys, first, end)) end += 1;
  return added(list, first, end, new Int32Array(list.width));
}

function added({ numbers, width }: TallyList, from: number, end: number, sums: Int32Array): Int32Array {
  for (let place = from * width; place < end * width; place += 1) {
    const word = place % width;
    sums[word] = (sums[word] ?? 0) + (numbers[place] ?? 0);
  }
  return sums;
}

/** Where subjects end by the keys of a list, of which those of standings are kept. */
const endsOfKeys = new WeakMap<Int32Array, Uint32Array>();

/** The entry behind the last of each subject. */
function endsOf(list: TallyList): Uint32Array {
  const { keys } = list;
  const known = endsOfKeys.get(keys);
  if (known !== undefined) return known;
  const ends: number[] = [];
  const count = countOf(list);
  for (let entry = 1; entry <= count; entry += 1)
    if (entry === count || !isSameSubject(keys, entry - 1, entry)) ends.push(entry);
  const made = Uint32Array.from(ends);
  endsOfKeys.set(keys, made);
  return made;
}

function isSameSubject(keys: Int32Array, one: number, other: number): boolean {
  for (let word = 0; word < idWords; word += 1)
    if (keys[one * keyWords + word] !== keys[other * keyWords + word]) return false;
  return true;
}

/** Entries of one site alone. */
export function ofSite(list: TallyList, siteId: string): TallyList {
  const { keys, numbers, width } = list;
  const wanted = keysOf(Buffer.from(siteId.replaceAll('-', ''), 'hex'));
  const kept = Array.from({ length: countOf(list) }, (_, entry) => entry).filter((entry) =>
    wanted.every((word, at) => keys[entry * keyWords + idWords + at] === word),
  );
  const own = {
    keys: new Int32Array(kept.length * keyWords),
    numbers: new Int32Array(kept.length * width),
    width,
  };
  for (const [at, entry] of kept.entries()) {
    own.keys.set(keys.subarray(entry * keyWords, (entry + 1) * keyWords), at * keyWords);
    own.numbers.set(numbers.subarray(entry * width, (entry + 1) * width), at * width);
  }
  return own;
}
