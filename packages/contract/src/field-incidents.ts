// How a guard's device reports an incident (MNG-08, FIELD-01): once, however often it is sent.
import { incidentDescriptionMaxLength, incidentSeverities, incidentTypes } from '@watchpost/domain/incidents';
import { storableTextPattern } from '@watchpost/domain/patterns';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { ageMs, deviceMs, id, latitude, longitude, readAs } from './values.ts';

/** Half of a surrogate pair, which a cut leaves, as the database stores it: nothing from the field is refused for it. */
const withoutHalves = (text: string) => text.replaceAll(/\p{Cs}/gu, '\uFFFD');

export const fieldIncident = z.strictObject({
  /** Made by the device (version 7 advised), also the id of the incident. The same id with the same body is the same report. */
  id,
  /** One of the guard's. */
  siteId: id,
  type: z.enum(incidentTypes),
  severity: z.enum(incidentSeverities),
  description: z
    .string()
    .check(
      readAs(withoutHalves),
      z.trim(),
      z.maxLength(incidentDescriptionMaxLength),
      z.regex(storableTextPattern),
    ),
  deviceAtMs: deviceMs,
  position: z.nullable(
    z.strictObject({
      latitude,
      longitude,
      accuracyMetres: z.number().check(z.minimum(0), z.maximum(100_000)),
    }),
  ),
});
export type FieldIncident = z.output<typeof fieldIncident>;

/** The same to the letter however often the same is sent. */
const receipt = z.object({ id: z.string(), receivedAtMs: z.int() });

export const sendFieldIncident = defineEndpoint({
  name: 'sendFieldIncident',
  method: 'POST',
  path: '/field/incident',
  access: 'field',
  summary:
    'Stores a report of an incident and notifies everyone who sees its site; answers when it is safe on disk.',
  body: z.strictObject({
    /** The device's clock when it sends, so that its error is known. */
    sentAtMs: deviceMs,
    ageMs: z.optional(ageMs),
    incident: fieldIncident,
  }),
  reply: receipt,
});

export const sendFieldIncidentPhoto = defineEndpoint({
  name: 'sendFieldIncidentPhoto',
  method: 'POST',
  path: '/field/incident/:id/photo/:photoId',
  access: 'field',
  summary:
    "Adds a picture to a report of the guard's own, at most 10 MB, redrawn; the photo's id is made by the device.",
  upload: true,
  params: z.strictObject({ id, photoId: id }),
  reply: receipt,
});
