// SQL that the lists of managed records share, over the alias r.
import { formerIdOf } from './former-ids.queries.ts';

/** Whole epoch milliseconds of a timestamp, as a number. */
export const epochMsOf = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

/** What every record has besides its fields (recordHead of the contract). */
export const headColumns = `r.id, r.activated, r.version, ${epochMsOf('r.created_at')} AS "createdAt",
  ${epochMsOf('r.updated_at')} AS "updatedAt", ${formerIdOf} AS "formerId"`;
