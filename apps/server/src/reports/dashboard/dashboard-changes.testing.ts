// Whatever can change what the dashboard tells, as statements of the owner.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

const one = (table: string, condition: string) =>
  `id = (SELECT id FROM ${table} WHERE tenant_id = $1 AND ${condition} ORDER BY md5(id::text || $2) LIMIT 1) AND tenant_id = $1`;
const otherGuard = `(SELECT id FROM guards WHERE tenant_id = $1 ORDER BY md5(id::text || $2) LIMIT 1)`;
const late = `(SELECT m FROM missed_checkpoints AS m WHERE tenant_id = $1 ORDER BY md5(round_id::text || $2) LIMIT 1)`;

/** All that can change an answer; among them changes after which the tenant's figures are what they were. */
export const changes: Readonly<Record<string, string>> = {
  'a round ends': `UPDATE rounds SET status_code = 1010, ended_at_ms = started_at_ms + 1,
    scanned_check_points = total_check_points WHERE ${one('rounds', 'status_code = 1001')}`,
  'a round ends short': `UPDATE rounds SET status_code = 1005, ended_at_ms = started_at_ms + 1
    WHERE ${one('rounds', 'status_code = 1001')}`,
  'a round is taken away': `DELETE FROM rounds WHERE ${one(
    'rounds',
    `id NOT IN (SELECT round_id FROM due_rounds WHERE round_id IS NOT NULL)
    AND id NOT IN (SELECT round_id FROM scans)`,
  )}`,
  'a round was another guard’s': `UPDATE rounds SET guard_id = ${otherGuard} WHERE ${one('rounds', 'true')}`,
  'a round is at another time': `UPDATE rounds SET started_at_ms = started_at_ms - 259200000 WHERE ${one('rounds', 'true')}`,
  'a scan comes late': `INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms,
      received_at_ms, clock_skew_ms, method, body_hash)
    SELECT $1, md5($2)::uuid, (${late}).round_id, (${late}).checkpoint_id, (${late}).guard_id, md5($2)::uuid, 1, 1, 0, 'qr', ''
    WHERE (${late}).round_id IS NOT NULL`,
  'a due round is excused': `UPDATE due_rounds SET status = 'excused' WHERE ${one('due_rounds', "status IN ('due', 'missed')")}`,
  'a due round is missed': `UPDATE due_rounds SET status = 'missed' WHERE ${one('due_rounds', "status IN ('due', 'excused')")}`,
  'a due round was another guard’s': `UPDATE due_rounds SET guard_ids = ARRAY[${otherGuard}] WHERE ${one('due_rounds', "status = 'missed'")}`,
  'a due round that no one has started is another guard’s': `UPDATE due_rounds SET guard_ids = ARRAY[${otherGuard}]
    WHERE ${one('due_rounds', "status IN ('due', 'late')")}`,
  'a due round is called off': `DELETE FROM due_rounds WHERE ${one('due_rounds', 'true')}`,
  'a guard has another name': `UPDATE guards SET first_name = 'A' || md5($2) WHERE ${one('guards', 'true')}`,
  'a site has another name': `UPDATE sites SET name = 'A' || md5($2) WHERE ${one('sites', 'true')}`,
  'a checkpoint has another name': `UPDATE checkpoints SET name = 'A' || md5($2) WHERE ${one('checkpoints', 'true')}`,
  'a checkpoint is at another site': `UPDATE checkpoints SET site_id = (SELECT id FROM sites WHERE tenant_id = $1
    ORDER BY md5(id::text || $2) LIMIT 1) WHERE ${one('checkpoints', 'true')}`,
  'a site is new': `INSERT INTO sites (tenant_id, id, name, latitude, longitude, time_zone) VALUES ($1, md5($1::text || $2)::uuid, 'A' || $2, 0, 0, 'UTC')`,
  'a site is not in use': `UPDATE sites SET activated = NOT activated WHERE ${one('sites', 'true')}`,
};

/** $1 of the text is the tenant, $2 a word that picks the row. Returns how many rows it changed. */
export async function changeRows(
  owner: Db,
  { tenantId, text, salt }: { readonly tenantId: string; readonly text: string; readonly salt: string },
): Promise<number> {
  const { rows } = await owner.executeQuery(
    sql
      .raw(`${text} RETURNING 1`.replaceAll('$1', `'${tenantId}'::uuid`).replaceAll('$2', `'${salt}'`))
      .compile(owner),
  );
  return rows.length;
}
