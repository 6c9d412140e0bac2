import { CompiledQuery, sql } from 'kysely';
import type { DueRound, TourSchedule } from '@watchpost/domain/tours';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../../platform/db/database.ts';
import { effectiveSchedule, effectiveWeekdays } from './tour-table.ts';

/** What the rounds of a tour are made from. */
export interface MadeTour {
  readonly id: string;
  readonly name: string;
  readonly siteId: string;
  readonly routeId: string;
  readonly routeName: string;
  readonly timeZone: string;
  readonly weekdays: readonly number[];
  readonly schedule: TourSchedule;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly holidays: readonly string[];
  readonly startWindowMinutes: number;
  readonly graceMinutes: number;
  /** Without those who are deleted, as tours are listed. */
  readonly guardIds: readonly string[];
  /** Null before its first rounds. */
  readonly drawKey: Buffer | null;
  /** False when it, its route or its site is deactivated or deleted, or its shift is. */
  readonly isLive: boolean;
  readonly madePlan: string | null;
  readonly madeUntilMs: number | null;
}

/** Does the work in a transaction, while no one else, on any server, makes rounds of the tenant. */
export async function withMakingLock(
  db: Db,
  tenantId: string,
  work: (transaction: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const attempt = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`due rounds ${tenantId}`}, 0))`;
    await attempt.execute(transaction);
    await work(transaction);
  });
}

/** Those that are live, and those whose rounds stand ready though they are live no more; all of them, or of these ids. */
export async function findMadeTours(
  db: Db,
  tenantId: string,
  ids: readonly string[] | null,
): Promise<MadeTour[]> {
  const isLive = `(r.activated AND r.deleted_at IS NULL AND o.activated AND o.deleted_at IS NULL AND s.activated
    AND s.deleted_at IS NULL AND (r.shift_id IS NULL OR EXISTS (SELECT FROM shifts f
      WHERE f.tenant_id = r.tenant_id AND f.id = r.shift_id AND f.activated AND f.deleted_at IS NULL)))`;
  const text = `SELECT r.id, r.name, s.id AS "siteId", o.id AS "routeId", o.name AS "routeName",
      s.time_zone AS "timeZone", ${effectiveWeekdays} AS weekdays, ${effectiveSchedule} AS schedule,
      r.valid_from::text AS "validFrom", r.valid_to::text AS "validTo",
      CASE WHEN r.skips_holidays THEN ARRAY(SELECT h.day::text FROM site_holidays h
        WHERE h.tenant_id = r.tenant_id AND h.site_id = s.id ORDER BY h.day) ELSE '{}' END AS holidays,
      r.start_window_minutes AS "startWindowMinutes", r.grace_minutes AS "graceMinutes",
      ARRAY(SELECT x.guard_id::text FROM tour_guards x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
        WHERE x.tenant_id = r.tenant_id AND x.tour_id = r.id AND g.deleted_at IS NULL
        ORDER BY x.guard_id) AS "guardIds",
      r.draw_key AS "drawKey", ${isLive} AS "isLive", r.made_plan AS "madePlan", r.made_until_ms AS "madeUntilMs"
    FROM patrol_tours r JOIN patrol_routes o ON o.tenant_id = r.tenant_id AND o.id = r.route_id
    JOIN sites s ON s.tenant_id = o.tenant_id AND s.id = o.site_id
    WHERE r.tenant_id = $1::uuid AND ($2::uuid[] IS NULL OR r.id = ANY ($2::uuid[]))
      AND r.schedule IS NOT NULL AND (${isLive} OR r.made_plan IS NOT NULL)
    ORDER BY r.id`;
  const { rows } = await db.executeQuery<MadeTour>(CompiledQuery.raw(text, [tenantId, ids]));
  return rows;
}

/** Takes away the rounds of these tours that are not due yet and that no one began. */
export async function deleteReady(
  db: Db,
  tenantId: string,
  tourIds: readonly string[],
  nowMs: number,
): Promise<void> {
  if (tourIds.length === 0) return;
  const text = `DELETE FROM due_rounds WHERE tenant_id = $1::uuid AND tour_id = ANY ($2::uuid[]) AND due_at_ms > $3::bigint
    AND round_id IS NULL AND status = 'due'`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, tourIds, nowMs]));
}

/** What was made of a tour; without a plan it is live no more. */
export interface Made {
  readonly tour: MadeTour;
  readonly rounds: readonly DueRound[];
  readonly plan: string | null;
  readonly untilMs: number | null;
  readonly drawKey: Buffer | null;
}

/** Rounds that are there already stay as they are. */
export async function insertReady(db: Db, tenantId: string, made: readonly Made[]): Promise<void> {
  const rounds = made.flatMap(({ tour, rounds: own }) => own.map((round) => ({ tourId: tour.id, ...round })));
  if (rounds.length === 0) return;
  const text = `INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, guard_ids,
      due_at_ms, late_at_ms, missed_at_ms)
    SELECT $1::uuid, made.id, t.id, t."siteId", t."routeId", t.name, t."routeName", t."guardIds", made.due, made.late,
      made.missed
    FROM unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[]) AS made (tour_id, id, due, late, missed)
    JOIN jsonb_to_recordset($2::jsonb) AS t (id uuid, "siteId" uuid, "routeId" uuid, name text, "routeName" text,
      "guardIds" uuid[]) ON t.id = made.tour_id
    ON CONFLICT (tenant_id, tour_id, due_at_ms) DO NOTHING`;
  const tours = made.map(({ tour: { id, siteId, routeId, name, routeName, guardIds } }) => ({
    id,
    siteId,
    routeId,
    name,
    routeName,
    guardIds,
  }));
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      JSON.stringify(tours),
      rounds.map(({ tourId }) => tourId),
      rounds.map(() => uuidv7()),
      rounds.map(({ dueAtMs }) => dueAtMs),
      rounds.map(({ lateAtMs }) => lateAtMs),
      rounds.map(({ missedAtMs }) => missedAtMs),
    ]),
  );
}

export async function updateMade(db: Db, tenantId: string, made: readonly Made[]): Promise<void> {
  const text = `UPDATE patrol_tours t SET made_plan = made.plan, made_until_ms = made.until_ms, draw_key = made.draw_key
    FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::bytea[]) AS made (id, plan, until_ms, draw_key)
    WHERE t.tenant_id = $1::uuid AND t.id = made.id`;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      tenantId,
      made.map(({ tour }) => tour.id),
      made.map(({ plan }) => plan),
      made.map(({ untilMs }) => untilMs),
      made.map(({ drawKey }) => drawKey),
    ]),
  );
}
