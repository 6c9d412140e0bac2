-- Statements that apps/server/src/lifecycle writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".

-- lifecycle/archives/archive-rows.queries.ts

-- findSubjects
SELECT '{after.kind}' AS kind, id, {at} AS "atMs" FROM {table} WHERE tenant_id = $1::uuid
  AND ({at}, id) > ($2::bigint, $3::uuid) AND {at} < $4::bigint {more} ORDER BY {at}, id LIMIT $5::int;

-- findOldestMs
SELECT least((SELECT min(started_at_ms) FROM rounds WHERE tenant_id = $1::uuid),
  (SELECT min(due_at_ms) FROM due_rounds WHERE tenant_id = $1::uuid)) AS "atMs";

-- findArrivedSince
SELECT asked.id FROM unnest($2::uuid[]) AS asked (id)
  WHERE EXISTS (SELECT FROM scans t
  WHERE t.tenant_id = $1::uuid AND t.round_id = asked.id AND t.received_at_ms >= $3::bigint) OR EXISTS (SELECT FROM field_events t
  WHERE t.tenant_id = $1::uuid AND t.subject_id = asked.id AND t.received_at_ms >= $3::bigint);

-- findBlocked
SELECT held_subjects AS id FROM held_subjects($1::uuid, $2::uuid[]);

-- findContents
SELECT f.subject_id AS id, f.digest, f.contents AS records
  FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, place)
  JOIN retained_subjects($1::uuid, $2::uuid[]) f ON f.subject_id = asked.id ORDER BY asked.place;

-- removeArchived
SELECT remove_archived($1::uuid, $2::uuid[], $3::text[]) AS removed;

-- clearEmptySums
SELECT set_config('statement_timeout', $1::text, true);

-- clearEmptySums
SELECT clear_empty_sums($1::bigint, $2::bigint);

-- findLeavesOfRecords
SELECT l.leaf_no AS no, l.source, l.record_id AS id, encode(l.hash, 'hex') AS hash
  FROM unnest($3::uuid[]) AS asked (id) JOIN log_leaves l
    ON l.tenant_id = $1::uuid AND l.source = $2::text AND l.record_id = asked.id;

-- findRefusedNumbers
SELECT asked.key, asked.seq FROM unnest($2::text[], $3::int[]) AS asked (key, seq)
  JOIN refused_events r ON r.tenant_id = $1::uuid AND r.proof_key = decode(asked.key, 'hex')
    AND r.proof_seq = asked.seq;


-- lifecycle/archives/archives.queries.ts

-- findArchives
SELECT id, month_ms AS "monthMs", until_ms AS "untilMs", status, begun_at_ms AS "beganAtMs",
  verified_at_ms AS "verifiedAtMs", removed_at_ms AS "removedAtMs", rounds, held FROM archives WHERE tenant_id = $1::uuid
    ORDER BY month_ms DESC, begun_at_ms DESC LIMIT $2::int;

-- findArchiveFiles
SELECT archive_id AS "archiveId", no, kind, pieces, bytes, encode(sha256, 'hex') AS sha256, rounds
  FROM archive_files WHERE tenant_id = $1::uuid AND archive_id = ANY($2::uuid[]) ORDER BY archive_id, no;

-- takeUnderWay
UPDATE archives SET worker = $2::uuid, lease_until_ms = $3::bigint + 600000
    WHERE tenant_id = $1::uuid AND status <> 'removed' AND lease_until_ms <= $3::bigint RETURNING id, month_ms AS "monthMs", until_ms AS "untilMs", status, begun_at_ms AS "beganAtMs",
  verified_at_ms AS "verifiedAtMs", removed_at_ms AS "removedAtMs", rounds, held;

-- isAnyUnderWay
SELECT 1 FROM archives WHERE tenant_id = $1::uuid AND status <> 'removed';

-- beginArchive
INSERT INTO archives (tenant_id, id, month_ms, until_ms, begun_at_ms, worker, lease_until_ms)
    VALUES ($1::uuid, $2::uuid, $3::bigint, $4::bigint, $5::bigint, $6::uuid, $5::bigint + 600000)
    ON CONFLICT DO NOTHING RETURNING id, month_ms AS "monthMs", until_ms AS "untilMs", status, begun_at_ms AS "beganAtMs",
  verified_at_ms AS "verifiedAtMs", removed_at_ms AS "removedAtMs", rounds, held;

-- renewLease
UPDATE archives SET lease_until_ms = $4::bigint + 600000 WHERE tenant_id = $1::uuid AND id = $2::uuid AND worker = $3::uuid RETURNING 1;

-- markVerified
UPDATE archives SET status = 'verified', verified_at_ms = $4::bigint, rounds = $5::int, held = $6::int
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND worker = $3::uuid AND status = 'writing' RETURNING 1;

-- markRemoved
UPDATE archives SET status = 'removed', removed_at_ms = $4::bigint WHERE tenant_id = $1::uuid AND id = $2::uuid AND worker = $3::uuid AND status = 'verified'
  RETURNING 1;


-- lifecycle/backup/copied-tables.queries.ts

