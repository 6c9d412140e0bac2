// How somebody likes to see a list: which columns, and filters kept under a name.
import {
  hiddenAtFirst,
  type ListArea,
  listAreas,
  savedViewNameMaxLength,
  savedViewsMax,
} from '@watchpost/domain/managed-records';
import { wholeTextPattern } from '@watchpost/domain/patterns';
import { cleanText } from '@watchpost/domain/readers/fold';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { readAs } from './values.ts';

const text = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(wholeTextPattern, { error: 'text_unstorable' }));

const view = z.strictObject({
  name: z
    .string({ error: 'view_name' })
    .check(
      readAs(cleanText),
      z.minLength(1, { error: 'view_name' }),
      z.maxLength(savedViewNameMaxLength, { error: 'view_name' }),
      z.regex(wholeTextPattern, { error: 'view_name' }),
    ),
  /** The query of the list's address: its filters, search and order. */
  search: z.string().check(z.maxLength(1_000), z.regex(wholeTextPattern)),
});

const preferences = z.strictObject({
  hiddenColumns: z.array(text(40)).check(z.maxLength(40)),
  views: z.array(view).check(
    z.maxLength(savedViewsMax, { error: 'views_too_many' }),
    z.refine((views) => new Set(views.map(({ name }) => name)).size === views.length, {
      error: 'view_name_taken',
    }),
  ),
});
export type ListPreferences = z.output<typeof preferences>;

/** Until somebody arranges the list. */
export const preferencesAtFirst = (area: ListArea): ListPreferences => ({
  hiddenColumns: [...(hiddenAtFirst[area] ?? [])],
  views: [],
});

const params = z.strictObject({ area: z.enum(listAreas) });

export const getListPreferences = defineEndpoint({
  name: 'getListPreferences',
  method: 'GET',
  path: '/secure/list-preferences/:area',
  access: 'signedIn',
  summary: "The caller's own hidden columns and saved views of a list.",
  params,
  reply: z.object({
    hiddenColumns: z.array(z.string()),
    views: z.array(z.object({ name: z.string(), search: z.string() })),
  }),
});

export const saveListPreferences = defineEndpoint({
  name: 'saveListPreferences',
  method: 'PUT',
  path: '/secure/list-preferences/:area',
  access: 'signedIn',
  summary: "Stores the caller's own hidden columns and saved views of a list.",
  params,
  body: preferences,
  reply: getListPreferences.reply,
});
