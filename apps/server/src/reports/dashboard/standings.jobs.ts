// Keeps standings of the midnights of each tenant's zones, so that rankings of whole days are differences of two rows, and
// of the last days' quarters, so that little is to be added up of a day that is not over.
import { addDays, calendarDate, startOfDayMs } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import { type Everywhere, handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import { tenantByTenant } from '../../platform/jobs/tenant-by-tenant.ts';
import { grainMs, grains } from '../../platform/rollups/count-windows.ts';
import {
  allStandingKinds,
  dropStandings,
  findBases,
  findLastStanding,
  keepStanding,
  reserveStanding,
  type StandingKind,
} from '../../platform/rollups/standings.queries.ts';
import { findSums } from './ranking.queries.ts';
import { findStandingTimes } from './standing-times.queries.ts';

const everyMinute = '* * * * *';

/** Rounds of a day go on after its midnight, and a standing lasts only until one of those that it tells of changes. */
const settledAfterMs = 2 * 3_600_000;

const quarterOfDayMs = grainMs[grains.sixHours];
const quartersKeptMs = 2 * 86_400_000;

/** Ten years: the clock of a phone that was never set shall not have a standing made for each day since 1970. */
const reachMs = 3_653 * 86_400_000;

/** A server that is told to leave waits for what it is at; what is left to do is the next run's. */
const runMs = 15_000;

export function standingJobs(): JobHandler[] {
  return [
    handleRegularly('keepStandings', everyMinute, (database) => {
      const startedMs = performance.now();
      return keepStandings(database, Date.now(), () => performance.now() - startedMs < runMs);
    }),
  ];
}

/**
 * What is there already costs nothing; the first run of a tenant makes one for each midnight since its first round. Ends when
 * goesOn() is false, and another run goes on from there.
 */
export async function keepStandings(
  database: Everywhere,
  nowMs: number,
  goesOn: () => boolean = () => true,
): Promise<void> {
  await tenantByTenant(await findTenantIds(database.shared), async (tenantId) => {
    if (!goesOn()) return;
    await keepStandingsOf({ db: database.forTenant(tenantId), tenantId, siteId: null }, nowMs, goesOn);
  });
}

/** Quarters of days that are no longer among the last, but for midnights. */
function forgetQuarters(scope: SiteScope, zones: readonly string[], nowMs: number): Promise<void> {
  const [fromMs, toMs] = [nowMs - 10 * quartersKeptMs, nowMs - quartersKeptMs - 1];
  const midnights = new Set(midnightsOf(zones, fromMs, toMs));
  return dropStandings(
    scope,
    quartersOf(fromMs, toMs).filter((atMs) => !midnights.has(atMs)),
  );
}

async function keepStandingsOf(scope: SiteScope, nowMs: number, goesOn: () => boolean): Promise<void> {
  const { firstMs, zones } = await findStandingTimes(scope);
  if (firstMs === null) return;
  await forgetQuarters(scope, zones, nowMs);
  const earliestMs = Math.max(firstMs, nowMs - reachMs);
  const untilMs = nowMs - settledAfterMs;
  for (const name of allStandingKinds) {
    let last = await findLastStanding(scope, name);
    if (last === null) {
      // Before everything there was nothing: whatever begins before the first round begins here. Where nothing is kept of the
      // kind, as of due rounds in a company without tours, there is nothing to add up at any later instant either.
      if (!(await makeStanding(scope, name, 0))) continue;
      last = 0;
    }
    const instants = [
      ...midnightsOf(zones, Math.max(earliestMs, last), untilMs),
      ...quartersOf(nowMs - quartersKeptMs, untilMs),
    ];
    for (const atMs of instants.toSorted((one, other) => one - other)) {
      if (atMs <= last) continue;
      if (!goesOn()) return;
      await makeStanding(scope, name, atMs, last);
      last = atMs;
    }
  }
}

/** Quarters of UTC days. */
function quartersOf(fromMs: number, toMs: number): number[] {
  const first = Math.ceil(fromMs / quarterOfDayMs) * quarterOfDayMs;
  const count = Math.max(0, Math.floor((toMs - first) / quarterOfDayMs) + 1);
  return Array.from({ length: count }, (_, number) => first + number * quarterOfDayMs);
}

function midnightsOf(zones: readonly string[], fromMs: number, toMs: number): number[] {
  const instants: number[] = [];
  for (const zone of zones) {
    for (let date = calendarDate(fromMs, zone); ; date = addDays(date, 1)) {
      const atMs = startOfDayMs(date, zone);
      if (atMs > toMs) break;
      instants.push(atMs);
    }
  }
  return instants;
}

/**
 * From the latest one before it and what came in between. Given the instant of that one it makes none when that one has
 * been taken away since, so that there are no gaps: changes take away the last ones, and the next run makes all of them.
 * Resolves to whether it added one up.
 */
export async function makeStanding(
  scope: SiteScope,
  name: StandingKind,
  atMs: number,
  afterMs?: number,
): Promise<boolean> {
  const id = await reserveStanding(scope, name, atMs);
  if (id === null) return false;
  const [[base = null] = []] = await findBases(scope, [name], [atMs]);
  if (afterMs !== undefined && base !== afterMs) return false;
  const asked = { siteId: null, kinds: [name], nowMs: null, span: { fromMs: 0, toMs: atMs } };
  const sums = await findSums(scope, asked, { [name]: base === null ? null : [0, base] });
  const list = (await sums?.read())?.[name];
  if (list === undefined) return false;
  await keepStanding(scope, { id, name, atMs }, list);
  return true;
}