-- findTables
SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> ALL ($1) GROUP BY 1 ORDER BY 1;

-- findMigrations
SELECT name FROM kysely_migration ORDER BY name;

-- findSequences
SELECT sequencename::text AS name, last_value::text AS value, start_value::text AS start
  FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1;

-- findJobs
SELECT count(*)::int AS count, coalesce(json_agg(job), '[]')::text AS json FROM (
  SELECT t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    (SELECT array_agg(flag) FROM jsonb_object_keys(j.flags) AS flag) AS flags
  FROM graphile_worker._private_jobs AS j JOIN graphile_worker._private_tasks AS t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues AS q ON q.id = j.job_queue_id
  WHERE j.attempts < j.max_attempts ORDER BY j.id) AS job;

-- findFileKeys
SELECT table_name::text AS name FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name = 'storage_key';

-- findFileKeys
SELECT storage_key AS key FROM "{name.replaceAll('"', '""')}" WHERE storage_key <> '';


-- lifecycle/backup/load-rows.queries.ts

-- prepareTables
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) AS add
    FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname NOT LIKE 'kysely%' ORDER BY 1;

-- prepareTables
SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS drop, pg_get_indexdef(i.indexrelid) AS add
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid JOIN pg_class AS x ON x.oid = i.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname NOT LIKE 'kysely%' AND NOT x.relispartition
      AND NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = i.indexrelid) ORDER BY 1;

-- prepareTables
SELECT c.oid::regclass::text AS text FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname NOT LIKE 'kysely%' ORDER BY 1;

-- prepareTables
TRUNCATE {tables.join(', ')};

-- setSequence
SELECT setval($1::regclass, $2::bigint, $3);

-- addJobs
SELECT graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority, flags)
  FROM json_to_recordset($1) AS job (identifier text, payload json, queue_name text, run_at timestamptz,
    max_attempts int, key text, priority int, flags text[]);


-- lifecycle/backup/make-backup.ts

-- writeDatabase
SELECT now() AS at, current_setting('server_version') AS server;

-- writeTable
SELECT;


-- lifecycle/backup/restore-targets.ts

-- intoDataFolder
SELECT FROM pg_database WHERE datname = $1;

-- intoEmptyDatabase
SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace;


-- lifecycle/erasures/erasures.queries.ts

-- actAsTenant
SELECT set_config('watchpost.tenant', $1::text, true);

-- lockGuard
SELECT activated, version, erased_at IS NOT NULL AS "isErased" FROM guards
  WHERE tenant_id = $1::uuid AND id = $2::uuid FOR UPDATE;

-- deactivateMarked
UPDATE guards SET activated = false, version = version + 1, updated_at = now()
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND erased_at IS NULL RETURNING id;

-- findNamingLeaves
SELECT l.source, l.record_id AS id, encode(l.hash, 'hex') AS hash FROM (
    SELECT 'incident_history' AS source, h.id FROM incident_history h
      WHERE h.tenant_id = $1::uuid AND h.actor_kind = 'guard' AND h.actor_id = $2::uuid
    UNION ALL SELECT 'record_versions', v.id FROM record_versions v
      WHERE v.tenant_id = $1::uuid AND v.source = 'sos_history' AND v.row ->> 'actor_kind' = 'guard'
        AND v.row ->> 'actor_id' = $2::uuid::text
    UNION ALL SELECT 'audit_entries', a.id FROM audit_entries a
      WHERE a.tenant_id = $1::uuid AND a.subject_type = 'guard' AND a.subject_id = $2::uuid::text) AS named
  JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = named.source AND l.record_id = named.id
  ORDER BY l.leaf_no;

-- writeErasure
INSERT INTO guard_erasures (tenant_id, id, guard_id, at_ms, erased_by, pseudonym, records, key, signature)
  VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bigint, $5::uuid, $6::text, $7::jsonb, decode($8::text, 'hex'),
    decode($9::text, 'hex'));

-- writeErasure
SELECT erase_guard($1::uuid) AS keys;


-- lifecycle/personal-data/data-list.ts

-- paged
SELECT ({atMs})::float8 AS "atMs", r.id AS id, json_build_array({cells.join(', ')}) AS cells FROM {from}
  WHERE r.tenant_id = $1::uuid AND {where} AND (({atMs})::float8, r.id) > ($3::float8, $4::uuid)
  ORDER BY ({atMs})::float8, r.id LIMIT 500;

-- ofRounds
WITH page AS MATERIALIZED (SELECT r.tenant_id, r.id, r.started_at_ms FROM rounds r WHERE r.tenant_id = $1::uuid
    AND r.guard_id = $2::uuid AND (r.started_at_ms::float8, r.id) > ($3::float8, $4::uuid)
    ORDER BY r.started_at_ms, r.id LIMIT 100)
  SELECT page.started_at_ms::float8 AS "atMs", page.id,
    CASE WHEN {isThere} THEN json_build_array({cells.join(', ')}) END AS cells
  FROM page {join} ORDER BY page.started_at_ms, page.id, {order};


-- lifecycle/personal-data/guard-data.queries.ts

