// What an import found and did, a line for each record that is not taken as it stands.
import { type Collection, collections, type Place } from './source-layout.ts';

export interface Finding extends Place {
  readonly record: string;
  readonly kind: 'refused' | 'note';
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

export type Counted = Collection | 'scannedHistory/checkPoints';

/** Findings go to the sink as they come up, so that there may be any number of them. */
export class ImportReport {
  readonly counts: Readonly<Record<Counted, Count>>;
  /** Refused before it was known what they are: broken lines, unknown collections, records without an id. */
  unreadable = 0;
  notes = 0;
  readonly #sink: (finding: Finding) => void;

  constructor(sink: (finding: Finding) => void) {
    this.#sink = sink;
    const empty = (): Count => ({ read: 0, made: 0, present: 0, refused: 0 });
    const none: Partial<Record<Counted, Count>> = {};
    for (const name of collections) none[name] = empty();
    this.counts = { ...(none as Record<Collection, Count>), 'scannedHistory/checkPoints': empty() };
  }

  note(place: Place, record: string, reason: string): void {
    this.notes += 1;
    this.#sink({ file: place.file, line: place.line, record, kind: 'note', reason });
  }

  refuse(place: Place, record: string, reason: string, counted: Counted | null): void {
    if (counted === null) this.unreadable += 1;
    else this.counts[counted].refused += 1;
    this.#sink({ file: place.file, line: place.line, record, kind: 'refused', reason });
  }

  get refused(): number {
    return Object.values(this.counts).reduce((sum, { refused }) => sum + refused, this.unreadable);
  }
}

export function sentence({ file, line, record, kind, reason }: Finding): string {
  return `${file}:${line}  ${record}  ${kind === 'refused' ? 'not taken: ' : ''}${reason}`;
}

/** The counts as a table to read. */
export function countTable(report: ImportReport, isDryRun: boolean): string {
  const heads = ['', 'read', isDryRun ? 'would add' : 'added', 'there already', 'not taken'];
  const rows = Object.entries(report.counts).map(([name, { read, made, present, refused }]) =>
    [name, read, made, present, refused].map(String),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(14)))
      .join('')
      .trimEnd();
  return [heads, ...rows].map(line).join('\n');
}
