// Incidents: what was reported at the sites and what became of it (MNG-08).
import {
  incidentCommentMaxLength,
  incidentDescriptionMaxLength,
  incidentEventKinds,
  incidentPhotosMax,
  incidentSeverities,
  incidentStatuses,
  incidentTypes,
  needsComment,
} from '@watchpost/domain/incidents';
import { thumbnailSidesPx } from '@watchpost/domain/limits';
import * as z from 'zod/mini';
import { dateRange, exactWindow, zoneChoice } from './date-range.ts';
import { defineEndpoint } from './endpoint.ts';
import { exportFormat, exportMediaTypes } from './exports.ts';
import { editedVersion, listReply, pageWindow, recordParams, savedReply } from './managed-records.ts';
import { formPosition, id, neededText, phoneAtMs, searchText, sortType, writtenText } from './values.ts';

const position = z.strictObject(formPosition);

/** A file just uploaded as image by the caller. */
const photoIds = z.array(id).check(z.maxLength(incidentPhotosMax, { error: 'incident_photos_too_many' }));

/** What a form of an incident holds; its errors are label keys. */
export const incidentFields = {
  siteId: z
    .string({ error: 'incident_site_required' })
    .check(
      z.toLowerCase(),
      z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'incident_site_required' }),
    ),
  type: z.enum(incidentTypes, { error: 'incident_type_required' }),
  severity: z.enum(incidentSeverities, { error: 'incident_severity_required' }),
  description: neededText(incidentDescriptionMaxLength, 'incident_description_required', { hasLines: true }),
  /** Null where no one knows it. */
  position: z.nullable(position),
  /** The guard who reported it, one of the site; null for no one. */
  guardId: z.nullable(id),
};

/** One of incidentTypes, or the name that an imported incident has for its own, which an edit keeps. */
const keptIncidentType = neededText(incidentDescriptionMaxLength, 'incident_type_required');

const incidentRow = z.object({
  id: z.string(),
  /** Sent back with a change, which is refused when somebody else made one since. */
  version: z.int(),
  siteId: z.string(),
  siteName: z.string(),
  /** IANA name of the site's zone. */
  siteTimeZone: z.string(),
  /** One of incidentTypes, or what an imported record calls it. */
  type: z.string(),
  severity: z.enum(incidentSeverities),
  status: z.enum(incidentStatuses),
  description: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  guardId: z.nullable(z.string()),
  /** The guard who reported it, or the user who opened it; empty when neither is known. */
  reporterName: z.string(),
  assigneeId: z.nullable(z.string()),
  /** Empty for no one. */
  assigneeName: z.string(),
  photos: z.int(),
  /** Whether the phone that reported it had been reported lost by then. */
  isFromLostPhone: z.boolean(),
  /** Whether it arrived later after it happened than the tenant takes for on time. */
  isSentLate: z.boolean(),
  /** Whether the phone dated it later than it arrived. */
  isFromFuture: z.boolean(),
  /** By the server's clock; epoch milliseconds, as all times. */
  reportedAt: z.int(),
  /** When it came to its status. */
  statusAt: z.int(),
  updatedAt: z.int(),
});
export type IncidentRow = z.output<typeof incidentRow>;

const incidentEvent = z.object({
  id: z.string(),
  at: z.int(),
  kind: z.enum(incidentEventKinds),
  actorKind: z.enum(['user', 'guard', 'system']),
  actorName: z.string(),
  fromStatus: z.nullable(z.enum(incidentStatuses)),
  toStatus: z.nullable(z.enum(incidentStatuses)),
  /** Empty for none. */
  comment: z.string(),
  /** Whether a phone sent it that had been reported lost by then. */
  isFromLostPhone: z.boolean(),
  /** Whether it arrived after its guard was taken from the site. */
  isOfFormerSite: z.boolean(),
  isSentLate: z.boolean(),
  isFromFuture: z.boolean(),
  /** Fields that were edited, the assignee, or the number of photos added; as text, empty for none. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type IncidentEvent = z.output<typeof incidentEvent>;

const incidentDetails = z.object({
  incident: incidentRow,
  /** IANA name of the site's zone. */
  siteTimeZone: z.string(),
  /** When it happened, by the guard's phone whose clock was put right; null for what was reported at a console. */
  deviceAt: z.nullable(z.int()),
  phoneAtMs,
  /** In the system that it was imported from; left out for one that was made here. */
  formerId: z.optional(z.string()),
  photos: z.array(
    z.object({
      id: z.string(),
      fileId: z.string(),
      name: z.string(),
      width: z.int(),
      height: z.int(),
      addedAt: z.int(),
    }),
  ),
  /** Oldest first. */
  history: z.array(incidentEvent),
});
export type IncidentDetails = z.output<typeof incidentDetails>;

export const incidentSortColumns = [
  'reportedAt',
  'severity',
  'status',
  'type',
  'site',
  'assignee',
  'updatedAt',
] as const;

export const incidentStages = ['open', 'answered', 'settled'] as const;
export type IncidentStage = (typeof incidentStages)[number];

const filter = {
  searchText: z.optional(searchText),
  sortColumn: z.optional(z.enum(incidentSortColumns)),
  sortType: z.optional(sortType),
  site: z.optional(id),
  severity: z.optional(z.enum(incidentSeverities)),
  /** open: not closed. answered: attended at some time. settled: closed, and when is known. */
  state: z.optional(z.enum([...incidentStatuses, ...incidentStages])),
  type: z.optional(z.enum(incidentTypes)),
  assignee: z.optional(z.union([z.literal('none'), id])),
  /** Days of the zone on which it was reported; either may be left out. */
  ...dateRange,
  ...zoneChoice,
  ...exactWindow,
};

