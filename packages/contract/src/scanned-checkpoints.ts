// The scanned-checkpoints report: list, details and export of rounds (REP, RDET, EXP).
import { weekdayNumbers } from '@watchpost/domain/limits';
import { scanMethods, trustFlags } from '@watchpost/domain/trust';
import * as z from 'zod/mini';
import { bothDates, dateRange, datesInOrder, exactWindow, zoneChoice } from './date-range.ts';
import { defineEndpoint } from './endpoint.ts';
import { exportFormat, exportMediaTypes } from './exports.ts';
import { id, pageLimit, pageOffset, phoneAtMs, queryInteger, searchText, sortType } from './values.ts';

export const roundStates = ['inProgress', 'incompleted', 'completed', 'ended'] as const;
export type RoundState = (typeof roundStates)[number];

/** Filters of the report. */
export const roundFilterShape = {
  site: z.optional(id),
  ...dateRange,
  ...zoneChoice,
  /** Guard's name or employee id, in part. */
  searchText: z.optional(searchText),
  ...exactWindow,
  /** ended: incompleted or completed. */
  status: z.optional(z.enum(roundStates)),
  guard: z.optional(id),
  /** A checkpoint that was planned and not scanned in rounds that have ended. */
  missed: z.optional(id),
  /** A doubt about any of its scans. */
  doubt: z.optional(z.enum(['any', ...trustFlags])),
  /** Sunday 1 to Saturday 7, and hour of the day, by the clocks of the zone, at the round's start. */
  weekday: z.optional(queryInteger(weekdayNumbers.sunday, weekdayNumbers.saturday)),
  hour: z.optional(queryInteger(0, 23)),
  sortColumn: z.optional(z.enum(['scannedStartTime'])),
  sortType: z.optional(sortType),
};

export const roundRow = z.object({
  id: z.string(),
  employeeId: z.string(),
  scannedBy: z.string(),
  scannedByLastName: z.string(),
  scannedById: z.string(),
  /** Planned ones; null while the round's start, which names the plan, has not arrived. */
  totalCheckPoints: z.nullable(z.int()),
  /** Of the planned ones; of all where the plan is not known. */
  scannedCheckPoints: z.int(),
  /** Null without a plan. */
  percentage: z.nullable(z.int()),
  /** Epoch milliseconds by the guard's device. */
  scannedStartTime: z.int(),
  scannedEndTime: z.nullable(z.int()),
  siteName: z.string(),
  /** The site's id, under the source's name. */
  subAdminId: z.string(),
  siteTimeZone: z.string(),
  statusCode: z.int(),
  status: z.string(),
});
export type RoundRow = z.output<typeof roundRow>;

/** How far a round or scan is to be trusted: 100 for nothing to doubt. */
const score = z.int().check(z.minimum(0), z.maximum(100));

const listedRound = z.object({
  ...roundRow.shape,
  score,
  /** Of any of its scans, as far as they were judged, and of its start and end where those were sent late or dated ahead. */
  doubts: z.array(z.enum(trustFlags)),
  /** When the last of it arrived that was sent late; left out where nothing was. */
  lateArrivalAtMs: z.optional(z.int()),
});
export type ListedRound = z.output<typeof listedRound>;

export const listScannedCheckpoints = defineEndpoint({
  name: 'listScannedCheckpoints',
  method: 'GET',
  path: '/secure/scanned-checkpoints',
  access: 'SCANNED_CHECKPOINTS:view',
  summary: 'One page of rounds, by start time, with the exact total of the filter.',
  query: z
    .strictObject({
      ...roundFilterShape,
      /** Rows to skip; any depth costs the same. Ignored when a cursor is given. */
      offset: z.optional(pageOffset),
      limit: z.optional(pageLimit),
      /** Where the page begins, as an earlier reply gave it: such a page never shifts as rounds arrive. */
      cursor: z.optional(z.string().check(z.maxLength(300))),
    })
    .check(bothDates, datesInOrder),
  reply: z.object({
    /** Exact number of rounds that the filter matches, as of this view. */
    count: z.int(),
    data: z.array(listedRound),
    /** Rows before the first one shown. */
    offset: z.int(),
    /** This very page again, unmoved by arrivals. */
    cursor: z.nullable(z.string()),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    /** Rounds that arrived since this view was opened (at most 1000 are counted). */
    newer: z.int(),
    /** Checkpoint rows that an export of this filter holds, without those of rounds whose start never arrived. */
    exportRows: z.int(),
  }),
});
export type ScannedCheckpointsPage = z.output<typeof listScannedCheckpoints.reply>;

const roundParams = z.strictObject({ roundId: id });

/** One planned checkpoint of a round, as the details table shows it (RDET-01). */
export const checkpointRow = z.object({
  id: z.string(),
  checkPointName: z.string(),
  checkPointLatitude: z.number(),
  checkPointLongitude: z.number(),
  scannedPointLatitude: z.nullable(z.number()),
  scannedPointLongitude: z.nullable(z.number()),
  scannedTime: z.nullable(z.int()),
  /** True: Scanned. False: Missed. */
  checked: z.boolean(),
  activated: z.boolean(),
});
export type CheckpointRow = z.output<typeof checkpointRow>;

