import { infoPageIds, infoPageMaxLength } from '@watchpost/domain/info-pages';
import { wholeTextPattern } from '@watchpost/domain/patterns';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { queryInteger, version } from './values.ts';

const pageId = z.enum(infoPageIds);
const revisionNumber = queryInteger(1, 999_999_999);

/** Rich text; what it may hold is cut to the list in domain/info-pages.ts. */
const richHtml = z
  .string()
  .check(
    z.maxLength(infoPageMaxLength, { error: 'text_too_long' }),
    z.regex(wholeTextPattern, { error: 'Must not hold a null character or half of a letter.' }),
  );

export const getInfoPage = defineEndpoint({
  name: 'getInfoPage',
  method: 'GET',
  path: '/app-info/:id',
  access: 'public',
  summary: 'The text of an information page, for everyone.',
  params: z.strictObject({ id: pageId }),
  reply: z.object({ id: pageId, html: z.string() }),
});

const editedPage = z.object({
  id: pageId,
  html: z.string(),
  /** Counts the saves; 0 for a page that no one has written. */
  version: z.number(),
  /** Epoch milliseconds; null for a page that no one has written. */
  savedAtMs: z.nullable(z.number()),
  /** Name of who saved it; null when it came with the tenant. */
  savedBy: z.nullable(z.string()),
});
export type EditedPage = z.output<typeof editedPage>;

export const getEditedInfoPage = defineEndpoint({
  name: 'getEditedInfoPage',
  method: 'GET',
  path: '/secure/app-settings/pages/:id',
  access: 'APP_SETTINGS:view',
  summary: 'An information page with its version, to be edited.',
  params: z.strictObject({ id: pageId }),
  reply: editedPage,
});

export const saveInfoPage = defineEndpoint({
  name: 'saveInfoPage',
  method: 'PUT',
  path: '/secure/app-settings/pages/:id',
  access: 'APP_SETTINGS:edit',
  summary:
    'Stores the sanitised text as the next version; 409 when the page has a newer one than was edited.',
  params: z.strictObject({ id: pageId }),
  body: z.strictObject({
    html: richHtml,
    /** The version that was edited. */
    version,
  }),
  reply: editedPage,
});

const revision = z.object({
  version: z.number(),
  savedAtMs: z.number(),
  savedBy: z.nullable(z.string()),
  /** The version whose text it brought back. */
  restoredFrom: z.nullable(z.number()),
});
export type SavedText = z.output<typeof revision>;

export const listInfoPageRevisions = defineEndpoint({
  name: 'listInfoPageRevisions',
  method: 'GET',
  path: '/secure/app-settings/pages/:id/revisions',
  access: 'APP_SETTINGS:view',
  summary: 'Who saved a page and when, the newest first; at most the newest hundred.',
  params: z.strictObject({ id: pageId }),
  reply: z.object({ data: z.array(revision) }),
});

export const getInfoPageRevision = defineEndpoint({
  name: 'getInfoPageRevision',
  method: 'GET',
  path: '/secure/app-settings/pages/:id/revisions/:revision',
  access: 'APP_SETTINGS:view',
  summary: 'The text of a page as it was saved then.',
  params: z.strictObject({ id: pageId, revision: revisionNumber }),
  reply: z.object({ ...revision.shape, html: z.string() }),
});

export const restoreInfoPageRevision = defineEndpoint({
  name: 'restoreInfoPageRevision',
  method: 'POST',
  path: '/secure/app-settings/pages/:id/revisions/:revision/restore',
  access: 'APP_SETTINGS:edit',
  summary: 'Saves the text of an earlier version as the next one; 409 when somebody else changed the page.',
  params: z.strictObject({ id: pageId, revision: revisionNumber }),
  body: z.strictObject({
    /** The version that is to be replaced. */
    version,
  }),
  reply: editedPage,
});
