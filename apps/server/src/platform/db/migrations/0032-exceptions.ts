import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/**
 * Exceptions: rounds that somebody has to look into. Those of due rounds are opened by a trigger on the history of due
 * rounds, in the transaction that establishes the fact, because no path may forget it. They begin with this migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE files DROP CONSTRAINT files_purpose_check',
  `ALTER TABLE files ADD CONSTRAINT files_purpose_check
    CHECK (purpose IN ('profileImage', 'image', 'tenantLogo', 'siteLogo', 'floorPlan', 'evidence'))`,

  `CREATE TABLE exceptions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    version integer NOT NULL DEFAULT 1,
    kind text NOT NULL CHECK (kind IN ('missed', 'late', 'incomplete', 'flagged')),
    -- the due round of one missed or late, the round of one incomplete or flagged
    subject_id uuid NOT NULL,
    -- 1 low, 2 medium, 3 high, 4 critical
    severity smallint NOT NULL CHECK (severity BETWEEN 1 AND 4),
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'inHand', 'closed')),
    reasons text[] NOT NULL,
    site_id uuid NOT NULL,
    route_id uuid,
    -- as they were called then
    route_name text NOT NULL DEFAULT '',
    tour_id uuid,
    tour_name text NOT NULL DEFAULT '',
    -- who walked it, else the one who was to; null for several or any
    guard_id uuid,
    due_round_id uuid,
    round_id uuid,
    -- when the round was due, or begun where none was due
    happened_at_ms bigint NOT NULL,
    opened_at_ms bigint NOT NULL,
    -- when somebody first had it in hand
    taken_at_ms bigint,
    closed_at_ms bigint,
    -- when the round was walked or became complete after all
    made_good_at_ms bigint,
    owner_id uuid,
    outcome text,
    closing_reason text NOT NULL DEFAULT '',
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, kind, subject_id),
    CHECK ((status = 'closed') = (closed_at_ms IS NOT NULL)),
    CHECK ((status = 'closed') = (outcome IS NOT NULL)),
    CHECK (status <> 'closed' OR closing_reason <> ''),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites,
    FOREIGN KEY (tenant_id, owner_id) REFERENCES users ON DELETE SET NULL (owner_id)
  )`,
  'CREATE INDEX exceptions_by_time ON exceptions (tenant_id, happened_at_ms, id)',
  'CREATE INDEX exceptions_by_site ON exceptions (tenant_id, site_id, happened_at_ms, id)',
  'CREATE INDEX exceptions_by_kind ON exceptions (tenant_id, kind, happened_at_ms, id)',
  'CREATE INDEX exceptions_by_severity ON exceptions (tenant_id, severity, happened_at_ms, id)',
  'CREATE INDEX exceptions_by_opening ON exceptions (tenant_id, opened_at_ms, id)',
  'CREATE INDEX exceptions_by_owner ON exceptions (tenant_id, owner_id, happened_at_ms, id) WHERE owner_id IS NOT NULL',
  'CREATE INDEX exceptions_by_guard ON exceptions (tenant_id, guard_id, happened_at_ms, id) WHERE guard_id IS NOT NULL',
  'CREATE INDEX exceptions_by_route ON exceptions (tenant_id, route_id, happened_at_ms, id) WHERE route_id IS NOT NULL',
  // What waits is little, however much was closed before: every figure about it reads this alone.
  `CREATE INDEX exceptions_unsettled ON exceptions (tenant_id, happened_at_ms, id)
    INCLUDE (kind, severity, status, site_id, owner_id, opened_at_ms) WHERE status <> 'closed'`,
  `CREATE INDEX exceptions_by_closing ON exceptions (tenant_id, closed_at_ms, id)
    INCLUDE (kind, severity, site_id, opened_at_ms, taken_at_ms)`,
  ...secured('exceptions', 'SELECT, INSERT, UPDATE'),

  `CREATE TABLE exception_history (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    exception_id uuid NOT NULL,
    at_ms bigint NOT NULL,
    kind text NOT NULL,
    actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'system')),
    -- outlives the account; the name is as it was then
    actor_id uuid,
    actor_name text NOT NULL DEFAULT '',
    text text NOT NULL DEFAULT '',
    -- {owner, outcome, reasons, fileName}, each where it applies
    details jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions ON DELETE CASCADE
  )`,
  'CREATE INDEX exception_history_by_exception ON exception_history (tenant_id, exception_id, at_ms, id)',
  ...secured('exception_history', 'SELECT, INSERT'),

  `CREATE TABLE exception_files (
    tenant_id uuid NOT NULL,
    file_id uuid NOT NULL,
    exception_id uuid NOT NULL,
    added_by uuid,
    added_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant_id, file_id),
    FOREIGN KEY (tenant_id, file_id) REFERENCES files,
    FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions ON DELETE CASCADE
  )`,
  'CREATE INDEX exception_files_by_exception ON exception_files (tenant_id, exception_id, added_at_ms)',
  ...secured('exception_files', 'SELECT, INSERT'),

  // Items are locked in one order before any is changed, so that two servers wait for each other instead of failing.
  // A late item that nobody closed becomes the missed one; a closed one stays what it was, and another is opened.
  `CREATE FUNCTION raise_due_exceptions() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  BEGIN
    PERFORM FROM exceptions e JOIN noted n ON e.tenant_id = n.tenant_id AND e.subject_id = n.due_round_id
      WHERE e.kind IN ('missed', 'late') AND n.status IN ('missed', 'inProgress')
      ORDER BY e.tenant_id, e.id FOR NO KEY UPDATE OF e;

    WITH escalated AS (
      UPDATE exceptions e SET kind = 'missed', severity = 3, reasons = '{missed}', version = e.version + 1
      FROM noted n WHERE n.status = 'missed' AND e.tenant_id = n.tenant_id AND e.kind = 'late'
        AND e.subject_id = n.due_round_id AND e.status <> 'closed'
      RETURNING e.tenant_id, e.id)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
    SELECT tenant_id, gen_random_uuid(), id, now_ms, 'escalated', 'system', '{"reasons": ["missed"]}' FROM escalated;

    WITH fresh AS (
      SELECT d.tenant_id, d.id, d.site_id, d.route_id, d.route_name, d.tour_id, d.tour_name, d.guard_ids, d.due_at_ms,
        CASE n.status WHEN 'missed' THEN 'missed' ELSE 'late' END AS kind
      FROM noted n JOIN due_rounds d ON d.tenant_id = n.tenant_id AND d.id = n.due_round_id
      WHERE n.status IN ('missed', 'late') OR (n.status = 'inProgress' AND n.at_ms >= d.late_at_ms)
    ), opened AS (
      INSERT INTO exceptions AS e (tenant_id, id, kind, subject_id, severity, reasons, site_id, route_id, route_name,
        tour_id, tour_name, guard_id, due_round_id, happened_at_ms, opened_at_ms)
      SELECT f.tenant_id, gen_random_uuid(), f.kind, f.id, CASE f.kind WHEN 'missed' THEN 3 ELSE 1 END, ARRAY[f.kind],
        f.site_id, f.route_id, f.route_name, f.tour_id, f.tour_name,
        CASE WHEN cardinality(f.guard_ids) = 1 THEN f.guard_ids[1] END, f.id, f.due_at_ms, now_ms
      FROM fresh f WHERE NOT EXISTS (SELECT FROM exceptions known
        WHERE known.tenant_id = f.tenant_id AND known.kind = 'missed' AND known.subject_id = f.id)
      ORDER BY f.tenant_id, f.id
      ON CONFLICT DO NOTHING RETURNING e.tenant_id, e.id, e.reasons)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
    SELECT tenant_id, gen_random_uuid(), id, now_ms, 'opened', 'system', jsonb_build_object('reasons', reasons)
    FROM opened;

    WITH walked AS (
      UPDATE exceptions e SET made_good_at_ms = n.at_ms, round_id = d.round_id, version = e.version + 1,
        guard_id = coalesce((SELECT r.guard_id FROM rounds r WHERE r.tenant_id = d.tenant_id AND r.id = d.round_id),
          e.guard_id)
      FROM noted n JOIN due_rounds d ON d.tenant_id = n.tenant_id AND d.id = n.due_round_id
      WHERE n.status = 'inProgress' AND e.tenant_id = n.tenant_id AND e.kind IN ('missed', 'late')
        AND e.subject_id = n.due_round_id AND e.made_good_at_ms IS NULL
      RETURNING e.tenant_id, e.id)
    INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind)
    SELECT tenant_id, gen_random_uuid(), id, now_ms + 1, 'madeGood', 'system' FROM walked;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER due_round_history_noted AFTER INSERT ON due_round_history
    REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION raise_due_exceptions()`,
];
