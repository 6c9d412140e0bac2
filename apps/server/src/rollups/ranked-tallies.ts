// What is told of a list of tallies: whose they are, by subject or of one site.
import { countOf, entryWords, idWords, listOf, type TallyList } from './tally-list.ts';

export const subjectOf = (list: TallyList, entry: number): string =>
  idAt(list, entry * entryWords(list.width));

export const siteOf = (list: TallyList, entry: number): string =>
  idAt(list, entry * entryWords(list.width) + idWords);

const idBytes = Buffer.alloc(4 * idWords);

function idAt({ words }: TallyList, at: number): string {
  for (let word = 0; word < idWords; word += 1) idBytes.writeInt32BE(words[at + word] ?? 0, 4 * word);
  const hex = idBytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** How many entries are of sites themselves; they come first. */
export function countOfSites({ words, width }: TallyList): number {
  const entry = entryWords(width);
  let at = 0;
  while (at < words.length && isNil(words, at)) at += entry;
  return at / entry;
}

const isNil = (words: Int32Array, at: number): boolean =>
  words[at] === 0 && words[at + 1] === 0 && words[at + 2] === 0 && words[at + 3] === 0;

/** Each subject once, with what it comes to at all sites; the sites are those of its first entries. */
export function bySubject({ words, width }: TallyList): TallyList {
  const entry = entryWords(width);
  const summed = words.slice();
  let end = 0;
  for (let at = 0; at < words.length; at += entry) {
    const isSame = end > 0 && isEqual(summed, end - entry, words, at);
    const into = isSame ? end - entry : end;
    for (let word = isSame ? entry - width : 0; word < entry; word += 1)
      summed[into + word] = (words[at + word] ?? 0) + (isSame ? (summed[into + word] ?? 0) : 0);
    end = into + entry;
  }
  return { words: summed.subarray(0, end), width };
}

function isEqual(a: Int32Array, atA: number, b: Int32Array, atB: number): boolean {
  for (let word = 0; word < idWords; word += 1) if (a[atA + word] !== b[atB + word]) return false;
  return true;
}

/** The entries before the n-th, and the others. */
export function splitAt({ words, width }: TallyList, entry: number): [TallyList, TallyList] {
  const at = entry * entryWords(width);
  return [
    { words: words.subarray(0, at), width },
    { words: words.subarray(at), width },
  ];
}

/** Entries of one site alone. */
export function ofSite(list: TallyList, siteId: string): TallyList {
  const entry = entryWords(list.width);
  const wanted = listOf(Buffer.from(siteId.replaceAll('-', ''), 'hex'), 0).words;
  const kept = Array.from({ length: countOf(list) }, (_, number) => number).filter((number) =>
    wanted.every((word, at) => list.words[number * entry + idWords + at] === word),
  );
  const words = new Int32Array(kept.length * entry);
  kept.forEach((number, at) =>
    words.set(list.words.subarray(number * entry, (number + 1) * entry), at * entry),
  );
  return { words, width: list.width };
}
