// Due rounds for the measured tenant: one for each of its rounds, made once and kept with the data.
import { sql } from 'kysely';
import { type Db, openOwner } from '../apps/server/src/platform/db/database.ts';
import { period } from './dataset-shape.ts';
import type { Setting } from './setting.ts';

const monthMs = 30 * 86_400_000;
const changeEveryMs = 200;

async function withOwner<T>({ server }: Setting, run: (db: Db) => Promise<T>): Promise<T> {
  const owner = openOwner(server.connection);
  try {
    return await run(owner.db);
  } finally {
    await owner.close();
  }
}

/** By a month at a time: the triggers of each statement add up what it made. */
export function ensureDueRounds(setting: Setting): Promise<void> {
  const tenantId = setting.tenant.id;
  return withOwner(setting, async (db) => {
    const { rows } = await sql`SELECT FROM due_rounds WHERE tenant_id = ${tenantId} LIMIT 1`.execute(db);
    if (rows.length > 0) return;
    await sql`INSERT INTO patrol_tours (tenant_id, id, route_id, name)
      SELECT tenant_id, gen_random_uuid(), id, name FROM patrol_routes WHERE tenant_id = ${tenantId}`.execute(
      db,
    );
    for (let fromMs = period.fromMs; fromMs < period.toMs; fromMs += monthMs) {
      await insertMonth(db, tenantId, fromMs);
    }
    await sql`VACUUM (ANALYZE) due_rounds, site_due_rollups, guard_due_rollups`.execute(db);
  });
}

/** Due up to 20 minutes before the round began; a few were missed or excused instead. */
const insertMonth = (db: Db, tenantId: string, fromMs: number) =>
  sql`INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms,
      missed_at_ms, guard_ids, status, round_id)
    SELECT r.tenant_id, gen_random_uuid(), t.id, r.site_id, t.route_id, t.name, t.name, due.at_ms, due.at_ms + 900000,
      due.at_ms + 3600000, ARRAY[r.guard_id],
      CASE WHEN not_begun.status IS NOT NULL THEN not_begun.status WHEN r.status_code = 1010 THEN 'completed'
        WHEN r.status_code = 1005 THEN 'incompleted' ELSE 'inProgress' END,
      CASE WHEN not_begun.status IS NULL THEN r.id END
    FROM rounds AS r
    JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    JOIN patrol_tours AS t ON t.tenant_id = r.tenant_id AND t.route_id = v.route_id
    CROSS JOIN LATERAL (SELECT abs(hashtext(r.id::text)) AS number) AS drawn
    CROSS JOIN LATERAL (SELECT r.started_at_ms - number % 1200000 AS at_ms) AS due
    CROSS JOIN LATERAL (SELECT CASE WHEN number % 50 = 0 THEN 'missed' WHEN number % 200 = 1 THEN 'excused' END
      AS status) AS not_begun
    WHERE r.tenant_id = ${tenantId} AND r.started_at_ms >= ${fromMs} AND r.started_at_ms < ${fromMs + monthMs}
    ON CONFLICT DO NOTHING`.execute(db);

export function lastDueAtMs(setting: Setting): Promise<number> {
  return withOwner(setting, async (db) => {
    const { rows } = await sql<{ at: number }>`SELECT max(due_at_ms) AS at FROM due_rounds
      WHERE tenant_id = ${setting.tenant.id} AND due_at_ms < ${period.toMs}`.execute(db);
    return rows[0]?.at ?? period.fromMs;
  });
}

/** Runs while a round of the last hours that no one began is excused and missed in turns. */
export function changingDueRounds<T>(setting: Setting, run: () => Promise<T>): Promise<T> {
  return withOwner(setting, async (db) => {
    const change = () =>
      sql`UPDATE due_rounds SET status = CASE status WHEN 'missed' THEN 'excused' ELSE 'missed' END
      WHERE tenant_id = ${setting.tenant.id} AND id = (SELECT id FROM due_rounds
        WHERE tenant_id = ${setting.tenant.id} AND status IN ('missed', 'excused') AND due_at_ms < ${period.toMs}
        ORDER BY due_at_ms DESC, id LIMIT 1)`.execute(db);
    let isOver = false;
    const changes = (async () => {
      while (!isOver) {
        await change();
        await new Promise((resolve) => setTimeout(resolve, changeEveryMs));
      }
    })();
    try {
      return await run();
    } finally {
      isOver = true;
      await changes;
    }
  });
}