-- findPerson
SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name, g.employee_id AS "employeeId", g.email,
    CASE WHEN g.phone_number = '' THEN '' ELSE g.country_code || ' ' || g.phone_number END AS phone, g.activated,
    g.secret_hash IS NOT NULL AS "hasSecret", floor(extract(epoch FROM g.created_at) * 1000)::float8 AS "createdAtMs",
    floor(extract(epoch FROM g.updated_at) * 1000)::float8 AS "updatedAtMs", ARRAY(SELECT n.name FROM guard_sites l JOIN sites n ON n.tenant_id = l.tenant_id AND n.id = l.site_id
  WHERE l.tenant_id = g.tenant_id AND l.guard_id = g.id ORDER BY n.name) AS sites,
    ARRAY(SELECT n.name FROM shift_guards l JOIN shifts n ON n.tenant_id = l.tenant_id AND n.id = l.shift_id
  WHERE l.tenant_id = g.tenant_id AND l.guard_id = g.id ORDER BY n.name) AS shifts, ARRAY(SELECT n.name FROM tour_guards l JOIN patrol_tours n ON n.tenant_id = l.tenant_id AND n.id = l.tour_id
  WHERE l.tenant_id = g.tenant_id AND l.guard_id = g.id ORDER BY n.name) AS tours,
    (SELECT json_build_object('storageKey', f.storage_key, 'mediaType', f.media_type) FROM files f WHERE f.tenant_id = g.tenant_id AND f.id::text = g.photo) AS photo
  FROM guards g WHERE g.tenant_id = $1::uuid AND g.id = $2::uuid AND g.deleted_at IS NULL AND g.erased_at IS NULL;

-- findReportPhotos
SELECT f.id, f.storage_key AS "storageKey", f.media_type AS "mediaType" FROM incidents i
    JOIN incident_photos p ON p.tenant_id = i.tenant_id AND p.incident_id = i.id
    JOIN files f ON f.tenant_id = p.tenant_id AND f.id = p.file_id
  WHERE i.tenant_id = $1::uuid AND i.guard_id = $2::uuid ORDER BY p.added_at, f.id;


-- lifecycle/personal-data/periods.queries.ts

-- deleteOverdue
DELETE FROM {table} WHERE tenant_id = $1::uuid AND {condition};

-- findDeletedGuards
SELECT id FROM guards WHERE tenant_id = $1::uuid AND erased_at IS NULL
  AND deleted_at < now() - make_interval(days => 30) ORDER BY id;


-- lifecycle/retention/retention.queries.ts

-- findRetention
SELECT version, months_to_keep AS "monthsToKeep", starts_at_ms AS "startsAtMs"
  FROM retention_settings WHERE tenant_id = $1::uuid;

-- saveRetention
INSERT INTO retention_settings (tenant_id, version, months_to_keep, starts_at_ms)
  VALUES ($1::uuid, $2::int + 1, $3::smallint, $4::bigint) ON CONFLICT DO NOTHING RETURNING 1;

-- saveRetention
UPDATE retention_settings SET version = $2::int + 1, months_to_keep = $3::smallint, starts_at_ms = $4::bigint
  WHERE tenant_id = $1::uuid AND version = $2::int RETURNING 1;

-- findOldestRoundMs
SELECT min(started_at_ms) AS "atMs" FROM rounds WHERE tenant_id = $1::uuid;


-- lifecycle/source-import/staging.queries.ts

-- findTenantId
SELECT tenant_id AS id FROM tenants WHERE slug = $1;

-- holdTenant
SELECT pg_try_advisory_lock(hashtextextended('source-import ' || $1, 0)) AS held;

-- releaseTenant
SELECT pg_advisory_unlock(hashtextextended('source-import ' || $1, 0));

-- stage
INSERT INTO source_documents (collection, parent, id, file, line, body)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[]);

-- takeFaulty
SELECT coalesce(max(seq), 0) AS last FROM source_documents;

-- takeFaulty
DELETE FROM source_documents d WHERE seq > $1 AND seq <= $2 AND {where}
  RETURNING seq, collection, parent, id, file, line;

-- nextStaged
SELECT seq, collection, parent, id, file, line, body FROM source_documents
  WHERE collection = $1 AND parent = '' AND seq > $2 ORDER BY seq LIMIT $3;

-- stagedScans
SELECT seq, collection, parent, id, file, line, body FROM source_documents
  WHERE collection = 'scannedHistory' AND parent = ANY ($1::text[]) AND parent <> '' ORDER BY id COLLATE "C";

-- findPresent
SELECT id::text FROM {table} WHERE tenant_id = $1 AND id = ANY ($2::{table === 'app_settings' ? text : uuid}[]);

-- findBearers
SELECT {table === 'users' ? lower(email) : lower(employee_id)} AS name, id::text FROM {table}
  WHERE tenant_id = $1 {table === 'guards' ? AND deleted_at IS NULL : };

-- findCodes
SELECT id::text, code, checkpoint_id::text AS point FROM qr_codes WHERE tenant_id = $1;

