import { type Kysely, sql } from 'kysely';

/**
 * What the dashboard adds up (DASH-02), kept by trigger in the transaction that changes the rows, as round_counts is:
 * what was planned and scanned in ended rounds, checkpoints that were missed, and what became of due rounds. Besides
 * the grains of round_counts there is 3, a block of 14 days.
 *
 * Locks come in one order, so that no two transactions wait for each other: the tenant's all-time counter of rounds is
 * taken before any counter of missed checkpoints, the tenant's all-time counter of due rounds before any other of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const nil = `'00000000-0000-0000-0000-000000000000'::uuid`;
const dayMs = 86_400_000;
const quarterMs = 900_000;
const blockMs = 14 * dayMs;
const startOf = (column: string, length: number) => `${column} - ${column} % ${length}`;

const secured = (table: string, rights: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  `GRANT ${rights} ON ${table} TO watchpost_app`,
];

const missedColumns = 'tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms';

// Rounds ------------------------------------------------------------------------------------------------------------

const roundFigures: readonly (readonly [name: string, sum: string])[] = [
  ['rounds', 'sum(sign)'],
  ['in_progress', 'coalesce(sum(sign) FILTER (WHERE status_code = 1001), 0)'],
  ['incompleted', 'coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0)'],
  ['completed', 'coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0)'],
  ['checkpoints', 'sum(sign * total_check_points)'],
  ['planned_incompleted', 'coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1005), 0)'],
  ['planned_completed', 'coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1010), 0)'],
  // Of rounds under way it is not kept: every single scan would wait for the tenant's counters.
  ['scanned_ended', 'coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)'],
];

const raised = (figures: readonly (readonly [string, string])[]) =>
  figures.map(([name]) => `${name} = counts.${name} + excluded.${name}`).join(', ');
const named = (figures: readonly (readonly [string, string])[]) => figures.map(([name]) => name).join(', ');
const summed = (figures: readonly (readonly [string, string])[]) => figures.map(([, sum]) => sum).join(', ');

const addRounds = (relation: string) => `
  INSERT INTO round_counts AS counts (tenant_id, guard_id, site_id, grain, bucket_ms, ${named(roundFigures)})
  SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, ${summed(roundFigures)}
  FROM ${relation} AS changed
  CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, site_id), (changed.guard_id, changed.site_id))
    AS subject (guard_id, site_id)
  CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, ${startOf('started_at_ms', dayMs)}),
    (2, ${startOf('started_at_ms', quarterMs)})) AS bucket (grain, at_ms)
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms) DO UPDATE SET ${raised(roundFigures)}`;

const counted = [
  'tenant_id',
  'site_id',
  'guard_id',
  'started_at_ms',
  'status_code',
  'total_check_points',
  'scanned_check_points',
];
const columnsOf = (row: string) => counted.map((column) => `${row}.${column}`).join(', ');
/** What changes a counter: scans of a round under way do not. */
const countedNow = (row: string) =>
  columnsOf(row).replace(
    `${row}.scanned_check_points`,
    `CASE WHEN ${row}.status_code = 1001 THEN 0 ELSE ${row}.scanned_check_points END`,
  );

const roundStatements = [
  `ALTER TABLE round_counts
    ADD COLUMN planned_incompleted bigint NOT NULL DEFAULT 0,
    ADD COLUMN planned_completed bigint NOT NULL DEFAULT 0,
    ADD COLUMN scanned_ended bigint NOT NULL DEFAULT 0`,
  'TRUNCATE round_counts',
  addRounds(`(SELECT ${counted.join(', ')}, 1 AS sign FROM rounds)`),

  `CREATE OR REPLACE FUNCTION count_inserted_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addRounds(`(SELECT ${counted.join(', ')}, 1 AS sign FROM inserted)`)};
    IF EXISTS (SELECT FROM inserted WHERE status_code = 1005) THEN
      INSERT INTO missed_checkpoints (${missedColumns}) SELECT * FROM missed_of(
        ARRAY(SELECT tenant_id FROM inserted WHERE status_code = 1005 ORDER BY id),
        ARRAY(SELECT id FROM inserted WHERE status_code = 1005 ORDER BY id));
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE FUNCTION count_deleted_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addRounds(`(SELECT ${counted.join(', ')}, -1 AS sign FROM deleted)`)};
    DELETE FROM missed_checkpoints AS m USING deleted AS d WHERE m.tenant_id = d.tenant_id AND m.round_id = d.id;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE FUNCTION count_updated_round() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addRounds(`(SELECT ${columnsOf('OLD')}, -1 AS sign UNION ALL SELECT ${columnsOf('NEW')}, 1)`)};
    RETURN NULL;
  END $$`,
  'DROP TRIGGER round_updated ON rounds',
  `CREATE TRIGGER round_updated AFTER UPDATE ON rounds FOR EACH ROW
    WHEN ((${countedNow('OLD')}) IS DISTINCT FROM (${countedNow('NEW')})) EXECUTE FUNCTION count_updated_round()`,
];

