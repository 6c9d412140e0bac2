-- Statements that apps/server/src/platform writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".

-- platform/access/caller.queries.ts

-- consoleSession
SELECT u.id AS "userId", u.role, u.activated, a.site_id AS "siteId",
    t.sub_admin_access AS stored, t.version AS "settingsVersion", s.last_seen_at < now() - interval '5 minutes' AS "isStale"
  FROM sessions s
  JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
  LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
  LEFT JOIN tenant_settings t ON t.tenant_id = s.tenant_id
  WHERE s.tenant_id = $1::uuid AND s.token_hash = $2::bytea AND s.expires_at > now()
    AND s.last_seen_at > now() - interval '24 hours';

-- fieldSession
SELECT s.guard_id AS "guardId", s.device_id AS "deviceId",
    s.public_key AS "publicKey", s.owes_signature AS "owesSignature", g.activated, s.revoked_at IS NOT NULL AS "isRevoked",
    coalesce(d.status, 'active') AS "deviceStatus", s.last_seen_at < now() - interval '5 minutes' AS "isStale"
  FROM sessions s
  JOIN guards g ON g.tenant_id = s.tenant_id AND g.id = s.guard_id
  LEFT JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
  WHERE s.tenant_id = $1::uuid AND s.token_hash = $2::bytea AND s.expires_at > now() AND s.device_id IS NOT NULL;


-- platform/access/field-devices.queries.ts

-- meetDevice
INSERT INTO devices AS d (tenant_id, id, agent, first_seen_ms, last_seen_ms)
  VALUES ($1::uuid, $2::uuid, $3::text, $4::bigint, $4::bigint)
  ON CONFLICT (tenant_id, id) DO UPDATE SET status = d.status RETURNING d.status;

-- noteUse
WITH used AS (INSERT INTO device_guards AS g (tenant_id, device_id, guard_id, last_seen_ms, is_claim)
    VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bigint, $5::boolean)
    ON CONFLICT (tenant_id, device_id, guard_id) DO UPDATE SET
      last_seen_ms = greatest(g.last_seen_ms, excluded.last_seen_ms), is_claim = g.is_claim AND NOT $6::boolean
    RETURNING g.is_claim)
  UPDATE devices d SET agent = $7::text, last_seen_ms = greatest(d.last_seen_ms, $4::bigint)
  FROM used WHERE NOT used.is_claim AND d.tenant_id = $1::uuid AND d.id = $2::uuid;

-- noteDeviceSeen
WITH used AS (UPDATE device_guards SET last_seen_ms = greatest(last_seen_ms, $4::bigint)
    WHERE tenant_id = $1::uuid AND device_id = $2::uuid AND guard_id = $3::uuid RETURNING is_claim)
  UPDATE devices d SET last_seen_ms = greatest(d.last_seen_ms, $4::bigint)
  FROM used WHERE NOT used.is_claim AND d.tenant_id = $1::uuid AND d.id = $2::uuid;


-- platform/access/field-sessions.queries.ts

-- endFieldSessions
DELETE FROM sessions WHERE tenant_id = $1::uuid AND guard_id = ANY($2::uuid[]);

-- endFieldSessionsLater
UPDATE sessions SET expires_at = least(expires_at, now() + make_interval(hours => $3::int))
  WHERE tenant_id = $1::uuid AND guard_id = ANY($2::uuid[]);


-- platform/access/past-postings.queries.ts

-- findPastPostings
SELECT guard_id AS "guardId", site_id AS "siteId", floor(extract(epoch FROM since) * 1000)::float8 AS "sinceMs", floor(extract(epoch FROM until) * 1000)::float8 AS "untilMs"
  FROM past_postings WHERE tenant_id = $1::uuid AND guard_id = ANY ($2::uuid[]);


-- platform/access/request-limit.queries.ts

-- countRequest
INSERT INTO sign_in_failures AS f (tenant_id, subject, failures) VALUES ($1::uuid, $2, $4::int)
  ON CONFLICT (tenant_id, subject) DO UPDATE SET
    failures = CASE WHEN f.window_started_at < now() - make_interval(secs => $3::int) THEN $4::int ELSE f.failures + $4::int END,
    window_started_at = CASE WHEN f.window_started_at < now() - make_interval(secs => $3::int) THEN now()
      ELSE f.window_started_at END
  RETURNING failures AS requests,
    ceil(extract(epoch FROM window_started_at - now()) + $3::int)::int AS "secondsLeft";


