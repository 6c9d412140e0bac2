import { type Kysely, sql } from 'kysely';
import { noteSince } from './0076-log-notes.ts';

/** Due rounds and what became of them, and exceptions, are sealed from now on (TRUTH-06). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const hasTenant = `nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL`;

const noted = (
  table: string,
) => `CREATE TRIGGER log_added AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT WHEN (${hasTenant}) EXECUTE FUNCTION note_for_log()`;

/** All that a due round is from when it was made; the rest becomes of it. */
const plan = [
  'tour_id',
  'site_id',
  'route_id',
  'tour_name',
  'route_name',
  'due_at_ms',
  'late_at_ms',
  'missed_at_ms',
  'guard_ids',
];
const outcomes = ['id', 'status', 'round_id', 'excuse', 'excused_by', 'excused_at'];

/** `columns`: 'only' or 'without' some. */
const versioned = (table: string, key: string, columns: string, events: readonly ('INSERT' | 'UPDATE')[]) =>
  events.map(
    (event) => `CREATE TRIGGER version_${event === 'INSERT' ? 'added' : 'changed'} AFTER ${event} ON ${table}
    REFERENCING ${event === 'UPDATE' ? 'OLD TABLE AS before ' : ''}NEW TABLE AS after
    FOR EACH STATEMENT WHEN (${hasTenant}) EXECUTE FUNCTION keep_versions('${key}', '${columns}')`,
  );

/** Another text in place of one in a function that is there. */
const replaced = (name: string, changes: readonly (readonly [string, string])[]) => `DO $do$ DECLARE
    before text := pg_get_functiondef('${name}'::regprocedure);
    after text := before;
  BEGIN
    ${changes
      .map(
        ([from, to]) => `IF strpos(after, $from$${from}$from$) = 0 THEN
      RAISE EXCEPTION '${name} is not the function that was expected';
    END IF;
    after := replace(after, $from$${from}$from$, $to$${to}$to$);`,
      )
      .join('\n    ')}
    EXECUTE after;
  END $do$`;

const versionsOf = (subject: string, from: string, source: string, key: string) =>
  `UNION ALL SELECT ${subject}, 'record_versions', v.id, to_jsonb(v) FROM ${from} JOIN record_versions v
    ON v.tenant_id = of_tenant AND v.source = '${source}' AND v.record_key = ${key}::text`;

const arrivals = `due JOIN late_arrivals l ON l.tenant_id = of_tenant AND l.due_round_id = due.id`;
const ofJudged = `UNION ALL SELECT judged.subject, 'exception_history', h.id, to_jsonb(h) FROM judged`;

/** Versions go with what they are of; before that, as what they are of says which they are. */
const removal = `DELETE FROM record_versions v USING (
      SELECT 'due_rounds' AS source, unnest(due_ids) AS id
      UNION ALL SELECT 'late_arrivals', a.round_id FROM late_arrivals a
        WHERE a.tenant_id = own AND a.due_round_id = ANY(due_ids)
      UNION ALL SELECT 'exceptions', e.id FROM exceptions e WHERE e.tenant_id = own
        AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = ANY(going)
      UNION ALL SELECT 'exceptions', e.id FROM exceptions e WHERE e.tenant_id = own
        AND e.kind IN ('missed', 'late') AND e.subject_id = ANY(due_ids)) AS gone
      WHERE v.tenant_id = own AND v.source = gone.source AND v.record_key = gone.id::text;`;

/** Of rows as JSON: what is kept of each, and of which row it is; nothing is left of one that was deleted. */
const stateOf = (rows: string) => `SELECT (state ->> 'tenant_id')::uuid AS tenant_id,
        (SELECT string_agg(state ->> k.name, ' ' ORDER BY k.place) FROM unnest(key) WITH ORDINALITY AS k (name, place))
          AS record_key,
        CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb
          WHEN mode = 'only' THEN (SELECT jsonb_object_agg(n, state -> n) FROM unnest(named) AS n)
          ELSE state - 'tenant_id' - named END AS row
      FROM unnest(${rows}) AS state`;

const nowMs = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const tables = ['due_rounds', 'due_round_history', 'late_arrivals', 'exceptions', 'exception_history'];

