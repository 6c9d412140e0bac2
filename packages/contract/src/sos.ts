// Calls for help: a guard's device raises them (FIELD-01), the back office acknowledges and resolves them (NOTIF-05).
import { sosCommentMaxLength, sosEventKinds, sosPositionsBatchMax, sosStates } from '@watchpost/domain/sos';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { listReply, pageWindow, recordParams } from './managed-records.ts';
import { ageMs, deviceMs, id, latitude, longitude, neededText, phoneAtMs } from './values.ts';

/** Null where the phone does not know it. */
const accuracyMetres = z.nullable(z.number().check(z.minimum(0), z.maximum(100_000)));

export const fieldSos = z.strictObject({
  /** Made by the device (version 7 advised), also the id of the call. The same id with the same body is the same call. */
  id,
  /** Where the guard is posted just now, if the device knows it; what is not a site of the guard's is left aside. */
  siteId: z.nullable(id),
  deviceAtMs: deviceMs,
  position: z.nullable(z.strictObject({ latitude, longitude, accuracyMetres })),
});
export type FieldSos = z.output<typeof fieldSos>;

/** The device's clock when it sends, so that its error is known. */
const sentAtMs = deviceMs;
/** The same to the letter however often the same is sent. */
const receipt = z.object({ id: z.string(), receivedAtMs: z.int() });

export const sendFieldSos = defineEndpoint({
  name: 'sendFieldSos',
  method: 'POST',
  path: '/field/sos',
  access: 'field',
  summary:
    'A guard calls for help: everyone who sees the site is notified at once; answers when the call is safe on disk.',
  body: z.strictObject({ sentAtMs, ageMs: z.optional(ageMs), sos: fieldSos }),
  reply: receipt,
});

export const sosPosition = z.strictObject({ id, deviceAtMs: deviceMs, latitude, longitude, accuracyMetres });
export type SosPosition = z.output<typeof sosPosition>;

export const sendFieldSosPositions = defineEndpoint({
  name: 'sendFieldSosPositions',
  method: 'POST',
  path: '/field/sos/:id/positions',
  access: 'field',
  summary: "Where the guard went since: positions of a call of the guard's own, each stored once.",
  params: recordParams,
  body: z.strictObject({
    sentAtMs,
    /** Position -> its age. */
    agesMs: z.optional(z.record(id, ageMs)),
    positions: z.array(sosPosition).check(z.minLength(1), z.maxLength(sosPositionsBatchMax)),
  }),
  reply: z.object({ ids: z.array(z.string()) }),
});

export const sendFieldSosSafe = defineEndpoint({
  name: 'sendFieldSosSafe',
  method: 'POST',
  path: '/field/sos/:id/safe',
  access: 'field',
  summary: 'The guard who called is safe. The call stays open until the back office has looked.',
  params: recordParams,
  body: z.strictObject({
    sentAtMs,
    ageMs: z.optional(ageMs),
    safe: z.strictObject({ id, deviceAtMs: deviceMs }),
  }),
  reply: receipt,
});

export const getFieldSos = defineEndpoint({
  name: 'getFieldSos',
  method: 'GET',
  path: '/field/sos/:id',
  access: 'field',
  summary: "What became of a call of the guard's own.",
  params: recordParams,
  reply: z.object({ id: z.string(), state: z.enum(sosStates), acknowledgedAtMs: z.nullable(z.int()) }),
});

