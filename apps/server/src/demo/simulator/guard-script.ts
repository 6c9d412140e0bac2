// What one guard will do and when the phone will send it, decided beforehand: nothing that the network does later
// changes an event, so that the same run can be sent again to the letter.
import type { FieldPlan } from '@watchpost/contract/field';
import type { CheckpointCodes } from '../patrol-model/checkpoint-code.ts';
import { Delivery, type Outage } from '../patrol-model/circumstances.ts';
import type { Checkpoint, Habits } from '../patrol-model/company.ts';
import { Random } from '../patrol-model/random.ts';
import { Reporter, roundEvents, type ReportedEvent } from '../patrol-model/reporting.ts';
import { type Walk, walkRound } from '../patrol-model/walk.ts';

export interface ScriptSettings {
  readonly seed: number;
  readonly run: string;
  readonly employeeId: string;
  /** Simulated time, epoch milliseconds. */
  readonly fromMs: number;
  /** By then the guard has gone home. */
  readonly toMs: number;
  readonly isOnce: boolean;
  /** What hangs at the checkpoints; scans of others are sent without a code. */
  readonly codes?: ReadonlyMap<string, CheckpointCodes>;
}

type PlannedRoute = FieldPlan['routes'][number];

const minuteMs = 60_000;

/** A guard's events in the order in which they happen; empty for a guard without a route. */
export function guardScript(plan: FieldPlan, settings: ScriptSettings): ReportedEvent[] {
  const [first] = plan.routes;
  if (first === undefined) return [];
  const { fromMs, toMs } = settings;
  const random = new Random(settings.seed, 'simulated', settings.run, settings.employeeId);
  const report = new Reporter(random, new Delivery(random, outages(random, fromMs, toMs)), 0);
  const startMs = fromMs + Math.round(random.unit() * Math.min(8 * minuteMs, (toMs - fromMs) / 4));
  const dutyId = report.newId(startMs);
  const events = [
    report.event(startMs, (deviceAtMs) => ({
      kind: 'dutyStarted',
      id: dutyId,
      siteId: first.siteId,
      deviceAtMs,
    })),
  ];
  const rounds = walkRounds(random, report, plan, startMs, settings);
  events.push(...rounds.events);
  const endMs = Math.min(toMs, settings.isOnce ? rounds.overAtMs + minuteMs : toMs);
  const endId = report.newId(endMs);
  events.push(report.event(endMs, (deviceAtMs) => ({ kind: 'dutyEnded', id: endId, dutyId, deviceAtMs })));
  // Anyone who goes home sends what is left first.
  return events.map((reported) => ({ ...reported, sentAtMs: Math.min(reported.sentAtMs, endMs) }));
}

function walkRounds(
  random: Random,
  report: Reporter,
  plan: FieldPlan,
  startMs: number,
  settings: ScriptSettings,
): { events: ReportedEvent[]; overAtMs: number } {
  const habits = makeHabits(random);
  const offset = random.integer(0, plan.routes.length - 1);
  const events: ReportedEvent[] = [];
  let overAtMs = startMs;
  for (let cycle = 0; cycle < (settings.isOnce ? 1 : Number.POSITIVE_INFINITY); cycle++) {
    const route = plan.routes[(offset + cycle) % plan.routes.length];
    const late = random.exponential(habits.lateMinutesMean) * minuteMs;
    const restMs = cycle === 0 ? 0.3 * minuteMs : random.between(6, 25) * minuteMs;
    const roundMs = Math.round(overAtMs + (cycle === 0 ? Math.min(late, restMs) : restMs + late));
    if (route === undefined || roundMs > settings.toMs - minuteMs) break;
    const walk = untilTime(walkRoute(random, route, habits, roundMs), settings.toMs - 2_000);
    const codesOf = (id: string) => settings.codes?.get(id);
    events.push(...roundEvents(random, report, route.routeVersionId, roundMs, walk, codesOf).events);
    overAtMs = walk.overAtMs;
  }
  return { events, overAtMs };
}

function walkRoute(random: Random, route: PlannedRoute, habits: Habits, startMs: number): Walk {
  const hour = new Date(startMs).getUTCHours();
  const conditions = {
    isNight: hour >= 16 || hour < 1,
    isRaining: false,
    missFactor: 2,
    isFixedOrder: route.isFixedOrder,
  };
  const checkpoints = route.checkpoints.map(
    (point): Checkpoint => ({
      ...point,
      setting: /Basement|Lobby|Room/.test(point.name) ? 'indoor' : 'outdoor',
      difficulty: 1,
      instructions: '',
    }),
  );
  return walkRound(random, checkpoints, habits, conditions, startMs);
}

/** Some are diligent, one in eight is not. */
function makeHabits(random: Random): Habits {
  const isSlack = random.chance(0.125);
  return {
    missFactor: isSlack ? 12 : random.between(0.5, 3),
    lateMinutesMean: isSlack ? 12 : random.between(1, 4),
    paceMetresPerSecond: random.between(0.9, 1.35),
    abandonShare: isSlack ? 0.08 : 0.01,
    typedShare: 0.02,
    cheatShare: isSlack ? 0.06 : 0,
  };
}

function outages(random: Random, fromMs: number, toMs: number): Outage[] {
  const spells: Outage[] = [];
  let atMs = fromMs;
  while (atMs < toMs) {
    const spell = { fromMs: atMs + random.exponential(150) * minuteMs, minutes: random.between(4, 35) };
    atMs = spell.fromMs + spell.minutes * minuteMs;
    spells.push({ fromMs: Math.round(spell.fromMs), toMs: Math.round(atMs) });
  }
  return spells;
}

/** The day ends: what would come later does not happen, and a round under way is ended. */
function untilTime(walk: Walk, toMs: number): Walk {
  if (walk.overAtMs <= toMs) return walk;
  return { scans: walk.scans.filter((scan) => scan.atMs < toMs), endedAtMs: toMs, overAtMs: toMs };
}

export interface Upload {
  readonly atMs: number;
  readonly events: readonly ReportedEvent['event'][];
  /** The answer to it is lost, so that the device sends it again. */
  readonly isAnswerLost: boolean;
}

/** The requests that a script makes: what was held back goes in one upload, in any order. */
export function uploadsOf(script: readonly ReportedEvent[], random: Random): Upload[] {
  const byTime = new Map<number, ReportedEvent[]>();
  for (const reported of script.toSorted((one, other) => one.sentAtMs - other.sentAtMs)) {
    const together = byTime.get(reported.sentAtMs);
    if (together === undefined) byTime.set(reported.sentAtMs, [reported]);
    else together.push(reported);
  }
  return [...byTime].map(([atMs, reported]) => {
    const events = reported.map(({ event }) => event);
    return {
      atMs,
      events: random.chance(0.5) ? random.shuffled(events) : events,
      isAnswerLost: random.chance(0.05),
    };
  });
}
