// What a guard's phone says of itself, signed in or not.
import { reportNumberMax, reportSignaturesMax } from '@watchpost/domain/evidence/device-statements';
import { hashPattern, signaturePattern } from '@watchpost/domain/evidence/signatures';
import { appVersionMaxLength, officeCommands, waitingRecordsMax } from '@watchpost/domain/devices';
import { storableTextPattern } from '@watchpost/domain/patterns';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './values.ts';

/** By one of a phone's keys. */
export const keySignature = z.strictObject({
  key: z.string().check(z.regex(hashPattern)),
  signature: z.string().check(z.regex(signaturePattern)),
});

const count = z.int().check(z.minimum(0), z.maximum(waitingRecordsMax));

/**
 * Needs no session: a phone that was revoked has none. Anyone who names a phone is answered; what is reported of one that has a
 * key is believed with the signature of such a key alone (decision 0016).
 */
export const tellOffice = defineEndpoint({
  name: 'tellOffice',
  method: 'POST',
  path: '/field/device',
  access: 'public',
  summary: "A guard's phone reports what it stores, and learns whether it may go on.",
  body: z.strictObject({
    deviceId: id,
    appVersion: z.optional(z.string().check(z.maxLength(appVersionMaxLength), z.regex(storableTextPattern))),
    /** Records that have not arrived. */
    waiting: count,
    /** After it has cleared itself: how many of the records that it deleted had not arrived. */
    cleared: z.optional(z.strictObject({ lost: count })),
    /** Of all the rest, signed by keys of the phone: see evidence/device-statements.ts. Apps of before leave it out. */
    proof: z.optional(
      z.strictObject({
        /** Higher than that of each report before, to this company. */
        no: z.int().check(z.minimum(1), z.maximum(reportNumberMax)),
        signatures: z.array(keySignature).check(z.minLength(1), z.maxLength(reportSignaturesMax)),
      }),
    ),
  }),
  reply: z.object({ word: z.enum(officeCommands) }),
});
