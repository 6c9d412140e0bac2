// What an import found and did, a line for each record and field that is not taken as it was written.
import { type Collection, collections, type SourceLocation } from './source-layout.ts';

export const findingKinds = ['refused', 'notTaken', 'changed', 'assumed', 'differs'] as const;
/**
 * refused: the record is not taken. notTaken: a field is not. changed: a field is taken otherwise than it is written. assumed:
 * a default replaces what the record does not say. differs: what it says is kept, though other records say otherwise.
 */
export type FindingKind = (typeof findingKinds)[number];

const kindTexts: Readonly<Record<FindingKind, string>> = {
  refused: 'records not taken',
  notTaken: 'fields not taken',
  changed: 'fields changed',
  assumed: 'assumed',
  differs: 'kept though others differ',
};

export interface About {
  /** Null where it cannot be known; a round's checkpoints are of scannedHistory/checkPoints. */
  readonly collection: string | null;
  /** Null where it cannot be known; of a round's checkpoint the round's id, a slash and its own. */
  readonly id: string | null;
}

/** Reports a record that cannot be taken. */
export type Refuse = (location: SourceLocation, about: About, reason: string) => void;

export interface Finding extends SourceLocation, About {
  readonly kind: FindingKind;
  /** Null where it is about the record as a whole. */
  readonly field: string | null;
  readonly reason: string;
}

export interface Count {
  read: number;
  /** Added, or that would be by a run. */
  made: number;
  /** There already, from an earlier run. */
  present: number;
  refused: number;
}

export type Counted = Collection | typeof scanCollection;
export const scanCollection = 'scannedHistory/checkPoints';

/** More different fields than a source has: what lies beyond is counted by its kind alone. */
const talliesMax = 500;

/** `nth`: of the findings of this kind, collection and field, counted from 1. */
type Sink = (finding: Finding, nth: number) => void;

/** Findings go to the sink as they come up, so that there may be any number of them. */
export class ImportReport {
  readonly counts: Readonly<Record<Counted, Count>>;
  /** Refused before it was known what they are: broken lines, unknown collections, records without an id. */
  unreadable = 0;
  readonly kinds: Readonly<Record<FindingKind, number>>;
  /** Findings by kind, collection and field. */
  readonly tallies = new Map<string, number>();
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
    const empty = (): Count => ({ read: 0, made: 0, present: 0, refused: 0 });
    const none: Partial<Record<Counted, Count>> = {};
    for (const name of collections) none[name] = empty();
    this.counts = { ...(none as Record<Collection, Count>), [scanCollection]: empty() };
    this.kinds = { refused: 0, notTaken: 0, changed: 0, assumed: 0, differs: 0 };
  }

  report(
    { file, line }: SourceLocation,
    { collection, id }: About,
    kind: Exclude<FindingKind, 'refused'>,
    field: string | null,
    reason: string,
  ): void {
    this.#add({ file, line, collection, id, field, kind, reason });
  }

  refuse(
    { file, line }: SourceLocation,
    { collection, id }: About,
    reason: string,
    counted: Counted | null,
  ): void {
    if (counted === null) this.unreadable += 1;
    else this.counts[counted].refused += 1;
    this.#add({ file, line, collection, id, field: null, kind: 'refused', reason });
  }

  #add(finding: Finding): void {
    const { kind, collection, field } = finding;
    (this.kinds as Record<FindingKind, number>)[kind] += 1;
    const tally = [kind, [collection ?? 'unknown', field].filter((part) => part !== null).join('.')].join(
      ' ',
    );
    const nth = (this.tallies.get(tally) ?? 0) + 1;
    if (nth > 1 || this.tallies.size < talliesMax) this.tallies.set(tally, nth);
    this.#sink(finding, nth);
  }

  get refused(): number {
    return this.kinds.refused;
  }
}

/** Where a record stood: scannedHistory/R1/checkPoints/C1. */
export function nameOf({ collection, id }: About): string {
  if (collection !== scanCollection) return [collection ?? 'record', ...(id === null ? [] : [id])].join('/');
  const [round = '', ...rest] = (id ?? '').split('/');
  return ['scannedHistory', round, 'checkPoints', ...rest].join('/');
}

export function sentence(finding: Finding): string {
  const { file, line, kind, field, reason } = finding;
  const what = kind === 'refused' ? 'not taken: ' : field === null ? '' : `${field}: `;
  return `${file}:${line}  ${nameOf(finding)}  ${what}${reason}`;
}

const columnsOf = (rows: readonly (readonly string[])[], wide: number): string =>
  rows
    .map((cells) =>
      cells
        .map((cell, at) => (at === 0 ? cell.padEnd(wide) : cell.padStart(14)))
        .join('')
        .trimEnd(),
    )
    .join('\n');

/** The counts as a table to read. */
export function countTable(report: ImportReport, isDryRun: boolean): string {
  const heads = ['', 'read', isDryRun ? 'would add' : 'added', 'there already', 'not taken'];
  const rows = Object.entries(report.counts).map(([name, { read, made, present, refused }]) =>
    [name, read, made, present, refused].map(String),
  );
  return columnsOf([heads, ...rows], 28);
}

/** The findings counted by their kinds, and below each by collection and field, most first. */
export function findingTable({ kinds, tallies }: ImportReport): string {
  const lines = findingKinds.flatMap((kind) => {
    const own = [...tallies]
      .filter(([name]) => name.startsWith(`${kind} `))
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, count]) => [`  ${name.slice(kind.length + 1)}`, String(count)]);
    return [[kindTexts[kind], String(kinds[kind])], ...own];
  });
  return columnsOf([['findings', ''], ...lines], 44);
}
