// What may be done to exceptions: take, give, close, open again, comment, prove.
import {
  exceptionFilesMax,
  exceptionOutcomes,
  exceptionsAtOnceMax,
  exceptionTextMaxLength,
} from '@watchpost/domain/exceptions';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, recordParams, savedReply } from './managed-records.ts';
import { id, neededText, version } from './values.ts';

const items = z
  .array(z.strictObject({ id, version }))
  .check(z.minLength(1), z.maxLength(exceptionsAtOnceMax, { error: 'exceptions_too_many' }));

/** Some may be changed though others are not; when none is, the answer is 409 editedMeanwhile. */
const changedReply = z.object({
  changed: z.array(savedReply),
  /** Those that somebody else changed since: nothing was done to them. */
  conflicts: z.array(z.string()),
});

const takenReply = z.object({
  ...changedReply.shape,
  /** Those that somebody else has in hand and that were not to be taken over: nothing was done to them. */
  left: z.array(z.string()),
});

export const takeExceptions = defineEndpoint({
  name: 'takeExceptions',
  method: 'POST',
  path: '/secure/exceptions/take',
  access: 'EXCEPTIONS:edit',
  summary:
    'The caller takes exceptions that are not closed in hand; those that somebody else has only to take them over.',
  body: z.strictObject({
    items,
    /** Also from another user to whom they are assigned. */
    takesOver: z._default(z.boolean(), false),
  }),
  reply: takenReply,
});

export const assignExceptions = defineEndpoint({
  name: 'assignExceptions',
  method: 'POST',
  path: '/secure/exceptions/assign',
  access: 'EXCEPTIONS:edit',
  summary:
    'Assigns exceptions that are not closed to a user who may see them all, and notifies that user once; null returns them to the queue.',
  body: z.strictObject({ items, userId: z.nullable(id) }),
  reply: changedReply,
});

const reason = neededText(exceptionTextMaxLength, 'exception_reason_required', { hasLines: true });

export const closeExceptions = defineEndpoint({
  name: 'closeExceptions',
  method: 'POST',
  path: '/secure/exceptions/close',
  access: 'EXCEPTIONS:edit',
  summary: 'Closes exceptions with one outcome and one reason.',
  body: z.strictObject({
    items,
    outcome: z.enum(exceptionOutcomes, { error: 'exception_outcome_required' }),
    reason,
  }),
  reply: changedReply,
});

export const reopenException = defineEndpoint({
  name: 'reopenException',
  method: 'POST',
  path: '/secure/exceptions/:id/reopen',
  access: 'EXCEPTIONS:edit',
  summary: 'Opens a closed exception again, and says why.',
  params: recordParams,
  body: z.strictObject({ reason, ...editedVersion }),
  reply: savedReply,
});

export const commentOnException = defineEndpoint({
  name: 'commentOnException',
  method: 'POST',
  path: '/secure/exceptions/:id/comments',
  access: 'EXCEPTIONS:edit',
  summary: 'Adds a comment, which stays as it was written.',
  params: recordParams,
  body: z.strictObject({
    text: neededText(exceptionTextMaxLength, 'exception_comment_required', { hasLines: true }),
  }),
  reply: savedReply,
});

export const addExceptionEvidence = defineEndpoint({
  name: 'addExceptionEvidence',
  method: 'POST',
  path: '/secure/exceptions/:id/evidence',
  access: 'EXCEPTIONS:edit',
  summary: `Adds a picture (jpeg, png or gif, redrawn) or a PDF of at most 10 MB; at most ${exceptionFilesMax} files.`,
  params: recordParams,
  upload: true,
  reply: savedReply,
});
