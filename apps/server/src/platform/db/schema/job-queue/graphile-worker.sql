-- What the serving role may do with the job queue, whose tables belong to the package graphile-worker. Each start runs this after
-- the package's own migrations. The package turned row-level security on, so the role sees a row only where a policy says so.

GRANT USAGE ON SCHEMA graphile_worker TO watchpost_app;
GRANT SELECT ON graphile_worker.migrations TO watchpost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker._private_jobs TO watchpost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker._private_tasks TO watchpost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker._private_job_queues TO watchpost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker._private_known_crontabs TO watchpost_app;

DO $$
DECLARE
  has text[] := ARRAY(SELECT tablename FROM pg_policies WHERE schemaname = 'graphile_worker' AND policyname = 'serving');
BEGIN
  -- A company's connection adds and sees the jobs of that company alone, by the payload that every job carries. The worker's
  -- connections belong to no company and see all.
  IF '_private_jobs' <> ALL (has) THEN
    CREATE POLICY serving ON graphile_worker._private_jobs TO watchpost_app
      USING (nullif(current_setting('watchpost.tenant', true), '') IS NULL
        OR payload->>'tenantId' = current_setting('watchpost.tenant', true));
  END IF;
  -- These name kinds of jobs, queues and times, and no company.
  IF '_private_tasks' <> ALL (has) THEN
    CREATE POLICY serving ON graphile_worker._private_tasks TO watchpost_app USING (true);
  END IF;
  IF '_private_job_queues' <> ALL (has) THEN
    CREATE POLICY serving ON graphile_worker._private_job_queues TO watchpost_app USING (true);
  END IF;
  IF '_private_known_crontabs' <> ALL (has) THEN
    CREATE POLICY serving ON graphile_worker._private_known_crontabs TO watchpost_app USING (true);
  END IF;
END
$$;
