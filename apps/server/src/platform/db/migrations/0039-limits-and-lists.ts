import { type Kysely, sql } from 'kysely';
import { dayMs, nil, startOf } from './0033-parts.ts';
import { secured } from './own-rows.ts';

/**
 * The limit by which a forgotten logout was closed, and what keeps long lists exact and quick: counters of exceptions, and
 * due rounds by what became of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const dutyStatements = [
  'ALTER TABLE duty_sessions ADD COLUMN limit_hours smallint',
  // Until now it was the same for everybody.
  'UPDATE duty_sessions SET limit_hours = 16 WHERE system_closed_at_ms IS NOT NULL OR is_closed_by_system',
];

const dueStatements = [
  // What became of them is settled for nearly all, so that those of one day and outcome are found without the others.
  'CREATE INDEX due_rounds_by_outcome ON due_rounds (tenant_id, outcome, due_at_ms, id)',
  'DROP INDEX due_rounds_open',
  `CREATE INDEX due_rounds_open ON due_rounds (tenant_id, due_at_ms, id)
    INCLUDE (status, site_id, late_at_ms, missed_at_ms) WHERE status IN ('due', 'late')`,
];

const figures = 'kind, severity, status, is_owned';
const signed = (relation: string, sign: number) =>
  `SELECT tenant_id, site_id, kind, severity, status, owner_id IS NOT NULL AS is_owned, happened_at_ms, ${sign} AS sign
    FROM ${relation}`;

const addUp = (relation: string) => `
  INSERT INTO exception_counts AS counts (tenant_id, site_id, grain, bucket_ms, ${figures}, items)
  SELECT tenant_id, subject.site_id, bucket.grain, bucket.at_ms, ${figures}, sum(sign)
  FROM (${relation}) AS changed CROSS JOIN LATERAL (VALUES (${nil}), (changed.site_id)) AS subject (site_id)
  CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, ${startOf('happened_at_ms', dayMs)})) AS bucket (grain, at_ms)
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(sign) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (tenant_id, site_id, grain, bucket_ms, ${figures})
    DO UPDATE SET items = counts.items + excluded.items`;

const counting = (name: string, relation: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addUp(relation)};
    RETURN NULL;
  END $$`;

const exceptionStatements = [
  // Rounds that came earlier may have no exceptions: there were none, or they were made by other rules.
  'ALTER TABLE tenants ADD COLUMN exceptions_from_ms bigint NOT NULL DEFAULT 0',
  'UPDATE tenants SET exceptions_from_ms = extract(epoch FROM now()) * 1000',

  `CREATE TABLE exception_counts (
    tenant_id uuid NOT NULL,
    -- nil for all sites at once
    site_id uuid NOT NULL,
    -- 0 all time, 1 a day of UTC, by when it happened
    grain smallint NOT NULL,
    bucket_ms bigint NOT NULL,
    kind text NOT NULL,
    severity smallint NOT NULL,
    status text NOT NULL,
    is_owned boolean NOT NULL,
    items bigint NOT NULL,
    PRIMARY KEY (tenant_id, site_id, grain, bucket_ms, ${figures})
  ) WITH (fillfactor = 80)`,
  ...secured('exception_counts', 'SELECT, INSERT, UPDATE'),
  addUp(signed('exceptions', 1)),
  counting('count_opened_exceptions', signed('inserted', 1)),
  counting('count_deleted_exceptions', signed('deleted', -1)),
  counting('count_changed_exceptions', `${signed('before', -1)} UNION ALL ${signed('after', 1)}`),
  `CREATE TRIGGER exceptions_inserted AFTER INSERT ON exceptions
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_opened_exceptions()`,
  `CREATE TRIGGER exceptions_deleted AFTER DELETE ON exceptions
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_exceptions()`,
  `CREATE TRIGGER exceptions_updated AFTER UPDATE ON exceptions
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_changed_exceptions()`,
  // How many are young is counted by what is within the limits of age, which is little; the others are older.
  `CREATE INDEX exceptions_by_age ON exceptions (tenant_id, severity, opened_at_ms)
    INCLUDE (kind, status, site_id, owner_id) WHERE status <> 'closed'`,

  // A session keeps the plan that it made while the tables were empty or unknown, and would read them whole ever after.
  `ALTER FUNCTION raise_due_exceptions() SET enable_seqscan = off`,
  `ALTER FUNCTION raise_due_exceptions() SET enable_hashjoin = off`,
  `ALTER FUNCTION raise_due_exceptions() SET enable_mergejoin = off`,
];

const statements = [...dutyStatements, ...dueStatements, ...exceptionStatements];