-- platform/access/retired-secrets.queries.ts

-- findRetiredSecrets
SELECT r.id FROM guards r
    WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[]) AND (r.secret_hash IS NOT NULL AND r.secret_issued_by IS NOT NULL AND NOT EXISTS (SELECT FROM users issuer
    WHERE issuer.tenant_id = r.tenant_id AND issuer.id = r.secret_issued_by AND issuer.activated
      AND (issuer.role = 'superAdmin' OR (issuer.role = 'subAdmin'
        AND EXISTS (SELECT FROM guard_sites p JOIN sub_admins m ON m.tenant_id = p.tenant_id AND m.site_id = p.site_id
  WHERE p.tenant_id = r.tenant_id AND p.guard_id = r.id AND m.user_id = issuer.id)
        AND NOT EXISTS (SELECT FROM guard_sites p
          JOIN sites ps ON ps.tenant_id = p.tenant_id AND ps.id = p.site_id AND ps.deleted_at IS NULL
          WHERE p.tenant_id = r.tenant_id AND p.guard_id = r.id
            AND NOT EXISTS (SELECT FROM sub_admins m WHERE m.tenant_id = p.tenant_id
              AND m.user_id = issuer.id AND m.site_id = p.site_id))))));


-- platform/access/senders.queries.ts

-- findStopReason
WITH account AS (
    SELECT role, activated FROM users WHERE tenant_id = $1::uuid AND id = $2::uuid FOR SHARE
  ), managed AS (
    SELECT site_id FROM sub_admins WHERE tenant_id = $1::uuid AND user_id = $2::uuid FOR SHARE
  )
  SELECT account.role, account.activated, managed.site_id AS "siteId",
    (SELECT sub_admin_access FROM tenant_settings WHERE tenant_id = $1::uuid) AS stored
  FROM account LEFT JOIN managed ON true;


-- platform/access/shared-guards.queries.ts

-- refuseSharedGuards
SELECT FROM guards WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE;

-- refuseSharedGuards
SELECT trim(r.first_name || ' ' || r.last_name) AS name FROM guards r
  WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[]) AND ($3::uuid IS NOT NULL AND EXISTS (SELECT FROM guard_sites w
  JOIN sites ws ON ws.tenant_id = w.tenant_id AND ws.id = w.site_id AND ws.deleted_at IS NULL
  WHERE w.tenant_id = r.tenant_id AND w.guard_id = r.id AND w.site_id <> $3::uuid))
    AND EXISTS (SELECT FROM guard_sites o WHERE o.tenant_id = r.tenant_id AND o.guard_id = r.id AND o.site_id = $3::uuid)
  ORDER BY r.sort_name, r.id;


-- platform/access/sign-in-limit.queries.ts

-- reserveTry
INSERT INTO sign_in_failures AS f (tenant_id, subject, failures)
  SELECT $1::uuid, unnest($2::text[]), 1 ORDER BY 2
  ON CONFLICT (tenant_id, subject) DO UPDATE SET
    failures = CASE WHEN f.window_started_at < now() - make_interval(secs => $3::int) THEN 1 ELSE f.failures + 1 END,
    window_started_at = CASE WHEN f.window_started_at < now() - make_interval(secs => $3::int) THEN now()
      ELSE f.window_started_at END
  RETURNING subject, failures,
    ceil(extract(epoch FROM window_started_at - now()) + $3::int)::int AS "secondsLeft";

-- releaseTry
WITH own AS (SELECT subject FROM sign_in_failures
    WHERE tenant_id = $1::uuid AND subject = ANY($2::text[]) ORDER BY subject FOR UPDATE)
  UPDATE sign_in_failures AS f SET failures = greatest(f.failures - 1, 0)
  FROM own WHERE f.tenant_id = $1::uuid AND f.subject = own.subject;

