// What a guard's phone says of itself, signed in or not.
import { appVersionMaxLength, officeWords, waitingRecordsMax } from '@watchpost/domain/devices';
import { storableTextPattern } from '@watchpost/domain/patterns';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './values.ts';

const count = z.int().check(z.minimum(0), z.maximum(waitingRecordsMax));

/**
 * Needs no session: a phone that was revoked has none. Its id, made on the phone and known to it and the office alone,
 * lets it say how much waits and hear what is wanted, nothing else.
 */
export const tellOffice = defineEndpoint({
  name: 'tellOffice',
  method: 'POST',
  path: '/field/device',
  access: 'public',
  summary: "A guard's phone says what it holds, and is told whether it may go on.",
  body: z.strictObject({
    deviceId: id,
    appVersion: z.optional(z.string().check(z.maxLength(appVersionMaxLength), z.regex(storableTextPattern))),
    /** Records that have not arrived. */
    waiting: count,
    /** After it has cleared itself: how many of the records that it deleted had not arrived. */
    cleared: z.optional(z.strictObject({ lost: count })),
  }),
  reply: z.object({ word: z.enum(officeWords) }),
});
