// A tour of every day at noon, and rounds that it makes due.
import { uuidv7 } from 'uuidv7';
import type { Db } from '../platform/db/database.ts';
import { type MadeTenant, makeCheckpoint, makeGuard, makeRound, makeRoute } from './factories.ts';

interface TourValues {
  readonly name?: string;
  readonly activated?: boolean;
  readonly deleted_at?: Date;
  readonly routeId?: string;
  readonly shiftId?: string;
}

export async function makeTour(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  { routeId, shiftId, ...values }: TourValues = {},
): Promise<string> {
  const id = uuidv7();
  const route_id = routeId ?? (await makeRoute(owner, tenant, siteId, [])).routeId;
  const schedule = JSON.stringify({ kind: 'times', minutes: [720] });
  const row = { tenant_id: tenant.id, id, route_id, name: `Tour ${id.slice(-6)}`, schedule };
  await owner
    .insertInto('patrol_tours')
    .values({ ...row, shift_id: shiftId ?? null, valid_from: '2020-01-01', ...values })
    .execute();
  return id;
}

/** A round that was due an hour ago and that no one began; its times in milliseconds around that. */
export async function makeDueRound(
  owner: Db,
  tenant: MadeTenant,
  siteId: string,
  {
    dueAtMs = Date.now() - 3_600_000,
    windowMs = 900_000,
    graceMs = 600_000,
    tourId = '',
    guardIds = [] as string[],
  } = {},
): Promise<string> {
  const id = uuidv7();
  const tour = tourId === '' ? await makeTour(owner, tenant, siteId) : tourId;
  const { route_id } = await owner
    .selectFrom('patrol_tours')
    .select('route_id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', tour)
    .executeTakeFirstOrThrow();
  const times = {
    due_at_ms: dueAtMs,
    late_at_ms: dueAtMs + windowMs,
    missed_at_ms: dueAtMs + windowMs + graceMs,
  };
  await owner
    .insertInto('due_rounds')
    .values({
      tenant_id: tenant.id,
      id,
      tour_id: tour,
      site_id: siteId,
      route_id,
      tour_name: 'Tour',
      route_name: 'Route',
      guard_ids: guardIds,
      ...times,
    })
    .execute();
  return id;
}

export const lateArrivalAtMs = 1_795_000_000_000;

interface LateWalks {
  readonly siteId: string;
  readonly tourId: string;
  readonly versionId: string;
  readonly guardId: string;
}

/** A tour of a site, and a guard who walks its rounds. */
export async function makeLateWalks(owner: Db, tenant: MadeTenant, siteId: string): Promise<LateWalks> {
  const checkpoint = await makeCheckpoint(owner, tenant, siteId);
  const { routeId, versionId } = await makeRoute(owner, tenant, siteId, [checkpoint]);
  const { id: guardId } = await makeGuard(owner, tenant, { siteIds: [siteId], secret_hash: null });
  return { siteId, tourId: await makeTour(owner, tenant, siteId, { routeId }), versionId, guardId };
}

let lateRounds = 0;
/** A due round that was missed, and a round of the same id that was sent late for it. */
export async function makeLateRound(
  owner: Db,
  tenant: MadeTenant,
  { siteId, tourId, versionId, guardId }: LateWalks,
): Promise<string> {
  lateRounds += 1;
  const dueAtMs = lateArrivalAtMs - 30 * 86_400_000 + lateRounds * 60_000;
  const id = await makeDueRound(owner, tenant, siteId, { tourId, dueAtMs });
  const walked = { site_id: siteId, guard_id: guardId, route_version_id: versionId, started_at_ms: dueAtMs };
  await makeRound(owner, tenant, { id, ...walked });
  const arrival = { tenant_id: tenant.id, round_id: id, due_round_id: id, arrived_at_ms: lateArrivalAtMs };
  await owner.insertInto('late_arrivals').values(arrival).execute();
  return id;
}

let holidays = 0;
/** The next date that is none yet. */
export async function makeHoliday(owner: Db, tenant: MadeTenant, siteId: string): Promise<string> {
  holidays += 1;
  const day = new Date(Date.UTC(2028, 0, holidays)).toISOString().slice(0, 10);
  await owner
    .insertInto('site_holidays')
    .values({ tenant_id: tenant.id, site_id: siteId, day, name: `Holiday ${holidays}` })
    .execute();
  return day;
}