-- forgetTries
WITH tried AS (SELECT subject FROM sign_in_failures
    WHERE tenant_id = $1::uuid AND subject = ANY($2::text[]) FOR UPDATE SKIP LOCKED)
  DELETE FROM sign_in_failures AS f USING tried WHERE f.tenant_id = $1::uuid AND f.subject = tried.subject;

-- deleteOldTries
WITH old AS (SELECT subject FROM sign_in_failures
    WHERE tenant_id = $1::uuid AND window_started_at < now() - make_interval(secs => $2::int)
    ORDER BY subject FOR UPDATE SKIP LOCKED)
  DELETE FROM sign_in_failures AS f USING old WHERE f.tenant_id = $1::uuid AND f.subject = old.subject;


-- platform/audit/audit.queries.ts

-- insertAuditEntry
WITH actor AS (
    SELECT left(coalesce(max(coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email)), ''),
      200) AS name
    FROM users WHERE tenant_id = $1::uuid AND id = $4::uuid
  ), entry AS (
    INSERT INTO audit_entries (tenant_id, id, at_ms, actor_id, actor_name, actor_role, action, subject_type,
      subject_id, subject_label, before, after, address, agent, request_id)
    SELECT $1::uuid, $2::uuid, $3::bigint, $4::uuid, actor.name, $5::text, $6::text, $7::text, $8::text,
      coalesce($9::text, actor.name), $10::jsonb, $11::jsonb, $12::text, $13::text, $14::text
    FROM actor RETURNING actor_id::text, actor_name, subject_id, subject_label
  )
  INSERT INTO audit_names (tenant_id, kind, id, name)
  SELECT $1::uuid, 'actor', actor_id, actor_name FROM entry WHERE actor_id IS NOT NULL
  UNION ALL SELECT $1::uuid, 'subject', subject_id, subject_label FROM entry
  ON CONFLICT DO NOTHING;


-- platform/db/apply-schema.queries.ts

-- findChanges
SELECT name, hash FROM applied_schema_files;

-- findOwnSchema
SELECT relnamespace::regnamespace::text AS name FROM pg_class
  WHERE oid = to_regclass('tenants');

-- applyChange
INSERT INTO applied_schema_files (name, hash) VALUES ({name}, {hash})
  ON CONFLICT (name) DO UPDATE SET hash = excluded.hash;

-- inAnyOrder
SELECT set_config('check_function_bodies', 'off', true);

-- applySchemaIn
LOCK TABLE applied_schema_files IN SHARE ROW EXCLUSIVE MODE;

-- applySchemaIn
DELETE FROM applied_schema_files WHERE name <> ALL ({[...files.keys()]});


-- platform/db/database.ts

-- serveAs
SELECT current_database() AS name;

-- setPassword
SELECT pg_advisory_xact_lock(hashtext('watchpost serving role'));


-- platform/db/embedded/log-room.ts

-- reserveLog
SELECT pg_logical_emit_message(false, 'room', '');

-- reserveLog
SELECT pg_switch_wal();

-- countLogFiles
SELECT count(*)::int AS files FROM pg_ls_waldir()
  WHERE name ~ '^[0-9A-F]{24}$';

-- recycleLog
SELECT FROM pg_control_checkpoint()
  WHERE pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > {fileBytes};


-- platform/db/insert-rows.queries.ts

-- insertText
INSERT INTO {table} (tenant_id, {columns.map(({ name }) => name).join(', ')})
  SELECT $1::uuid, {taken.join(', ')}
  FROM unnest({sent.join(', ')}) AS sent ({columns.map((_, index) => `c${index}`).join(', ')});


-- platform/db/job-tables.ts

-- migrateJobs
SELECT pg_advisory_lock($1);

-- migrateJobs
SELECT pg_advisory_unlock($1);


-- platform/db/log-position.ts

-- positionOfPrimary
SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint AS timeline;

-- positionOfReplica
SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS lsn,
  greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)::bigint AS timeline,
  extract(epoch FROM pg_postmaster_start_time())::text AS server
  WHERE pg_is_in_recovery();


-- platform/db/migrate.ts

-- stepOf
SELECT set_config('check_function_bodies', 'off', true);

-- namesOfMade
SELECT WHERE to_regclass('kysely_migration') IS NOT NULL;

