import { formerMethodsMs } from '@watchpost/domain/checkpoint-methods';
import { type Kysely, sql } from 'kysely';

/** Whoever changes the ways of scanning leaves those of before to phones that cannot know of it yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE FUNCTION keep_former_methods() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  BEGIN
    NEW.former_scan_methods := CASE
      WHEN OLD.scan_methods_since_ms + ${formerMethodsMs} > now_ms
        THEN ARRAY(SELECT unnest(OLD.scan_methods) UNION SELECT unnest(OLD.former_scan_methods) ORDER BY 1)
      ELSE OLD.scan_methods END;
    NEW.scan_methods_since_ms := now_ms;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER checkpoints_methods BEFORE UPDATE ON checkpoints
    FOR EACH ROW WHEN (OLD.scan_methods IS DISTINCT FROM NEW.scan_methods) EXECUTE FUNCTION keep_former_methods()`,
];
