// Records from a spreadsheet: uploaded, its columns named, checked row by row, then imported (MNG-03, MNG-04).
import type { Permission } from '@watchpost/domain/permissions';
import {
  importColumnsMax,
  importModes,
  importOutcomes,
  importStates,
  importStopReasons,
} from '@watchpost/domain/record-import';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { exportMediaTypes } from './exports.ts';
import { id } from './values.ts';

const importParams = z.strictObject({ id });
const column = z.optional(z.int().check(z.minimum(0), z.maximum(importColumnsMax - 1)));

/** Fields are those of the kind of records. */
function importSchemas(fields: readonly string[]) {
  /** Places from 0 of the columns that hold these fields. */
  const mapping = z.strictObject(Object.fromEntries(fields.map((field) => [field, column])));
  const reply = z.object({
    id: z.string(),
    fileName: z.string(),
    headings: z.array(z.string()),
    rowCount: z.int(),
    /** The cells of the first rows. */
    preview: z.array(z.array(z.string())),
    mapping,
    state: z.enum(importStates),
    /** Empty unless it was stopped. */
    stopReason: z.enum(importStopReasons),
    mode: z.nullable(z.enum(importModes)),
    rowsDone: z.int(),
    /** What the check found, or what was done. */
    counts: z.record(z.enum(importOutcomes), z.int()),
    /** The first ones; a file holds all of them. */
    errors: z.array(
      z.object({
        /** As the spreadsheet counts. */
        row: z.int(),
        field: z.enum(fields),
        value: z.string(),
        /** Label key. */
        message: z.string(),
      }),
    ),
    /** Of a workbook, the sheet that is read; empty for a .csv. */
    sheet: z.string(),
    /** Sheets with rows that are not read. */
    otherSheets: z.array(z.string()),
    losses: z.object({
      /** How many records lose a value of each field, or have it replaced by another. */
      counts: z.array(z.object({ field: z.enum(fields), emptied: z.int(), replaced: z.int() })),
      /** The first ones; a file has all of them. */
      rows: z.array(
        z.object({
          row: z.int(),
          /** An employee id, or a checkpoint's name. */
          record: z.string(),
          field: z.enum(fields),
          before: z.string(),
          /** Empty where the value goes without another in its place. */
          after: z.string(),
        }),
      ),
    }),
  });
  return { mapping, reply };
}

interface Imported {
  /** As it stands in the names of the endpoints, such as Guard. */
  readonly noun: string;
  /** As summaries call one of them. */
  readonly word: string;
  readonly path: `/${string}`;
  readonly access: Extract<Permission, `${string}:import`>;
  readonly fields: readonly string[];
}

const errorsSummary =
  'Every row with errors, each error beside the cells of its row, as a file; or every value that the import takes from a record or replaces.';
const fileQuery = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  /** Errors where it says nothing. */
  of: z.optional(z.enum(['errors', 'losses'])),
});

/** The five endpoints by which one kind of records is imported. */
export function importEndpoints({ noun, word, path, access, fields }: Imported) {
  const { mapping, reply } = importSchemas(fields);
  const common = { access, params: importParams, reply };
  const oneImport: `/${string}` = `${path}/:id`;
  return {
    upload: defineEndpoint({
      access,
      reply,
      name: `upload${noun}Import`,
      method: 'POST',
      path,
      summary: 'Takes a spreadsheet (.xlsx or .csv, at most 5 MB and 20,000 rows) and guesses its columns.',
      upload: true,
    }),
    get: defineEndpoint({
      ...common,
      name: `get${noun}Import`,
      method: 'GET',
      path: oneImport,
      summary: "One of the caller's imports, with how far it is.",
    }),
    check: defineEndpoint({
      ...common,
      name: `check${noun}Import`,
      method: 'PUT',
      path: oneImport,
      summary: `Says what importing with these columns would do, row by row, and what existing records would lose; changes no ${word}.`,
      body: z.strictObject({ mapping }),
    }),
    run: defineEndpoint({
      ...common,
      name: `run${noun}Import`,
      method: 'POST',
      path: `${oneImport}/run`,
      summary:
        'Begins the import of a checked file; it goes on whatever becomes of the server, while the caller may import.',
      body: z.strictObject({ mode: z.enum(importModes) }),
    }),
    getErrors: defineEndpoint({
      ...common,
      name: `get${noun}ImportErrors`,
      method: 'GET',
      path: `${oneImport}/errors`,
      summary: errorsSummary,
      query: fileQuery,
      reply: z.unknown(),
      files: exportMediaTypes,
    }),
  };
}

export type ImportEndpoints = ReturnType<typeof importEndpoints>;
export type RecordImport = z.output<ImportEndpoints['get']['reply']>;
