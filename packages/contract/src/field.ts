// What a guard's device sends and gets: every record of the field enters here.
import {
  fieldBatchMax,
  employeeIdMaxLength,
  employeeIdMinLength,
  passwordMaxLength,
} from '@watchpost/domain/limits';
import { scanCodeMaxLength } from '@watchpost/domain/checkpoint-codes';
import { dwellMaxMs } from '@watchpost/domain/checkpoint-methods';
import { chainNumberMax, saltPattern } from '@watchpost/domain/evidence/device-chain';
import { vouchersMax } from '@watchpost/domain/evidence/device-statements';
import { hashPattern, publicKeyPattern, signaturePattern } from '@watchpost/domain/evidence/signatures';
import { alphanumericPattern } from '@watchpost/domain/patterns';
import { plainText } from '@watchpost/domain/readers/fold';
import { readSecret } from '@watchpost/domain/readers/secrets';
import { scanMethods, trustFlags } from '@watchpost/domain/trust';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { keySignature } from './field-devices.ts';
import {
  askedQuestions,
  checkpointAnsweredShape,
  fieldPost,
  handoverNotedShape,
  handoverReadShape,
  ordersAcknowledgedShape,
} from './field-posts.ts';
import { ageMs, deviceMs, id, latitude, longitude, readAs } from './values.ts';

const withoutNulls = (text: string): string => text.replaceAll('\u0000', '');

/** Client-made UUID (version 7 advised). The same id with the same body is the same record, however often sent. */
const clientId = id;

const employeeId = z
  .string()
  .check(
    readAs(plainText),
    z.minLength(employeeIdMinLength),
    z.maxLength(employeeIdMaxLength),
    z.regex(alphanumericPattern, { error: 'Letters and digits only.' }),
  );

export const fieldSignIn = defineEndpoint({
  name: 'fieldSignIn',
  method: 'POST',
  path: '/field/signin',
  access: 'public',
  summary: "Signs a guard's device in.",
  body: z.strictObject({
    employeeId,
    /** However it was typed or pasted, see readSecret(). */
    secret: z.string().check(readAs(readSecret), z.minLength(1), z.maxLength(passwordMaxLength)),
    /** Made once by the device and kept. */
    deviceId: id,
    /**
     * Of the key pair that the device signs its events with: a point of P-256, uncompressed, in hexadecimal. The same
     * one as long as the same guard works with the device; a device without one sends events without proof.
     */
    publicKey: z.optional(z.string().check(z.regex(publicKeyPattern, { error: 'Must be a key.' }))),
    /** What the phone signs of the key: see evidence/device-statements.ts. Apps of before leave it out. */
    enrolment: z.optional(
      z.strictObject({
        /** By the key itself: the phone holds it. */
        signature: z.string().check(z.regex(signaturePattern)),
        /** By the phone's other keys of this company: it is the same phone. */
        vouchers: z.array(keySignature).check(z.maxLength(vouchersMax)),
      }),
    ),
  }),
  reply: z.object({
    accessToken: z.string(),
    guard: z.object({ id, employeeId: z.string(), firstName: z.string(), lastName: z.string() }),
    serverTimeMs: z.int(),
  }),
});

export const fieldSignOut = defineEndpoint({
  name: 'fieldSignOut',
  method: 'DELETE',
  path: '/field/signout',
  access: 'field',
  summary: "Ends the device's session.",
  evenWithoutRoom: true,
  reply: z.object({}),
});

export const plannedCheckpoint = z.object({
  checkpointId: id,
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  radiusMetres: z.number(),
  /** What to do or look at there; empty for nothing in particular. */
  instructions: z.string(),
  /** The ways of scanning that count there, by whatever names later servers have; servers of before leave them out. */
  scanMethods: z.optional(z.array(z.string())),
  /** To be asked after a scan; left out for nothing. */
  questions: z.optional(askedQuestions),
});

export const getFieldPlan = defineEndpoint({
  name: 'getFieldPlan',
  method: 'GET',
  path: '/field/plan',
  access: 'field',
  summary:
    "The routes that the guard may walk, in their current versions, with the checkpoints' places and questions, the post orders and handover notes of the guard's sites, and the duties that ended without a word.",
  reply: z.object({
    serverTimeMs: z.int(),
    /** How the company writes times, in day.js tokens (MNG-09). */
    dateFormat: z.string(),
    routes: z.array(
      z.object({
        routeVersionId: id,
        routeName: z.string(),
        siteId: id,
        siteName: z.string(),
        siteTimeZone: z.string(),
        isFixedOrder: z.boolean(),
        checkpoints: z.array(plannedCheckpoint),
      }),
    ),
    /** One for each activated site of the guard's. */
    posts: z.array(fieldPost),
    /** Whom to phone in danger, also without a network; a plan of before has none. */
    phones: z.optional(
      z.object({
        /** Empty where the company has set none. */
        controlRoom: z.string(),
        emergency: z.string(),
        /** The contacts of the guard's sites, in place of a control room that is not set. */
        sites: z.array(z.object({ siteId: id, siteName: z.string(), phone: z.string() })),
      }),
    ),
    /** How long a phone stays within a geofence before a scan by position counts; servers of before leave it out. */
    positionDwellMs: z.optional(z.int()),
    /** Of the guard's last duties those that the system ended, since it heard nothing of them for long. */
    closedDuties: z.array(z.object({ id, endedAtMs: z.int() })),
  }),
});
export type FieldPlan = z.output<typeof getFieldPlan.reply>;

