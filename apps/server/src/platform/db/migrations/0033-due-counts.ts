// Migration 0033: what became of due rounds and when incidents were attended to.
import { blockMs, dayMs, type Figure, named, nil, quarterMs, raised, startOf, summed } from './0033-parts.ts';
import { secured } from './own-rows.ts';

const outcomes = {
  on_time: 'onTime',
  done_late: 'doneLate',
  incomplete: 'incomplete',
  missed: 'missed',
  excused: 'excused',
  under_way: 'underWay',
};
export const dueFigures: readonly Figure[] = Object.entries(outcomes).map(
  ([name, outcome]) => [name, `coalesce(sum(sign) FILTER (WHERE outcome = '${outcome}'), 0)`] as const,
);

const addDue = (relation: string) => `
  INSERT INTO due_counts AS counts (tenant_id, guard_id, site_id, grain, bucket_ms, ${named(dueFigures)})
  SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, ${summed(dueFigures)}
  FROM ${relation} AS changed
  CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, changed.site_id)
    UNION ALL SELECT DISTINCT whose, changed.site_id
    FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose)
    AS subject (guard_id, site_id)
  CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, ${startOf('due_at_ms', dayMs)}),
    (2, ${startOf('due_at_ms', quarterMs)}), (3, ${startOf('due_at_ms', blockMs)})) AS bucket (grain, at_ms)
  WHERE outcome <> 'waiting' AND (bucket.grain <> 0 OR subject.site_id = ${nil})
  GROUP BY 1, 2, 3, 4, 5
  HAVING (${summed(dueFigures)}) <> (${dueFigures.map(() => '0').join(', ')})
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms) DO UPDATE SET ${raised(dueFigures)}`;

const dueColumns = 'tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome';

const countDue = (name: string, relation: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${addDue(relation)};
    RETURN NULL;
  END $$`;

const countStatements = [
  `ALTER TABLE due_rounds
    -- who began it and when, as its round says
    ADD COLUMN begun_by uuid,
    ADD COLUMN begun_at_ms bigint`,
  `UPDATE due_rounds AS d SET begun_by = r.guard_id, begun_at_ms = r.started_at_ms
    FROM rounds AS r WHERE r.tenant_id = d.tenant_id AND r.id = d.round_id`,
  // dueOutcomeOf in the domain
  `ALTER TABLE due_rounds ADD COLUMN outcome text GENERATED ALWAYS AS (CASE status
    WHEN 'completed' THEN CASE WHEN begun_at_ms < late_at_ms THEN 'onTime' ELSE 'doneLate' END
    WHEN 'incompleted' THEN 'incomplete' WHEN 'inProgress' THEN 'underWay'
    WHEN 'missed' THEN 'missed' WHEN 'excused' THEN 'excused' ELSE 'waiting' END) STORED`,
  `CREATE TABLE due_counts (
    tenant_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    site_id uuid NOT NULL,
    grain smallint NOT NULL,
    bucket_ms bigint NOT NULL,
    ${dueFigures.map(([name]) => `${name} bigint NOT NULL`).join(', ')},
    PRIMARY KEY (tenant_id, guard_id, site_id, grain, bucket_ms)
  ) WITH (fillfactor = 80)`,
  // Of all guards at once.
  `CREATE INDEX due_counts_of_guards ON due_counts (tenant_id, grain, bucket_ms) WHERE guard_id <> ${nil}`,
  ...secured('due_counts', 'SELECT, INSERT, UPDATE'),
  addDue(`(SELECT ${dueColumns}, 1 AS sign FROM due_rounds)`),

  `CREATE FUNCTION note_begun() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.begun_by := NULL;
    NEW.begun_at_ms := NULL;
    SELECT guard_id, started_at_ms INTO NEW.begun_by, NEW.begun_at_ms
      FROM rounds WHERE tenant_id = NEW.tenant_id AND id = NEW.round_id;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER due_round_made BEFORE INSERT ON due_rounds FOR EACH ROW
    WHEN (NEW.round_id IS NOT NULL) EXECUTE FUNCTION note_begun()`,
  `CREATE TRIGGER due_round_begun BEFORE UPDATE OF round_id ON due_rounds FOR EACH ROW
    EXECUTE FUNCTION note_begun()`,
  `CREATE FUNCTION note_begun_anew() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE due_rounds SET round_id = round_id WHERE tenant_id = NEW.tenant_id AND round_id = NEW.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER round_updated_due AFTER UPDATE ON rounds FOR EACH ROW
    WHEN ((OLD.guard_id, OLD.started_at_ms) IS DISTINCT FROM (NEW.guard_id, NEW.started_at_ms))
    EXECUTE FUNCTION note_begun_anew()`,

  countDue('count_made_due', `(SELECT ${dueColumns}, 1 AS sign FROM inserted)`),
  countDue('count_deleted_due', `(SELECT ${dueColumns}, -1 AS sign FROM deleted)`),
  countDue(
    'count_changed_due',
    `(SELECT ${dueColumns}, -1 AS sign FROM before UNION ALL SELECT ${dueColumns}, 1 FROM after)`,
  ),
  `CREATE TRIGGER due_rounds_inserted AFTER INSERT ON due_rounds
    REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_made_due()`,
  `CREATE TRIGGER due_rounds_deleted AFTER DELETE ON due_rounds
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_due()`,
  `CREATE TRIGGER due_rounds_updated AFTER UPDATE ON due_rounds
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_changed_due()`,
];

const firstStep = (status: string) => `(SELECT min(at) FROM incident_history AS h
  WHERE h.tenant_id = i.tenant_id AND h.incident_id = i.id AND h.kind = 'status' AND h.to_status = '${status}')`;

const incidentStatements = [
  `ALTER TABLE incidents ADD COLUMN attended_at timestamptz, ADD COLUMN closed_at timestamptz`,
  `UPDATE incidents AS i SET attended_at = ${firstStep('Attended')}, closed_at = ${firstStep('Closed')}
    WHERE status <> 'New'`,
  // Whoever writes an incident's history, at the console, in the field or for a demonstration.
  `CREATE FUNCTION note_incident_step() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE incidents SET
      attended_at = CASE WHEN NEW.to_status = 'Attended' THEN coalesce(attended_at, NEW.at) ELSE attended_at END,
      closed_at = CASE WHEN NEW.to_status = 'Closed' THEN coalesce(closed_at, NEW.at) ELSE closed_at END
    WHERE tenant_id = NEW.tenant_id AND id = NEW.incident_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER incident_step AFTER INSERT ON incident_history FOR EACH ROW
    WHEN (NEW.kind = 'status' AND NEW.to_status IN ('Attended', 'Closed')) EXECUTE FUNCTION note_incident_step()`,
];

export const dueStatements = [...countStatements, ...incidentStatements];