-- namesOfMade
SELECT name FROM kysely_migration ORDER BY name;


-- platform/db/name-order.queries.ts

-- remakeNameOrder
SELECT i.indexrelid::regclass::text AS "indexName"
  FROM pg_collation c LEFT JOIN pg_index i ON c.oid = ANY (i.indcollation)
  WHERE c.collname = 'name_order' AND c.collversion <> pg_collation_actual_version(c.oid) ORDER BY 1;


-- platform/db/open-owner-store.ts

-- wasUsed
SELECT WHERE to_regclass('tenants') IS NOT NULL OR to_regclass({restoreMarker}) IS NOT NULL;


-- platform/db/open-store.ts

-- requireNewEnough
SELECT
  current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
  EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS "hasIcu";

-- requireNoRestore
SELECT WHERE to_regclass({restoreMarker}) IS NOT NULL;


-- platform/db/serving-role.ts

-- requireOwnersView
SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity
  AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('tenants')) AND row_security_active(oid) LIMIT 1;

-- findRole
SELECT rolname AS name, to_regclass('tenants') IS NOT NULL AS finds_tables, rolsuper AS is_superuser, rolbypassrls AS bypasses,
      (SELECT min(oid::regclass::text) FROM pg_class WHERE relrowsecurity
  AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('tenants')) AND NOT row_security_active(oid)) AS open_table
    FROM pg_roles WHERE rolname = current_user;


-- platform/db/tenant-pool.ts

-- tenantPool
SELECT set_config('watchpost.tenant', $1, false);


-- platform/db/worker-life.ts

-- holdLife
SELECT pg_advisory_lock(hashtextextended('watchpost jobs ' || $1, 0));

-- freeJobsOfDead
SELECT worker FROM (SELECT DISTINCT locked_by AS worker FROM graphile_worker._private_jobs
    WHERE locked_by <> $1 OFFSET 0) AS holders
  WHERE pg_try_advisory_xact_lock(hashtextextended('watchpost jobs ' || worker, 0));

-- freeJobsOfDead
SELECT graphile_worker.force_unlock_workers($1::text[]);

-- freeJobsUnheardOf
UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL
  WHERE locked_by = $1 AND locked_at < now() - interval '1 minute' AND id <> ALL($2::bigint[]);


-- platform/db/wrong-dates.ts

-- text
WITH clock AS (SELECT now() AS here, to_timestamp($1::float8 / 1000) AS there),
  turns AS (
    SELECT k.identifier, k.last_execution - c.there AS ahead
    FROM graphile_worker._private_known_crontabs k CROSS JOIN clock c WHERE k.last_execution > c.there + interval '2 minutes'),
  jobs AS (
    SELECT j.id, j.since, j.since - c.here AS ahead FROM clock c CROSS JOIN LATERAL (
      SELECT id, CASE WHEN payload::jsonb ? '_cron' THEN greatest(created_at, updated_at, run_at)
        ELSE greatest(created_at, updated_at) END AS since FROM graphile_worker._private_jobs) AS j
    WHERE j.since > c.here + interval '2 minutes'),
  turned AS (
    UPDATE graphile_worker._private_known_crontabs k SET last_execution = date_trunc('minute', c.there)
    FROM turns t CROSS JOIN clock c WHERE k.identifier = t.identifier),
  moved AS (
    UPDATE graphile_worker._private_jobs j
    SET created_at = least(j.created_at, c.here), updated_at = c.here,
      locked_at = CASE WHEN j.locked_at > c.here THEN c.here ELSE j.locked_at END,
      run_at = c.here + greatest(interval '0', j.run_at - w.since)
    FROM jobs w CROSS JOIN clock c WHERE j.id = w.id)
  SELECT coalesce(round(extract(epoch FROM greatest((SELECT max(ahead) FROM turns), (SELECT max(ahead) FROM jobs))) * 1000), 0)::float8
    AS "aheadMs", EXISTS (SELECT FROM turns) AS "hasTimetable";


-- platform/exports/report-zone.queries.ts

-- findReportZone
SELECT time_zone AS zone, array_agg(id) AS ids FROM sites
  WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR id = $2::uuid) AND ($3::uuid IS NULL OR id = $3::uuid)
  GROUP BY time_zone;


