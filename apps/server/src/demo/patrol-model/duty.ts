// One guard's duty: arriving, the rounds of the shift, leaving; as true times and as the device reported them.
import type { Company, Guard, Route, RouteVersion, Shift, Site } from './company.ts';
import { versionAt } from './company.ts';
import { clockErrorMs, Delivery, type Outage } from './circumstances.ts';
import { Reporter, roundEvents, type ReportedEvent } from './reporting.ts';
import { dayNumberOf, isWeekend } from './roster.ts';
import type { Random } from './random.ts';
import { walkRound } from './walk.ts';

interface Recorded {
  /** Of the duty or round. */
  readonly id: string;
  /** True time. */
  readonly startedAtMs: number;
  readonly site: Site;
  readonly guard: Guard;
  readonly shift: Shift;
  /** In the order in which they happened, which is not always that of arrival. */
  readonly events: readonly ReportedEvent[];
}
export interface DutyRecord extends Recorded {
  readonly kind: 'duty';
}
export interface RoundRecord extends Recorded {
  readonly kind: 'round';
  readonly route: Route;
  readonly version: RouteVersion;
}
export type PatrolRecord = DutyRecord | RoundRecord;

export interface DutyPlan {
  readonly company: Company;
  readonly random: Random;
  readonly site: Site;
  readonly shift: Shift;
  readonly guard: Guard;
  /** Of several guards on one shift, which: they share out the routes. */
  readonly index: number;
  readonly date: string;
  readonly dayStartMs: number;
  readonly isRaining: boolean;
  readonly outages: readonly Outage[];
}

const minuteMs = 60_000;

/** The duty and its rounds; the order of the list is not that of time. */
export function standDuty(plan: DutyPlan): PatrolRecord[] {
  const { company, random, site, shift, guard } = plan;
  const beginMs = plan.dayStartMs + shift.startMinute * minuteMs;
  const endMs = beginMs + ((shift.endMinute - shift.startMinute + 1440) % 1440) * minuteMs;
  const arrivedMs = beginMs + Math.round((random.exponential(lateMinutes(plan)) - 8) * minuteMs);
  const clockError = clockErrorMs(company.seed, guard.index, beginMs);
  const report = new Reporter(random, new Delivery(random, plan.outages), clockError);
  const rounds = walkRounds(plan, report, Math.max(arrivedMs, beginMs), endMs);
  const lastOverMs = rounds.at(-1)?.overAtMs ?? arrivedMs;
  const id = report.newId(arrivedMs);
  const events = [
    report.event(arrivedMs, (deviceAtMs) => ({ kind: 'dutyStarted', id, siteId: site.id, deviceAtMs })),
  ];
  // Some forget to sign off.
  if (!random.chance(0.012)) {
    const leftMs = Math.max(endMs, lastOverMs) + random.integer(1, 12) * minuteMs;
    const endId = report.newId(leftMs);
    events.push(
      report.event(leftMs, (deviceAtMs) => ({ kind: 'dutyEnded', id: endId, dutyId: id, deviceAtMs })),
    );
  }
  const duty: DutyRecord = { kind: 'duty', id, startedAtMs: arrivedMs, site, guard, shift, events };
  return [duty, ...rounds.map(({ record }) => record)];
}

function lateMinutes(plan: DutyPlan): number {
  return plan.guard.habits.lateMinutesMean * (plan.isRaining ? 1.8 : 1);
}

function roundsOf(plan: DutyPlan): number {
  const thinner = isWeekend(dayNumberOf(plan.date)) ? 0.72 : 1;
  const roundCount =
    plan.shift.roundsPerDuty * thinner * (plan.isRaining ? 0.93 : 1) * plan.random.between(0.9, 1.1);
  return Math.floor(roundCount) + (plan.random.chance(roundCount % 1) ? 1 : 0);
}

interface WalkedRound {
  readonly record: RoundRecord;
  readonly overAtMs: number;
}

function walkRounds(plan: DutyPlan, report: Reporter, fromMs: number, endMs: number): WalkedRound[] {
  const { random, site, guard, index } = plan;
  const roundCount = roundsOf(plan);
  const gapMs = (endMs - fromMs - 20 * minuteMs) / Math.max(1, roundCount);
  // The route of the shift's own number is due in it (shiftOfRoute): anyone who comes first on the roster walks that one first.
  const firstRoute = site.shifts.indexOf(plan.shift) + index;
  // Sites keep their own hours, so that the company's rounds do not all fall together.
  const phase = ((site.index * 7 + index * 3) % 10) * 0.06;
  const walked: WalkedRound[] = [];
  let freeMs = fromMs + 4 * minuteMs;
  for (let at = 0; at < roundCount; at++) {
    if (random.chance(guard.isWeak ? 0.1 : 0.012)) continue;
    const dueMs = fromMs + 8 * minuteMs + (at + phase + random.between(0, 0.25)) * gapMs;
    const lateMs = random.exponential(lateMinutes(plan)) * minuteMs;
    const startMs = Math.round(Math.max(freeMs, dueMs + lateMs));
    if (startMs > endMs - 12 * minuteMs) break;
    const route = site.routes[(firstRoute + at) % site.routes.length];
    if (route === undefined) break;
    const round = walkOne(plan, report, route, startMs);
    walked.push(round);
    freeMs = round.overAtMs + random.integer(5, 12) * minuteMs;
  }
  return walked;
}

function walkOne(plan: DutyPlan, report: Reporter, route: Route, startMs: number): WalkedRound {
  const { random, site, shift, guard, isRaining } = plan;
  const version = versionAt(route, startMs);
  const conditions = {
    isNight: shift.isNight,
    isRaining,
    missFactor: site.missFactor,
    isFixedOrder: route.isFixedOrder,
  };
  const walk = walkRound(random, version.checkpoints, guard.habits, conditions, startMs);
  const { id, events } = roundEvents(random, report, version.id, startMs, walk, (id) =>
    plan.company.codes.of.get(id),
  );
  const record: RoundRecord = {
    kind: 'round',
    id,
    startedAtMs: startMs,
    site,
    guard,
    shift,
    route,
    version,
    events,
  };
  return { record, overAtMs: walk.overAtMs };
}