-- addRows
INSERT INTO {table} ({['tenant_id', ...Object.keys(firstRow)].join(', ')}) SELECT {['tenant_id', ...Object.keys(firstRow)].join(', ')} FROM jsonb_populate_recordset(NULL::{table}, $1::jsonb)
  ON CONFLICT DO NOTHING;

-- takeArrivals
INSERT INTO round_arrivals AS a (tenant_id, last_no) VALUES ($1, $2)
  ON CONFLICT (tenant_id) DO UPDATE SET last_no = a.last_no + excluded.last_no RETURNING last_no;


-- lifecycle/verification/exceptions.queries.ts

-- findCappedSince
SELECT floor(extract(epoch FROM timestamp::timestamptz) * 1000)::float8 AS "atMs"
  FROM kysely_migration WHERE name = '0071-methods-and-codes';

-- findDueFaults
WITH noted AS (
  SELECT h.due_round_id AS id, bool_or(h.status = 'missed') AS missed,
    bool_or(h.status = 'missed' AND said.is_new) AS newly_missed,
    bool_or(said.is_late) AS late, bool_or(said.is_late AND said.is_new) AS newly_late
  FROM due_round_history h JOIN due_rounds d ON d.tenant_id = h.tenant_id AND d.id = h.due_round_id
  CROSS JOIN LATERAL (SELECT
    h.status = 'late' OR (h.status = 'inProgress' AND h.at_ms >= d.late_at_ms) AS is_late,
    extract(epoch FROM h.known_at) * 1000 >= $2::bigint AS is_new) AS said
  WHERE h.tenant_id = $1::uuid AND h.status IN ('missed', 'late', 'inProgress') GROUP BY 1)
    SELECT due.kind, noted.id AS "dueRoundId", 'none' AS fault FROM noted CROSS JOIN LATERAL (VALUES
        ('missed', newly_missed), ('late', newly_late AND NOT missed)) AS due (kind, is_due)
      WHERE due.is_due AND NOT EXISTS (SELECT FROM exceptions e
        WHERE e.tenant_id = $1::uuid AND e.kind = due.kind AND e.subject_id = noted.id)
    UNION ALL
    SELECT e.kind, e.subject_id, CASE WHEN e.kind = 'late' AND noted.late THEN 'double' ELSE 'unfounded' END
      FROM exceptions e LEFT JOIN noted ON noted.id = e.subject_id
      WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND CASE e.kind
        WHEN 'missed' THEN NOT coalesce(noted.missed, false)
        -- A late one that was closed before the round was missed stays, and is opened again by people alone.
        ELSE NOT coalesce(noted.late, false) OR (noted.missed AND e.status <> 'closed' AND NOT EXISTS (
          SELECT FROM exception_history h WHERE h.tenant_id = $1::uuid AND h.exception_id = e.id
            AND h.kind = 'reopened')) END
    ORDER BY 2, 1;

-- findDueFactDifferences
SELECT e.id, e.kind, e.subject_id AS "subjectId", named.fact, named.kept, named.found FROM exceptions e
  JOIN due_rounds d ON d.tenant_id = e.tenant_id AND d.id = e.subject_id
  LEFT JOIN due_round_history h ON h.tenant_id = d.tenant_id AND h.due_round_id = d.id AND h.status = 'inProgress'
  CROSS JOIN LATERAL (VALUES
    ('severity', e.severity::text,
      CASE e.kind WHEN 'missed' THEN '{exceptionSeverities.indexOf(severity) + 1}' ELSE '{exceptionSeverities.indexOf(severity) + 1}' END),
    ('reasons', e.reasons::text, ARRAY[e.kind]::text),
    ('site', e.site_id::text, d.site_id::text),
    ('route', e.route_id::text, d.route_id::text),
    ('route name', e.route_name, d.route_name),
    ('tour', e.tour_id::text, d.tour_id::text),
    ('tour name', e.tour_name, d.tour_name),
    ('due round', e.due_round_id::text, d.id::text),
    ('time', e.happened_at_ms::text, d.due_at_ms::text),
    ('round', e.round_id::text, CASE WHEN h.at_ms IS NOT NULL THEN d.round_id::text END),
    ('made good', e.made_good_at_ms::text, h.at_ms::text),
    ('guard', e.guard_id::text, coalesce(CASE WHEN h.at_ms IS NOT NULL THEN d.begun_by END,
      CASE WHEN cardinality(d.guard_ids) = 1 THEN d.guard_ids[1] END)::text)
  ) AS named (fact, kept, found)
  WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND named.kept IS DISTINCT FROM named.found
  ORDER BY e.id, named.fact;

-- findAwaited
SELECT DISTINCT json_array_elements_text(j.payload -> 'roundIds') AS id
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE t.identifier = $2 AND j.payload ->> 'tenantId' = $1::text
    AND (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL);

