// Records from a spreadsheet: the limits of a file, what becomes of it, and which heading means which field (MNG-03, MNG-04).

export const importMaxBytes = 5_000_000;
/** Of everything that a workbook unpacks to. */
export const importUnpackedMaxBytes = 60_000_000;
export const importEntriesMax = 500;
export const importRowsMax = 20_000;
export const importColumnsMax = 200;
export const importCellMaxLength = 2_000;
export const importPreviewRows = 8;
/** Rows with errors that the page shows; the file holds all of them. */
export const importErrorsShown = 100;
/** Values that the page shows as taken from records; the file has all of them. */
export const importLossesShown = 100;
/** Days for which a file and its outcome are kept. */
export const importRetentionDays = 30;

/** What can be imported. */
export const importKinds = ['guard', 'checkpoint'] as const;
export type ImportKindName = (typeof importKinds)[number];

/** Field -> place of its column from 0; a field without a column stays as it is. */
export type ImportMapping = Readonly<Record<string, number | undefined>>;

export const importModes = ['allOrNothing', 'validOnly'] as const;
export type ImportMode = (typeof importModes)[number];

export const importStates = [
  'uploaded',
  'checked',
  'queued',
  'running',
  'done',
  'refused',
  'stopped',
] as const;
export type ImportState = (typeof importStates)[number];

/** Why an import was stopped: the account of its sender was deactivated or is gone, or may import there no more. */
export const importStopReasons = ['', 'senderGone', 'senderLostAccess'] as const;
export type ImportStopReason = (typeof importStopReasons)[number];

/** What became of a row. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'wrong'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** Names of columns by field, in English, Hindi and Marathi, parted by white space and folded as foldHeading() does. */
export type ImportHeadings = Readonly<Record<string, string>>;

/** Without case, spaces, marks of punctuation and the two ways of writing a letter with a dot below. */
function foldHeading(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

const wordSets = new WeakMap<ImportHeadings, ReadonlyMap<string, ReadonlySet<string>>>();

function wordsOf(known: ImportHeadings): ReadonlyMap<string, ReadonlySet<string>> {
  const before = wordSets.get(known);
  if (before !== undefined) return before;
  const made = Object.entries(known).map(
    ([field, words]) => [field, new Set(words.split(/\s+/).map(foldHeading))] as const,
  );
  const sets = new Map(made);
  wordSets.set(known, sets);
  return sets;
}

/** A heading without what stands in brackets, and the parts of one in two languages or with a note behind it. */
const partsOf = (heading: string): string[] =>
  [heading.replaceAll(/\(.*?\)|\[.*?\]/g, ''), ...heading.split(/[/|,()[\]\n]|\s[-–—]\s/)]
    .map(foldHeading)
    .filter((part) => part !== '');

/**
 * Which column holds which field, as far as the headings say: for each field the first column that fits as a whole, else the
 * first one of those left that fits in part.
 */
export function guessMapping(known: ImportHeadings, headings: readonly string[]): ImportMapping {
  const found = new Map<string, number>();
  const taken = new Set<number>();
  for (const names of [headings.map((heading) => [foldHeading(heading)]), headings.map(partsOf)]) {
    for (const [field, words] of wordsOf(known)) {
      if (found.has(field)) continue;
      const column = names.findIndex((parts, at) => !taken.has(at) && parts.some((part) => words.has(part)));
      if (column < 0) continue;
      found.set(field, column);
      taken.add(column);
    }
  }
  return Object.fromEntries(found);
}
