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
 * Calls with each subject's first entry and what it comes to at all sites, from the n-th entry on. The numbers are the
 * next subject's at the next call.
 */
export function eachSubject(
  list: TallyList,
  from: number,
  take: (entry: number, numbers: Int32Array) => void,
): void {
  const count = countOf(list);
  const sums = new Int32Array(list.width);
  for (let entry = from; entry < count; ) {
    const end = addSubject(list, entry, sums.fill(0));
    take(entry, sums);
    entry = end;
  }
}

/** What the subject whose first entry this is comes to at all sites. */
export function sumsOfSubject(list: TallyList, first: number): Int32Array {
  const sums = new Int32Array(list.width);
  addSubject(list, first, sums);
  return sums;
}

/** Returns the next subject's first entry. */
function addSubject(list: TallyList, first: number, sums: Int32Array): number {
  const { keys, numbers, width } = list;
  const count = countOf(list);
  let entry = first;
  do {
    for (let word = 0; word < width; word += 1)
      sums[word] = (sums[word] ?? 0) + (numbers[entry * width + word] ?? 0);
    entry += 1;
  } while (entry < count && isSameSubject(keys, first, entry));
  return entry;
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
