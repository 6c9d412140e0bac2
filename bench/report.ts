// The figures beside their targets, as text.

export interface Figure {
  readonly what: string;
  readonly product: string;
  /** Empty where there is nothing to compare with. */
  readonly floor: string;
  /** The value that the target limits. */
  readonly measured: string;
  readonly target: string;
  readonly isMet: boolean;
}

type Verdict = Pick<Figure, 'target' | 'isMet'>;

/** `unit` follows the limit as it is, with its own space: ' x the floor', ' MB'. */
export const atLeast = (value: number, limit: number, unit: string): Verdict => ({
  target: `at least ${limit}${unit}`,
  isMet: value >= limit,
});

/** `unit` follows the limit as it is, with its own space: ' x the floor', ' MB'. */
export const atMost = (value: number, limit: number, unit: string): Verdict => ({
  target: `at most ${limit}${unit}`,
  isMet: value <= limit,
});

const headings = ['what', 'product', 'floor', 'measured', 'target', ''] as const;

/** All figures of a run as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  return markdownTable(
    headings,
    figures.map(({ what, product, floor, measured, target, isMet }) => [
      what,
      product,
      floor,
      measured,
      target,
      isMet ? 'pass' : 'SHORT',
    ]),
  );
}

/** A Markdown table whose columns are aligned, so that it also reads well on a terminal. */
export function markdownTable(
  columnHeadings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = columnHeadings.map((heading, column) =>
    Math.max(heading.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(columnHeadings), rule, ...rows.map(line)].join('\n');
}

/** Three significant digits, without an exponent: 0.123, 1.23, 12.3, 1,230. */
export function brief(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(value);
}

export const times = (value: number): string => `${brief(value)} x`;
