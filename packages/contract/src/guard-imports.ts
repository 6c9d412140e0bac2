// Guards from a spreadsheet: uploaded, its columns named, checked row by row, then imported (MNG-03).
import {
  importColumnsMax,
  importFields,
  importModes,
  importOutcomes,
  importStates,
} from '@watchpost/domain/guard-import';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { exportMediaTypes } from './managed-records.ts';
import { id } from './values.ts';

const importParams = z.strictObject({ id });
const column = z.optional(z.int().check(z.minimum(0), z.maximum(importColumnsMax - 1)));

/** Places from 0 of the columns that hold these fields. */
const mapping = z.strictObject({
  employeeId: column,
  firstName: column,
  lastName: column,
  email: column,
  phoneNumber: column,
  countryCode: column,
  sites: column,
});

const guardImport = z.object({
  id: z.string(),
  fileName: z.string(),
  headings: z.array(z.string()),
  rowCount: z.int(),
  /** The cells of the first rows. */
  preview: z.array(z.array(z.string())),
  mapping,
  state: z.enum(importStates),
  mode: z.nullable(z.enum(importModes)),
  rowsDone: z.int(),
  /** What the check found, or what was done. */
  counts: z.record(z.enum(importOutcomes), z.int()),
  /** The first ones; a file holds all of them. */
  errors: z.array(
    z.object({
      /** As the spreadsheet counts. */
      row: z.int(),
      field: z.enum(importFields),
      value: z.string(),
      /** Label key. */
      message: z.string(),
    }),
  ),
});
export type GuardImport = z.output<typeof guardImport>;

export const uploadGuardImport = defineEndpoint({
  name: 'uploadGuardImport',
  method: 'POST',
  path: '/secure/guards/imports',
  access: 'GUARDS:import',
  summary: 'Takes a spreadsheet (.xlsx or .csv, at most 5 MB and 20,000 rows) and guesses its columns.',
  upload: true,
  reply: guardImport,
});

export const getGuardImport = defineEndpoint({
  name: 'getGuardImport',
  method: 'GET',
  path: '/secure/guards/imports/:id',
  access: 'GUARDS:import',
  summary: "One of the caller's imports, with how far it is.",
  params: importParams,
  reply: guardImport,
});

export const checkGuardImport = defineEndpoint({
  name: 'checkGuardImport',
  method: 'PUT',
  path: '/secure/guards/imports/:id',
  access: 'GUARDS:import',
  summary: 'Says what importing with these columns would do, row by row; changes no guard.',
  params: importParams,
  body: z.strictObject({ mapping }),
  reply: guardImport,
});

export const runGuardImport = defineEndpoint({
  name: 'runGuardImport',
  method: 'POST',
  path: '/secure/guards/imports/:id/run',
  access: 'GUARDS:import',
  summary: 'Begins the import of a checked file; it goes on whatever becomes of the caller and the server.',
  params: importParams,
  body: z.strictObject({ mode: z.enum(importModes) }),
  reply: guardImport,
});

export const getGuardImportErrors = defineEndpoint({
  name: 'getGuardImportErrors',
  method: 'GET',
  path: '/secure/guards/imports/:id/errors',
  access: 'GUARDS:import',
  summary: 'Every row with errors, each error beside the cells of its row, as a file.',
  params: importParams,
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
  reply: z.unknown(),
  files: exportMediaTypes,
});