-- findWalkedFactDifferences
SELECT e.id, e.kind, e.subject_id AS "subjectId", named.fact, named.kept, named.found FROM exceptions e
  LEFT JOIN rounds r ON r.tenant_id = e.tenant_id AND r.id = e.subject_id
  LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  LEFT JOIN due_rounds d ON d.tenant_id = r.tenant_id AND d.round_id = r.id
  CROSS JOIN LATERAL (VALUES
    ('round', e.round_id::text, r.id::text),
    ('site', e.site_id::text, r.site_id::text),
    ('route', e.route_id::text, v.route_id::text),
    ('route name', e.route_name, coalesce(v.name, '')),
    ('tour', e.tour_id::text, d.tour_id::text),
    ('tour name', e.tour_name, coalesce(d.tour_name, '')),
    ('due round', e.due_round_id::text, d.id::text),
    ('guard', e.guard_id::text, r.guard_id::text),
    ('time', e.happened_at_ms::text, r.started_at_ms::text),
    ('made good', CASE WHEN e.made_good_at_ms IS NULL THEN 'no' ELSE 'yes' END,
      CASE WHEN e.kind = 'incomplete' AND r.status_code = 1010 THEN 'yes' ELSE 'no' END)
  ) AS named (fact, kept, found)
  WHERE e.tenant_id = $1::uuid AND e.kind IN ('incomplete', 'flagged') AND named.kept IS DISTINCT FROM named.found
  ORDER BY e.id, named.fact;

-- findCourseDifferences
SELECT e.id, e.kind, e.subject_id AS "subjectId", named.fact, named.kept, named.found FROM exceptions e
  CROSS JOIN LATERAL (SELECT count(*)::text AS openings, min(h.at_ms)::text AS opened FROM exception_history h
    WHERE h.tenant_id = e.tenant_id AND h.exception_id = e.id AND h.kind = 'opened') AS first
  LEFT JOIN LATERAL (SELECT h.* FROM exception_history h
    WHERE h.tenant_id = e.tenant_id AND h.exception_id = e.id AND h.kind IN ('closed', 'excused', 'accepted', 'reopened')
    ORDER BY h.at_ms DESC, h.id DESC LIMIT 1) AS last ON last.kind <> 'reopened'
  CROSS JOIN LATERAL (VALUES
    ('openings', '1', first.openings),
    ('opening', e.opened_at_ms::text, first.opened),
    ('closing', e.closed_at_ms::text, last.at_ms::text),
    ('outcome', e.outcome, last.details ->> 'outcome'),
    ('reason of closing', e.closing_reason, coalesce(last.text, ''))
  ) AS named (fact, kept, found)
  WHERE e.tenant_id = $1::uuid AND named.kept IS DISTINCT FROM named.found ORDER BY e.id, named.fact;

-- findExceptionCountDifferences
WITH recounted AS (SELECT subject.site_id, bucket.grain::smallint AS grain, bucket.at_ms AS bucket_ms, kind,
      severity, status, owner_id IS NOT NULL AS is_owned, count(*) AS items
    FROM exceptions AS e CROSS JOIN LATERAL (VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (e.site_id))
      AS subject (site_id)
    CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, happened_at_ms - happened_at_ms % 86400000)) AS bucket (grain, at_ms)
    WHERE e.tenant_id = $1::uuid GROUP BY 1, 2, 3, 4, 5, 6, 7),
  kept AS (SELECT * FROM exception_counts WHERE tenant_id = $1::uuid AND items <> 0)
  SELECT concat_ws(' ', 'site', site_id, kind, 'of severity', severity, status,
      CASE WHEN is_owned THEN 'with an owner' ELSE 'without an owner' END,
      CASE grain WHEN 0 THEN 'of all time' ELSE concat('on day ', bucket_ms) END) AS whose,
    kept.items::text AS kept, recounted.items::text AS recounted
  FROM kept FULL JOIN recounted USING (site_id, grain, bucket_ms, kind, severity, status, is_owned)
  WHERE kept.items IS DISTINCT FROM recounted.items ORDER BY 1;

-- findRoundsOfExceptions
SELECT r.id, r.started_at_ms >= $4::bigint AND coalesce(CASE WHEN r.route_version_id IS NULL
      THEN (SELECT min(s.received_at_ms) FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id)
      ELSE (SELECT f.received_at_ms FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = r.id
        AND f.kind = 'roundStarted' LIMIT 1) END >= $4::bigint, false) AS "isNew",
    coalesce((SELECT json_agg(json_build_object('kind', e.kind, 'severity', e.severity, 'reasons', e.reasons,
        'openedAtMs', e.opened_at_ms)) FROM exceptions e
      WHERE e.tenant_id = $1::uuid AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = r.id), '[]')
      AS exceptions
  FROM rounds r WHERE r.tenant_id = $1::uuid AND ($2::uuid IS NULL OR r.id > $2::uuid) ORDER BY r.id LIMIT $3::int;


-- lifecycle/verification/flags.queries.ts

-- findFlagsOfRounds
SELECT r.id, coalesce((SELECT json_object_agg(b.flag, b.scans) FROM round_doubts b
    WHERE b.tenant_id = $1::uuid AND b.round_id = r.id), '{}') AS flags
  FROM rounds r WHERE r.tenant_id = $1::uuid AND r.started_at_ms > $4::float8
    AND ($2::uuid IS NULL OR r.id > $2::uuid) ORDER BY r.id LIMIT $3::int;


