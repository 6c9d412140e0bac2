// What a caller may see of the dashboard, put together.
import type {
  Dashboard,
  DashboardRanking,
  DashboardSpanReply,
  DashboardTrend,
  getDashboard,
} from '@watchpost/contract/dashboard';
import type { QueryOf } from '@watchpost/contract/endpoint';
import {
  type DashboardSpan,
  dashboardSpan,
  offsetParts,
  rankedSitesMax,
  trendOf,
} from '@watchpost/domain/dashboard';
import { complianceOf, type DueTally, dueOutcomes } from '@watchpost/domain/due-outcomes';
import { isPermitted, type Permission } from '@watchpost/domain/permissions';
import type { ConsoleCaller } from '../../access/caller.ts';
import {
  countOnDuty,
  countPlaces,
  findDue,
  findExceptions,
  findIncidents,
  findRounds,
} from './figures.queries.ts';
import { findGuardDue, findMissed, findSiteDue, findSiteNames, findSiteRounds } from './ranking.queries.ts';
import { findTrend } from './trend.queries.ts';

export interface Asked {
  readonly query: QueryOf<typeof getDashboard>;
  readonly timeZone: string;
  readonly nowMs: number;
}

/** Nobody's: what it has is nothing. */
const noSite = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The one site to look at; null for all. To a sub admin another site is as good as none. */
function siteOf({ scope }: ConsoleCaller, { query }: Asked): string | null {
  if (scope.siteId === null) return query.site ?? null;
  return query.site === undefined || query.site === scope.siteId ? scope.siteId : noSite;
}

function spanOf({ query: { range, from, to }, timeZone, nowMs }: Asked): DashboardSpan {
  const custom = from === undefined || to === undefined ? null : { from, to };
  return dashboardSpan(range, timeZone, nowMs, custom);
}

const spanReply = (span: DashboardSpan, { nowMs }: Asked): DashboardSpanReply => ({ ...span, asOfMs: nowMs });

const may = ({ role, switches }: ConsoleCaller, permission: Permission): boolean =>
  isPermitted(role, permission, switches);

export async function viewFigures(caller: ConsoleCaller, asked: Asked): Promise<Dashboard> {
  const { scope } = caller;
  const { nowMs } = asked;
  const site = siteOf(caller, asked);
  const span = spanOf(asked);
  const { previous } = span;
  const withBefore = async <Tally>(find: (range: typeof previous) => Promise<Tally>) => {
    const [now, before] = await Promise.all([find(span), find(previous)]);
    return { now, before };
  };
  const [rounds, due, onDuty, incidents, exceptions, places] = await Promise.all([
    may(caller, 'SCANNED_CHECKPOINTS:view') ? withBefore((range) => findRounds(scope, site, range)) : null,
    may(caller, 'PATROL_TOURS:view') ? withBefore((range) => findDue(scope, site, range, nowMs)) : null,
    may(caller, 'LOGIN_LOGOUT:view') ? countOnDuty(scope, site) : null,
    may(caller, 'INCIDENTS:view') ? findIncidents(scope, site, { now: span, before: previous }) : null,
    may(caller, 'EXCEPTIONS:view') ? findExceptions(scope, site, span, nowMs) : null,
    countPlaces(scope),
  ]);
  return { span: spanReply(span, asked), rounds, due, onDuty, incidents, exceptions, places };
}

const hoursOfWeek = 168;
/** Counted from the first instant of 1970, a Thursday, weeks begin three days later. */
const sundayFirst = (slot: number) => (slot + hoursOfWeek - 72) % hoursOfWeek;

export async function viewTrend(caller: ConsoleCaller, asked: Asked): Promise<DashboardTrend> {
  const span = spanOf(asked);
  const { step, startsMs } = trendOf(span, asked.timeZone);
  const parts = offsetParts(span, asked.timeZone);
  const found = await findTrend(caller.scope, siteOf(caller, asked), span, startsMs, parts);
  const week = Array.from({ length: hoursOfWeek }, () => 0);
  const steps = startsMs.map((fromMs, index) => ({
    fromMs,
    toMs: startsMs[index + 1] ?? span.toMs,
    inProgress: 0,
    incompleted: 0,
    completed: 0,
  }));
  for (const { step: number, slot, inProgress, incompleted, completed } of found) {
    if (slot !== null) week[sundayFirst(slot)] = inProgress + incompleted + completed;
    const at = number === null ? undefined : steps[number - 1];
    if (at !== undefined) Object.assign(at, { inProgress, incompleted, completed });
  }
  return { span: spanReply(span, asked), step, steps, week };
}

const noDue = Object.fromEntries(dueOutcomes.map((outcome) => [outcome, 0])) as Record<
  keyof DueTally,
  number
>;
const noRounds = { inProgress: 0, incompleted: 0, completed: 0, planned: 0, scanned: 0 };

export async function viewRanking(caller: ConsoleCaller, asked: Asked): Promise<DashboardRanking> {
  const { scope } = caller;
  const { nowMs } = asked;
  const site = siteOf(caller, asked);
  const span = spanOf(asked);
  const seesRounds = may(caller, 'SCANNED_CHECKPOINTS:view');
  const seesDue = may(caller, 'PATROL_TOURS:view');
  const [rounds, due, guards, missed] = await Promise.all([
    seesRounds ? findSiteRounds(scope, site, span) : [],
    seesDue ? findSiteDue(scope, site, span, nowMs) : [],
    seesDue ? findGuardDue(scope, site, span, nowMs) : null,
    seesRounds ? findMissed(scope, site, span) : null,
  ]);
  const roundsOf = new Map(rounds.map(({ id, ...tally }) => [id, tally]));
  const dueOf = new Map(due.map(({ id, ...tally }) => [id, tally]));
  const names = await findSiteNames(scope, site, [...roundsOf.keys(), ...dueOf.keys()]);
  const sites = names.map(({ id, name }) => ({
    id,
    name,
    rounds: seesRounds ? (roundsOf.get(id) ?? noRounds) : null,
    due: seesDue ? (dueOf.get(id) ?? noDue) : null,
  }));
  return { span: spanReply(span, asked), sites: worstFirst(sites), guards, missed };
}

type RankedSite = DashboardRanking['sites'][number];

/** By compliance, then by what was scanned of the plan; sites of which nothing is told come last. */
function worstFirst(sites: readonly RankedSite[]): RankedSite[] {
  const share = ({ due, rounds }: RankedSite): number => {
    const compliance = due === null ? null : complianceOf(due);
    if (compliance !== null) return compliance;
    return rounds === null || rounds.planned === 0 ? 201 : 101 + (rounds.scanned / rounds.planned) * 99;
  };
  return sites.toSorted((one, other) => share(one) - share(other)).slice(0, rankedSitesMax);
}
