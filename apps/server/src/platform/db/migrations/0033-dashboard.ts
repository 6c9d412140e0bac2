import { type Kysely, sql } from 'kysely';
import { dueStatements } from './0033-due-counts.ts';
import { blockMs, dayMs, type Figure, named, nil, quarterMs, raised, startOf, summed } from './0033-parts.ts';
import { secured } from './own-rows.ts';

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

const missedColumns = 'tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms';
/** Statement of plpgsql: what the rounds that were `inserted` have missed. */
export const noteMissed = `IF EXISTS (SELECT FROM inserted WHERE status_code = 1005) THEN
      INSERT INTO missed_checkpoints (${missedColumns}) SELECT * FROM missed_of(
        ARRAY(SELECT tenant_id FROM inserted WHERE status_code = 1005 ORDER BY id),
        ARRAY(SELECT id FROM inserted WHERE status_code = 1005 ORDER BY id));
    END IF;`;

// Rounds ------------------------------------------------------------------------------------------------------------

export const roundFigures: readonly Figure[] = [
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

export const addRounds = (relation: string, figures = roundFigures) => `
  INSERT INTO round_counts AS counts (tenant_id, guard_id, site_id, grain, bucket_ms, ${named(figures)})
  SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, ${summed(figures)}
  FROM ${relation} AS changed
  CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, site_id), (changed.guard_id, changed.site_id))
    AS subject (guard_id, site_id)
  CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, ${startOf('started_at_ms', dayMs)}),
    (2, ${startOf('started_at_ms', quarterMs)})) AS bucket (grain, at_ms)
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms) DO UPDATE SET ${raised(figures)}`;

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
    ${noteMissed}
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
export const missedBy = (row: string) =>
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

const statements = [...missedStatements, ...roundStatements, ...dueStatements];
