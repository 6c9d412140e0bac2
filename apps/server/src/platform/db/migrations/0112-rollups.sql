-- Rollups of the dashboard in plain rows: how much came about at each site, of each guard and at each checkpoint within an hour, a
-- day, a week and 13 weeks. They take the place of packed cumulative totals, and of the totals before an instant that rankings were
-- the difference of. Filled from the rows, while no one changes these.
LOCK TABLE rounds, due_rounds, missed_checkpoints IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE site_round_rollups (
  tenant_id uuid NOT NULL,
  hours smallint NOT NULL,
  from_ms bigint NOT NULL,
  site_id uuid NOT NULL,
  started integer NOT NULL,
  incompleted integer NOT NULL,
  completed integer NOT NULL,
  planned integer NOT NULL,
  scanned integer NOT NULL,
  PRIMARY KEY (tenant_id, hours, from_ms, site_id)
) WITH (fillfactor = 80);

CREATE TABLE site_due_rollups (
  tenant_id uuid NOT NULL,
  hours smallint NOT NULL,
  from_ms bigint NOT NULL,
  site_id uuid NOT NULL,
  on_time integer NOT NULL,
  done_late integer NOT NULL,
  incomplete integer NOT NULL,
  missed integer NOT NULL,
  excused integer NOT NULL,
  under_way integer NOT NULL,
  PRIMARY KEY (tenant_id, hours, from_ms, site_id)
) WITH (fillfactor = 80);

CREATE TABLE guard_due_rollups (
  tenant_id uuid NOT NULL,
  hours smallint NOT NULL,
  from_ms bigint NOT NULL,
  guard_id uuid NOT NULL,
  site_id uuid NOT NULL,
  on_time integer NOT NULL,
  done_late integer NOT NULL,
  incomplete integer NOT NULL,
  missed integer NOT NULL,
  excused integer NOT NULL,
  under_way integer NOT NULL,
  PRIMARY KEY (tenant_id, hours, from_ms, guard_id, site_id)
) WITH (fillfactor = 80);

CREATE TABLE checkpoint_rollups (
  tenant_id uuid NOT NULL,
  hours smallint NOT NULL,
  from_ms bigint NOT NULL,
  checkpoint_id uuid NOT NULL,
  site_id uuid NOT NULL,
  missed integer NOT NULL,
  PRIMARY KEY (tenant_id, hours, from_ms, checkpoint_id, site_id)
) WITH (fillfactor = 80);

-- Hours come from the rows, and what is longer from hours.
INSERT INTO site_round_rollups
  SELECT tenant_id, 1, started_at_ms - started_at_ms % 3600000, site_id, count(*),
    count(*) FILTER (WHERE status_code = 1005), count(*) FILTER (WHERE status_code = 1010),
    coalesce(sum(total_check_points) FILTER (WHERE status_code <> 1001), 0),
    coalesce(sum(scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
  FROM rounds
  GROUP BY 1, 3, 4
  ORDER BY 1, 3, 4;
INSERT INTO site_round_rollups
  SELECT tenant_id, longer.hours, from_ms - from_ms % (longer.hours * 3600000), site_id, sum(started), sum(incompleted),
    sum(completed), sum(planned), sum(scanned)
  FROM site_round_rollups
  CROSS JOIN unnest(ARRAY[24, 168, 2184]::bigint[]) AS longer (hours)
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4;

INSERT INTO site_due_rollups
  SELECT tenant_id, 1, due_at_ms - due_at_ms % 3600000, site_id, count(*) FILTER (WHERE outcome = 'onTime'),
    count(*) FILTER (WHERE outcome = 'doneLate'), count(*) FILTER (WHERE outcome = 'incomplete'),
    count(*) FILTER (WHERE outcome = 'missed'), count(*) FILTER (WHERE outcome = 'excused'),
    count(*) FILTER (WHERE outcome = 'underWay')
  FROM due_rounds
  WHERE outcome <> 'waiting'
  GROUP BY 1, 3, 4
  ORDER BY 1, 3, 4;
INSERT INTO site_due_rollups
  SELECT tenant_id, longer.hours, from_ms - from_ms % (longer.hours * 3600000), site_id, sum(on_time), sum(done_late),
    sum(incomplete), sum(missed), sum(excused), sum(under_way)
  FROM site_due_rollups
  CROSS JOIN unnest(ARRAY[24, 168, 2184]::bigint[]) AS longer (hours)
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4;

INSERT INTO guard_due_rollups
  SELECT tenant_id, 1, due_at_ms - due_at_ms % 3600000, whose.guard_id, site_id, count(*) FILTER (WHERE outcome = 'onTime'),
    count(*) FILTER (WHERE outcome = 'doneLate'), count(*) FILTER (WHERE outcome = 'incomplete'),
    count(*) FILTER (WHERE outcome = 'missed'), count(*) FILTER (WHERE outcome = 'excused'),
    count(*) FILTER (WHERE outcome = 'underWay')
  FROM due_rounds
  CROSS JOIN LATERAL (
      SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id
    ) AS whose
  WHERE outcome <> 'waiting'
  GROUP BY 1, 3, 4, 5
  ORDER BY 1, 3, 4, 5;
INSERT INTO guard_due_rollups
  SELECT tenant_id, longer.hours, from_ms - from_ms % (longer.hours * 3600000), guard_id, site_id, sum(on_time),
    sum(done_late), sum(incomplete), sum(missed), sum(excused), sum(under_way)
  FROM guard_due_rollups
  CROSS JOIN unnest(ARRAY[24, 168, 2184]::bigint[]) AS longer (hours)
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5;

INSERT INTO checkpoint_rollups
  SELECT tenant_id, length.hours, started_at_ms - started_at_ms % (length.hours * 3600000), checkpoint_id, site_id, count(*)
  FROM missed_checkpoints
  CROSS JOIN unnest(ARRAY[1, 24, 168, 2184]::bigint[]) AS length (hours)
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5;

ANALYZE site_round_rollups, site_due_rollups, guard_due_rollups, checkpoint_rollups;

ALTER TABLE site_round_rollups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON site_round_rollups
  USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON site_round_rollups TO watchpost_app;
ALTER TABLE site_due_rollups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON site_due_rollups
  USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON site_due_rollups TO watchpost_app;
ALTER TABLE guard_due_rollups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guard_due_rollups
  USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON guard_due_rollups TO watchpost_app;
ALTER TABLE checkpoint_rollups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON checkpoint_rollups
  USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON checkpoint_rollups TO watchpost_app;

-- What they take the place of. Of round_sums the trend and far pages of the list read what is left.
DROP TABLE standings, standing_rosters, due_sums, due_counts, missed_sums;
DROP FUNCTION spoil_standings(uuid, integer, bigint);
ALTER TABLE round_sums DROP COLUMN planned, DROP COLUMN scanned;

-- Rankings read names with each request, so nothing needs to know when one changed.
DROP TRIGGER sites_renamed ON sites;
DROP TRIGGER guards_renamed ON guards;
DROP TRIGGER checkpoints_renamed ON checkpoints;
DROP FUNCTION leave_names_version();
DROP TABLE names_versions;
