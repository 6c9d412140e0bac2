// What the generated row types are made of.
import type { ColumnType } from 'kysely';

/** Has a default, so that an insert may leave it out. */
export type Default<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

/** Written by the database alone. */
export type Written<T> = ColumnType<T, never, never>;

export type Timestamp<Null = never> = ColumnType<Date | Null, Date | string | Null, Date | string | Null>;

/** A date without a time: read as midnight of the server's zone, written as YYYY-MM-DD. */
export type DateOnly<Null = never> = ColumnType<Date | Null, string | Null, string | Null>;

/** Written as text. */
export type Json<T, Null = never> = ColumnType<T | Null, string | Null, string | Null>;
