// A person's own data: all of it as one file, and its erasure (decision 0022).
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { editedVersion, recordParams } from './managed-records.ts';

export const getGuardData = defineEndpoint({
  name: 'getGuardData',
  method: 'GET',
  path: '/secure/guards/:id/personal-data',
  access: 'PERSONAL_DATA:export',
  summary: 'Everything that is stored of one guard as one archive of tables and pictures, to be handed over.',
  params: recordParams,
  files: ['application/zip'],
  reply: z.unknown(),
});

export const eraseGuard = defineEndpoint({
  name: 'eraseGuard',
  method: 'POST',
  path: '/secure/guards/:id/erasure',
  access: 'PERSONAL_DATA:erase',
  summary:
    'Erases who a deactivated guard was, for good: a pseudonym stays, and all that was recorded. 409 for who is active, was erased, or was changed since the version that was seen.',
  params: recordParams,
  body: z.strictObject(editedVersion),
  reply: z.object({ id: z.string(), erasedAt: z.int() }),
});
