// A tenant of which the dashboard has something to tell, its rows strewn over the last weeks.
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { DueStatus } from '@watchpost/domain/tours';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import {
  makeCheckpoint,
  makeDuty,
  makeGuard,
  makeIncident,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';

export interface DashboardWorld {
  readonly tenant: MadeTenant;
  readonly siteIds: readonly string[];
  readonly guardIds: readonly string[];
  readonly superAdmin: Caller;
  /** Of the first site, with every module. */
  readonly subAdmin: Caller;
  readonly nowMs: number;
}

/** The same numbers for the same seed, from 0 to below 1. */
export function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export type Draw = ReturnType<typeof drawsOf>;
const pick = <Value>(draw: Draw, values: readonly Value[]): Value => {
  const value = values[Math.floor(draw() * values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
};

const dayMs = 86_400_000;
const allModules = {
  PATROL_TOURS: ['view'],
  LOGIN_LOGOUT: ['view'],
  INCIDENTS: ['view'],
  EXCEPTIONS: ['view'],
};

interface Place {
  readonly siteId: string;
  readonly plan: readonly PlannedCheckpoint[];
  readonly routeId: string;
  readonly versionId: string;
  readonly tourId: string;
}

async function makePlace(owner: Db, tenant: MadeTenant): Promise<Place> {
  const siteId = await makeSite(owner, tenant);
  const plan = [];
  for (let point = 0; point < 4; point += 1) plan.push(await makeCheckpoint(owner, tenant, siteId));
  const { routeId, versionId } = await makeRoute(owner, tenant, siteId, plan);
  const tourId = randomUUID();
  await owner
    .insertInto('patrol_tours')
    .values({ tenant_id: tenant.id, id: tourId, route_id: routeId, name: `Tour ${tourId}` })
    .execute();
  return { siteId, plan, routeId, versionId, tourId };
}

type Round = Insertable<Tables['rounds']>;

function roundAt(draw: Draw, tenant: MadeTenant, place: Place, guardId: string, startedAtMs: number) {
  const status_code = pick(draw, [1001, 1005, 1005, 1010, 1010, 1010]);
  const scanned = status_code === 1010 ? place.plan : place.plan.filter(() => draw() < 0.5);
  const isCompleted = status_code === 1010 || scanned.length === place.plan.length;
  const row: Round = {
    tenant_id: tenant.id,
    id: uuidv7(),
    site_id: place.siteId,
    guard_id: guardId,
    device_id: randomUUID(),
    route_version_id: place.versionId,
    started_at_ms: startedAtMs,
    ended_at_ms: status_code === 1001 ? null : startedAtMs + 1_200_000,
    status_code: status_code === 1001 ? 1001 : isCompleted ? 1010 : 1005,
    total_check_points: place.plan.length,
    scanned_check_points: scanned.length,
    arrival_no: 0,
  };
  const scans: Insertable<Tables['scans']>[] = scanned.map(({ checkpointId }) => ({
    tenant_id: tenant.id,
    id: uuidv7(),
    round_id: row.id,
    checkpoint_id: checkpointId,
    guard_id: guardId,
    device_id: row.device_id,
    device_at_ms: startedAtMs,
    received_at_ms: startedAtMs,
    clock_skew_ms: 0,
    method: 'qr',
    body_hash: Buffer.from(''),
  }));
  return { row, scans };
}

const statusOfRound: Readonly<Record<number, DueStatus>> = {
  1001: 'inProgress',
  1005: 'incompleted',
  1010: 'completed',
};

/** Due up to 40 minutes before the round began, or no one's. */
function dueOf(
  draw: Draw,
  tenant: MadeTenant,
  place: Place,
  guardIds: readonly string[],
  atMs: number,
  round: Round | null,
) {
  const dueAtMs = Math.round(atMs - draw() * 2_400_000);
  return {
    tenant_id: tenant.id,
    id: uuidv7(),
    tour_id: place.tourId,
    site_id: place.siteId,
    route_id: place.routeId,
    tour_name: 'Tour',
    route_name: 'Route',
    due_at_ms: dueAtMs,
    late_at_ms: dueAtMs + 900_000,
    missed_at_ms: dueAtMs + 3_600_000,
    guard_ids: guardIds.filter(() => draw() < 0.3),
    status:
      round === null
        ? pick<DueStatus>(draw, ['due', 'late', 'missed', 'missed', 'excused'])
        : statusOfRound[round.status_code],
    round_id: round?.id ?? null,
  };
}

/** Rounds, half of them due, others due that no one began; strewn, and some within the last hours. */
async function strewRounds(
  owner: Db,
  { tenant, guardIds, nowMs }: Pick<DashboardWorld, 'tenant' | 'guardIds' | 'nowMs'>,
  places: readonly Place[],
  draw: Draw,
  count: number,
): Promise<void> {
  const last = await owner
    .selectFrom('round_arrivals')
    .select('last_no')
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirst();
  const before = last?.last_no ?? 0;
  for (let number = 1; number <= count; number += 1) {
    const place = pick(draw, places);
    const reachMs = pick(draw, [3_600_000, 18_000_000, 2 * dayMs, 70 * dayMs, 70 * dayMs, 70 * dayMs]);
    const atMs = Math.floor(nowMs - draw() * reachMs);
    const { row, scans } = roundAt(draw, tenant, place, pick(draw, guardIds), atMs);
    const kind = draw();
    await owner.transaction().execute(async (transaction) => {
      if (kind < 0.85) {
        // In either order, as phones send.
        if (kind < 0.4 && scans.length > 0) await transaction.insertInto('scans').values(scans).execute();
        await transaction
          .insertInto('rounds')
          .values({ ...row, arrival_no: before + number })
          .execute();
        if (kind >= 0.4 && scans.length > 0) await transaction.insertInto('scans').values(scans).execute();
      }
      if (kind > 0.4) {
        const due = dueOf(draw, tenant, place, guardIds, atMs, kind < 0.85 ? row : null);
        await transaction
          .insertInto('due_rounds')
          .values(due)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  }
  await owner
    .insertInto('round_arrivals')
    .values({ tenant_id: tenant.id, last_no: before + count })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ last_no: before + count }))
    .execute();
}

async function strewIncidents(
  owner: Db,
  tenant: MadeTenant,
  siteIds: readonly string[],
  draw: Draw,
  nowMs: number,
) {
  for (let number = 0; number < 40; number += 1) {
    const at = new Date(nowMs - draw() * pick(draw, [3_600_000, 3 * dayMs, 60 * dayMs]));
    const steps = pick(draw, [0, 0, 1, 2]);
    const id = await makeIncident(owner, tenant, pick(draw, siteIds), {
      reported_at: at,
      status: pick(draw, [(['New', 'Attended', 'Closed'] as const)[steps] ?? 'New']),
      severity: pick(draw, ['low', 'critical']),
    });
    for (const status of ['Attended', 'Closed'].slice(0, steps)) {
      await sql`INSERT INTO incident_history (tenant_id, id, incident_id, at, kind, actor_kind, actor_name, to_status)
        VALUES (${tenant.id}, ${uuidv7()}, ${id}, ${new Date(at.getTime() + draw() * dayMs)}, 'status', 'user', '', ${status})`.execute(
        owner,
      );
    }
  }
}

export async function makeDashboardWorld(
  server: TestApp,
  seed: number,
  rounds = 300,
): Promise<DashboardWorld> {
  const { owner } = server;
  const draw = drawsOf(seed);
  const nowMs = Date.now();
  const tenant = await makeTenant(owner);
  const places = [
    await makePlace(owner, tenant),
    await makePlace(owner, tenant),
    await makePlace(owner, tenant),
  ];
  const siteIds = places.map(({ siteId }) => siteId);
  const guardIds: string[] = [];
  for (let guard = 0; guard < 4; guard += 1) guardIds.push((await makeGuard(owner, tenant, { siteIds })).id);
  await strewRounds(owner, { tenant, guardIds, nowMs }, places, draw, rounds);
  await strewIncidents(owner, tenant, siteIds, draw, nowMs);
  for (const guard_id of guardIds) await makeDuty(owner, tenant, { guard_id, site_id: pick(draw, siteIds) });
  await owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify(allModules) })
    .execute();
  const user = await makeUser(owner, tenant);
  const subAdmin = await makeUser(owner, tenant, { siteId: siteIds[0] ?? '' });
  return {
    tenant,
    siteIds,
    guardIds,
    superAdmin: await browserOf(server, tenant, user.id),
    subAdmin: await browserOf(server, tenant, subAdmin.id),
    nowMs,
  };
}