export const sosCall = z.object({
  id: z.string(),
  state: z.enum(sosStates),
  guardId: z.string(),
  guardName: z.string(),
  /** With its country's code; empty for none. */
  guardPhone: z.string(),
  /** Null for a guard who is posted nowhere. */
  siteId: z.nullable(z.string()),
  siteName: z.string(),
  /** IANA name of the site's zone; null without a site. */
  siteTimeZone: z.nullable(z.string()),
  /** By the server's clock, as well as it can be known; epoch milliseconds, as all times. */
  raisedAtMs: z.int(),
  receivedAtMs: z.int(),
  /** The latest that is known. */
  position: z.nullable(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      accuracyMetres: z.nullable(z.number()),
      atMs: z.int(),
    }),
  ),
  /** The checkpoint of the site that is nearest to the position; null where there is none within reach. */
  nearestCheckpoint: z.nullable(z.object({ name: z.string(), metres: z.number() })),
  /** When the guard said to be safe. */
  safeAtMs: z.nullable(z.int()),
  acknowledgedAtMs: z.nullable(z.int()),
  /** Empty while no one has. */
  acknowledgedBy: z.string(),
  resolvedAtMs: z.nullable(z.int()),
  resolvedBy: z.string(),
  comment: z.string(),
  /** Whether the phone had been reported lost when it called, and when it said that its guard was safe. */
  isFromLostPhone: z.boolean(),
  isSafeFromLostPhone: z.boolean(),
  /** Whether the call arrived later after it was made than the tenant takes for on time. */
  isSentLate: z.boolean(),
  /** Whether the phone dated it later than it arrived. */
  isFromFuture: z.boolean(),
});
export type SosCall = z.output<typeof sosCall>;

export const listSosCalls = defineEndpoint({
  name: 'listSosCalls',
  method: 'GET',
  path: '/secure/sos',
  access: 'DASHBOARD:view',
  summary: 'Calls for help, the latest first.',
  query: z.strictObject({
    site: z.optional(id),
    state: z.optional(z.enum(['open', 'resolved'])),
    ...pageWindow,
  }),
  reply: listReply(sosCall),
});

export const listOpenSos = defineEndpoint({
  name: 'listOpenSos',
  method: 'GET',
  path: '/secure/open-sos',
  access: 'DASHBOARD:view',
  summary: 'Every SOS that is not resolved: those to acknowledge first, the oldest of each first.',
  reply: z.object({
    /** By the server's clock; ages are reckoned from it. */
    atMs: z.int(),
    count: z.int(),
    data: z.array(sosCall),
  }),
});
export type OpenSos = z.output<typeof listOpenSos.reply>;

const sosEvent = z.object({
  id: z.string(),
  kind: z.enum(sosEventKinds),
  atMs: z.int(),
  actorKind: z.enum(['user', 'guard']),
  actorName: z.string(),
  comment: z.string(),
  isFromLostPhone: z.boolean(),
  isSentLate: z.boolean(),
  isFromFuture: z.boolean(),
  phoneAtMs,
});

export const getSosCall = defineEndpoint({
  name: 'getSosCall',
  method: 'GET',
  path: '/secure/sos/:id',
  access: 'DASHBOARD:view',
  summary: 'One call for help, all that became of it, and where the guard went.',
  params: recordParams,
  reply: z.object({
    call: sosCall,
    siteTimeZone: z.nullable(z.string()),
    /** Oldest first, as the track. */
    history: z.array(sosEvent),
    track: z.array(
      z.object({
        latitude: z.number(),
        longitude: z.number(),
        accuracyMetres: z.nullable(z.number()),
        atMs: z.int(),
      }),
    ),
  }),
});
export type SosCourse = z.output<typeof getSosCall.reply>;

export const acknowledgeSos = defineEndpoint({
  name: 'acknowledgeSos',
  method: 'POST',
  path: '/secure/sos/:id/acknowledge',
  access: 'DASHBOARD:view',
  summary: 'Somebody has seen the call and acts on it. Who was first stays named.',
  params: recordParams,
  reply: z.object({
    ...sosCall.shape,
    /** Whether it was the caller who acknowledged it, now or before. */
    isAcknowledgedByCaller: z.boolean(),
  }),
});

export const resolveSos = defineEndpoint({
  name: 'resolveSos',
  method: 'POST',
  path: '/secure/sos/:id/resolve',
  access: 'DASHBOARD:view',
  summary: 'Closes a call, saying how it ended; 409 when somebody else has closed it.',
  params: recordParams,
  body: z.strictObject({
    comment: neededText(sosCommentMaxLength, 'sos_comment_required', { hasLines: true }),
  }),
  reply: sosCall,
});
