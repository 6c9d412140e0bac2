import { type Kysely, sql } from 'kysely';

/**
 * Triggers that look for rows beside those of a statement name the tenant in a variable. A connection keeps a plan for all
 * tenants; without the variable it was made for the one of the first statement, and if that one had hardly any rows, it read
 * all rows of the next tenant, each time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Runs `body` for each tenant of what a statement changed, as `own`. */
const forEachTenant = (relation: string, body: string) => `
    FOR own IN SELECT DISTINCT tenant_id FROM ${relation} ORDER BY tenant_id LOOP
      ${body}
    END LOOP;`;

const deleteMissed = (relation: string, condition: string) => `
      DELETE FROM missed_checkpoints AS m USING ${relation} AS changed
        WHERE m.tenant_id = own AND changed.tenant_id = own AND ${condition};`;

// Items are locked in one order before any is changed, so that two servers wait for each other instead of failing.
// A late item that nobody closed becomes the missed one; a closed one stays what it was, and another is opened.
const raiseExceptions = `
      PERFORM FROM exceptions e JOIN noted n ON e.subject_id = n.due_round_id
        WHERE e.tenant_id = own AND n.tenant_id = own AND e.kind IN ('missed', 'late') AND n.status IN ('missed', 'inProgress')
        ORDER BY e.id FOR NO KEY UPDATE OF e;

      WITH escalated AS (
        UPDATE exceptions e SET kind = 'missed', severity = 3, reasons = '{missed}', version = e.version + 1
        FROM noted n WHERE e.tenant_id = own AND n.tenant_id = own AND n.status = 'missed' AND e.kind = 'late'
          AND e.subject_id = n.due_round_id AND e.status <> 'closed'
        RETURNING e.id)
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
      SELECT own, gen_random_uuid(), id, now_ms, 'escalated', 'system', '{"reasons": ["missed"]}' FROM escalated;

      WITH fresh AS (
        SELECT d.id, d.site_id, d.route_id, d.route_name, d.tour_id, d.tour_name, d.guard_ids, d.due_at_ms,
          CASE n.status WHEN 'missed' THEN 'missed' ELSE 'late' END AS kind
        FROM noted n JOIN due_rounds d ON d.id = n.due_round_id
        WHERE n.tenant_id = own AND d.tenant_id = own
          AND (n.status IN ('missed', 'late') OR (n.status = 'inProgress' AND n.at_ms >= d.late_at_ms))
      ), opened AS (
        INSERT INTO exceptions AS e (tenant_id, id, kind, subject_id, severity, reasons, site_id, route_id, route_name,
          tour_id, tour_name, guard_id, due_round_id, happened_at_ms, opened_at_ms)
        SELECT own, gen_random_uuid(), f.kind, f.id, CASE f.kind WHEN 'missed' THEN 3 ELSE 1 END, ARRAY[f.kind],
          f.site_id, f.route_id, f.route_name, f.tour_id, f.tour_name,
          CASE WHEN cardinality(f.guard_ids) = 1 THEN f.guard_ids[1] END, f.id, f.due_at_ms, now_ms
        FROM fresh f WHERE NOT EXISTS (SELECT FROM exceptions known
          WHERE known.tenant_id = own AND known.kind = 'missed' AND known.subject_id = f.id)
        ORDER BY f.id
        ON CONFLICT DO NOTHING RETURNING e.id, e.reasons)
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
      SELECT own, gen_random_uuid(), id, now_ms, 'opened', 'system', jsonb_build_object('reasons', reasons) FROM opened;

      WITH walked AS (
        UPDATE exceptions e SET made_good_at_ms = n.at_ms, round_id = d.round_id, version = e.version + 1,
          guard_id = coalesce((SELECT r.guard_id FROM rounds r WHERE r.tenant_id = own AND r.id = d.round_id), e.guard_id)
        FROM noted n JOIN due_rounds d ON d.id = n.due_round_id
        WHERE e.tenant_id = own AND n.tenant_id = own AND d.tenant_id = own AND n.status = 'inProgress'
          AND e.kind IN ('missed', 'late') AND e.subject_id = n.due_round_id AND e.made_good_at_ms IS NULL
        RETURNING e.id)
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind)
      SELECT own, gen_random_uuid(), id, now_ms + 1, 'madeGood', 'system' FROM walked;`;

const signalExceptions = `
      PERFORM pg_notify('watchpost_exceptions', own || ' ' ||
        CASE WHEN count(*) > 100 THEN '*' ELSE string_agg(site_id::text, ',' ORDER BY site_id) END)
      FROM (SELECT DISTINCT e.site_id FROM added a JOIN exceptions e ON e.id = a.exception_id
        WHERE e.tenant_id = own AND a.tenant_id = own) AS sites HAVING count(*) > 0;`;

/** Joins by key alone. */
const byKey = 'SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off';

const trigger = (name: string, relation: string, body: string, variables = '') => `
  CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql ${byKey} AS $$
  DECLARE
    own uuid;${variables}
  BEGIN${forEachTenant(relation, body)}
    RETURN NULL;
  END $$`;

const statements = [
  trigger(
    'find_scanned',
    'inserted',
    deleteMissed('inserted', 'm.round_id = changed.round_id AND m.checkpoint_id = changed.checkpoint_id'),
  ),
  trigger(
    'raise_due_exceptions',
    'noted',
    raiseExceptions,
    `
    now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);`,
  ),
  trigger('signal_noted_exceptions', 'added', signalExceptions),
  // Its other statements add up by key.
  `DO $$ BEGIN
    EXECUTE replace(replace(pg_get_functiondef('count_deleted_rounds'::regproc),
      'DELETE FROM missed_checkpoints AS m USING deleted AS d WHERE m.tenant_id = d.tenant_id AND m.round_id = d.id;',
      '${forEachTenant('deleted', deleteMissed('deleted', 'm.round_id = changed.id'))}'),
      'DECLARE change record;', 'DECLARE change record; own uuid;');
  END $$`,
];
