// One site with everything that belongs to it (MNG-01, MNG-02).
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { recordParams } from './managed-records.ts';
import { siteRow } from './sites.ts';

/** How many there are, and the first of them. */
const some = <Row extends z.core.$ZodType>(row: Row) => z.object({ count: z.int(), data: z.array(row) });

const siteRound = z.object({
  id: z.string(),
  guardName: z.string(),
  routeName: z.string(),
  /** Epoch milliseconds. */
  startedAtMs: z.int(),
  statusCode: z.int(),
  /** Null while the round's start has not arrived. */
  totalCheckPoints: z.nullable(z.int()),
  scannedCheckPoints: z.int(),
});
export type SiteRound = z.output<typeof siteRound>;

const siteRounds = z.object({
  /** Calendar days in the caller's zone, both included, as the report takes them. */
  from: z.string(),
  to: z.string(),
  rounds: z.int(),
  completed: z.int(),
  incompleted: z.int(),
  inProgress: z.int(),
  /** The last of these days' rounds of each status, newest first. */
  last: z.array(siteRound),
});
export type SiteRounds = z.output<typeof siteRounds>;

export const getSiteDetails = defineEndpoint({
  name: 'getSiteDetails',
  method: 'GET',
  path: '/secure/sites/:id/details',
  access: 'SITES:view',
  summary:
    'One site with its guards, checkpoints, shifts, routes, tours, rounds and open incidents; null for what the caller may not see.',
  params: recordParams,
  reply: z.object({
    site: siteRow,
    guards: z.nullable(
      some(z.object({ id: z.string(), name: z.string(), employeeId: z.string(), isOnDuty: z.boolean() })),
    ),
    checkpoints: z.nullable(
      some(
        z.object({
          id: z.string(),
          name: z.string(),
          latitude: z.number(),
          longitude: z.number(),
          radiusMetres: z.number(),
        }),
      ),
    ),
    shifts: z.nullable(
      some(
        z.object({
          id: z.string(),
          name: z.string(),
          fromMinute: z.int(),
          toMinute: z.int(),
          weekdays: z.array(z.int()),
        }),
      ),
    ),
    routes: z.nullable(some(z.object({ id: z.string(), name: z.string(), checkpoints: z.int() }))),
    tours: z.nullable(some(z.object({ id: z.string(), name: z.string(), routeName: z.string() }))),
    rounds: z.nullable(siteRounds),
    incidents: z.nullable(
      some(
        z.object({
          id: z.string(),
          type: z.string(),
          severity: z.string(),
          status: z.string(),
          reportedAtMs: z.int(),
        }),
      ),
    ),
  }),
});
export type SiteDetails = z.output<typeof getSiteDetails.reply>;
