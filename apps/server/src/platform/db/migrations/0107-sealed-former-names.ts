import { type Kysely, sql } from 'kysely';
import { noteSince } from './0076-log-notes.ts';

/**
 * By which names rounds read as they were walked is sealed from now on (REP-12, TRUTH-06): former names of guards, sites and
 * checkpoints, names that imported rounds bear, and which round bears which. As digests, so that no version names a guard.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const hasTenant = `nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL`;
const nowMs = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const records = ['guards', 'sites', 'checkpoints'] as const;
type RecordTable = (typeof records)[number];

const digest = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/** Of a record `t` with its former names; as in former-names.ts. */
const formerState = (row: string) =>
  `jsonb_build_object('untilMs', to_jsonb(${row}.former_until_ms), 'names', ${digest(`coalesce(${row}.former::text, '')`)})`;

/** Of a row of recorded_names; as in former-names.ts. */
const recordedState = (row: string) =>
  `jsonb_build_object('names', ${digest(
    `jsonb_build_array(${['guard_id', 'employee_id', 'first_name', 'last_name', 'site_name', 'salt']
      .map((name) => `${row}.${name}`)
      .join(', ')})::text`,
  )})`;

const portionRounds = 200;

/** What the owner brings in before a log begins, it begins with. */
const keeping = (source: string, states: string, tenant: string) => `IF ${hasTenant}
      OR EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = ${tenant}) THEN
      WITH kept AS (INSERT INTO record_versions (tenant_id, source, record_key, row)
        SELECT ${tenant}, '${source}', s.key, s.row FROM (${states}) AS s (key, row) RETURNING id)
      INSERT INTO log_pending (tenant_id, source, ids)
      SELECT ${tenant}, 'record_versions', array_agg(id) FROM kept WHERE NOT ${hasTenant} HAVING count(*) > 0;
    END IF;`;

