// What the measured data consists of: five guard companies over three years, the first with 60 % of all rounds.
import { startOfDayMs, type TimeRange } from '@watchpost/domain/time-zone';
import type { CompanyShape } from '../apps/server/src/demo/patrol-model/company.ts';
import { patrolHistory } from '../apps/server/src/demo/patrol-model/history.ts';
import { makeCompany } from '../apps/server/src/demo/patrol-model/make-company.ts';
import type { Company } from '../apps/server/src/demo/patrol-model/company.ts';
import type { PatrolRecord } from '../apps/server/src/demo/patrol-model/duty.ts';

const timeZone = 'Asia/Kolkata';

/** Fixed, so that a seed gives the same rows on every day; before any run, so that new scans come last. */
export const period: TimeRange = {
  fromMs: startOfDayMs('2023-10-01', timeZone),
  toMs: startOfDayMs('2026-10-01', timeZone),
};
const periodDays = (period.toMs - period.fromMs) / 86_400_000;

const largestShare = 0.6;
const largestSites = 60;
const otherTenants = 4;
const otherSites = 10;
const guardsPerSite = 5;
/** With three routes a site, five checkpoints a round. */
const checkpointsPerSite = 16;
/** Rounds a day of one guard of the model at its usual pace, days off included. */
const roundsPerGuardDay = 3.7;
/** More rounds than this a shift do not fit, so that more guards share them. */
const paceMax = 1.5;

/** So many rounds the model makes one by one; more are these again, in later weeks. */
const modelledMax = 1_000_000;
const weekMs = 7 * 86_400_000;

/** How often the weeks that the model makes come in the period, and how long they are: weekdays fall on weekdays. */
export interface Repetition {
  readonly times: number;
  readonly lengthMs: number;
}

export interface TenantShape {
  readonly slug: string;
  /** Exactly so many are stored. */
  readonly rounds: number;
  readonly repetition: Repetition;
  readonly company: CompanyShape;
}

export function tenantShapes(rounds: number): TenantShape[] {
  const largest = Math.round(rounds * largestShare);
  const repetition = repetitionOf(rounds);
  const others = Array.from({ length: otherTenants }, (_, index) =>
    tenantShape(`bench-${index + 2}`, Math.floor((rounds - largest) / otherTenants), otherSites, repetition),
  );
  return [tenantShape('bench-1', largest, largestSites, repetition), ...others];
}

export const tenantShape = (
  slug: string,
  rounds: number,
  sites: number,
  repetition: Repetition,
): TenantShape => ({ slug, rounds, repetition, company: companyShape(slug, rounds, sites) });

/** A tenant that has all of its rounds in the period's first `days` days. */
export function denseTenantShape(slug: string, rounds: number, sites: number, days: number): TenantShape {
  const inPeriod = Math.round((rounds / days) * periodDays);
  return { ...tenantShape(slug, inPeriod, sites, repetitionOf(rounds)), rounds };
}

export function repetitionOf(rounds: number, modelled = modelledMax): Repetition {
  const lengthMs = period.toMs - period.fromMs;
  const times = Math.ceil(rounds / modelled);
  if (times === 1) return { times, lengthMs };
  return { times, lengthMs: Math.ceil(lengthMs / times / weekMs) * weekMs };
}

function companyShape(slug: string, rounds: number, sites: number): CompanyShape {
  const expectedADay = rounds / periodDays;
  const crews = Math.max(1, Math.ceil(expectedADay / (sites * guardsPerSite * roundsPerGuardDay * paceMax)));
  const guards = sites * guardsPerSite * crews;
  return {
    name: `Guarding ${slug}`,
    timeZone,
    openedAtMs: period.fromMs,
    sites,
    guards,
    checkpoints: sites * checkpointsPerSite,
    routesPerSite: 3,
    // A little more than wanted: what is beyond the wanted number is cut off at the end.
    pace: (expectedADay / (guards * roundsPerGuardDay)) * 1.03,
  };
}

export function companyOf(seed: number, tenant: TenantShape): Company {
  return makeCompany(seed, tenant.company);
}

/** A company of two sites, for a tenant whose rounds are not measured. */
export function smallCompany(slug: string): Company {
  return makeCompany(1, companyShape(slug, 1_000, 2));
}

/**
 * The tenant's history in the order of time, up to the end of what the model makes of it or its last wanted round; never
 * all in memory.
 */
export function* historyOf(
  company: Company,
  { rounds, repetition }: Pick<TenantShape, 'rounds' | 'repetition'>,
): Generator<PatrolRecord, void, undefined> {
  let left = rounds;
  for (const record of patrolHistory(company, period)) {
    if (record.startedAtMs >= period.fromMs + repetition.lengthMs) return;
    // A round whose start never arrived has no plan and is not stored.
    const isStored =
      record.kind === 'round' && record.events.some(({ event }) => event.kind === 'roundStarted');
    if (isStored && left === 0) return;
    if (isStored) left -= 1;
    yield record;
  }
}
