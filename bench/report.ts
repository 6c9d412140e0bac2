// The figures beside their targets, as text.

export interface Figure {
  readonly what: string;
  readonly product: string;
  /** Empty where there is nothing to compare with. */
  readonly floor: string;
  /** What the target speaks of. */
  readonly measured: string;
  readonly target: string;
  readonly isMet: boolean;
}

const headings = ['what', 'product', 'floor', 'measured', 'target', ''] as const;

/** A Markdown table that also reads well on a terminal. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, product, floor, measured, target, isMet }) => [
    what,
    product,
    floor,
    measured,
    target,
    isMet ? 'pass' : 'SHORT',
  ]);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

/** Three significant digits, without an exponent: 0.123, 1.23, 12.3, 1,230. */
export function brief(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(value);
}

export const times = (value: number): string => `${brief(value)} x`;
