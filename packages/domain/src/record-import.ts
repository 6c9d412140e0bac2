// Records from a spreadsheet: the limits of a file, what becomes of it, and which heading means which field (MNG-03, MNG-04).

export const importMaxBytes = 5_000_000;
/** Of everything that a workbook unpacks to. */
export const importUnpackedMaxBytes = 60_000_000;
export const importEntriesMax = 500;
export const importRowsMax = 20_000;
export const importColumnsMax = 40;
export const importCellMaxLength = 2_000;
export const importPreviewRows = 8;
/** Rows with errors that the page shows; the file holds all of them. */
export const importErrorsShown = 100;
/** Days for which a file and its outcome are kept. */
export const importKeptDays = 30;

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

/** Which column holds which field, as far as the headings say: for each field the first column that fits. */
export function guessMapping(known: ImportHeadings, headings: readonly string[]): ImportMapping {
  const names = headings.map(foldHeading);
  const found = Object.entries(known).map(([field, words]) => {
    const fitting = new Set(words.split(/\s+/).map(foldHeading));
    return [field, names.findIndex((name) => fitting.has(name))] as const;
  });
  return Object.fromEntries(found.filter(([, column]) => column >= 0));
}
