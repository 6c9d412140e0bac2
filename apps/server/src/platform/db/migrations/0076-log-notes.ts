import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Notes in the log about the log itself: since when which table is sealed, and what an operator accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Sealed since the log's first head, as far as anybody can say. */
const tables = [
  'scans',
  'field_events',
  'refused_events',
  'route_versions',
  'device_keys',
  'question_versions',
  'post_order_versions',
  'incident_history',
  'incident_photos',
  'guard_erasures',
  'record_versions',
  'incidents',
  'sos_calls',
  'sos_history',
  'sos_positions',
];

const nowMs = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Notes of tenants that have a log; those that have none begin with one. */
export const noteSince = (details: string) => `WITH noted AS (
    INSERT INTO log_notes (tenant_id, kind, at_ms, details)
    SELECT begun.tenant_id, 'sealedSince', ${nowMs}, jsonb_build_object('tables', ${details})
    FROM (SELECT tenant_id, min(at_ms) AS at_ms FROM log_heads GROUP BY tenant_id) AS begun
    RETURNING tenant_id, id)
  INSERT INTO log_pending (tenant_id, source, ids)
  SELECT tenant_id, 'log_notes', array_agg(id) FROM noted GROUP BY tenant_id`;

const sinceFirstHead = tables.map((table) => `'${table}', begun.at_ms`).join(', ');

const statements = [
  `CREATE TABLE log_notes (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    at_ms bigint NOT NULL,
    -- sealedSince, restored, accepted
    kind text NOT NULL,
    -- by kind, see log-notes.ts
    details jsonb NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
  ...secured('log_notes', 'SELECT, INSERT'),
  `CREATE TRIGGER log_added AFTER INSERT ON log_notes REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT WHEN (nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL)
    EXECUTE FUNCTION note_for_log()`,

  // A process of a version before would seal what it does not know as records that are gone.
  `CREATE FUNCTION refuse_former_sealing() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
    RAISE EXCEPTION 'the log is sealed by a newer version of the product';
  END $$`,
  `CREATE TRIGGER sealed_by_this_version BEFORE INSERT ON log_leaves FOR EACH STATEMENT
    WHEN (nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
      AND nullif(current_setting('watchpost.sealing', true), '') IS NULL)
    EXECUTE FUNCTION refuse_former_sealing()`,

  noteSince(`jsonb_build_object(${sinceFirstHead})`),
];
