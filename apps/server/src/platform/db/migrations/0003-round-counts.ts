import { type Kysely, sql } from 'kysely';

/**
 * Counts of rounds kept by trigger in the transaction that changes the rows, so that a total never needs them
 * (REP-11). A count belongs to a subject and a bucket of start times:
 *   subjects: everything (both ids nil), a site (guard nil), a guard at a site
 *   grains: 0 all time, 1 a UTC day, 2 a quarter of an hour (every zone's midnight falls on one)
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const nil = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** Adds signed rows of a relation (columns of rounds and `sign`) to the counts, always in the same lock order. */
const addCounts = (relation: string) => `
  INSERT INTO round_counts AS counts
    (tenant_id, guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed, checkpoints)
  SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms,
    sum(sign),
    coalesce(sum(sign) FILTER (WHERE status_code = 1001), 0),
    coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
    coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0),
    sum(sign * total_check_points)
  FROM ${relation} AS changed
  CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, site_id), (changed.guard_id, changed.site_id))
    AS subject (guard_id, site_id)
  CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, started_at_ms - started_at_ms % 86400000),
    (2, started_at_ms - started_at_ms % 900000)) AS bucket (grain, at_ms)
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms) DO UPDATE SET
    rounds = counts.rounds + excluded.rounds,
    in_progress = counts.in_progress + excluded.in_progress,
    incompleted = counts.incompleted + excluded.incompleted,
    completed = counts.completed + excluded.completed,
    checkpoints = counts.checkpoints + excluded.checkpoints`;

const counted = 'tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points';
const row = (name: string) =>
  counted
    .split(', ')
    .map((column) => `${name}.${column}`)
    .join(', ');

const statements = [
  `CREATE TABLE round_counts (
    tenant_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    site_id uuid NOT NULL,
    grain smallint NOT NULL,
    bucket_ms bigint NOT NULL,
    rounds bigint NOT NULL,
    in_progress bigint NOT NULL,
    incompleted bigint NOT NULL,
    completed bigint NOT NULL,
    checkpoints bigint NOT NULL,
    PRIMARY KEY (tenant_id, guard_id, site_id, grain, bucket_ms)
  ) WITH (fillfactor = 80)`,

  `CREATE FUNCTION count_inserted_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addCounts(`(SELECT ${counted}, 1 AS sign FROM inserted)`)};
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER rounds_inserted AFTER INSERT ON rounds
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_rounds()`,

  `CREATE FUNCTION count_deleted_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addCounts(`(SELECT ${counted}, -1 AS sign FROM deleted)`)};
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER rounds_deleted AFTER DELETE ON rounds
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_rounds()`,

  `CREATE FUNCTION count_updated_round() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addCounts(`(SELECT ${row('OLD')}, -1 AS sign UNION ALL SELECT ${row('NEW')}, 1)`)};
    RETURN NULL;
  END $$`,
  // Most updates only raise scanned_check_points and count nothing new.
  `CREATE TRIGGER round_updated AFTER UPDATE ON rounds FOR EACH ROW
    WHEN ((${row('OLD')}) IS DISTINCT FROM (${row('NEW')})) EXECUTE FUNCTION count_updated_round()`,
];
