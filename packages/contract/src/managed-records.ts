// What the lists and forms of all managed records have in common (MNG-01, GRID-06).
import { recordsAtOnceMax, statusFilterOf, statusTexts } from '@watchpost/domain/managed-records';
import * as z from 'zod/mini';
import { id, pageLimit, queryInteger, searchText, sortType, version } from './values.ts';

/** Sorting, searching and the status filter of a list that can be sorted by these columns. */
export function listFilter<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return {
    searchText: z.optional(searchText),
    sortColumn: z.optional(z.enum(columns)),
    sortType: z.optional(sortType),
    status: z.optional(
      z.pipe(
        z.enum(statusTexts),
        z.transform((text: (typeof statusTexts)[number]) => statusFilterOf(text)),
      ),
    ),
  };
}

/** One page; pages lie within the first million rows. */
export const pageWindow = {
  offset: z.optional(queryInteger(0, 1_000_000)),
  limit: z.optional(pageLimit),
};

/** {count, data}: how many records the filter matches, exactly, and those of the page. */
export function listReply<Row extends z.core.$ZodType>(row: Row) {
  return z.object({ count: z.int(), data: z.array(row) });
}

/** What every record has besides its fields. */
export const recordHead = {
  id: z.string(),
  activated: z.boolean(),
  /** Sent back with an edit, which is refused when somebody else saved since. */
  version: z.int(),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  updatedAt: z.int(),
  /** In the system that it was imported from; null, or left out, for one that was made here. */
  formerId: z.optional(z.nullable(z.string())),
};

export const recordParams = z.strictObject({ id });

/** The edited version beside the fields. */
export const editedVersion = { version };

const recordIds = z.array(id).check(z.minLength(1), z.maxLength(recordsAtOnceMax));

export const statusBody = z.strictObject({ ids: recordIds, activated: z.boolean() });
export const statusReply = z.object({
  /** Those that it changed: not those that were so already, are gone or are not the caller's. */
  ids: z.array(z.string()),
});

export const idsBody = z.strictObject({ ids: recordIds });
export const idsReply = z.object({ ids: z.array(z.string()) });

export const savedReply = z.object({ id: z.string(), version: z.int() });
