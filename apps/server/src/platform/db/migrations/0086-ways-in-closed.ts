import { type Kysely, sql } from 'kysely';

/**
 * Functions that run as the owner look into the product's schema first and into temporary objects last: whoever serves
 * requests may create a temporary view of any name. Streams hear at once that a session or a right ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** `removed` and `changed` are the transition tables of the statement; a user of '*' stands for the whole tenant. */
const signalling = (name: string, users: string) => `CREATE FUNCTION ${name}() RETURNS trigger
  LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
      FROM (SELECT DISTINCT tenant_id, user_id::text AS user_id FROM (${users}) AS ended) AS users;
    RETURN NULL;
  END $$`;

const statements = [
  `DO $$ DECLARE
    own oid := (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('tenants'));
    found oid;
  BEGIN
    FOR found IN SELECT oid FROM pg_proc WHERE prosecdef AND pronamespace = own LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', found::regprocedure,
        (SELECT nspname FROM pg_namespace WHERE oid = own));
    END LOOP;
  END $$`,

  signalling('signal_ended_sessions', 'SELECT tenant_id, user_id FROM removed WHERE user_id IS NOT NULL'),
  `CREATE TRIGGER signal_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION signal_ended_sessions()`,
  signalling(
    'signal_changed_users',
    `SELECT r.tenant_id, r.id AS user_id FROM removed r JOIN changed c ON c.tenant_id = r.tenant_id AND c.id = r.id
      WHERE (c.activated, c.role) IS DISTINCT FROM (r.activated, r.role)`,
  ),
  `CREATE TRIGGER signal_changed AFTER UPDATE ON users REFERENCING OLD TABLE AS removed NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_users()`,
  signalling('signal_moved_sub_admins', 'SELECT tenant_id, user_id FROM removed'),
  ...['UPDATE', 'DELETE'].map(
    (
      change,
    ) => `CREATE TRIGGER signal_${change.toLowerCase()} AFTER ${change} ON sub_admins REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION signal_moved_sub_admins()`,
  ),
  signalling(
    'signal_changed_access',
    `SELECT r.tenant_id, '*' AS user_id FROM removed r JOIN changed c ON c.tenant_id = r.tenant_id
      WHERE c.sub_admin_access IS DISTINCT FROM r.sub_admin_access`,
  ),
  `CREATE TRIGGER signal_changed AFTER UPDATE ON tenant_settings REFERENCING OLD TABLE AS removed NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_access()`,
];