// Missed checkpoints ------------------------------------------------------------------------------------------------

const addMissed = (relation: string, sign: number) => `
  INSERT INTO missed_counts AS counts (tenant_id, grain, bucket_ms, site_id, checkpoint_id, missed)
  SELECT changed.tenant_id, bucket.grain, bucket.at_ms, changed.site_id, changed.checkpoint_id, ${sign} * count(*)
  FROM ${relation} AS changed
  CROSS JOIN LATERAL (VALUES (1, ${startOf('started_at_ms', dayMs)}), (3, ${startOf('started_at_ms', blockMs)}))
    AS bucket (grain, at_ms)
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, grain, bucket_ms, site_id, checkpoint_id) DO UPDATE SET
    missed = counts.missed + excluded.missed`;

const countMissed = (name: string, relation: string, sign: number) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM ${relation}) THEN
      PERFORM FROM round_counts WHERE tenant_id IN (SELECT DISTINCT tenant_id FROM ${relation})
        AND guard_id = ${nil} AND site_id = ${nil} AND grain = 0 AND bucket_ms = 0 ORDER BY tenant_id FOR UPDATE;
      ${addMissed(relation, sign)};
    END IF;
    RETURN NULL;
  END $$`;

/** Looked up by key whatever size the first batch of a connection has: one plan serves all. */
const byKey = 'SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off';

const missed = (rounds: string) => `
  SELECT r.tenant_id, r.id, planned.id, r.site_id, r.guard_id, r.started_at_ms
  FROM ${rounds} JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  CROSS JOIN LATERAL (SELECT DISTINCT (point ->> 'checkpointId')::uuid AS id
    FROM jsonb_array_elements(v.checkpoints) AS point) AS planned
  WHERE r.status_code = 1005 AND NOT EXISTS (SELECT FROM scans AS s
    WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.checkpoint_id = planned.id)`;

/** What decides which checkpoints a round has missed, besides its scans. */
const missedBy = (row: string) =>
  ['tenant_id', 'id', 'site_id', 'guard_id', 'started_at_ms', 'route_version_id']
    .map((column) => `${row}.${column}`)
    .join(', ');

const missedStatements = [
  // Planned checkpoints without a scan, of rounds that ended as incompleted.
  `CREATE TABLE missed_checkpoints (
    tenant_id uuid NOT NULL,
    round_id uuid NOT NULL,
    checkpoint_id uuid NOT NULL,
    site_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    started_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant_id, round_id, checkpoint_id)
  )`,
  `CREATE TABLE missed_counts (
    tenant_id uuid NOT NULL,
    grain smallint NOT NULL,
    bucket_ms bigint NOT NULL,
    site_id uuid NOT NULL,
    checkpoint_id uuid NOT NULL,
    missed bigint NOT NULL,
    PRIMARY KEY (tenant_id, grain, bucket_ms, site_id, checkpoint_id)
  ) WITH (fillfactor = 80)`,
  ...secured('missed_checkpoints', 'SELECT, INSERT, DELETE'),
  ...secured('missed_counts', 'SELECT, INSERT, UPDATE'),

  `CREATE FUNCTION missed_of(tenant_ids uuid[], round_ids uuid[])
  RETURNS SETOF missed_checkpoints STABLE LANGUAGE sql ${byKey} AS $$
    ${missed('unnest(tenant_ids, round_ids) AS asked (tenant_id, id) JOIN rounds AS r USING (tenant_id, id)')}
  $$`,
  `INSERT INTO missed_checkpoints (${missedColumns}) ${missed('rounds AS r')}`,
  addMissed('missed_checkpoints', 1),
  `CREATE INDEX missed_checkpoints_by_checkpoint
    ON missed_checkpoints (tenant_id, checkpoint_id, started_at_ms, round_id)`,
  'CREATE INDEX missed_checkpoints_by_start ON missed_checkpoints (tenant_id, started_at_ms)',

  countMissed('count_missed', 'inserted', 1),
  countMissed('count_found', 'deleted', -1),
  `CREATE TRIGGER missed_inserted AFTER INSERT ON missed_checkpoints
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_missed()`,
  `CREATE TRIGGER missed_deleted AFTER DELETE ON missed_checkpoints
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_found()`,

  `CREATE FUNCTION find_missed_anew() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.status_code = 1005 THEN
      DELETE FROM missed_checkpoints WHERE tenant_id = OLD.tenant_id AND round_id = OLD.id;
    END IF;
    IF NEW.status_code = 1005 THEN
      INSERT INTO missed_checkpoints (${missedColumns}) SELECT * FROM missed_of(ARRAY[NEW.tenant_id], ARRAY[NEW.id]);
    END IF;
    RETURN NULL;
  END $$`,
  // After round_updated, in the order of their names, which takes the tenant's counter first.
  `CREATE TRIGGER round_updated_missed AFTER UPDATE ON rounds FOR EACH ROW
    WHEN ((OLD.status_code = 1005 OR NEW.status_code = 1005) AND
      (${missedBy('OLD')}, OLD.status_code = 1005) IS DISTINCT FROM (${missedBy('NEW')}, NEW.status_code = 1005))
    EXECUTE FUNCTION find_missed_anew()`,

  // Scans come before what they make of their round, or long after it has ended.
  `CREATE FUNCTION find_scanned() RETURNS trigger LANGUAGE plpgsql ${byKey} AS $$
  BEGIN
    DELETE FROM missed_checkpoints AS m USING inserted AS s
      WHERE m.tenant_id = s.tenant_id AND m.round_id = s.round_id AND m.checkpoint_id = s.checkpoint_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER scans_inserted AFTER INSERT ON scans
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION find_scanned()`,
];

// Due rounds --------------------------------------------------------------------------------------------------------

const outcomes = {
  on_time: 'onTime',
  done_late: 'doneLate',
  incomplete: 'incomplete',
  missed: 'missed',
  excused: 'excused',
  under_way: 'underWay',
};
const dueFigures = Object.entries(outcomes).map(
  ([name, outcome]) => [name, `coalesce(sum(sign) FILTER (WHERE outcome = '${outcome}'), 0)`] as const,
);

const addDue = (relation: string) => `
  INSERT INTO due_counts AS counts (tenant_id, guard_id, site_id, grain, bucket_ms, ${named(dueFigures)})
  SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, ${summed(dueFigures)}
  FROM ${relation} AS changed
  CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, changed.site_id)
    UNION ALL SELECT DISTINCT whose, changed.site_id
    FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose)
    AS subject (guard_id, site_id)
  CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, ${startOf('due_at_ms', dayMs)}),
    (2, ${startOf('due_at_ms', quarterMs)}), (3, ${startOf('due_at_ms', blockMs)})) AS bucket (grain, at_ms)
  WHERE outcome <> 'waiting' AND (bucket.grain <> 0 OR subject.site_id = ${nil})
  GROUP BY 1, 2, 3, 4, 5
  HAVING (${summed(dueFigures)}) <> (${dueFigures.map(() => '0').join(', ')})
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms) DO UPDATE SET ${raised(dueFigures)}`;

const dueColumns = 'tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome';

const countDue = (name: string, relation: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addDue(relation)};
    RETURN NULL;
  END $$`;

