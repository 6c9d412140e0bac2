// A tenant whose report is worth asking: sites in several zones, guards whose names resemble each other, rounds to order.
import { randomUUID } from 'node:crypto';
import type { ScannedCheckpointsPage } from '@watchpost/contract/scanned-checkpoints';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { makeGuard, makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';

export const listPath = '/secure/scanned-checkpoints';

export interface ReportWorld {
  readonly tenant: MadeTenant;
  readonly siteIds: readonly string[];
  readonly guardIds: readonly string[];
  readonly superAdmin: Caller;
}

const names = [
  ['Asha', 'Kale'],
  ['Ashwin', ''],
  ['Ravi', 'Asher'],
  ['Per%cent', 'Under_score'],
] as const;

export async function makeReportWorld(server: TestApp): Promise<ReportWorld> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const siteIds: string[] = [];
  for (const time_zone of ['Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York']) {
    siteIds.push(await makeSite(owner, tenant, { time_zone }));
  }
  const guardIds: string[] = [];
  for (const [first_name, last_name] of names) {
    guardIds.push((await makeGuard(owner, tenant, { first_name, last_name, secret_hash: null })).id);
  }
  const user = await makeUser(owner, tenant);
  return { tenant, siteIds, guardIds, superAdmin: await browserOf(server, tenant, user.id) };
}

export interface RoundAtTime {
  /** Indexes into the world's sites and guards. */
  readonly site: number;
  readonly guard: number;
  readonly startedAtMs: number;
  readonly statusCode?: number;
  readonly totalCheckPoints?: number;
}

/** Inserts rounds in one statement, numbered as arrivals; returns their ids. */
export async function arrive(
  owner: Db,
  world: ReportWorld,
  rounds: readonly RoundAtTime[],
): Promise<string[]> {
  if (rounds.length === 0) return [];
  return owner.transaction().execute(async (transaction) => {
    const { last_no } = await transaction
      .insertInto('round_arrivals')
      .values({ tenant_id: world.tenant.id, last_no: rounds.length })
      .onConflict((conflict) =>
        conflict
          .column('tenant_id')
          .doUpdateSet((eb) => ({ last_no: eb('round_arrivals.last_no', '+', rounds.length) })),
      )
      .returning('last_no')
      .executeTakeFirstOrThrow();
    const rows = rounds.map((round, index) => ({
      ...rowOf(world, round),
      arrival_no: last_no - rounds.length + index + 1,
    }));
    await transaction.insertInto('rounds').values(rows).execute();
    return rows.map((row) => row.id);
  });
}

function rowOf(world: ReportWorld, round: RoundAtTime): Omit<Insertable<Tables['rounds']>, 'arrival_no'> {
  const { site, guard, startedAtMs, statusCode = 1010, totalCheckPoints = 5 } = round;
  return {
    tenant_id: world.tenant.id,
    id: uuidv7(),
    site_id: world.siteIds[site] ?? '',
    guard_id: world.guardIds[guard] ?? '',
    device_id: randomUUID(),
    started_at_ms: startedAtMs,
    ended_at_ms: startedAtMs + 1_800_000,
    status_code: statusCode,
    total_check_points: totalCheckPoints,
    scanned_check_points: totalCheckPoints,
  };
}

export type ReportQuery = Readonly<Record<string, string>>;

/** A page as the endpoint gives it. Throws for anything but 200. */
export async function pageOf(
  caller: Caller,
  query: ReportQuery,
  timeZone = 'UTC',
): Promise<ScannedCheckpointsPage> {
  const reply = await caller('GET', listPath, { query: { ...query }, headers: { timezone: timeZone } });
  if (reply.statusCode !== 200) throw new Error(`the list answered ${reply.statusCode}: ${reply.body}`);
  return reply.json();
}

export const idsOf = (page: ScannedCheckpointsPage): string[] => page.data.map((row) => row.id);
