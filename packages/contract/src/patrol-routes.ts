// Patrol routes: the walks past a site's checkpoints that rounds are made of (MNG-01, MNG-06).
import { expectedMinutesMax, routeCheckpointsMax, routeNameMaxLength } from '@watchpost/domain/patrol-routes';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  editedVersion,
  listFilter,
  listReply,
  recordHead,
  recordParams,
  savedReply,
} from './managed-records.ts';
import { recordEndpoints } from './record-endpoints.ts';
import { describeFields, editShape, formShape, readShape } from './record-fields.ts';
import { id, neededText } from './values.ts';

const minutesError = { error: 'expected_minutes_range' };

const stop = z.strictObject({
  checkpointId: id,
  /** From the stop before; what the first one says is not kept. */
  expectedMinutes: z
    .int(minutesError)
    .check(z.minimum(0, minutesError), z.maximum(expectedMinutesMax, minutesError)),
});

const isWithoutRepeats = (stops: readonly { readonly checkpointId: string }[]): boolean =>
  new Set(stops.map(({ checkpointId }) => checkpointId)).size === stops.length;

/** What is known of a route. */
export const routeFields = describeFields({
  name: {
    label: 'routes.name',
    read: z.string(),
    write: neededText(routeNameMaxLength, 'route_name_required'),
    column: 'name',
    isAudited: true,
    input: { as: 'text', card: 'about', isRequired: true, maxLength: routeNameMaxLength },
    list: { width: 136, fitWidth: 106, mayWrap: true, isSortable: true },
    file: { heading: 'Name', width: 30 },
  },
  /** A route stays at the site where it was made, for its rounds were walked there. */
  siteId: {
    label: 'records.site',
    read: z.string(),
    write: z.pipe(z.string({ error: 'record_site_required' }), id),
    column: 'site_id',
    isForNew: true,
    isAudited: true,
    input: { as: 'site', card: 'about', order: -1 },
  },
  siteName: {
    label: 'records.site',
    read: z.string(),
    list: { width: 188, minWidth: 130, mayWrap: true, isSortable: true },
    file: { heading: 'Site', width: 28 },
  },
  isFixedOrder: {
    label: 'routes.orderKind',
    read: z.boolean(),
    write: z.boolean(),
    column: 'is_fixed_order',
    isAudited: true,
    input: { as: 'own', card: 'about' },
    list: { id: 'order', width: 104, fitWidth: 92 },
    file: { heading: 'Order', width: 10 },
  },
  /** In the order that they are walked in. A round knows a checkpoint once, so each is there once. */
  stops: {
    label: 'routes.checkpoints',
    write: z
      .array(stop)
      .check(
        z.minLength(1, { error: 'route_stops_required', abort: true }),
        z.maxLength(routeCheckpointsMax, { error: 'route_stops_too_many', abort: true }),
        z.refine(isWithoutRepeats, { error: 'route_stop_repeated' }),
      ),
    isAudited: true,
    input: { as: 'own', card: 'stops' },
  },
  checkpoints: {
    label: 'routes.checkpoints',
    read: z.int(),
    list: { width: 104, align: 'end' },
    file: { heading: 'Checkpoints', width: 12, kind: 'number' },
  },
  expectedMinutes: {
    label: 'routes.expectedMinutes',
    read: z.int(),
    list: { width: 118, align: 'end' },
    file: { heading: 'Expected Minutes', width: 16, kind: 'number' },
  },
  versions: {
    label: 'routes.versions',
    read: z.int(),
    list: { width: 84, align: 'end' },
    file: { heading: 'Versions', width: 10, kind: 'number' },
  },
});

const routeRecord = z.object({ ...recordHead, ...readShape(routeFields) });
export type RouteRow = z.output<typeof routeRecord>;

const placedCheckpoint = z.object({
  id: z.string(),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  radiusMetres: z.number(),
  activated: z.boolean(),
});
export type PlacedCheckpoint = z.output<typeof placedCheckpoint>;

const routeDetails = z.object({
  ...routeRecord.shape,
  stops: z.array(z.object({ ...placedCheckpoint.shape, expectedMinutes: z.int() })),
});
export type RouteDetails = z.output<typeof routeDetails>;

const routeVersion = z.object({
  id: z.string(),
  /** From 1, oldest first. */
  number: z.int(),
  isCurrent: z.boolean(),
  name: z.string(),
  isFixedOrder: z.boolean(),
  /** Names in their order. */
  checkpoints: z.array(z.string()),
  /** How many rounds were started by it. */
  rounds: z.int(),
  createdAt: z.int(),
});
export type RouteVersion = z.output<typeof routeVersion>;

export const routeSortColumns = ['name', 'siteName', 'createdAt', 'updatedAt'] as const;

export const {
  list: listPatrolRoutes,
  exportAll: exportPatrolRoutes,
  get: getPatrolRoute,
  setStatus: setPatrolRouteStatus,
  remove: deletePatrolRoute,
  restore: restorePatrolRoutes,
} = recordEndpoints({
  noun: 'PatrolRoute',
  word: 'patrol route',
  path: '/secure/patrol-routes',
  group: 'PATROL_ROUTES',
  filter: { ...listFilter(routeSortColumns), site: z.optional(id) },
  row: routeRecord,
  one: routeDetails,
  summaries: {
    get: 'One patrol route with its stops in order.',
    delete: 'Deletes an activated patrol route; 409 with the reason while rounds or tours depend on it.',
  },
});

export const listRouteChoices = defineEndpoint({
  name: 'listRouteChoices',
  method: 'GET',
  path: '/secure/patrol-routes/choices',
  access: 'PATROL_ROUTES:view',
  summary: "The site's activated checkpoints, by name: what a route there can be made of.",
  query: z.strictObject({ site: id }),
  reply: z.object({ data: z.array(placedCheckpoint) }),
});

export const listRouteVersions = defineEndpoint({
  name: 'listRouteVersions',
  method: 'GET',
  path: '/secure/patrol-routes/:id/versions',
  access: 'PATROL_ROUTES:view',
  summary: 'The versions of the route, newest first, and how many rounds were started by each.',
  params: recordParams,
  reply: listReply(routeVersion),
});

export const createPatrolRoute = defineEndpoint({
  name: 'createPatrolRoute',
  method: 'POST',
  path: '/secure/patrol-routes',
  access: 'PATROL_ROUTES:add',
  summary: 'Makes a patrol route, which guards of the site can walk from now on.',
  body: z.strictObject(formShape(routeFields)),
  reply: savedReply,
});

export const updatePatrolRoute = defineEndpoint({
  name: 'updatePatrolRoute',
  method: 'PUT',
  path: '/secure/patrol-routes/:id',
  access: 'PATROL_ROUTES:edit',
  summary:
    'Stores the fields; 409 when somebody else saved since. Rounds started before keep the route as it was then.',
  params: recordParams,
  body: z.strictObject({ ...editShape(routeFields), ...editedVersion }),
  reply: savedReply,
});
