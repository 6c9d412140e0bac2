// Which version a database is of, by the names of the migrations that it had.

/** The state of the last version whose migrations were not plain SQL: a new database starts with it. */
export const baseline = '0109-baseline';

/** The last migration of the version that the baseline is the state of. */
const lastBeforeBaseline = '0109-applied-schema-files';

/** That version, by its date in CHANGELOG.md. */
export const versionOfBaseline = '2026-11-29';

const isFormer = (name: string) => name < baseline;

/** Names of migrations of before the baseline, which stay recorded where they were made. */
export const formerOf = (made: readonly string[]): string[] => made.filter(isFormer);

/** True where the tables of the baseline are there already, without its having run. */
export const isTakenOver = (made: readonly string[]): boolean => made.includes(lastBeforeBaseline);

/** Names that no migration of this version has: a newer one made them. */
export const newerThan = (known: readonly string[], made: readonly string[]): string[] =>
  made.filter((name) => !isFormer(name) && !known.includes(name));

/** The last migration of a database that is older than the baseline, which no start takes over; null for any other. */
export function olderThanBaseline(made: readonly string[]): string | null {
  return isTakenOver(made) ? null : (formerOf(made).at(-1) ?? null);
}