-- lifecycle/verification/late-arrivals.queries.ts

-- findLateTied
SELECT r.id, r.ended_at_ms AS "endedAtMs", d.id AS "dueRoundId", d.status, d.missed_at_ms AS "missedAtMs",
      a.accepted_until_ms AS "acceptedUntilMs", (SELECT max(e.received_at_ms) FROM field_events e WHERE e.tenant_id = r.tenant_id
  AND e.subject_id = r.id AND e.kind = 'roundStarted' AND 'sentLate' = ANY (e.flags)) AS "lateStartAtMs",
      EXISTS (SELECT FROM field_events e WHERE e.tenant_id = r.tenant_id
  AND e.subject_id = r.id AND e.kind = 'roundStarted' AND 'fromFuture' = ANY (e.flags)) AS "hasFutureStart"
    FROM (SELECT DISTINCT tenant_id, round_id FROM round_doubts WHERE tenant_id = $1::uuid
        AND flag IN ('sentLate', 'fromFuture')) AS b JOIN rounds r ON r.tenant_id = b.tenant_id AND r.id = b.round_id
    JOIN due_rounds d ON d.tenant_id = r.tenant_id AND d.round_id = r.id
    LEFT JOIN late_arrivals a ON a.tenant_id = r.tenant_id AND a.round_id = r.id AND a.due_round_id = d.id
    WHERE r.route_version_id IS NOT NULL ORDER BY d.id;

-- findStrayAcceptances
SELECT a.round_id AS "roundId", a.due_round_id AS "dueRoundId" FROM late_arrivals a
  JOIN due_rounds d ON d.tenant_id = a.tenant_id AND d.id = a.due_round_id
  WHERE a.tenant_id = $1::uuid AND a.accepted_until_ms IS NOT NULL AND d.round_id IS DISTINCT FROM a.round_id
  ORDER BY a.round_id;


-- lifecycle/verification/recorded-names.queries.ts

-- strayNameDifferences
SELECT r.id FROM rounds r WHERE r.tenant_id = $1::uuid AND r.recorded_names_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM recorded_names n JOIN imported_rounds i ON i.tenant_id = n.tenant_id AND i.round_id = r.id
    WHERE n.tenant_id = r.tenant_id AND n.id = r.recorded_names_id AND n.guard_id = r.guard_id)
  ORDER BY r.id;


-- lifecycle/verification/rollups.queries.ts

-- trulyMissed
SELECT r.id AS round_id, planned.id AS checkpoint_id, r.site_id, r.guard_id, r.started_at_ms
  FROM rounds AS r JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  CROSS JOIN LATERAL (SELECT DISTINCT (point ->> 'checkpointId')::uuid AS id
    FROM jsonb_array_elements(v.checkpoints) AS point) AS planned
  WHERE r.tenant_id = $1::uuid AND r.status_code = 1005 AND NOT EXISTS (SELECT FROM scans AS s
    WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.checkpoint_id = planned.id);

-- findMissedDifferences
SELECT round_id, checkpoint_id, site_id, guard_id, started_at_ms FROM missed_checkpoints
  WHERE tenant_id = $1::uuid;

-- findMissedDifferences
SELECT round_id AS "roundId", checkpoint_id AS "checkpointId", true AS "isKept"
      FROM (SELECT round_id, checkpoint_id, site_id, guard_id, started_at_ms FROM missed_checkpoints
    WHERE tenant_id = $1::uuid EXCEPT SELECT r.id AS round_id, planned.id AS checkpoint_id, r.site_id, r.guard_id, r.started_at_ms
  FROM rounds AS r JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  CROSS JOIN LATERAL (SELECT DISTINCT (point ->> 'checkpointId')::uuid AS id
    FROM jsonb_array_elements(v.checkpoints) AS point) AS planned
  WHERE r.tenant_id = $1::uuid AND r.status_code = 1005 AND NOT EXISTS (SELECT FROM scans AS s
    WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.checkpoint_id = planned.id)) AS k
    UNION ALL SELECT round_id, checkpoint_id, false FROM (SELECT r.id AS round_id, planned.id AS checkpoint_id, r.site_id, r.guard_id, r.started_at_ms
  FROM rounds AS r JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  CROSS JOIN LATERAL (SELECT DISTINCT (point ->> 'checkpointId')::uuid AS id
    FROM jsonb_array_elements(v.checkpoints) AS point) AS planned
  WHERE r.tenant_id = $1::uuid AND r.status_code = 1005 AND NOT EXISTS (SELECT FROM scans AS s
    WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.checkpoint_id = planned.id) EXCEPT SELECT round_id, checkpoint_id, site_id, guard_id, started_at_ms FROM missed_checkpoints
    WHERE tenant_id = $1::uuid) AS m ORDER BY 1, 2;