const triggerFunction = (name: string, body: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ ${body} $$`;

const ofEachTenant = (changed: string, work: string) => `DECLARE own uuid; BEGIN
    FOR own IN SELECT DISTINCT c.tenant_id FROM ${changed} c LOOP
      ${work}
    END LOOP;
    RETURN NULL;
  END`;

const formerTriggers = (table: RecordTable) => [
  `CREATE TRIGGER version_former AFTER UPDATE ON ${table} FOR EACH ROW
    WHEN ((OLD.former, OLD.former_until_ms) IS DISTINCT FROM (NEW.former, NEW.former_until_ms))
    EXECUTE FUNCTION keep_former_version()`,
  `CREATE TRIGGER version_former_deleted AFTER DELETE ON ${table} FOR EACH ROW
    WHEN (OLD.former IS NOT NULL) EXECUTE FUNCTION keep_former_version()`,
];

/** A log that exists already continues from the rows as they are now. */
const firstVersions = (source: string, states: string) => `WITH states AS (${states}), first_versions AS (
    INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT s.tenant_id, '${source}', s.key, s.row FROM states s
    WHERE EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = s.tenant_id) RETURNING tenant_id, id)
  INSERT INTO log_pending (tenant_id, source, ids)
  SELECT tenant_id, 'record_versions', array_agg(id) FROM first_versions GROUP BY tenant_id`;

const formerStates = records
  .map(
    (table) => `SELECT tenant_id, '${table} ' || id AS key, ${formerState('t')} AS row
      FROM ${table} t WHERE former IS NOT NULL`,
  )
  .join(' UNION ALL ');

const statements = [
  // Without it names that were erased could be guessed from their digest. An erasure takes it away.
  'ALTER TABLE recorded_names ADD COLUMN salt uuid DEFAULT gen_random_uuid()',
  `UPDATE guards SET former = (SELECT jsonb_agg(f || jsonb_build_object('salt', gen_random_uuid()) ORDER BY place)
      FROM jsonb_array_elements(former) WITH ORDINALITY AS of (f, place)) WHERE former IS NOT NULL`,
  `CREATE OR REPLACE FUNCTION keep_former() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
    NEW.former_until_ms := array_append(OLD.former_until_ms, greatest(
      floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
      OLD.former_until_ms[cardinality(OLD.former_until_ms)] + 1));
    NEW.former := coalesce(OLD.former, '[]') || jsonb_build_array((SELECT jsonb_object_agg(o.key, o.value)
      FROM jsonb_each(to_jsonb(OLD)) o WHERE o.key = ANY (TG_ARGV))
      || CASE WHEN TG_TABLE_NAME = 'guards' THEN jsonb_build_object('salt', gen_random_uuid()) ELSE '{}' END);
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE FUNCTION forget_former() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
    NEW.former_until_ms := NULL;
    NEW.former := NULL;
    UPDATE recorded_names n SET employee_id = NULL, first_name = NULL, last_name = NULL, salt = NULL
      WHERE n.tenant_id = NEW.tenant_id AND n.guard_id = NEW.id;
    RETURN NEW;
  END $$`,

  // Null where no former name is left.
  triggerFunction(
    'keep_former_version',
    `BEGIN
    ${keeping(
      'former_names',
      `SELECT TG_TABLE_NAME || ' ' || OLD.id, CASE WHEN TG_OP = 'DELETE' OR NEW.former IS NULL THEN 'null'::jsonb
        ELSE ${formerState('NEW')} END`,
      'OLD.tenant_id',
    )}
    RETURN NULL;
  END`,
  ),
  ...records.flatMap(formerTriggers),

  triggerFunction(
    'keep_recorded_names',
    ofEachTenant(
      'changed',
      keeping(
        'recorded_names',
        `SELECT c.id::text, CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb ELSE ${recordedState('c')} END
        FROM changed c WHERE c.tenant_id = own`,
        'own',
      ),
    ),
  ),
  ...(['INSERT', 'UPDATE', 'DELETE'] as const).map(
    (event) => `CREATE TRIGGER version_${event.toLowerCase()} AFTER ${event} ON recorded_names
      REFERENCING ${event === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION keep_recorded_names()`,
  ),

  // Which names the rounds of a portion bear, in one version: by round, null for those of its time.
  triggerFunction(
    'keep_names_of_rounds',
    ofEachTenant(
      'added',
      keeping(
        'imported_rounds',
        `SELECT gen_random_uuid()::text, jsonb_object_agg(p.id, p.names_id) FROM (
          SELECT a.round_id AS id, r.recorded_names_id AS names_id, (row_number() OVER () - 1) / ${portionRounds} AS portion
          FROM added a LEFT JOIN rounds r ON r.tenant_id = own AND r.id = a.round_id WHERE a.tenant_id = own) AS p
        GROUP BY p.portion`,
        'own',
      ),
    ),
  ),
  `CREATE TRIGGER version_added AFTER INSERT ON imported_rounds REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION keep_names_of_rounds()`,

  firstVersions('former_names', formerStates),
  firstVersions(
    'recorded_names',
    `SELECT tenant_id, id::text AS key, ${recordedState('t')} AS row FROM recorded_names t`,
  ),
  firstVersions(
    'imported_rounds',
    `SELECT tenant_id, gen_random_uuid()::text AS key, jsonb_object_agg(id, names_id) AS row FROM (
      SELECT i.tenant_id, i.round_id AS id, r.recorded_names_id AS names_id,
        (row_number() OVER (PARTITION BY i.tenant_id) - 1) / ${portionRounds} AS portion
      FROM imported_rounds i JOIN rounds r ON r.tenant_id = i.tenant_id AND r.id = i.round_id) AS p
    GROUP BY tenant_id, portion`,
  ),
  noteSince(
    `jsonb_build_object(${['former_names', 'recorded_names', 'imported_rounds']
      .map((name) => `'${name}', ${nowMs}`)
      .join(', ')})`,
  ),
];
