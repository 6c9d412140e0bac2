// The phones of the demo company: those that its past was walked with, and two that were lost.
import { CompiledQuery } from 'kysely';
import type { Db } from '../platform/db/database.ts';

const dayMs = 86_400_000;
const chrome = (system: string) =>
  `Mozilla/5.0 (Linux; ${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36`;
const agents = [
  chrome('Android 13; M2101K7AG'),
  chrome('Android 12; RMX3231'),
  chrome('Android 14; SM-A057F'),
  chrome('Android 10; K'),
  'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
];

/** Of phones that are no longer with anybody: neither is one that the past was walked with. */
const lost = [
  { name: 'Torch 4', status: 'revoked', seenDaysAgo: 12, sinceDaysAgo: 11, waiting: 7, lostRecords: null },
  { name: 'Torch 9', status: 'wiped', seenDaysAgo: 30, sinceDaysAgo: 30, waiting: 0, lostRecords: 0 },
] as const;

/** After the rounds, which tell who used which phone and when. */
export async function insertDevices(db: Db, tenantId: string, nowMs: number): Promise<void> {
  const run = (text: string, values: readonly unknown[]) =>
    db.executeQuery(CompiledQuery.raw(text, [...values]));
  await run(
    `WITH used AS (
      SELECT device_id, guard_id, min(started_at_ms) AS first_ms, max(started_at_ms) AS last_ms
      FROM rounds WHERE tenant_id = $1::uuid GROUP BY device_id, guard_id
    ), phones AS (
      INSERT INTO devices (tenant_id, id, name, agent, first_seen_ms, last_seen_ms, app_version, waiting, waiting_told_ms,
        report_no)
      SELECT $1::uuid, device_id, CASE row_number() OVER by_id % 4 WHEN 0 THEN 'Torch ' || 9 + row_number() OVER by_id ELSE '' END,
        ($2::text[])[1 + row_number() OVER by_id % cardinality($2::text[])], min(first_ms), max(last_ms),
        'Bytxlygt', CASE row_number() OVER by_id % 9 WHEN 0 THEN 3 ELSE 0 END, max(last_ms), 1
      FROM used GROUP BY device_id WINDOW by_id AS (ORDER BY device_id)
      RETURNING id
    )
    INSERT INTO device_guards (tenant_id, device_id, guard_id, last_seen_ms)
    SELECT $1::uuid, device_id, guard_id, last_ms FROM used JOIN phones ON phones.id = used.device_id`,
    [tenantId, agents],
  );
  for (const [index, { name, status, seenDaysAgo, sinceDaysAgo, waiting, lostRecords }] of lost.entries()) {
    const seenMs = nowMs - seenDaysAgo * dayMs;
    const sinceMs = nowMs - sinceDaysAgo * dayMs;
    await run(
      `WITH phone AS (
        INSERT INTO devices (tenant_id, id, name, agent, status, status_since_ms, first_seen_ms, last_seen_ms, app_version,
          waiting, waiting_told_ms, wiped_at_ms, lost_records, report_no, is_wipe_proved)
        VALUES ($1::uuid, gen_random_uuid(), $2, $3, $4::text, $5::bigint, $6::bigint, $7::bigint, 'BOHiv9dI', $8, $7,
          CASE $4::text WHEN 'wiped' THEN $5::bigint END, $9, 1, CASE $4::text WHEN 'wiped' THEN true END)
        RETURNING id)
      INSERT INTO device_guards (tenant_id, device_id, guard_id, last_seen_ms)
      SELECT $1::uuid, phone.id, g.id, $7::bigint FROM phone, (SELECT id FROM guards WHERE tenant_id = $1::uuid
        ORDER BY employee_id OFFSET $10::int LIMIT 1) AS g`,
      [
        tenantId,
        name,
        agents[2],
        status,
        sinceMs,
        seenMs - 60 * dayMs,
        seenMs,
        waiting,
        lostRecords,
        index + 3,
      ],
    );
  }
}
