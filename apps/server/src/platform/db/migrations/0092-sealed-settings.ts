import { type Kysely, sql } from 'kysely';
import { noteSince } from './0076-log-notes.ts';

/** What rounds are judged by is sealed from now on, each state of it, who may see what included (TRUTH-06). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

interface Versioned {
  readonly table: string;
  /** Columns that name a row for good, without the tenant. */
  readonly key: readonly string[];
  /** Of which columns a version is made: these alone, or all but these. */
  readonly mode: 'only' | 'without';
  readonly columns: readonly string[];
}

const all = (table: string, key: readonly string[], columns: readonly string[] = []): Versioned => ({
  table,
  key,
  mode: 'without',
  columns,
});

/** As in versioned-tables.ts. */
const versioned: readonly Versioned[] = [
  all('trust_settings', ['version']),
  all('tenant_settings', ['tenant_id']),
  all('tenant_config', ['config_key']),
  all('sub_admins', ['user_id']),
  { table: 'users', key: ['id'], mode: 'only', columns: ['id', 'role', 'activated'] },
  all('sites', ['id'], ['address', 'contact_name', 'contact_phone', 'logo_file_id']),
  all('shifts', ['id']),
  all('checkpoints', ['id']),
  all('qr_codes', ['id'], ['typed']),
  all('checkpoint_screens', ['id'], ['pairing_hash', 'pairing_ends_at_ms', 'secret', 'seen_at_ms']),
  all('patrol_tours', ['id'], ['draw_key', 'made_plan', 'made_until_ms']),
  all('tour_guards', ['tour_id', 'guard_id']),
  all('site_holidays', ['site_id', 'day']),
];

const relations = {
  INSERT: ['added', 'NEW TABLE AS after'],
  UPDATE: ['changed', 'OLD TABLE AS before NEW TABLE AS after'],
  DELETE: ['deleted', 'OLD TABLE AS before'],
} as const;

/** Fires for every role: settings change rarely, and operators' commands write as the owner. */
const triggersOf = ({ table, key, mode, columns }: Versioned) =>
  Object.entries(relations).map(
    ([
      event,
      [name, relation],
    ]) => `CREATE TRIGGER version_${name} AFTER ${event} ON ${table} REFERENCING ${relation}
      FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('${key.join(' ')}', '${[mode, ...columns].join(' ')}')`,
  );

const stateOf = ({ mode, columns }: Versioned) =>
  mode === 'only'
    ? `jsonb_build_object(${columns.map((name) => `'${name}', t.${name}`).join(', ')})`
    : `to_jsonb(t) - '{${['tenant_id', ...columns].join(',')}}'::text[]`;

/** A log that exists already continues from the rows as they are now. */
const firstVersions = (one: Versioned) => `WITH first_versions AS (
    INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT tenant_id, '${one.table}', concat_ws(' ', ${one.key.join(', ')}), ${stateOf(one)}
    FROM ${one.table} t WHERE EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = t.tenant_id)
    RETURNING tenant_id, id)
  INSERT INTO log_pending (tenant_id, source, ids)
  SELECT tenant_id, 'record_versions', array_agg(id) FROM first_versions GROUP BY tenant_id`;

const nowMs = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const statements = [
  ...versioned.flatMap(triggersOf),
  `SELECT set_config('timezone', 'UTC', true)`,
  ...versioned.map(firstVersions),
  noteSince(`jsonb_build_object(${versioned.map(({ table }) => `'${table}', ${nowMs}`).join(', ')})`),
];