const position = z.strictObject({
  latitude,
  longitude,
  accuracyMetres: z.number().check(z.minimum(0), z.maximum(100_000)),
});

/** Where the event stands in the chain of its device, and the device's signature: see evidence/device-chain.ts. */
export const eventProof = z.strictObject({
  key: z.string().check(z.regex(hashPattern)),
  seq: z.int().check(z.minimum(1), z.maximum(chainNumberMax)),
  previous: z.string().check(z.regex(hashPattern)),
  signature: z.string().check(z.regex(signaturePattern)),
  /** Missing of apps of before: see evidence/device-chain.ts. */
  salt: z.optional(z.string().check(z.regex(saltPattern))),
});
/** Not part of what makes two sendings the same: the one that came first counts. */
const proof = z.optional(eventProof);

export const dutyStarted = z.strictObject({
  kind: z.literal('dutyStarted'),
  /** Also the id of the duty session. */
  id: clientId,
  siteId: id,
  deviceAtMs: deviceMs,
  proof,
});
export const dutyEnded = z.strictObject({
  kind: z.literal('dutyEnded'),
  id: clientId,
  dutyId: id,
  deviceAtMs: deviceMs,
  proof,
});
export const roundStarted = z.strictObject({
  kind: z.literal('roundStarted'),
  /** Also the id of the round. */
  id: clientId,
  routeVersionId: id,
  deviceAtMs: deviceMs,
  proof,
});
export const checkpointScanned = z.strictObject({
  kind: z.literal('checkpointScanned'),
  id: clientId,
  roundId: id,
  checkpointId: id,
  deviceAtMs: deviceMs,
  method: z.enum(scanMethods),
  position: z.nullable(position),
  /**
   * What was read: the QR code's text, the eight letters typed instead of it, or the NFC tag's id. A scan without one is
   * taken and flagged, except one by position. A scan counts at the checkpoint whose code it is. Longer texts are cut by the
   * device. Null characters, which some scanners put behind a code, are left out: no record can hold them.
   */
  code: z.optional(z.string().check(readAs(withoutNulls), z.maxLength(scanCodeMaxLength))),
  /** For how long the phone stayed within the geofence, by its running clock: of a scan by position, which needs some seconds. */
  dwellMs: z.optional(z.int().check(z.minimum(0), z.maximum(dwellMaxMs))),
  proof,
});
export const roundEnded = z.strictObject({
  kind: z.literal('roundEnded'),
  id: clientId,
  roundId: id,
  deviceAtMs: deviceMs,
  proof,
});
const checkpointAnswered = z.strictObject({ ...checkpointAnsweredShape, proof });
const ordersAcknowledged = z.strictObject({ ...ordersAcknowledgedShape, proof });
const handoverNoted = z.strictObject({ ...handoverNotedShape, proof });
const handoverRead = z.strictObject({ ...handoverReadShape, proof });
export const fieldEvent = z.discriminatedUnion('kind', [
  dutyStarted,
  dutyEnded,
  roundStarted,
  checkpointScanned,
  roundEnded,
  checkpointAnswered,
  ordersAcknowledged,
  handoverNoted,
  handoverRead,
]);
export type FieldEvent = z.output<typeof fieldEvent>;
export type CheckpointScanned = z.output<typeof checkpointScanned>;

/** The device's clock when it sends, so that its error is known. */
const sentAtMs = deviceMs;

/** A receipt is the same to the letter however often the same event is sent. */
export const receipt = z.object({
  id,
  receivedAtMs: z.int(),
  /** Reasons to check a scan; empty for other events. Never one of `laterFlags`, which apps of before refuse. */
  flags: z.array(z.enum(trustFlags)),
  /** Further reasons, by whatever names later servers have for them; left out for none. */
  laterFlags: z.optional(z.array(z.string())),
  /** Where a scan counts that has the code of another checkpoint than it names: there, or with null nowhere; else left out. */
  countsAt: z.optional(z.nullable(id)),
});
export type Receipt = z.output<typeof receipt>;

export const refusal = z.object({
  id,
  /** invalid: the event itself is malformed, and sending it again unchanged is no use. */
  code: z.enum(['idReused', 'notFound', 'invalid']),
  message: z.string(),
});
export type Refusal = z.output<typeof refusal>;

export const sendFieldEvent = defineEndpoint({
  name: 'sendFieldEvent',
  method: 'POST',
  path: '/field/event',
  access: 'field',
  summary: 'Stores one event of a duty or round; answers when it is safe on disk.',
  body: z.strictObject({ sentAtMs, ageMs: z.optional(ageMs), event: fieldEvent }),
  reply: receipt,
});

export const sendFieldEvents = defineEndpoint({
  name: 'sendFieldEvents',
  method: 'POST',
  path: '/field/events',
  access: 'field',
  summary: `Stores up to ${fieldBatchMax} events at once, each accepted or refused by itself.`,
  body: z.strictObject({
    sentAtMs,
    /** Event -> its age; beside the events, which are signed as they are. Those without one go by `sentAtMs`. */
    agesMs: z.optional(z.record(id, ageMs)),
    /** Each is judged by itself, its shape too (see the event of sendFieldEvent): one bad record never holds up a device's others. */
    events: z.array(z.looseObject({ id: clientId })).check(z.minLength(1), z.maxLength(fieldBatchMax)),
  }),
  reply: z.object({ accepted: z.array(receipt), refused: z.array(refusal) }),
});