-- platform/jobs/enqueue-job.queries.ts

-- enqueueJob
SELECT 1 FROM graphile_worker.add_job($1::text, payload := $2::json,
  run_at := $3::timestamptz, max_attempts := $4::int, job_key := $5::text, priority := $6::int);


-- platform/mail/mail.queries.ts

-- claimMail
UPDATE mail_messages AS m
  SET state = 'sending', tried_at = now(), attempts = m.attempts + 1,
    next_try_at = now() + interval '5 minutes'
  FROM tenants AS t
  WHERE m.tenant_id = $1::uuid AND m.id = $2::uuid AND t.tenant_id = m.tenant_id
    AND m.state IN ('queued', 'sending') AND (m.next_try_at <= now() + interval '1 second' OR (m.next_try_at > now() + interval '17 hours' OR m.created_at > now() + interval '2 minutes'))
    AND m.text_part IS NOT NULL AND m.html_part IS NOT NULL
  RETURNING m.template, m.recipient, m.subject, m.text_part AS text, m.html_part AS html, t.name AS "brandName",
    m.attachments, m.unsubscribe_url AS "unsubscribeUrl", m.attempts;


-- platform/mail/withdraw-report-mails.queries.ts

-- withdrawReportMails
UPDATE mail_messages m SET state = 'failed', text_part = NULL, html_part = NULL,
    reason = 'The account on whose behalf it was sent was deactivated or taken off its site.'
  FROM scheduled_report_links l
  JOIN scheduled_report_runs n ON n.tenant_id = l.tenant_id AND n.id = l.run_id
  JOIN scheduled_reports r ON r.tenant_id = n.tenant_id AND r.id = n.report_id
  WHERE m.tenant_id = $1::uuid AND l.tenant_id = m.tenant_id AND l.message_id = m.id AND r.owner_id = $2::uuid
    AND m.state = 'queued';


-- platform/managed-records/former-ids.queries.ts

-- hasFormerIds
SELECT EXISTS (SELECT FROM former_ids WHERE tenant_id = $1::uuid) AS has;

-- findFormerIds
SELECT record_id AS id, string_agg(former_id, ', ' ORDER BY former_id) AS "formerId" FROM former_ids
  WHERE tenant_id = $1::uuid AND record_id = ANY($2::uuid[]) GROUP BY record_id;


-- platform/managed-records/record-changes.queries.ts

-- lockEach
SELECT FROM {table} WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE;

-- updateEach
UPDATE {table.table} r SET {change.set}, version = version + 1, updated_at = now()
  WHERE {[ `r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`, `r.id = ANY (${values.add(ids, 'uuid[]')})`, change.where, table.changeable ?? 'true', ...withinScope(scope, table).map((condition) => condition(values)), ].join(' AND ')} RETURNING r.id, {table.label} AS label;


-- platform/managed-records/record-list.queries.ts

-- findRecords
SELECT count(*)::int AS count {all.from};

-- findSearchedPage
SELECT r.id, row_number() OVER (ORDER BY {order}) AS place {from};

-- findSearchedPage
WITH matched AS MATERIALIZED (SELECT r.id, row_number() OVER (ORDER BY {order}) AS place {from}) SELECT (SELECT count(*)::int FROM matched) AS count, ARRAY(
  SELECT id FROM matched WHERE place > {offset}::int AND place <= {offset}::int::bigint + {limit}::int
  ORDER BY place) AS ids;

-- findIds
SELECT r.id {from} ORDER BY {order} LIMIT {limit}::int OFFSET {offset}::int;

