import { type Kysely, sql } from 'kysely';

/** Whoever changes exceptions, by whichever path, tells the open consoles of their sites once the change is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Names at most so many sites, for a signal holds 8,000 bytes; '*' for more. */
const namedSitesMax = 100;

/** One signal for each statement and tenant; equal ones of a transaction PostgreSQL sends once. */
const signalling = (
  name: string,
  sites: string,
) => `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('watchpost_exceptions', tenant_id || ' ' ||
      CASE WHEN count(*) > ${namedSitesMax} THEN '*' ELSE string_agg(site_id::text, ',' ORDER BY site_id) END)
    FROM (${sites}) AS sites GROUP BY tenant_id;
    RETURN NULL;
  END $$`;

const statements = [
  signalling('signal_opened_exceptions', 'SELECT DISTINCT tenant_id, site_id FROM added'),
  `CREATE TRIGGER signal_opened AFTER INSERT ON exceptions REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION signal_opened_exceptions()`,
  // The site that an item leaves hears of it, too.
  signalling(
    'signal_moved_exceptions',
    'SELECT tenant_id, site_id FROM added UNION SELECT tenant_id, site_id FROM removed',
  ),
  `CREATE TRIGGER signal_moved AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION signal_moved_exceptions()`,
  // Comments and evidence stand in the history alone.
  signalling(
    'signal_noted_exceptions',
    `SELECT DISTINCT e.tenant_id, e.site_id FROM added a
      JOIN exceptions e ON e.tenant_id = a.tenant_id AND e.id = a.exception_id`,
  ),
  `CREATE TRIGGER signal_noted AFTER INSERT ON exception_history REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION signal_noted_exceptions()`,
];
