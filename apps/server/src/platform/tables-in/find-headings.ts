// Which row of a list names its columns: titles and notes may be above it.

export interface FoundHeadings {
  /** How many fields its cells name. */
  readonly fields: number;
  /** Whether every field that is needed is among them. */
  readonly isWhole: boolean;
}

export type HeadingsOf = (cells: readonly string[]) => FoundHeadings;

export interface HeadingRows {
  readonly cells: readonly string[];
  /** How many of the rows are above the list and its headings, or are these. */
  readonly end: number;
}

/** Rows from the first one that are looked at. */
export const headingRowsMax = 30;

const filledCells = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

/**
 * The first row that names what is needed, or two rows that do so together; else the one that names most; else the first of more
 * than one cell. Null without rows.
 */
export function findHeadings(
  rows: readonly (readonly string[])[],
  headingsOf: HeadingsOf,
): HeadingRows | null {
  const [first] = rows;
  if (first === undefined) return null;
  const found = rows.map(headingsOf);
  const whole = found.findIndex(({ isWhole }) => isWhole);
  if (whole >= 0) return { cells: rows[whole] ?? [], end: whole + 1 };
  const joined = joinedHeadings(rows, headingsOf);
  if (joined !== null) return joined;
  const most = Math.max(...found.map(({ fields }) => fields));
  const named = most === 0 ? -1 : found.findIndex(({ fields }) => fields === most);
  const chosen =
    named >= 0
      ? named
      : Math.max(
          0,
          rows.findIndex((cells) => filledCells(cells) > 1),
        );
  return { cells: rows[chosen] ?? first, end: chosen + 1 };
}

/** A heading over several columns counts for each of them that has one of its own below. */
function joinedHeadings(rows: readonly (readonly string[])[], headingsOf: HeadingsOf): HeadingRows | null {
  for (const [at, top] of rows.entries()) {
    const below = rows[at + 1];
    if (below === undefined) return null;
    const cells = joined(top, below);
    if (headingsOf(cells).isWhole) return { cells, end: at + 2 };
  }
  return null;
}

function joined(top: readonly string[], below: readonly string[]): string[] {
  let above = '';
  return Array.from({ length: Math.max(top.length, below.length) }, (_none, column) => {
    const [upper = '', lower = ''] = [top[column], below[column]];
    if (upper !== '') above = upper;
    return lower === '' ? upper : `${above} ${lower}`.trim();
  });
}
