// The dashboard: figures of a span of time, how they came about, and where it is not as it should be (DASH-01, DASH-02).
// Every figure is the count of a list: its filters are the span, the site and what the figure is called.
import { dashboardDaysMax, dashboardRanges, daysIn, trendSteps } from '@watchpost/domain/dashboard';
import { complianceOf, dueOutcomes } from '@watchpost/domain/due-outcomes';
import * as z from 'zod/mini';
import { dateRange } from './date-range.ts';
import { defineEndpoint } from './endpoint.ts';
import { id } from './values.ts';

interface Asked {
  range: string;
  from?: string | undefined;
  to?: string | undefined;
}

const datesOfCustom = z.refine<Asked>(
  ({ range, from, to }) => (range === 'custom') === (from !== undefined && to !== undefined),
  { error: 'Please select date range.', path: ['to'], abort: true },
);
const inOrder = z.refine<Asked>(({ from, to }) => from === undefined || to === undefined || from <= to, {
  error: 'From must not be after To.',
  path: ['from'],
  abort: true,
});
const notTooLong = z.refine<Asked>(
  ({ from, to }) => from === undefined || to === undefined || daysIn({ from, to }) <= dashboardDaysMax,
  { error: `At most ${dashboardDaysMax} days.`, path: ['to'] },
);

/** Days are those of the caller's zone (header Timezone); they belong to `custom` alone. */
const query = z
  .strictObject({ range: z.enum(dashboardRanges), site: z.optional(id), ...dateRange })
  .check(datesOfCustom, inOrder, notTooLong);

const span = z.object({
  fromMs: z.int(),
  /** Exclusive. */
  toMs: z.int(),
  /** Null for a span that follows the clock; both included. */
  days: z.nullable(z.object({ from: z.string(), to: z.string() })),
  previous: z.object({ fromMs: z.int(), toMs: z.int() }),
  /** When the server looked; epoch milliseconds. */
  asOfMs: z.int(),
});
export type DashboardSpanReply = z.output<typeof span>;

const roundTally = z.object({
  inProgress: z.int(),
  incompleted: z.int(),
  completed: z.int(),
  /** Checkpoints that were planned, and of these scanned, in rounds that have ended. */
  planned: z.int(),
  scanned: z.int(),
});
export type RoundTally = z.output<typeof roundTally>;

const dueTally = z.object(
  Object.fromEntries(dueOutcomes.map((outcome) => [outcome, z.int()])) as Record<
    (typeof dueOutcomes)[number],
    z.ZodMiniInt
  >,
);

const times = z.object({
  /** How many it was taken over. */
  count: z.int(),
  medianMs: z.nullable(z.int()),
});

export const getDashboard = defineEndpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/secure/dashboard',
  access: 'DASHBOARD:view',
  summary: 'The figures of a span, beside those of the span before; null for what the caller may not see.',
  query,
  reply: z.object({
    span,
    rounds: z.nullable(z.object({ now: roundTally, before: roundTally })),
    due: z.nullable(z.object({ now: dueTally, before: dueTally })),
    /** At this moment. */
    onDuty: z.nullable(z.int()),
    /** The sites where most of them are, no further than to `dutySitesMax`. */
    onDutySites: z.nullable(z.array(z.object({ id: z.string(), name: z.string(), onDuty: z.int() }))),
    incidents: z.nullable(
      z.object({
        /** At this moment, whenever they were reported. */
        New: z.int(),
        Attended: z.int(),
        /** Of both, those that are severe. */
        critical: z.int(),
        /** Reported in the span, and how long the first reaction to them and their closing took. */
        reported: z.int(),
        reportedBefore: z.int(),
        attended: times,
        closed: times,
      }),
    ),
    exceptions: z.nullable(
      z.object({
        /** At this moment, whenever it happened. */
        unsettled: z.int(),
        overdue: z.int(),
        /** Closed in the span. */
        closed: times,
      }),
    ),
    /** What the live board marks at this moment. */
    field: z.object({
      /** Calls for help that are not resolved. */
      sos: z.int(),
      /** Guards on duty of whom nothing was heard for long, and rounds under way that should have ended: up to ten seconds old. */
      silent: z.nullable(z.int()),
      late: z.nullable(z.int()),
      /** Rounds that are late to begin and not missed yet. */
      lateStarts: z.nullable(z.int()),
    }),
    /** What there is to look at; all 0 in a new tenant. */
    places: z.object({
      sites: z.int(),
      guards: z.int(),
      checkpoints: z.int(),
      routes: z.int(),
      tours: z.int(),
    }),
  }),
});
export type Dashboard = z.output<typeof getDashboard.reply>;

const roundCount = z.object({ inProgress: z.int(), incompleted: z.int(), completed: z.int() });

export const getDashboardTrend = defineEndpoint({
  name: 'getDashboardTrend',
  method: 'GET',
  path: '/secure/dashboard/trend',
  access: 'SCANNED_CHECKPOINTS:view',
  summary:
    'Rounds of a span by status: one after the other, and by hour of the week in the zone of the caller.',
  query,
  reply: z.object({
    span,
    step: z.enum(trendSteps),
    /** In their order, those without rounds too; each ends where the next begins. */
    steps: z.array(z.object({ fromMs: z.int(), toMs: z.int(), ...roundCount.shape })),
    /** 168 numbers of rounds started: Sunday's hours, then Monday's. */
    week: z.array(z.int()),
  }),
});
export type DashboardTrend = z.output<typeof getDashboardTrend.reply>;

export const getDashboardRanking = defineEndpoint({
  name: 'getDashboardRanking',
  method: 'GET',
  path: '/secure/dashboard/ranking',
  access: 'DASHBOARD:view',
  summary:
    'Sites, guards and checkpoints of a span, those first that need a look; null for what the caller may not see.',
  query,
  reply: z.object({
    span,
    sites: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        rounds: z.nullable(roundTally),
        due: z.nullable(dueTally),
      }),
    ),
    /** With due rounds that were late, incomplete or missed, those with the most of them first. */
    guards: z.nullable(z.array(z.object({ id: z.string(), name: z.string(), due: dueTally }))),
    missed: z.nullable(
      z.array(z.object({ id: z.string(), name: z.string(), siteName: z.string(), missed: z.int() })),
    ),
  }),
});
export type DashboardRanking = z.output<typeof getDashboardRanking.reply>;

type SiteTallies = Pick<DashboardRanking['sites'][number], 'due' | 'rounds'>;

/**
 * The worse of a site's compliance and completion, in per cent: below 100 where anything was late, incomplete or missed.
 * Null where neither is known.
 */
export function siteShareOf({ due, rounds }: SiteTallies): number | null {
  const { incompleted = 0, planned = 0, scanned = 0 } = rounds ?? {};
  const shares = [
    ...(due === null ? [] : [complianceOf(due)]),
    planned === 0 ? null : (scanned / planned) * 100,
    // One that ended short is never fine, whatever its numbers say.
    incompleted === 0 ? null : 99,
  ].filter((share) => share !== null);
  return shares.length === 0 ? null : Math.min(...shares);
}
