// What the statements of migration 0033 are put together from.

export const nil = `'00000000-0000-0000-0000-000000000000'::uuid`;
export const dayMs = 86_400_000;
export const quarterMs = 900_000;
export const blockMs = 14 * dayMs;
export const startOf = (column: string, length: number) => `${column} - ${column} % ${length}`;

/** A counter's column, and the SQL of its sum over signed rows. */
export type Figure = readonly [name: string, sum: string];

export const raised = (figures: readonly Figure[]) =>
  figures.map(([name]) => `${name} = counts.${name} + excluded.${name}`).join(', ');
export const named = (figures: readonly Figure[]) => figures.map(([name]) => name).join(', ');
export const summed = (figures: readonly Figure[]) => figures.map(([, sum]) => sum).join(', ');
