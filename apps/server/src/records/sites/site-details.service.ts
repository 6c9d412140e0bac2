// One site with everything that belongs to it, as far as the caller's rights reach (MNG-01, MNG-02).
import type { SiteDetails, SiteRounds } from '@watchpost/contract/site-details';
import { isPermitted, type Permission } from '@watchpost/domain/permissions';
import { roundStatus } from '@watchpost/domain/round-status';
import { siteComplianceDays } from '@watchpost/domain/site-details';
import { addDays, calendarDate, dayRange } from '@watchpost/domain/time-zone';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';
import {
  countRounds,
  findCheckpoints,
  findGuards,
  findLastRounds,
  findOpenIncidents,
  findRoutes,
  findShifts,
  findTours,
} from './site-details.queries.ts';
import { viewSite } from './sites.service.ts';

/** Throws notFound for a site that is not the caller's. */
export async function viewSiteDetails(
  { scope, role, switches }: ConsoleCaller,
  id: string,
  timeZone: string,
): Promise<SiteDetails> {
  const site = await viewSite(scope, id);
  const when = <T>(permission: Permission, find: () => Promise<T>): Promise<T | null> =>
    isPermitted(role, permission, switches) ? find() : Promise.resolve(null);
  const [guards, checkpoints, shifts, routes, tours, rounds, incidents] = await Promise.all([
    when('GUARDS:view', () => findGuards(scope, id)),
    when('CHECKPOINTS:view', () => findCheckpoints(scope, id)),
    when('SHIFTS:view', () => findShifts(scope, id)),
    when('PATROL_ROUTES:view', () => findRoutes(scope, id)),
    when('PATROL_TOURS:view', () => findTours(scope, id)),
    when('SCANNED_CHECKPOINTS:view', () => viewRounds(scope, id, timeZone)),
    when('INCIDENTS:view', () => findOpenIncidents(scope, id)),
  ]);
  return { site, guards, checkpoints, shifts, routes, tours, rounds, incidents };
}

async function viewRounds(scope: SiteScope, id: string, timeZone: string): Promise<SiteRounds> {
  const to = calendarDate(Date.now(), timeZone);
  const from = addDays(to, 1 - siteComplianceDays);
  const range = dayRange(from, to, timeZone);
  const [figures, last] = await Promise.all([
    countRounds(scope, id, range),
    findLastRounds(scope, id, range, Object.values(roundStatus)),
  ]);
  return { from, to, ...figures, last };
}