const dueStatements = [
  `ALTER TABLE due_rounds
    -- who began it and when, as its round says
    ADD COLUMN begun_by uuid,
    ADD COLUMN begun_at_ms bigint`,
  `UPDATE due_rounds AS d SET begun_by = r.guard_id, begun_at_ms = r.started_at_ms
    FROM rounds AS r WHERE r.tenant_id = d.tenant_id AND r.id = d.round_id`,
  // dueOutcomeOf in the domain
  `ALTER TABLE due_rounds ADD COLUMN outcome text GENERATED ALWAYS AS (CASE status
    WHEN 'completed' THEN CASE WHEN begun_at_ms < late_at_ms THEN 'onTime' ELSE 'doneLate' END
    WHEN 'incompleted' THEN 'incomplete' WHEN 'inProgress' THEN 'underWay'
    WHEN 'missed' THEN 'missed' WHEN 'excused' THEN 'excused' ELSE 'waiting' END) STORED`,
  `CREATE TABLE due_counts (
    tenant_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    site_id uuid NOT NULL,
    grain smallint NOT NULL,
    bucket_ms bigint NOT NULL,
    ${dueFigures.map(([name]) => `${name} bigint NOT NULL`).join(', ')},
    PRIMARY KEY (tenant_id, guard_id, site_id, grain, bucket_ms)
  ) WITH (fillfactor = 80)`,
  // Of all guards at once.
  `CREATE INDEX due_counts_of_guards ON due_counts (tenant_id, grain, bucket_ms) WHERE guard_id <> ${nil}`,
  ...secured('due_counts', 'SELECT, INSERT, UPDATE'),
  addDue(`(SELECT ${dueColumns}, 1 AS sign FROM due_rounds)`),

  `CREATE FUNCTION note_begun() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.begun_by := NULL;
    NEW.begun_at_ms := NULL;
    SELECT guard_id, started_at_ms INTO NEW.begun_by, NEW.begun_at_ms
      FROM rounds WHERE tenant_id = NEW.tenant_id AND id = NEW.round_id;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER due_round_made BEFORE INSERT ON due_rounds FOR EACH ROW
    WHEN (NEW.round_id IS NOT NULL) EXECUTE FUNCTION note_begun()`,
  `CREATE TRIGGER due_round_begun BEFORE UPDATE OF round_id ON due_rounds FOR EACH ROW
    EXECUTE FUNCTION note_begun()`,
  `CREATE FUNCTION note_begun_anew() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE due_rounds SET round_id = round_id WHERE tenant_id = NEW.tenant_id AND round_id = NEW.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER round_updated_due AFTER UPDATE ON rounds FOR EACH ROW
    WHEN ((OLD.guard_id, OLD.started_at_ms) IS DISTINCT FROM (NEW.guard_id, NEW.started_at_ms))
    EXECUTE FUNCTION note_begun_anew()`,

  countDue('count_made_due', `(SELECT ${dueColumns}, 1 AS sign FROM inserted)`),
  countDue('count_deleted_due', `(SELECT ${dueColumns}, -1 AS sign FROM deleted)`),
  countDue(
    'count_changed_due',
    `(SELECT ${dueColumns}, -1 AS sign FROM before UNION ALL SELECT ${dueColumns}, 1 FROM after)`,
  ),
  `CREATE TRIGGER due_rounds_inserted AFTER INSERT ON due_rounds
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_made_due()`,
  `CREATE TRIGGER due_rounds_deleted AFTER DELETE ON due_rounds
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_due()`,
  `CREATE TRIGGER due_rounds_updated AFTER UPDATE ON due_rounds
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_changed_due()`,
];