export const listIncidents = defineEndpoint({
  name: 'listIncidents',
  method: 'GET',
  path: '/secure/incidents',
  access: 'INCIDENTS:view',
  summary: 'One page of the incidents, the latest report first unless sorted otherwise.',
  query: z.strictObject({ ...filter, ...pageWindow }),
  reply: listReply(incidentRow),
});

export const exportIncidents = defineEndpoint({
  name: 'exportIncidents',
  method: 'GET',
  path: '/secure/incidents/export',
  access: 'INCIDENTS:view',
  summary: 'Every incident of the filter as a file.',
  query: z.strictObject({ ...filter, ...exportFormat }),
  reply: z.unknown(),
  files: exportMediaTypes,
});

export const listIncidentPeople = defineEndpoint({
  name: 'listIncidentPeople',
  method: 'GET',
  path: '/secure/incidents/people',
  access: 'INCIDENTS:view',
  summary: 'Who can be named as reporter and who can be given an incident, of one site or of all.',
  query: z.strictObject({ site: z.optional(id) }),
  reply: z.object({
    guards: z.array(z.object({ id: z.string(), name: z.string(), employeeId: z.string() })),
    assignees: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const getIncident = defineEndpoint({
  name: 'getIncident',
  method: 'GET',
  path: '/secure/incidents/:id',
  access: 'INCIDENTS:view',
  summary: 'One incident with its photos and all of its history.',
  params: recordParams,
  reply: incidentDetails,
});

export const createIncident = defineEndpoint({
  name: 'createIncident',
  method: 'POST',
  path: '/secure/incidents',
  access: 'INCIDENTS:add',
  summary: 'Opens an incident and notifies everyone who sees its site.',
  body: z.strictObject({ ...incidentFields, photoIds }),
  reply: savedReply,
});

export const updateIncident = defineEndpoint({
  name: 'updateIncident',
  method: 'PUT',
  path: '/secure/incidents/:id',
  access: 'INCIDENTS:edit',
  summary: 'Stores the facts of an incident that is not closed; 409 when somebody else changed it since.',
  params: recordParams,
  body: z.strictObject({ ...incidentFields, type: keptIncidentType, ...editedVersion }),
  reply: savedReply,
});

const commentText = writtenText(incidentCommentMaxLength, { hasLines: true });

export const changeIncidentStatus = defineEndpoint({
  name: 'changeIncidentStatus',
  method: 'POST',
  path: '/secure/incidents/:id/status',
  access: 'INCIDENTS:status',
  summary: 'Attends to or closes an incident; closing needs a comment.',
  params: recordParams,
  body: z.strictObject({ status: z.enum(incidentStatuses), comment: commentText, ...editedVersion }).check(
    z.refine(({ status, comment }) => comment !== '' || !needsComment(status), {
      error: 'incident_comment_required',
      path: ['comment'],
    }),
  ),
  reply: savedReply,
});

export const assignIncident = defineEndpoint({
  name: 'assignIncident',
  method: 'POST',
  path: '/secure/incidents/:id/assignee',
  access: 'INCIDENTS:edit',
  summary: 'Assigns an incident that is not closed to a user who may see its site, or to no one.',
  params: recordParams,
  body: z.strictObject({ userId: z.nullable(id), ...editedVersion }),
  reply: savedReply,
});

export const commentOnIncident = defineEndpoint({
  name: 'commentOnIncident',
  method: 'POST',
  path: '/secure/incidents/:id/comments',
  access: 'INCIDENTS:edit',
  summary: 'Adds a comment, which stays as it was written.',
  params: recordParams,
  body: z.strictObject({
    comment: commentText.check(z.minLength(1, { error: 'incident_comment_required' })),
  }),
  reply: savedReply,
});

export const addIncidentPhotos = defineEndpoint({
  name: 'addIncidentPhotos',
  method: 'POST',
  path: '/secure/incidents/:id/photos',
  access: 'INCIDENTS:edit',
  summary: 'Adds pictures that the caller uploaded as image to an incident that is not closed.',
  params: recordParams,
  body: z.strictObject({ photoIds: photoIds.check(z.minLength(1)) }),
  reply: savedReply,
});

export const getIncidentPhoto = defineEndpoint({
  name: 'getIncidentPhoto',
  method: 'GET',
  path: '/secure/incidents/:id/photos/:fileId',
  access: 'INCIDENTS:view',
  summary: 'A photo of an incident, whole or small and square.',
  params: z.strictObject({ id, fileId: id }),
  query: z.strictObject({ size: z._default(z.enum(['main', ...thumbnailSidesPx]), 'main') }),
  reply: z.unknown(),
  files: ['image/jpeg', 'image/png'],
  isPicture: true,
});

export const exportIncidentReport = defineEndpoint({
  name: 'exportIncidentReport',
  method: 'GET',
  path: '/secure/incidents/:id/report',
  access: 'INCIDENTS:view',
  summary: 'One incident as a document to print: facts, photos and history.',
  params: recordParams,
  /** The site's own clock unless a zone is named. */
  query: z.strictObject(zoneChoice),
  reply: z.unknown(),
  files: ['application/pdf'],
});
