import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Versions of rows that change, what was refused, and what was doubted of starts and ends: all of it for the log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const tenants = `nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL`;

const noted = (
  table: string,
) => `CREATE TRIGGER log_added AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT WHEN (${tenants}) EXECUTE FUNCTION note_for_log()`;

interface Kept {
  readonly table: string;
  /** Columns that name a row for good, without the tenant. */
  readonly key: readonly string[];
  /** Columns that follow from others. */
  readonly left: readonly string[];
  readonly isChanged: boolean;
}

const kept: readonly Kept[] = [
  { table: 'incidents', key: ['id'], left: ['search_text', 'search_grams'], isChanged: true },
  { table: 'sos_calls', key: ['id'], left: [], isChanged: true },
  { table: 'sos_history', key: ['sos_id', 'kind'], left: [], isChanged: false },
  { table: 'sos_positions', key: ['sos_id', 'id'], left: [], isChanged: false },
];

const calling = ({ key, left }: Pick<Kept, 'key' | 'left'>) =>
  `EXECUTE FUNCTION keep_version('${key.join(' ')}', '${left.join(' ')}')`;

const versioned = (one: Kept) => [
  `CREATE TRIGGER version_added AFTER INSERT ON ${one.table} FOR EACH ROW WHEN (${tenants}) ${calling(one)}`,
  ...(one.isChanged
    ? [
        `CREATE TRIGGER version_changed AFTER UPDATE ON ${one.table} FOR EACH ROW
          WHEN (${tenants} AND OLD.* IS DISTINCT FROM NEW.*) ${calling(one)}`,
      ]
    : []),
];

/** A tenant that has a log already begins with the rows as they are now. */
const begun = ({ table, key, left }: Kept, condition = 'true') => `WITH begun AS (
    INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT tenant_id, '${table}', concat_ws(' ', ${key.join(', ')}),
      to_jsonb(t) - '{tenant_id${left.map((name) => `,${name}`).join('')}}'::text[]
    FROM ${table} t WHERE ${condition} AND EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = t.tenant_id)
    RETURNING tenant_id, id)
  INSERT INTO log_pending (tenant_id, source, ids)
  SELECT tenant_id, 'record_versions', array_agg(id) FROM begun GROUP BY tenant_id`;

const duties: Kept = { table: 'duty_sessions', key: ['id'], left: ['at_ms'], isChanged: true };
const isOfSystem = (row: string) => `${row}is_closed_by_system OR ${row}system_closed_at_ms IS NOT NULL`;

const statements = [
  // Doubts about the signature; null for events of before they were kept.
  'ALTER TABLE field_events ADD COLUMN flags text[]',

  // Each state that a row was in. The row itself may change; this says what it was.
  `CREATE TABLE record_versions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    -- in the order of writing
    no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    source text NOT NULL,
    record_key text NOT NULL,
    at_ms bigint NOT NULL DEFAULT floor(extract(epoch FROM clock_timestamp()) * 1000),
    -- by column, times in UTC
    row jsonb NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
  'CREATE INDEX record_versions_by_record ON record_versions (tenant_id, source, record_key, no)',
  ...secured('record_versions', 'SELECT, INSERT'),
  noted('record_versions'),
  `CREATE FUNCTION keep_version() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' AS $$
  DECLARE
    told jsonb := to_jsonb(NEW);
  BEGIN
    INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT NEW.tenant_id, TG_TABLE_NAME, string_agg(told ->> name, ' ' ORDER BY place),
      told - 'tenant_id' - string_to_array(TG_ARGV[1], ' ')
    FROM unnest(string_to_array(TG_ARGV[0], ' ')) WITH ORDINALITY AS key (name, place);
    RETURN NULL;
  END $$`,
  ...kept.flatMap(versioned),
  // What events tell of a duty is not kept twice, and their path costs nothing more: only what the system did.
  `CREATE TRIGGER version_changed AFTER UPDATE ON duty_sessions FOR EACH ROW
    WHEN (${tenants} AND OLD.* IS DISTINCT FROM NEW.* AND (${isOfSystem('OLD.')} OR ${isOfSystem('NEW.')}))
    ${calling(duties)}`,

  // Events that were refused bear numbers of their phone's chain all the same.
  `CREATE TABLE refused_events (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    guard_id uuid NOT NULL,
    device_id uuid NOT NULL,
    code text NOT NULL,
    -- the event as it was sent, without its proof; canonical JSON
    body text NOT NULL,
    received_at_ms bigint NOT NULL,
    clock_skew_ms bigint NOT NULL,
    proof_key bytea NOT NULL,
    proof_seq integer NOT NULL,
    proof_previous bytea NOT NULL,
    proof_signature bytea NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, proof_key, proof_seq),
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards
  )`,
  ...secured('refused_events', 'SELECT, INSERT'),
  noted('refused_events'),

  `SELECT set_config('timezone', 'UTC', true)`,
  ...kept.map((one) => begun(one)),
  begun(duties, isOfSystem('')),
];
