// The live board: what goes on in the field just now, and the stream that tells when to look again (DASH-03).
import { incidentSeverities, incidentStatuses } from '@watchpost/domain/incidents';
import { trustFlags } from '@watchpost/domain/trust';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { sosCall } from './sos.ts';
import { id } from './values.ts';

const position = z.object({ latitude: z.number(), longitude: z.number() });
/** With the IANA name of the site's zone. */
const place = { siteId: z.string(), siteName: z.string(), siteTimeZone: z.string() };

const guardOnDuty = z.object({
  guardId: z.string(),
  guardName: z.string(),
  ...place,
  dutyId: z.string(),
  sinceMs: z.int(),
  /** When anything was last heard of; the start of the duty at least. */
  lastSignMs: z.int(),
  lastScan: z.nullable(z.object({ checkpointName: z.string(), atMs: z.int() })),
  /** Of the last scan, or of its checkpoint; null while there is none. */
  position: z.nullable(position),
});
export type GuardOnDuty = z.output<typeof guardOnDuty>;

const roundUnderWay = z.object({
  id: z.string(),
  routeName: z.string(),
  guardName: z.string(),
  ...place,
  startedAtMs: z.int(),
  scanned: z.int(),
  total: z.int(),
  /** Planned checkpoints in their order, those without a scan as open. */
  nextCheckpoint: z.nullable(z.string()),
  lastScanAtMs: z.nullable(z.int()),
  /** When it should have ended, with its grace; null for a route that expects nothing. */
  lateAtMs: z.nullable(z.int()),
});
export type RoundUnderWay = z.output<typeof roundUnderWay>;

const boardScan = z.object({
  id: z.string(),
  roundId: z.string(),
  checkpointName: z.string(),
  guardName: z.string(),
  ...place,
  atMs: z.int(),
  receivedAtMs: z.int(),
  flags: z.array(z.enum(trustFlags)),
});
export type BoardScan = z.output<typeof boardScan>;

const boardIncident = z.object({
  id: z.string(),
  /** One of incidentTypes, or what an imported record calls it. */
  type: z.string(),
  severity: z.enum(incidentSeverities),
  status: z.enum(incidentStatuses),
  ...place,
  reportedAtMs: z.int(),
});
export type BoardIncident = z.output<typeof boardIncident>;

const lateStart = z.object({
  id: z.string(),
  routeName: z.string(),
  ...place,
  dueAtMs: z.int(),
  missedAtMs: z.int(),
});
export type LateStart = z.output<typeof lateStart>;

const boardSite = z.object({
  id: z.string(),
  name: z.string(),
  ...position.shape,
  /** Guards on duty there, and those of them of whom nothing was heard for long; 0 where the viewer may not know. */
  onDuty: z.int(),
  silent: z.int(),
});
export type BoardSite = z.output<typeof boardSite>;

const counted = <Row extends z.core.$ZodType>(row: Row) => ({ count: z.int(), data: z.array(row) });

/** Each part is null for those who have no access to its module. Lists are bounded; counts are of all. */
const liveBoard = z.object({
  /** By the server's clock; ages are reckoned from it. */
  atMs: z.int(),
  sos: z.object(counted(sosCall)),
  sites: z.array(boardSite),
  /** The most silent first. */
  guards: z.nullable(z.object({ ...counted(guardOnDuty), quiet: z.int(), silent: z.int() })),
  /** The most late first. */
  rounds: z.nullable(z.object({ ...counted(roundUnderWay), late: z.int() })),
  /** Rounds that are late to begin, the longest overdue first. */
  lateStarts: z.nullable(z.object(counted(lateStart))),
  /** As they arrived, the latest first. */
  scans: z.nullable(z.array(boardScan)),
  /** Those not closed, the worst first. */
  incidents: z.nullable(z.object(counted(boardIncident))),
});
export type LiveBoard = z.output<typeof liveBoard>;

const ofSite = z.strictObject({ site: z.optional(id) });

export const getLiveBoard = defineEndpoint({
  name: 'getLiveBoard',
  method: 'GET',
  path: '/secure/live-board',
  access: 'DASHBOARD:view',
  summary: 'Everything that the live board shows, of one site or of all.',
  query: ofSite,
  reply: liveBoard,
});

export const followLiveBoard = defineEndpoint({
  name: 'followLiveBoard',
  method: 'GET',
  path: '/secure/live-board/events',
  access: 'DASHBOARD:view',
  summary:
    'As text/event-stream: "changed" whenever the board has something new, "beat" to keep the stream open. On either, read the board again.',
  query: ofSite,
  reply: z.object({ atMs: z.int() }),
});
