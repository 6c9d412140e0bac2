import { type Kysely, sql } from 'kysely';
import { missedBy } from './0033-dashboard.ts';
import { countChangedRound } from './0038-packed-sums.ts';
import { counted } from './0048-standings.ts';

/**
 * One trigger for whatever a changed round changes, in place of four. PostgreSQL reads the condition of each trigger out of its
 * stored text with every statement, and those of the four were 16 kB: of ten scans of rounds under way, which fire none of them,
 * that took a twentieth. What is fired asks for the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const former = [
  ['round_updated', 'count_updated_round'],
  ['round_updated_due', 'note_begun_anew'],
  ['round_updated_missed', 'find_missed_anew'],
  ['round_updated_spoils', 'spoil_by_changed_round'],
];

/** What counts of a round under way; scans of it do not. */
const ofOneUnderWay = ['tenant_id', 'site_id', 'guard_id', 'started_at_ms', 'total_check_points'];
const isUnderWayAsBefore = [
  'OLD.status_code = 1001 AND NEW.status_code = 1001',
  ...ofOneUnderWay.map((column) => `OLD.${column} = NEW.${column}`),
].join(' AND ');

const standingsAfter = `s.tenant_id = NEW.tenant_id AND s.at_ms > least(OLD.started_at_ms, NEW.started_at_ms) AND s.kind = 0`;

const statements = [
  ...former.map(([trigger]) => `DROP TRIGGER ${trigger} ON rounds`),
  ...former.map(([, name]) => `DROP FUNCTION ${name}()`),
  // The counters come first: they take the tenant's lock.
  `CREATE FUNCTION follow_changed_round() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    is_counted boolean := (${counted('OLD')}) IS DISTINCT FROM (${counted('NEW')});
    change record;
  BEGIN
    IF is_counted THEN
    ${countChangedRound}
    END IF;
    IF (OLD.guard_id, OLD.started_at_ms) IS DISTINCT FROM (NEW.guard_id, NEW.started_at_ms) THEN
      UPDATE due_rounds SET round_id = round_id WHERE tenant_id = NEW.tenant_id AND round_id = NEW.id;
    END IF;
    IF (${missedBy('OLD')}, OLD.status_code = 1005) IS DISTINCT FROM (${missedBy('NEW')}, NEW.status_code = 1005) THEN
      IF OLD.status_code = 1005 THEN
        DELETE FROM missed_checkpoints WHERE tenant_id = OLD.tenant_id AND round_id = OLD.id;
      END IF;
      IF NEW.status_code = 1005 THEN
        INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
          SELECT * FROM missed_of(ARRAY[NEW.tenant_id], ARRAY[NEW.id]);
      END IF;
    END IF;
    IF is_counted AND EXISTS (SELECT FROM standings AS s WHERE ${standingsAfter}) THEN
      DELETE FROM standings AS s WHERE ${standingsAfter};
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER round_updated AFTER UPDATE ON rounds FOR EACH ROW
    WHEN (NOT (${isUnderWayAsBefore})) EXECUTE FUNCTION follow_changed_round()`,
];