-- findDifferences
WITH recounted AS (SELECT *, true AS is_there FROM (
      SELECT {keys.join(', ')}, hours, at_ms - at_ms % (hours * 3600000::bigint) AS from_ms,
        {figures.map((name) => `sum(${name}) AS ${name}`).join(', ')}
      FROM ({rows}) AS each CROSS JOIN unnest(ARRAY[1, 24, 168, 2184]) AS length (hours) GROUP BY {[...keys, 'hours', 'from_ms'].join(', ')}) AS r
    WHERE ({figures.map((name) => `${source}.${name}`).join(', ')}) <> ({figures.map(() => '0').join(', ')})),
  stored AS (SELECT *, true AS is_there FROM {table} AS p WHERE tenant_id = $1::uuid AND ({figures.map((name) => `${source}.${name}`).join(', ')}) <> ({figures.map(() => '0').join(', ')}))
  SELECT {whose} AS whose, hours, from_ms AS "fromMs", CASE WHEN stored.is_there THEN concat_ws(' ', {figures.map((name) => `${source}.${name}`).join(', ')}) END AS stored, CASE WHEN recounted.is_there THEN concat_ws(' ', {figures.map((name) => `${source}.${name}`).join(', ')}) END AS recounted
  FROM stored FULL JOIN recounted USING ({[...keys, 'hours', 'from_ms'].join(', ')})
  WHERE ({figures.map((name) => `${source}.${name}`).join(', ')}) IS DISTINCT FROM ({figures.map((name) => `${source}.${name}`).join(', ')}) ORDER BY hours, from_ms, 1;

-- findRoundDifferences
SELECT site_id, started_at_ms AS at_ms, 1 AS started, (status_code = 1005)::int AS incompleted,
  (status_code = 1010)::int AS completed, CASE WHEN status_code <> 1001 THEN total_check_points ELSE 0 END AS planned,
  CASE WHEN status_code <> 1001 THEN scanned_check_points ELSE 0 END AS scanned FROM rounds WHERE tenant_id = $1::uuid;

-- findMissedRollupDifferences
SELECT checkpoint_id, site_id, started_at_ms AS at_ms, 1 AS missed FROM missed_checkpoints
  WHERE tenant_id = $1::uuid;

-- findDueDifferences
SELECT site_id, due_at_ms AS at_ms, {dueOutcomes .filter((outcome) => outcome !== 'waiting') .map((outcome, index) => `(outcome = '${outcome}')::int AS ${dueColumns[index]}`) .join(', ')} FROM due_rounds
  WHERE tenant_id = $1::uuid AND outcome <> 'waiting';

-- findGuardDueDifferences
SELECT whose.guard_id, site_id, due_at_ms AS at_ms, {dueOutcomes .filter((outcome) => outcome !== 'waiting') .map((outcome, index) => `(outcome = '${outcome}')::int AS ${dueColumns[index]}`) .join(', ')} FROM due_rounds CROSS JOIN LATERAL (
    SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id) AS whose
  WHERE tenant_id = $1::uuid AND outcome <> 'waiting';

-- findRoundSumDifferences
WITH recounted AS (
    SELECT subject.site_id, place.grain, place.at_ms, count(*) AS begun,
      count(*) FILTER (WHERE status_code = 1005) AS incompleted, count(*) FILTER (WHERE status_code = 1010) AS completed
    FROM rounds AS r CROSS JOIN LATERAL (VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (r.site_id)) AS subject (site_id)
    CROSS JOIN LATERAL (VALUES (2, started_at_ms - started_at_ms % 900000), (1, started_at_ms - started_at_ms % 86400000))
      AS place (grain, at_ms)
    WHERE r.tenant_id = $1::uuid GROUP BY 1, 2, 3),
  stored AS (SELECT * FROM (
      SELECT site_id, 2 - grain AS grain, coalesce(p.begun[slot], 0) - coalesce(p.begun[slot - 1], 0) AS begun, coalesce(p.incompleted[slot], 0) - coalesce(p.incompleted[slot - 1], 0) AS incompleted, coalesce(p.completed[slot], 0) - coalesce(p.completed[slot - 1], 0) AS completed,
        bucket_ms + (slot - 1)::bigint * CASE grain WHEN 0 THEN 900000 ELSE 86400000 END AS at_ms
      FROM round_sums AS p CROSS JOIN LATERAL generate_series(1, greatest(96, array_length(p.begun, 1))) AS slot
      WHERE p.tenant_id = $1::uuid) AS p WHERE (p.begun, p.incompleted, p.completed) <> (0, 0, 0))
  SELECT site_id AS "siteId", grain, at_ms AS "bucketMs", CASE WHEN stored.begun IS NOT NULL THEN concat_ws(' ', stored.begun, stored.incompleted, stored.completed) END AS stored, CASE WHEN recounted.begun IS NOT NULL THEN concat_ws(' ', recounted.begun, recounted.incompleted, recounted.completed) END AS recounted
  FROM stored FULL JOIN recounted USING (site_id, grain, at_ms)
  WHERE (stored.begun, stored.incompleted, stored.completed) IS DISTINCT FROM (recounted.begun, recounted.incompleted, recounted.completed) ORDER BY grain, at_ms, 1;


-- lifecycle/verification/verification.queries.ts

