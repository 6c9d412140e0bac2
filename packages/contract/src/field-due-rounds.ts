// Which rounds a guard is expected to begin (FIELD-01, MNG-07), for a phone to keep while it has no network.
import { fieldDuesHours } from '@watchpost/domain/due-windows';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './values.ts';

const fieldDueRound = z.object({
  id,
  tourName: z.string(),
  routeName: z.string(),
  /** The route as it is walked now; null while there is none to walk. */
  routeVersionId: z.nullable(id),
  siteId: id,
  siteName: z.string(),
  siteTimeZone: z.string(),
  /** When it may be started at the earliest and the latest to be in time; of a round at random whose window has not started, the window. */
  fromMs: z.int(),
  toMs: z.int(),
  /** When it is due, and when it counts as missed; null for a round at random until its window has started. */
  dueAtMs: z.nullable(z.int()),
  missedAtMs: z.nullable(z.int()),
});
export type FieldDueRound = z.output<typeof fieldDueRound>;

export const listFieldDueRounds = defineEndpoint({
  name: 'listFieldDueRounds',
  method: 'GET',
  path: '/field/due-rounds',
  access: 'field',
  summary: `The rounds of the next ${fieldDuesHours} hours that the guard may begin, soonest first.`,
  reply: z.object({ serverTimeMs: z.int(), rounds: z.array(fieldDueRound) }),
});