const statements = [
  // Each state of the rows that a statement changed, as keep_version() of migration 0040 does it for one row.
  `CREATE FUNCTION keep_versions() RETURNS trigger LANGUAGE plpgsql SET timezone TO 'UTC' AS $$
  DECLARE
    key text[] := string_to_array(TG_ARGV[0], ' ');
    mode text := split_part(TG_ARGV[1], ' ', 1);
    named text[] := (string_to_array(TG_ARGV[1], ' '))[2:];
    has_tenant boolean := ${hasTenant};
    own uuid;
    states jsonb[];
    former jsonb[] := '{}';
  BEGIN
    IF TG_OP = 'DELETE' THEN
      states := ARRAY(SELECT to_jsonb(b) FROM before b);
    ELSE
      states := ARRAY(SELECT to_jsonb(a) FROM after a);
    END IF;
    IF TG_OP = 'UPDATE' THEN
      former := ARRAY(SELECT to_jsonb(b) FROM before b);
    END IF;
    FOR own IN SELECT DISTINCT (state ->> 'tenant_id')::uuid FROM unnest(states) AS state LOOP
      -- What the owner brings in before a log begins, it begins with.
      IF NOT has_tenant THEN
        PERFORM FROM log_heads h WHERE h.tenant_id = own LIMIT 1;
        CONTINUE WHEN NOT FOUND;
      END IF;
      WITH changed AS (${stateOf('states')} EXCEPT ${stateOf('former')}), kept AS (
        INSERT INTO record_versions (tenant_id, source, record_key, row)
        SELECT own, TG_TABLE_NAME, c.record_key, c.row FROM changed c WHERE c.tenant_id = own RETURNING id)
      INSERT INTO log_pending (tenant_id, source, ids)
      SELECT own, 'record_versions', array_agg(id) FROM kept WHERE NOT has_tenant HAVING count(*) > 0;
    END LOOP;
    RETURN NULL;
  END $$`,

  // A round that is called off before it is due leaves what it was to be.
  `CREATE FUNCTION keep_called_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT tenant_id, 'due_rounds', id::text, jsonb_build_object('plan', jsonb_build_object(
      ${plan.map((name) => `'${name}', ${name}`).join(', ')}))
    FROM gone WHERE status = 'due' AND round_id IS NULL;
    RETURN NULL;
  END $$`,

  // Null for what was written before.
  'ALTER TABLE due_round_history ADD COLUMN id uuid',
  'ALTER TABLE due_round_history ALTER id SET DEFAULT gen_random_uuid()',
  'CREATE UNIQUE INDEX due_round_history_by_id ON due_round_history (tenant_id, id) WHERE id IS NOT NULL',

  noted('due_rounds'),
  noted('due_round_history'),
  noted('exception_history'),
  ...versioned('due_rounds', 'id', `only ${outcomes.join(' ')}`, ['UPDATE']),
  `CREATE TRIGGER called_off AFTER DELETE ON due_rounds REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT WHEN (${hasTenant}) EXECUTE FUNCTION keep_called_off()`,
  ...versioned('late_arrivals', 'round_id', 'without', ['INSERT', 'UPDATE']),
  ...versioned('exceptions', 'id', 'without', ['INSERT', 'UPDATE']),

  replaced('retained_subjects(uuid, uuid[])', [
    [`'due_round_history', due.id, to_jsonb(h)`, `'due_round_history', coalesce(h.id, due.id), to_jsonb(h)`],
    [
      ofJudged,
      `${versionsOf('due.subject', 'due', 'due_rounds', 'due.id')}
  ${versionsOf('due.subject', arrivals, 'late_arrivals', 'l.round_id')}
  ${versionsOf('judged.subject', 'judged', 'exceptions', 'judged.id')}
  ${ofJudged}`,
    ],
  ]),
  replaced('remove_archived(uuid, uuid[], text[])', [
    [
      '-- Rounds first: their counters are locked before all others.',
      `${removal}
    -- Rounds first: their counters are locked before all others.`,
    ],
  ]),

  noteSince(`jsonb_build_object(${tables.map((table) => `'${table}', ${nowMs}`).join(', ')})`),
];