-- findRecordsById
SELECT {typeof columns === 'string' ? {columns} : {columns(values.add(scope.siteId, 'uuid'))}} FROM unnest({ids}::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN {table.table} r ON r.id = wanted.id
  WHERE {[ `r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`, ...(table.isDeletable === false ? [] : ['r.deleted_at IS NULL']), ...withinScope(scope, table).map((condition) => condition(values)), ].join(' AND ')} ORDER BY wanted.place;


-- platform/managed-records/saved-edit.queries.ts

-- saveEdit
UPDATE {table} SET {sql.join(changes)}, version = version + 1, updated_at = now()
  WHERE tenant_id = {tenantId} AND id = {id} AND version = {version} AND deleted_at IS NULL
  RETURNING version;


-- platform/metrics/database-figures.queries.ts

-- findDatabaseFigures
SELECT jobs.*, (SELECT coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 FROM pg_stat_replication)
      AS "replicationSeconds",
    (SELECT coalesce(json_agg(held), '[]') FROM (
      SELECT application_name AS kind, coalesce(state, 'unknown') AS state, count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'watchpost%' GROUP BY 1, 2) AS held) AS connections
  FROM (SELECT count(*) FILTER (WHERE can_run)::int AS waiting,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE can_run)), 0)::float8 AS "oldestSeconds",
      count(*) FILTER (WHERE attempts >= max_attempts)::int AS "givenUp"
    FROM (SELECT *, run_at <= now() AND locked_at IS NULL AND attempts < max_attempts AS can_run
      FROM graphile_worker._private_jobs) AS job) AS jobs;


-- platform/notify/notify.queries.ts

-- fanOut
WITH asked AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS x (no int, kind text, site_id uuid, user_id uuid, params jsonb,
      link text, once text, push jsonb, priority int)
  ), first_told AS (
    INSERT INTO told_notices (tenant_id, kind, subject)
    SELECT $1::uuid, kind, once FROM asked WHERE once IS NOT NULL ORDER BY kind, once
    ON CONFLICT DO NOTHING RETURNING kind, subject
  ), recipients AS (
    SELECT a.*, u.id, coalesce((SELECT is_on FROM notification_preferences p
  WHERE p.tenant_id = u.tenant_id AND p.user_id = u.id AND p.kind = a.kind AND p.channel = 'console'), true) AS in_console, coalesce((SELECT is_on FROM notification_preferences p
  WHERE p.tenant_id = u.tenant_id AND p.user_id = u.id AND p.kind = a.kind AND p.channel = 'push'), true) AS by_push
    FROM asked a CROSS JOIN users u
    LEFT JOIN sub_admins s ON s.tenant_id = u.tenant_id AND s.user_id = u.id
    WHERE u.tenant_id = $1::uuid AND u.activated AND u.role IN ('superAdmin', 'subAdmin')
      AND (a.user_id IS NULL OR u.id = a.user_id)
      AND (u.role = 'superAdmin' OR s.site_id = a.site_id OR (a.site_id IS NULL AND a.user_id IS NOT NULL))
      AND (a.once IS NULL OR EXISTS (SELECT FROM first_told f WHERE f.kind = a.kind AND f.subject = a.once))
  ), numbered AS (
    INSERT INTO notification_inboxes AS i (tenant_id, user_id, last_no)
    SELECT $1::uuid, id, count(*) FROM recipients WHERE in_console GROUP BY id ORDER BY id
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET last_no = i.last_no + excluded.last_no
    RETURNING user_id, last_no
  ), stored AS (
    INSERT INTO notifications (tenant_id, user_id, no, id, kind, site_id, params, link)
    SELECT $1::uuid, r.id, n.last_no + 1 - row_number() OVER (PARTITION BY r.id ORDER BY r.no DESC),
      gen_random_uuid(), r.kind, r.site_id, r.params, r.link
    FROM recipients r JOIN numbered n ON n.user_id = r.id WHERE r.in_console
  ), trimmed AS (
    DELETE FROM notifications x USING numbered n
    WHERE x.tenant_id = $1::uuid AND x.user_id = n.user_id AND x.no <= n.last_no - 1000
  )
  SELECT pg_notify('watchpost_notices', $1::text || ' ' || user_id::text)::text FROM numbered
  UNION ALL
  SELECT (graphile_worker.add_job('sendPush', max_attempts := 5,
    priority := r.priority,
    payload := (r.push || jsonb_build_object('subscriptionId', b.id))::json)).id::text
  FROM recipients r JOIN push_subscriptions b ON b.tenant_id = $1::uuid AND b.user_id = r.id
  WHERE r.by_push;


-- platform/tracing/statement-summary.ts

-- summaryOf
WITH;

-- summaryOf
SELECT;