// Incidents ---------------------------------------------------------------------------------------------------------

const firstStep = (status: string) => `(SELECT min(at) FROM incident_history AS h
  WHERE h.tenant_id = i.tenant_id AND h.incident_id = i.id AND h.kind = 'status' AND h.to_status = '${status}')`;

const incidentStatements = [
  `ALTER TABLE incidents ADD COLUMN attended_at timestamptz, ADD COLUMN closed_at timestamptz`,
  `UPDATE incidents AS i SET attended_at = ${firstStep('Attended')}, closed_at = ${firstStep('Closed')}
    WHERE status <> 'New'`,
  // Whoever writes an incident's history, at the console, in the field or for a demonstration.
  `CREATE FUNCTION note_incident_step() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE incidents SET
      attended_at = CASE WHEN NEW.to_status = 'Attended' THEN coalesce(attended_at, NEW.at) ELSE attended_at END,
      closed_at = CASE WHEN NEW.to_status = 'Closed' THEN coalesce(closed_at, NEW.at) ELSE closed_at END
    WHERE tenant_id = NEW.tenant_id AND id = NEW.incident_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER incident_step AFTER INSERT ON incident_history FOR EACH ROW
    WHEN (NEW.kind = 'status' AND NEW.to_status IN ('Attended', 'Closed')) EXECUTE FUNCTION note_incident_step()`,
];

const statements = [...missedStatements, ...roundStatements, ...dueStatements, ...incidentStatements];