export const listRoundCheckpoints = defineEndpoint({
  name: 'listRoundCheckpoints',
  method: 'GET',
  path: '/secure/scanned-checkpoints/:roundId/checkpoints',
  access: 'SCANNED_CHECKPOINTS:details',
  summary: "One page of a round's checkpoints, by checkpoint id.",
  params: roundParams,
  query: z.strictObject({
    offset: z.optional(pageOffset),
    limit: z.optional(pageLimit),
  }),
  reply: z.object({ count: z.int(), data: z.array(checkpointRow) }),
});

/** A doubt with what was measured; see trust-sequence.ts. */
const doubt = z.object({
  flag: z.enum(trustFlags),
  metres: z.optional(z.number()),
  radiusMetres: z.optional(z.number()),
  accuracyMetres: z.optional(z.number()),
  elapsedMs: z.optional(z.number()),
  limit: z.optional(z.number()),
});

export const timelinePoint = z.object({
  checkpointId: z.string(),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  radiusMetres: z.number(),
  /** Place in the planned order from 1; null for a checkpoint that was not planned. */
  expectedOrder: z.nullable(z.int()),
  /** Place in the order of scanning from 1; null when missed. */
  actualOrder: z.nullable(z.int()),
  scan: z.nullable(
    z.object({
      id: z.string(),
      deviceAtMs: z.int(),
      phoneAtMs,
      receivedAtMs: z.int(),
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
      accuracyMetres: z.nullable(z.number()),
      distanceMetres: z.nullable(z.number()),
      method: z.enum(scanMethods),
      flags: z.array(z.enum(trustFlags)),
      /** The same with their figures. */
      doubts: z.array(doubt),
      score,
      /** Of the checkpoint that the phone named; left out where it named this one. The code decides. */
      claimedName: z.optional(z.string()),
      /** Further scans of the same checkpoint in this round, in their order. */
      repeats: z.array(
        z.object({
          id: z.string(),
          deviceAtMs: z.int(),
          phoneAtMs,
          distanceMetres: z.nullable(z.number()),
          accuracyMetres: z.nullable(z.number()),
        }),
      ),
    }),
  ),
});
export type TimelinePoint = z.output<typeof timelinePoint>;

export const getScannedCheckpoints = defineEndpoint({
  name: 'getScannedCheckpoints',
  method: 'GET',
  path: '/secure/scanned-checkpoints/:roundId',
  access: 'SCANNED_CHECKPOINTS:details',
  summary: 'One round with its timeline: expected and actual positions, order, gaps and reasons for doubt.',
  params: roundParams,
  reply: z.object({
    round: roundRow,
    score,
    /** Null where the round's start never arrived. */
    routeId: z.nullable(z.string()),
    routeName: z.string(),
    isFixedOrder: z.boolean(),
    /** What was sent late of it; null where nothing was. */
    sentLate: z.nullable(
      z.object({
        /** When the last of it arrived. */
        arrivedAtMs: z.int(),
        /** The due round that it was sent late for, as far as that was settled by then. */
        due: z.nullable(
          z.object({
            id: z.string(),
            /** Whether it counts for that only once somebody accepts it. */
            isOpen: z.boolean(),
          }),
        ),
      }),
    ),
    /** Null for a round that was walked here. */
    imported: z.nullable(
      z.object({
        /** In the system that it was imported from. */
        formerId: z.string(),
        /** False: its checkpoints were not in the export. */
        hasScans: z.boolean(),
      }),
    ),
    /** What the phone's clock said of the start and of the end. */
    phoneStartedAtMs: phoneAtMs,
    phoneEndedAtMs: phoneAtMs,
    /** Planned checkpoints in their order, then scanned ones that were not planned. */
    points: z.array(timelinePoint),
    /** Scans that count nowhere, oldest first: their code is of a checkpoint where the guard may not scan. */
    uncounted: z.array(
      z.object({
        id: z.string(),
        deviceAtMs: z.int(),
        receivedAtMs: z.int(),
        method: z.enum(scanMethods),
        flags: z.array(z.enum(trustFlags)),
        /** Of the checkpoint that the phone named. */
        claimedName: z.string(),
      }),
    ),
  }),
});
export type RoundDetails = z.output<typeof getScannedCheckpoints.reply>;

export const exportScannedCheckpoints = defineEndpoint({
  name: 'exportScannedCheckpoints',
  method: 'GET',
  path: '/secure/scanned-checkpoints/export',
  access: 'SCANNED_CHECKPOINTS:export',
  summary: 'Every checkpoint of every round of the filter as a file of the 18 columns, streamed.',
  query: z.strictObject({ ...roundFilterShape, ...exportFormat }).check(bothDates, datesInOrder),
  reply: z.unknown(),
  files: exportMediaTypes,
});

export const exportLateRounds = defineEndpoint({
  name: 'exportLateRounds',
  method: 'GET',
  path: '/secure/scanned-checkpoints/late/export',
  access: 'SCANNED_CHECKPOINTS:export',
  summary:
    'The rounds of the filter of which something was sent late, a row each: when it arrived, its due round, and who accepted it.',
  query: z.strictObject({ ...roundFilterShape, ...exportFormat }).check(bothDates, datesInOrder),
  reply: z.unknown(),
  files: exportMediaTypes,
});
