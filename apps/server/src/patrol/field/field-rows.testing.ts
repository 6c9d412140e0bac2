// What the field stored, looked at from behind.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { foldRound } from '@watchpost/domain/round-facts';
import { roundStatus } from '@watchpost/domain/round-status';

/** All rows of a round, a duty and their events, without what may differ by when and in which order they came. */
export async function storedRows(owner: Db, tenantId: string) {
  const all = (table: 'rounds' | 'duty_sessions' | 'scans' | 'field_events') =>
    owner.selectFrom(table).selectAll().where('tenant_id', '=', tenantId).orderBy('id').execute();
  const without = (row: object, ...names: string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'tenant_id' && !names.includes(name)));
  return {
    rounds: (await all('rounds')).map((row) => without(row, 'arrival_no')),
    duties: (await all('duty_sessions')).map((row) => without(row)),
    scans: (await all('scans')).map((row) => without(row, 'received_at_ms', 'clock_skew_ms')),
    events: (await all('field_events')).map((row) => without(row, 'received_at_ms', 'clock_skew_ms')),
  };
}

/** Differences between round_counts and a recount of the tenant's rounds; none when the counters are right. */
export async function countDifferences(owner: Db, tenantId: string): Promise<unknown[]> {
  const columns = sql.raw(
    'guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed, checkpoints',
  );
  const nil = sql.raw(`'00000000-0000-0000-0000-000000000000'::uuid`);
  const { rows } = await sql`
    WITH recount AS (
      SELECT subject.guard_id, subject.site_id, bucket.grain::smallint, bucket.at_ms AS bucket_ms, count(*) AS rounds,
        count(*) FILTER (WHERE status_code = 1001) AS in_progress,
        count(*) FILTER (WHERE status_code = 1005) AS incompleted,
        count(*) FILTER (WHERE status_code = 1010) AS completed,
        sum(total_check_points)::bigint AS checkpoints
      FROM rounds r
      CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, r.site_id), (r.guard_id, r.site_id)) AS subject (guard_id, site_id)
      CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, started_at_ms / 86400000 * 86400000),
        (2, started_at_ms / 900000 * 900000)) AS bucket (grain, at_ms)
      WHERE r.tenant_id = ${tenantId} GROUP BY 1, 2, 3, 4),
    kept AS (SELECT ${columns} FROM round_counts WHERE tenant_id = ${tenantId} AND (rounds, in_progress, incompleted, completed, checkpoints) <> (0, 0, 0, 0, 0))
    (SELECT 'kept' AS side, ${columns} FROM (SELECT ${columns} FROM kept EXCEPT SELECT ${columns} FROM recount) AS a)
    UNION ALL
    (SELECT 'recount', ${columns} FROM (SELECT ${columns} FROM recount EXCEPT SELECT ${columns} FROM kept) AS b)
  `.execute(owner);
  return rows;
}

/** Rounds whose row is not what the fold over their stored events says. */
export async function misfoldedRounds(owner: Db, tenantId: string): Promise<unknown[]> {
  const rounds = await owner.selectFrom('rounds').selectAll().where('tenant_id', '=', tenantId).execute();
  const scans = await owner.selectFrom('scans').selectAll().where('tenant_id', '=', tenantId).execute();
  const events = await owner
    .selectFrom('field_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .execute();
  const versions = await owner
    .selectFrom('route_versions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .execute();
  return rounds.filter((round) => {
    const own = events.filter((event) => event.subject_id === round.id && event.guard_id === round.guard_id);
    const start = own.find((event) => event.kind === 'roundStarted');
    const version = versions.find((each) => each.id === round.route_version_id);
    const facts = foldRound({
      start:
        start === undefined ? null : { deviceAtMs: start.device_at_ms, planned: version?.checkpoints ?? [] },
      scans: scans
        .filter((scan) => scan.round_id === round.id)
        .map((scan) => ({ id: scan.id, checkpointId: scan.checkpoint_id, deviceAtMs: scan.device_at_ms })),
      ends: own
        .filter((event) => event.kind === 'roundEnded')
        .map((event) => ({ id: event.id, deviceAtMs: event.device_at_ms })),
    });
    return (
      facts.startedAtMs !== round.started_at_ms ||
      facts.endedAtMs !== round.ended_at_ms ||
      facts.statusCode !== round.status_code ||
      facts.totalCheckPoints !== round.total_check_points ||
      facts.scannedCheckPoints !== round.scanned_check_points
    );
  });
}

/** Missed checkpoints that are kept and not missed, or missed and not kept: planned ones of incompleted rounds, without a scan. */
export async function missedDifferences(owner: Db, tenantId: string): Promise<unknown[]> {
  const { rows } = await sql`
    WITH missed AS (
      SELECT DISTINCT r.id AS round_id, (point ->> 'checkpointId')::uuid AS checkpoint_id
      FROM rounds r JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
      CROSS JOIN LATERAL jsonb_array_elements(v.checkpoints) AS point
      WHERE r.tenant_id = ${tenantId} AND r.status_code = ${roundStatus.incompleted}
      EXCEPT SELECT round_id, checkpoint_id FROM scans WHERE tenant_id = ${tenantId}),
    kept AS (SELECT round_id, checkpoint_id FROM missed_checkpoints WHERE tenant_id = ${tenantId})
    (SELECT 'kept' AS side, a.* FROM (TABLE kept EXCEPT TABLE missed) AS a)
    UNION ALL (SELECT 'missed', b.* FROM (TABLE missed EXCEPT TABLE kept) AS b)
  `.execute(owner);
  return rows;
}
