import { type Kysely, sql } from 'kysely';

/**
 * What a phone's own clock said, where it was not taken at its word (TRUTH-03): device_at_ms is then the time by which
 * everything goes, which an upload of before left as the phone told it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ofPhones = ['scans', 'field_events', 'incidents', 'sos_calls', 'sos_history', 'sos_positions'];

const clockErrorMaxMs = 120_000;

/** By the server's clock: as it is stored where it was put right, else by the error of the phone's clock. */
const happened = (row: string) => `least(CASE WHEN ${row}.phone_at_ms IS NULL
  THEN ${row}.device_at_ms - ${row}.clock_skew_ms ELSE ${row}.device_at_ms END, ${row}.received_at_ms)`;

const statements = [
  ...ofPhones.map((table) => `ALTER TABLE ${table} ADD COLUMN phone_at_ms bigint`),
  // Of events of before, the error of whose clock is still in their time.
  `CREATE OR REPLACE FUNCTION told_or_happened_ms(of_tenant uuid, of_round uuid, of_kind text, told_ms bigint)
    RETURNS bigint STABLE LANGUAGE sql AS $$
    SELECT coalesce((SELECT least(e.device_at_ms - e.clock_skew_ms, e.received_at_ms) FROM field_events e
      WHERE e.tenant_id = of_tenant AND e.subject_id = of_round AND e.kind = of_kind AND e.device_at_ms = told_ms
        AND e.phone_at_ms IS NULL AND abs(e.clock_skew_ms) > ${clockErrorMaxMs}
      ORDER BY e.received_at_ms, e.id LIMIT 1), told_ms)
  $$`,
  `CREATE OR REPLACE FUNCTION fill_guard_signs(of_tenant uuid, since_ms bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO guard_signs (tenant_id, guard_id, at_ms, round_id, round_at_ms, scan_id, scan_at_ms, scan_received_at_ms)
    SELECT DISTINCT ON (r.guard_id) of_tenant, r.guard_id,
      least(greatest(r.started_at_ms, r.ended_at_ms, last.at_ms), (extract(epoch FROM now()) * 1000)::bigint),
      r.id, r.started_at_ms, last.id, last.at_ms, last.received_at_ms
    FROM rounds r LEFT JOIN LATERAL (
      SELECT s.id, ${happened('s')} AS at_ms, s.received_at_ms FROM scans s
      WHERE s.tenant_id = of_tenant AND s.round_id = r.id ORDER BY s.device_at_ms DESC, s.id LIMIT 1
    ) AS last ON true
    WHERE r.tenant_id = of_tenant AND r.started_at_ms >= since_ms
    ORDER BY r.guard_id, r.started_at_ms DESC, r.id
    ON CONFLICT DO NOTHING
  $$`,
];