-- findCountDifferences
WITH recounted AS (
    SELECT subject.guard_id, subject.site_id, bucket.grain::smallint AS grain, bucket.at_ms AS bucket_ms,
      count(*) AS rounds, count(*) FILTER (WHERE status_code = 1001) AS in_progress,
      count(*) FILTER (WHERE status_code = 1005) AS incompleted,
      count(*) FILTER (WHERE status_code = 1010) AS completed, sum(total_check_points) AS checkpoints,
      coalesce(sum(total_check_points) FILTER (WHERE status_code = 1005), 0) AS planned_incompleted,
      coalesce(sum(total_check_points) FILTER (WHERE status_code = 1010), 0) AS planned_completed
    FROM rounds AS r
    CROSS JOIN LATERAL (VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid), ('00000000-0000-0000-0000-000000000000'::uuid, r.site_id), (r.guard_id, r.site_id))
      AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, started_at_ms - started_at_ms % 86400000),
      (2, started_at_ms - started_at_ms % 900000)) AS bucket (grain, at_ms)
    WHERE r.tenant_id = $1::uuid GROUP BY 1, 2, 3, 4),
  kept AS (SELECT * FROM round_counts AS c WHERE tenant_id = $1::uuid
    AND (c.rounds, c.in_progress, c.incompleted, c.completed, c.checkpoints, c.planned_incompleted, c.planned_completed) <> (0, 0, 0, 0, 0, 0, 0))
  SELECT guard_id AS "guardId", site_id AS "siteId", grain, bucket_ms AS "bucketMs",
    CASE WHEN kept.rounds IS NULL THEN NULL ELSE concat_ws(' ', kept.rounds, kept.in_progress, kept.incompleted, kept.completed, kept.checkpoints, kept.planned_incompleted, kept.planned_completed) END AS kept,
    CASE WHEN recounted.rounds IS NULL THEN NULL ELSE concat_ws(' ', recounted.rounds, recounted.in_progress, recounted.incompleted, recounted.completed, recounted.checkpoints, recounted.planned_incompleted, recounted.planned_completed) END AS recounted
  FROM kept FULL JOIN recounted USING (guard_id, site_id, grain, bucket_ms)
  WHERE (kept.rounds, kept.in_progress, kept.incompleted, kept.completed, kept.checkpoints, kept.planned_incompleted, kept.planned_completed) IS DISTINCT FROM (recounted.rounds, recounted.in_progress, recounted.incompleted, recounted.completed, recounted.checkpoints, recounted.planned_incompleted, recounted.planned_completed)
  ORDER BY grain, bucket_ms, site_id, guard_id;

-- findArrivalFaults
SELECT arrival_no AS "arrivalNo", count(*) AS rounds FROM rounds WHERE tenant_id = $1::uuid
  GROUP BY arrival_no
  HAVING count(*) > 1
    OR arrival_no > coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0)
  ORDER BY arrival_no;

-- findLostScans
SELECT s.id AS "scanId", s.round_id AS "roundId" FROM scans AS s WHERE s.tenant_id = $1::uuid
  AND NOT EXISTS (SELECT 1 FROM rounds AS r WHERE r.tenant_id = s.tenant_id AND r.id = s.round_id)
  ORDER BY s.id;

-- findRounds
SELECT id, route_version_id AS "routeVersionId", started_at_ms AS "startedAtMs",
    ended_at_ms AS "endedAtMs", status_code AS "statusCode", total_check_points AS "totalCheckPoints",
    scanned_check_points AS "scannedCheckPoints",
    (SELECT json_build_object('formerId', i.former_id, 'statusCode', i.status_code, 'totalCheckPoints',
      i.total_check_points, 'scannedCheckPoints', i.scanned_check_points) FROM imported_rounds i
      WHERE i.tenant_id = r.tenant_id AND i.round_id = r.id) AS imported
  FROM rounds r WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR id > $2::uuid) ORDER BY id LIMIT $3::int;

-- findEvents
SELECT round_id AS "roundId", 'checkpointScanned' AS kind, id, checkpoint_id AS "checkpointId",
    device_at_ms AS "deviceAtMs" FROM scans WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[])
  UNION ALL SELECT subject_id, kind, id, subject_id, device_at_ms FROM field_events
    WHERE tenant_id = $1::uuid AND subject_id = ANY($2::uuid[]) AND kind IN ('roundStarted', 'roundEnded');

-- findCodes
SELECT checkpoint_id AS "checkpointId", serial, code, key_version IS NOT NULL AS "isSigned"
  FROM qr_codes WHERE tenant_id = $1::uuid ORDER BY checkpoint_id, serial;

-- findCodeKeys
SELECT key FROM code_keys WHERE tenant_id = $1::uuid;

-- findCodedScans
SELECT coalesce(claimed_checkpoint_id, checkpoint_id) AS "checkpointId", code, flags && '{forgedCode,wrongCode}'::text[] AS "isDoubted",
    count(*)::int AS scans, min(id::text) AS "scanId"
  FROM scans WHERE tenant_id = $1::uuid AND method = 'qr' AND code LIKE $2 GROUP BY 1, 2, 3 ORDER BY 5;
