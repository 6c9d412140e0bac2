import { type Kysely, sql } from 'kysely';

/** What came from a lost phone bears a mark also among calls for help and incidents; consoles hear of phones at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Doubts about what a phone sent, as scans have them; null for none. With the step itself, so that it is said of the
  // call and of the word of safety apart.
  'ALTER TABLE sos_history ADD COLUMN flags text[]',
  'ALTER TABLE incident_history ADD COLUMN flags text[]',

  // To consoles of any site: that something changed says nothing, and what they then ask for is theirs.
  `CREATE FUNCTION signal_devices() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('watchpost_devices', tenant_id || ' *') FROM (SELECT DISTINCT tenant_id FROM added) AS tenants;
    RETURN NULL;
  END $$`,
  ...['INSERT', 'UPDATE'].map(
    (
      change,
    ) => `CREATE TRIGGER signal_${change.toLowerCase()} AFTER ${change} ON devices REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION signal_devices()`,
  ),
];
