-- What the version of 2026-11-29 had recorded of its migrations, and rows that its server wrote: a guard's rounds, one of them
-- ended early, due rounds that were missed or late, an incident, and the log of it all, sealed. Triggers sleep while it runs.

CREATE TABLE kysely_migration (name varchar(255) NOT NULL PRIMARY KEY, timestamp varchar(255) NOT NULL);
CREATE TABLE kysely_migration_lock (id varchar(255) NOT NULL PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0);
INSERT INTO kysely_migration (name, timestamp) SELECT name, '2026-11-29T09:31:14.000Z' FROM unnest(ARRAY[
  '0001-people-and-places',
  '0002-rounds',
  '0003-round-counts',
  '0004-row-level-security',
  '0005-mail-and-codes',
  '0007-files',
  '0008-notifications',
  '0009-settings',
  '0010-audit',
  '0011-told-notices',
  '0012-sign-in-factors',
  '0013-sign-in-providers',
  '0014-language-of-users',
  '0015-logo-and-sent-mail',
  '0016-managed-records',
  '0017-list-preferences',
  '0018-sites',
  '0020-guards',
  '0022-routes',
  '0023-incidents',
  '0024-checkpoints',
  '0026-floor-plans',
  '0028-duty-sessions',
  '0029-tours',
  '0030-record-imports',
  '0031-duty-session-times',
  '0032-exceptions',
  '0033-dashboard',
  '0034-sos-and-signs',
  '0035-scheduled-reports',
  '0036-due-round-alerts',
  '0037-evidence',
  '0038-packed-sums',
  '0039-limits-and-lists',
  '0040-kept-versions',
  '0041-doubts',
  '0041-rotating-codes',
  '0042-posts',
  '0043-devices',
  '0044-exception-signals',
  '0045-sum-changes',
  '0047-lost-phones',
  '0048-standings',
  '0049-retention',
  '0051-erasures',
  '0052-salted-codes',
  '0055-twins-and-room',
  '0057-shown-names',
  '0058-provider-strength',
  '0059-plans-of-triggers',
  '0060-scans-by-key',
  '0061-rounds-without-plan',
  '0062-past-postings',
  '0063-exchanged-letters',
  '0064-plan-of-signals',
  '0065-sums-at-once',
  '0066-stored-nodes',
  '0067-what-runs-hold',
  '0068-emptied-import-rows',
  '0069-begun-by-a-wrong-clock',
  '0070-rounds-changed-at-once',
  '0071-methods-and-codes',
  '0072-former-methods',
  '0073-time-of-the-phone',
  '0074-late-arrivals',
  '0076-log-notes',
  '0078-published-heads',
  '0080-proved-devices',
  '0082-mail-consents',
  '0086-ways-in-closed',
  '0087-sealed-audit-log',
  '0088-sealed-outcomes',
  '0089-head-witnesses',
  '0090-concealed-leaves',
  '0091-ended-rights',
  '0092-sealed-settings',
  '0093-marks-by-place',
  '0094-former-names',
  '0097-imported-rounds',
  '0098-former-ids',
  '0099-search-and-order',
  '0100-invitations',
  '0103-unchosen-defaults',
  '0104-import-losses',
  '0107-sealed-former-names',
  '0109-applied-schema-files'
]) AS name;
INSERT INTO kysely_migration_lock (id) VALUES ('migration_lock');

INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude, radius_metres, instructions, nfc_tag_id, activated, created_at, updated_at, version, deleted_at, scan_methods, former_scan_methods, scan_methods_since_ms, former_until_ms, former)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '728a82ff-ccd0-4237-b5fe-d0fb30b718bf', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'Checkpoint 6', '18.523', '73.85', '30', '', NULL, 'true', '2026-11-29 14:55:37.107777+00', '2026-11-29 14:55:37.107777+00', '1', NULL, '{qr,nfc,screen,typed}', '{}', '0', NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '7f09efe9-62b1-41b4-935c-d56295acf836', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'Checkpoint 5', '18.5225', '73.85', '30', '', NULL, 'true', '2026-11-29 14:55:37.094392+00', '2026-11-29 14:55:37.094392+00', '1', NULL, '{qr,nfc,screen,typed}', '{}', '0', NULL, NULL);

INSERT INTO code_keys (tenant_id, version, key, created_at)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '1', E'\\x4efdae71938331c23b32f79ccc05d9d42883a3df5f437e6df11ee0c8ee051f05', '2026-11-29 14:55:37.143786+00');

INSERT INTO due_counts (tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused, under_way)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '0', '0', '0', '0', '0', '1', '0', '0'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '2', '1795933800000', '0', '0', '0', '1', '0', '0'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '4', '1795932000000', '0', '0', '0', '1', '0', '0');

INSERT INTO due_round_history (tenant_id, due_round_id, status, at_ms, known_at, id)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-f110-7094-b910-dde5e9c38651', 'missed', '1795935437725', '2026-11-29 14:55:37.76017+00', '9556622a-c547-48e3-8d4c-c9749253e34d'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-f148-7750-805c-515880edfb07', 'late', '1795939037725', '2026-11-29 14:55:37.811718+00', 'e5fef723-3fce-4304-8932-14395a6d85d1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-f157-7906-a05c-8748e8b6b8ef', 'due', '1795942637725', '2026-11-29 14:55:37.820741+00', 'aef88a88-bb56-4b71-b20c-75a6fe3684c8');

INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms, missed_at_ms, guard_ids, status, round_id, excuse, excused_by, excused_at, begun_by, begun_at_ms, is_alerted)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-f110-7094-b910-dde5e9c38651', '01a227cd-f10a-79c0-b3bb-bbcc9d9014f1', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Tour', 'Route', '1795934137725', '1795935037725', '1795935637725', '{151b1585-896e-4088-9e2a-676e16a8158e}', 'missed', NULL, NULL, NULL, NULL, NULL, NULL, 'false'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-f148-7750-805c-515880edfb07', '01a227cd-f10a-79c0-b3bb-bbcc9d9014f1', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Tour', 'Route', '1795937737725', '1795938637725', '1795939237725', '{151b1585-896e-4088-9e2a-676e16a8158e}', 'late', NULL, NULL, NULL, NULL, NULL, NULL, 'false'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-f157-7906-a05c-8748e8b6b8ef', '01a227cd-f10a-79c0-b3bb-bbcc9d9014f1', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Tour', 'Route', '1795941337725', '1795942237725', '1795942837725', '{151b1585-896e-4088-9e2a-676e16a8158e}', 'due', NULL, NULL, NULL, NULL, NULL, NULL, 'false');

INSERT INTO due_sums (tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused, under_way)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '0', '1795910400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '1', '1791590400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '1795910400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1791590400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1791590400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}');

INSERT INTO exception_counts (tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned, items)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '0', '0', 'flagged', '3', 'open', 'false', '3'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '0', '0', 'incomplete', '3', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '0', '0', 'late', '1', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '0', '0', 'missed', '3', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '1', '1795824000000', 'flagged', '3', 'open', 'false', '3'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '1', '1795910400000', 'incomplete', '3', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '1', '1795910400000', 'late', '1', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '1', '1795910400000', 'missed', '3', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '0', 'flagged', '3', 'open', 'false', '3'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '0', 'incomplete', '3', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '0', 'late', '1', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '0', 'missed', '3', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1795824000000', 'flagged', '3', 'open', 'false', '3'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1795910400000', 'incomplete', '3', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1795910400000', 'late', '1', 'open', 'false', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1795910400000', 'missed', '3', 'open', 'false', '1');

INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, actor_id, actor_name, text, details)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '1fe4203e-81d6-4556-9d3f-20d72a812c8d', '67b9b169-f5f7-4407-9573-c6da7babdfad', '1795964137812', 'opened', 'system', NULL, '', '', '{"reasons": ["late"]}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '44b09e44-8864-45d0-82fb-eabd707bb2f3', '47af66d8-18bd-47dc-acf5-800ae9b75b88', '1795964137902', 'opened', 'system', NULL, '', '', '{"reasons": ["noPosition", "typedCode", "burst", "noCode", "sentLate"]}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '58d7b7de-45bc-449d-8dd4-0b8e7105b816', '5ded57b3-151f-41b5-9e84-8fd954b63618', '1795964137761', 'opened', 'system', NULL, '', '', '{"reasons": ["missed"]}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '7fb4093f-e497-431b-9499-4c8691c26438', '402ab8fd-81c5-4673-b00d-9a1a43e542ae', '1795964137902', 'opened', 'system', NULL, '', '', '{"reasons": ["noPosition", "typedCode", "outOfOrder", "burst", "noCode", "sentLate"]}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '7fe0b223-7f92-4c3e-88c5-ee12d06d2886', 'a301873a-1b93-407c-a1c8-154414859dc8', '1795964137902', 'opened', 'system', NULL, '', '', '{"reasons": ["noPosition", "typedCode", "outOfOrder", "burst", "noCode", "sentLate"]}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'a7074fd2-5d13-4e56-a953-7d8eff239440', '9b856645-ff8d-40ad-b5c1-67e4889cf96b', '1795964137902', 'opened', 'system', NULL, '', '', '{"reasons": ["incomplete"]}');

INSERT INTO exceptions (tenant_id, id, version, kind, subject_id, severity, status, reasons, site_id, route_id, route_name, tour_id, tour_name, guard_id, due_round_id, round_id, happened_at_ms, opened_at_ms, taken_at_ms, closed_at_ms, made_good_at_ms, owner_id, outcome, closing_reason)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '402ab8fd-81c5-4673-b00d-9a1a43e542ae', '1', 'flagged', 'add5c756-7f6d-4525-b3c2-b964ccb19167', '3', 'open', '{noPosition,typedCode,outOfOrder,burst,noCode,sentLate}', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Route 7', NULL, '', '151b1585-896e-4088-9e2a-676e16a8158e', NULL, 'add5c756-7f6d-4525-b3c2-b964ccb19167', '1795877740632', '1795964137902', NULL, NULL, NULL, NULL, NULL, ''),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '47af66d8-18bd-47dc-acf5-800ae9b75b88', '1', 'flagged', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', '3', 'open', '{noPosition,typedCode,burst,noCode,sentLate}', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Route 7', NULL, '', '151b1585-896e-4088-9e2a-676e16a8158e', NULL, 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', '1795877739542', '1795964137902', NULL, NULL, NULL, NULL, NULL, ''),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '5ded57b3-151f-41b5-9e84-8fd954b63618', '1', 'missed', '01a227cd-f110-7094-b910-dde5e9c38651', '3', 'open', '{missed}', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Route', '01a227cd-f10a-79c0-b3bb-bbcc9d9014f1', 'Tour', '151b1585-896e-4088-9e2a-676e16a8158e', '01a227cd-f110-7094-b910-dde5e9c38651', NULL, '1795934137725', '1795964137761', NULL, NULL, NULL, NULL, NULL, ''),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '67b9b169-f5f7-4407-9573-c6da7babdfad', '1', 'late', '01a227cd-f148-7750-805c-515880edfb07', '1', 'open', '{late}', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Route', '01a227cd-f10a-79c0-b3bb-bbcc9d9014f1', 'Tour', '151b1585-896e-4088-9e2a-676e16a8158e', '01a227cd-f148-7750-805c-515880edfb07', NULL, '1795937737725', '1795964137812', NULL, NULL, NULL, NULL, NULL, ''),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '9b856645-ff8d-40ad-b5c1-67e4889cf96b', '1', 'incomplete', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', '3', 'open', '{incomplete}', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Route 7', NULL, '', '151b1585-896e-4088-9e2a-676e16a8158e', NULL, 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', '1795924137692', '1795964137902', NULL, NULL, NULL, NULL, NULL, ''),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'a301873a-1b93-407c-a1c8-154414859dc8', '1', 'flagged', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', '3', 'open', '{noPosition,typedCode,outOfOrder,burst,noCode,sentLate}', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'df65c16d-72a5-45bf-8672-683946986895', 'Route 7', NULL, '', '151b1585-896e-4088-9e2a-676e16a8158e', NULL, 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', '1795877738202', '1795964137902', NULL, NULL, NULL, NULL, NULL, '');

INSERT INTO field_events (tenant_id, id, kind, guard_id, device_id, subject_id, device_at_ms, received_at_ms, body_hash, proof_key, proof_seq, proof_previous, proof_signature, named_id, clock_skew_ms, flags, details, phone_at_ms, proof_salt)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '5b99bd71-089f-4ec7-aed8-9f45bd174b27', 'roundEnded', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', '1795877739542', '1795964137580', E'\\x38cf17d91dbe93efea029811eed4de914091335e3e6482c828f3c2bbe7ef9555', NULL, NULL, NULL, NULL, NULL, '-38', '{sentLate}', NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '99c51cc4-7a23-4a10-bd4c-a7acfc7fd52b', 'roundEnded', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', '1795877738202', '1795964137262', E'\\x7ae01e4643f3e8ec6156a57e7ca16054f7a280c654793c6927d83c3d2da1b44d', NULL, NULL, NULL, NULL, NULL, '-60', '{sentLate}', NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', 'roundStarted', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', '1795924137692', '1795964137695', E'\\xa12a4ced555f86b3b318951eb05d5ec285174b2501b615d2e9cc26173a5c2126', NULL, NULL, NULL, NULL, 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '-3', '{}', NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', 'roundStarted', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', '1795877738202', '1795964137262', E'\\xa764223059ff425a1f82109e5e758d55d9ec457aa497dbb09338b86d542c2cb1', NULL, NULL, NULL, NULL, 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '-60', '{sentLate}', NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'add5c756-7f6d-4525-b3c2-b964ccb19167', 'roundStarted', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'add5c756-7f6d-4525-b3c2-b964ccb19167', '1795877740632', '1795964137639', E'\\x0bc7cdda20271996ca23cf6bc1e82ee3425c1fa5eccdcbd60c7bedb2aa3fa2bd', NULL, NULL, NULL, NULL, 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '-7', '{sentLate}', NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', 'roundStarted', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', '1795877739542', '1795964137580', E'\\x1553ddb2673a2cf4261a1f0cd9e231bda2a0b204465eeede05bb57034fd0bcd1', NULL, NULL, NULL, NULL, 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '-38', '{sentLate}', NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'd829ee54-467a-40ab-864d-40bd19d8f720', 'roundEnded', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'add5c756-7f6d-4525-b3c2-b964ccb19167', '1795877740632', '1795964137639', E'\\xaf591433d8ddb6a1910940f7089e7effed8affcb6e3e344bb6bf16998397a983', NULL, NULL, NULL, NULL, NULL, '-7', '{sentLate}', NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'e6bf1094-d179-4c29-848e-7fa4ee986b5d', 'roundEnded', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', '1795924138692', '1795964137695', E'\\x7f8f6d6f71ca1d971ab619f0cbb1ad3af115853bee05c2349cb0205895ed277f', NULL, NULL, NULL, NULL, NULL, '-3', '{}', NULL, NULL, NULL);

INSERT INTO files (tenant_id, id, name, media_type, bytes, sha256, created_at, owner_id, purpose, width, height, storage_key)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-ee2b-7be1-98c5-19b65f21d809', 'photo.jpg', 'image/jpeg', '811', E'\\x0000000000000000000000000000000000000000000000000000000000000000', '2026-11-29 14:55:37.059093+00', 'a8b91ce4-4851-4c82-a884-be6c99672b1a', 'profileImage', '300', '300', 'b1e5ba88-97b7-4b62-a778-75751db28025/01a227cd-ee2b-7be1-98c5-19b65f21d809');

INSERT INTO guard_signs (tenant_id, guard_id, at_ms, round_id, round_at_ms, scan_id, scan_at_ms, scan_received_at_ms)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '1795924138695', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', '1795924138695', '20296a3a-652e-45eb-bdcf-e2f887a94272', '1795877740639', '1795964137639');

INSERT INTO guard_sites (tenant_id, guard_id, site_id, since)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '2026-11-29 14:55:37.092077+00');

INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name, email, phone_number, country_code, secret_hash, user_id, activated, created_at, updated_at, version, deleted_at, photo, erased_at, secret_issued_by, former_until_ms, former)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', 'EMP4', 'Ravi', 'Patil', '', '', '+91', '$argon2id$v=19$m=19456,t=2,p=1$JjR5rr+IVbvvYuSjRAaZZA$yFG9RKgNz2ETgjw+Xjr8TPlbVvVAmSWv19IQj04EzQQ', NULL, 'true', '2026-11-29 14:55:37.080633+00', '2026-11-29 14:55:37.080633+00', '1', NULL, '', NULL, NULL, NULL, NULL);

INSERT INTO incidents (tenant_id, id, site_id, guard_id, type, severity, status, description, latitude, longitude, reported_at, version, created_at, updated_at, opened_by, assignee_id, status_at, device_id, device_at_ms, clock_skew_ms, accuracy_metres, body_hash, attended_at, closed_at, phone_at_ms)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-f0fd-7dab-8056-98ddab41c58d', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', NULL, 'fire', 'high', 'New', 'Smoke at gate 8', NULL, NULL, '2026-11-29 14:55:37.726056+00', '1', '2026-11-29 14:55:37.726056+00', '2026-11-29 14:55:37.726056+00', NULL, NULL, '2026-11-29 14:55:37.726056+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO log_heads (tenant_id, size, root, at_ms, key, signature)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '30', E'\\x8e2a548d4ef249a66aca46546a5dcc8b6a91d5168f47dd76c371f496adf68812', '1795964138184', E'\\xf59ca65e405f8525f4a2c935596c708207837857d88d702ce3acab7b41ec8421', E'\\xfce79de1b2f9abb2a4871cfd0ed9e09d65a82e0ca9d01e5f9b85e9f67fdf2812858462ac6adb7da76c1237db42660e2c7bbb15c35c695daffb4a49958577e94e');

INSERT INTO log_keys (tenant_id, key, public_key, first_used_ms)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', E'\\xf59ca65e405f8525f4a2c935596c708207837857d88d702ce3acab7b41ec8421', '045b0cb0d84e276d1ed90233d0caef7d623a466c7cf82b876a96ce9cb70fe9d4e332e38dec9a63a39864426536b5b9fa99992615507f2d8af3cd36a6f02d288f5e', '1795964138184');

INSERT INTO log_leaves (tenant_id, leaf_no, source, record_id, hash, marks)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '0', 'field_events', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', E'\\xc89596810c80ac2ee7834028760b730384dffcc94c79eb162b40e6a8934c608e', E'\\x9b063a7ad4f097653704a02aa71092a92f956c1fd66c2fce880ef3c327e81e1e8262572725c914e4c99554ee46a8e62b2709c6d38ef70d2cce2abbcefbd80d0b4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '1', 'field_events', '99c51cc4-7a23-4a10-bd4c-a7acfc7fd52b', E'\\x39245c5f139616ce0f2fb0d6e6838b7df20141f1783a5c3ae583c9e64fae0c52', E'\\x0f134021d4f097653704a02aa71092a9b87c255cd66c2fce880ef3c327e81e1e6261883225c914e4c99554ee46a8e62b2709c6d38ef70d2cce2abbcefbd80d0b4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '10', 'scans', '6a3d851c-9833-4110-9f1a-b30c150815ce', E'\\x9099c73156e1e558cdf37d5152f2f03df53545035a98f36b7a2de3d30805812c', E'\\x3bc1ceb13cbee2d5d4f097653704a02a3cfbb2358e9de1cc47ea119f1e6f46b641916a4a300565acf9065063863a5cebe065bb906ecc40b11cad8e2425c914e4c99554ee46a8e62b2709c6d3fbd80d0b969a6714eb07d721021dc5ed4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '11', 'scans', '20296a3a-652e-45eb-bdcf-e2f887a94272', E'\\xd1b0d8a2cff336515384d5a6197c0ef5fad60ad344b716dd24b96d864f4622e0', E'\\x3bc1ceb14968fa57d4f097653704a02a3cfbb2358e9de1cc47ea119f1e6f46b641916a4a300565acf9065063863a5cebe065bb906ecc40b17c1ef18c25c914e4c99554ee46a8e62b2709c6d3fbd80d0b969a6714eb07d721021dc5ed4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '12', 'field_events', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', E'\\x8c1fa2cde1fe13e6907518cedd4bb7d8e63f3353b92a56347dd51558fac2ae35', E'\\x9b063a7ad4f097653704a02a0dde64312f956c1ffcc9d371e0728cb4f5c08ee2c56058a425c914e4c99554ee46a8e62b2709c6d38ef70d2c388a02bffbd80d0b4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '13', 'field_events', 'e6bf1094-d179-4c29-848e-7fa4ee986b5d', E'\\x7167d8c0a87ee696845f08e679ce6ea1ab5695094e1a73705ae4617021fccb7b', E'\\x0f134021d4f097653704a02a0dde6431b87c255c4ae0d354e0728cb4f5c08ee2c7f6c76525c914e4c99554ee46a8e62b2709c6d38ef70d2c388a02bffbd80d0b4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '14', 'record_versions', '87da7128-7ea4-42d9-859e-c28879d8c7f7', E'\\xb23a4d914df7701c492baca3c45427274bf5e40d7dd938ae1e4922f5171f6a9a', E'\\x4a8f3dc3d6a8dd711a2507dcd580d75141ec74bc'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '15', 'record_versions', '1fd65422-5c2a-4747-b323-586afdbfb169', E'\\x97d7c0a9367e70f24d322017e7c45db0f15a020469a442dfd0957e8174b36330', E'\\x4a8f3dc3d7d6513e7d0a1ee7d580d751c66d7cb5'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '16', 'record_versions', '730db6df-e286-4808-9e54-bb0cf4a2f79f', E'\\xc3ec535dde185cfa4aa3328587c825a963d163e10d786e9ae99c711a3a47da1c', E'\\x4a8f3dc3c2bf6062844e8f50d580d75191b3d5bf'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '17', 'record_versions', 'bd7bd1d9-40d9-46b3-a224-5a8a0abd41e2', E'\\x4707ef1fd190faac3c17c63d5606e47d81f26174790f905563cc299c70eadf5f', E'\\x4a8f3dc3fe8af211a336e171d580d7515962896c'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '18', 'exception_history', 'a7074fd2-5d13-4e56-a953-7d8eff239440', E'\\xc625e97ee6a19384064f5f6f157db21aacae095feff6eb8f303840342046751a', E'\\x41768fd98bad1c2d33e21088e8b9e766dbc15ebe979c07f23302b051f5513f23'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '19', 'exception_history', '7fe0b223-7f92-4c3e-88c5-ee12d06d2886', E'\\x47fd4ff24becb2645c5720c159aaec7a34b91cc05e948325017bae945d9f2b0e', E'\\xe457124f8bad1c2d33e21088e8b9e766dbc15ebe979c07f23302b0512b3f38c2'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '2', 'scans', '5af18f08-1b2f-4bd8-9539-c11308b8451e', E'\\xaa70c2efef4c60e84ac04bbf057465be798121b4b08ea658a7203dba1ca4d38e', E'\\xd337be763cbee2d5d4f097653704a02ad66c2fce880ef3c347ea119f1e6f46b641916a4a300565ac27e81e1e863a5cebe065bb906ecc40b1eb99834225c914e4c99554ee46a8e62b2709c6d3fbd80d0b969a6714eb07d721021dc5ed4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '20', 'exception_history', '7fb4093f-e497-431b-9499-4c8691c26438', E'\\xbc89d682516e6428253c87bbd9bf43567278cf4fb2da634aa67d1c763c0ffa6c', E'\\xacf2a9aa8bad1c2d33e21088e8b9e766dbc15ebe979c07f23302b0512b3f38c2'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '21', 'exception_history', '44b09e44-8864-45d0-82fb-eabd707bb2f3', E'\\x0fd387db87d25a30c200e9e58392cc4d799ee32f28cfdd43c4a3b5d0c16fcf7f', E'\\xf9d7e5288bad1c2d33e21088e8b9e766dbc15ebe979c07f23302b051a7923cfa'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '22', 'log_notes', 'bf17fd44-7b4e-45dd-80ae-676affbef334', E'\\xf97715afec1fe7bdcb94d5f7d8ba0293cfdc94da7b987f24e389d3f83ba86a05', E'\\xea1c4f6fb5cacc7c9b4435aa'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '23', 'record_versions', 'f44da052-93d6-47d8-b78f-77663375f2e8', E'\\x9e6b9256dbf7ecc24ab3811fd3dd25a0d075832365b4fbf9dce245767f8823bf', E'\\x169a7e61f9f7b54b892e3552ef0ceed2d709884b'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '24', 'record_versions', 'c7d4c9af-2ac3-4893-9215-0081049f05c0', E'\\x15662dd8ebdfae0cb20ccbc502ec5e53c0f65610df3332e88882b0596a699182', E'\\x18bc5bc646e7b77abee1f26a3d572ae2a4cd12e4'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '25', 'record_versions', 'af606d62-6979-4cf7-93ea-4a49b63619c6', E'\\x64ee1afad59604da46e978e0299b30c7380735c5140857d1a42bc0ec21f82382', E'\\xf318fa508d0e4f92521ff6b3f4fcd4650bbd9ec3'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '26', 'record_versions', 'cd245e8a-bb81-4f84-8a04-c5dbf8a43b9a', E'\\x137dfe3374b1b6220f1ccc55a806ef58e0dab1874494f60f811d8d1da153975f', E'\\xf318fa50b7d5d8fecb604c01f4fcd4651b59a26f'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '27', 'record_versions', 'acc87dcd-1928-41a9-82c5-5e976264eb6f', E'\\xbef332344fac94bb1c09d5d0f6d50f8e2098ca47f77484836d67668133702eb2', E'\\x2f5be77fef20db1c5a99eb4a10e291f82f0ab21b'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '28', 'record_versions', 'd50f38f6-6f46-4a74-b894-2e7366a68cce', E'\\xc1714e3608c660f92f92e5f3217837bbea18d9236f882807da1d43b736716d77', E'\\x2f5be77f07fff9264ed2099010e291f81abbb3ef'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '29', 'record_versions', '6ed736d9-dd92-4c6c-8483-2008e68b1bfc', E'\\xa70627930a564e3c3eb5ee70dd8522ee4589966cfb999819f85b621a55b7465e', E'\\x254bad790355a060d7e915cda470930496645cb5'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '3', 'scans', '159e0687-4fee-41ce-a66b-c3c33ae473f4', E'\\x22eba06adf50562251cef2f7fea09bc691c5228c94a2d649a3995ac3ef9f0e28', E'\\xd337be764968fa57d4f097653704a02ad66c2fce880ef3c347ea119f1e6f46b641916a4a300565ac27e81e1e863a5cebe065bb906ecc40b1c00335c925c914e4c99554ee46a8e62b2709c6d3fbd80d0b969a6714eb07d721021dc5ed4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '4', 'field_events', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', E'\\x561ee1f9c4246e84f37ecef161d94ed12346af98742d26ec1ab9fb28e0088065', E'\\x9b063a7ad4f097653704a02a89ac7ab02f956c1fd66ca59f634d38bfa83616778baa22d525c914e4c99554ee46a8e62b2709c6d38ef70d2cce2abbcefbd80d0b4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '5', 'field_events', '5b99bd71-089f-4ec7-aed8-9f45bd174b27', E'\\x6d132ffee95a7d09155d73fe9d61cabf3712e76338bb0186486021569a4166f2', E'\\x0f134021d4f097653704a02a89ac7ab0b87c255cd66ca59f634d38bfa8361677ecb72e4125c914e4c99554ee46a8e62b2709c6d38ef70d2cce2abbcefbd80d0b4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '6', 'scans', 'bc6a27a7-abe8-4dae-8682-99c09e01009f', E'\\x62829b64a9a94fac524029edc3cc77769a96be775e8b492d4ab078f7e92c7265', E'\\x2441dea93cbee2d5d4f097653704a02ad66ca59f634d38bf47ea119f1e6f46b641916a4a300565aca8361677863a5cebe065bb906ecc40b1e983f5f225c914e4c99554ee46a8e62b2709c6d3fbd80d0b969a6714eb07d721021dc5ed4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '7', 'scans', 'f8d247d0-39f2-4042-98dd-ff6ec29645f5', E'\\xe183d38d221b05b7b2f03952d0434b59fb857889f48b1555b13b415b9e8252d8', E'\\x2441dea94968fa57d4f097653704a02ad66ca59f634d38bf47ea119f1e6f46b641916a4a300565aca8361677863a5cebe065bb906ecc40b1931bfcb925c914e4c99554ee46a8e62b2709c6d3fbd80d0b969a6714eb07d721021dc5ed4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '8', 'field_events', 'add5c756-7f6d-4525-b3c2-b964ccb19167', E'\\xfde9d35fc023d5e8cf37f0f3ebc23fa455cf36b2930f795521f24e6b91cfabc7', E'\\x9b063a7ad4f097653704a02af993fc372f956c1f3cfbb2358e9de1ccf90650631a6c584025c914e4c99554ee46a8e62b2709c6d38ef70d2cce2abbcefbd80d0b4deb8e32'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '9', 'field_events', 'd829ee54-467a-40ab-864d-40bd19d8f720', E'\\x7ddbb2dc9ec3f77aea0484210bc2bc3b0b686a5d138261993b52c586ea49b762', E'\\x0f134021d4f097653704a02af993fc37b87c255c3cfbb2358e9de1ccf9065063dc2717b925c914e4c99554ee46a8e62b2709c6d38ef70d2cce2abbcefbd80d0b4deb8e32');

INSERT INTO log_nodes (tenant_id, level, node_no, hash)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '4', '0', E'\\x23ec4583a76fd9fdca5d34a8891565aa90fa895dd176aa4b76ef02962ee50545');

INSERT INTO log_notes (tenant_id, id, at_ms, kind, details)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bf17fd44-7b4e-45dd-80ae-676affbef334', '1795964137982', 'sealedSince', '{"tables": {"scans": 1795964137982, "sites": 1795964137982, "users": 1795964137982, "shifts": 1795964137982, "qr_codes": 1795964137982, "incidents": 1795964137982, "log_notes": 1795964137982, "sos_calls": 1795964137982, "due_rounds": 1795964137982, "exceptions": 1795964137982, "sub_admins": 1795964137982, "checkpoints": 1795964137982, "device_keys": 1795964137982, "sos_history": 1795964137982, "tour_guards": 1795964137982, "field_events": 1795964137982, "former_names": 1795964137982, "patrol_tours": 1795964137982, "audit_entries": 1795964137982, "late_arrivals": 1795964137982, "site_holidays": 1795964137982, "sos_positions": 1795964137982, "tenant_config": 1795964137982, "guard_erasures": 1795964137982, "recorded_names": 1795964137982, "refused_events": 1795964137982, "route_versions": 1795964137982, "trust_settings": 1795964137982, "imported_rounds": 1795964137982, "incident_photos": 1795964137982, "record_versions": 1795964137982, "tenant_settings": 1795964137982, "incident_history": 1795964137982, "due_round_history": 1795964137982, "exception_history": 1795964137982, "question_versions": 1795964137982, "checkpoint_screens": 1795964137982, "post_order_versions": 1795964137982}}');

INSERT INTO log_salts (tenant_id, salt, made_at_ms, key, signature)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', E'\\x0b452c5342874b2a644086963c31c86e26b6038232d9c2e5ca871ca1cef7f80d', '1795964138155', E'\\xf59ca65e405f8525f4a2c935596c708207837857d88d702ce3acab7b41ec8421', E'\\xdb1001ca44dcdb9d8c1ddb4e4a57a6e7055e2bae2c5cc3a7877baccf82cae00c4b66e125516387e219b1cf8d2fed245226ba77fe4f450c452751d8ed0e627de1');

INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', '728a82ff-ccd0-4237-b5fe-d0fb30b718bf', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '151b1585-896e-4088-9e2a-676e16a8158e', '1795924137692'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', '7f09efe9-62b1-41b4-935c-d56295acf836', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '151b1585-896e-4088-9e2a-676e16a8158e', '1795924137692');

INSERT INTO missed_sums (tenant_id, site_id, checkpoint_id, grain, bucket_ms, missed)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '728a82ff-ccd0-4237-b5fe-d0fb30b718bf', '1', '1791590400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '7f09efe9-62b1-41b4-935c-d56295acf836', '1', '1791590400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}');

INSERT INTO names_versions (tenant_id, version)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'f4b21e55-8991-4854-a443-d28bf095564f');

INSERT INTO patrol_routes (tenant_id, id, site_id, name, is_fixed_order, activated, current_version_id, version, created_at, updated_at, deleted_at)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'df65c16d-72a5-45bf-8672-683946986895', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'Route 7', 'true', 'true', 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '1', '2026-11-29 14:55:37.125855+00', '2026-11-29 14:55:37.125855+00', NULL);

INSERT INTO patrol_tours (tenant_id, id, route_id, shift_id, name, start_window_minutes, grace_minutes, activated, version, created_at, updated_at, deleted_at, weekdays, schedule, valid_from, valid_to, skips_holidays, draw_key, made_plan, made_until_ms)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-f10a-79c0-b3bb-bbcc9d9014f1', 'df65c16d-72a5-45bf-8672-683946986895', NULL, 'Tour 9014f1', '15', '10', 'true', '1', '2026-11-29 14:55:37.741358+00', '2026-11-29 14:55:37.741358+00', NULL, '{1,2,3,4,5,6,7}', '{"kind": "times", "minutes": [720]}', '2020-01-01', NULL, 'true', NULL, NULL, NULL);

INSERT INTO qr_codes (tenant_id, id, checkpoint_id, code, issued_at, retired_at, serial, key_version)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-eecf-7eda-ac39-cbf65d97b874', '7f09efe9-62b1-41b4-935c-d56295acf836', 'WP1FW4YZTB2P50V94TWTNH9BB7R6R002MCRRQ20Y2CT8GY2547X', '2026-11-29 14:55:37.157224+00', NULL, '1', '1'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '01a227cd-eecf-7eda-ac39-cbf736e2d9c6', '728a82ff-ccd0-4237-b5fe-d0fb30b718bf', 'WP1EA585ZYCT113FDFYT3XK1DRRQW00237TW93QR8J3NJ7BJ95Q', '2026-11-29 14:55:37.157224+00', NULL, '1', '1');

INSERT INTO record_versions (tenant_id, id, no, source, record_key, at_ms, row)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '1fd65422-5c2a-4747-b323-586afdbfb169', '2', 'exceptions', '47af66d8-18bd-47dc-acf5-800ae9b75b88', '1795964137926', '{"id": "47af66d8-18bd-47dc-acf5-800ae9b75b88", "kind": "flagged", "status": "open", "outcome": null, "reasons": ["noPosition", "typedCode", "burst", "noCode", "sentLate"], "site_id": "03e1eaf0-9d99-496a-95eb-de53dff2dcba", "tour_id": null, "version": 1, "guard_id": "151b1585-896e-4088-9e2a-676e16a8158e", "owner_id": null, "round_id": "bf7f5d10-e2f2-4647-b96d-9876c75a354b", "route_id": "df65c16d-72a5-45bf-8672-683946986895", "severity": 3, "tour_name": "", "route_name": "Route 7", "subject_id": "bf7f5d10-e2f2-4647-b96d-9876c75a354b", "taken_at_ms": null, "closed_at_ms": null, "due_round_id": null, "opened_at_ms": 1795964137902, "closing_reason": "", "happened_at_ms": 1795877739542, "made_good_at_ms": null}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '6ed736d9-dd92-4c6c-8483-2008e68b1bfc', '11', 'patrol_tours', '01a227cd-f10a-79c0-b3bb-bbcc9d9014f1', '1795964138075', '{"id": "01a227cd-f10a-79c0-b3bb-bbcc9d9014f1", "name": "Tour 9014f1", "version": 1, "route_id": "df65c16d-72a5-45bf-8672-683946986895", "schedule": {"kind": "times", "minutes": [720]}, "shift_id": null, "valid_to": null, "weekdays": [1, 2, 3, 4, 5, 6, 7], "activated": true, "created_at": "2026-11-29T14:55:37.741358+00:00", "deleted_at": null, "updated_at": "2026-11-29T14:55:37.741358+00:00", "valid_from": "2020-01-01", "grace_minutes": 10, "skips_holidays": true, "start_window_minutes": 15}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '730db6df-e286-4808-9e54-bb0cf4a2f79f', '3', 'exceptions', '9b856645-ff8d-40ad-b5c1-67e4889cf96b', '1795964137926', '{"id": "9b856645-ff8d-40ad-b5c1-67e4889cf96b", "kind": "incomplete", "status": "open", "outcome": null, "reasons": ["incomplete"], "site_id": "03e1eaf0-9d99-496a-95eb-de53dff2dcba", "tour_id": null, "version": 1, "guard_id": "151b1585-896e-4088-9e2a-676e16a8158e", "owner_id": null, "round_id": "aa2c6481-f3e3-4b1e-ab52-97f0758c83a0", "route_id": "df65c16d-72a5-45bf-8672-683946986895", "severity": 3, "tour_name": "", "route_name": "Route 7", "subject_id": "aa2c6481-f3e3-4b1e-ab52-97f0758c83a0", "taken_at_ms": null, "closed_at_ms": null, "due_round_id": null, "opened_at_ms": 1795964137902, "closing_reason": "", "happened_at_ms": 1795924137692, "made_good_at_ms": null}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '87da7128-7ea4-42d9-859e-c28879d8c7f7', '1', 'exceptions', 'a301873a-1b93-407c-a1c8-154414859dc8', '1795964137926', '{"id": "a301873a-1b93-407c-a1c8-154414859dc8", "kind": "flagged", "status": "open", "outcome": null, "reasons": ["noPosition", "typedCode", "outOfOrder", "burst", "noCode", "sentLate"], "site_id": "03e1eaf0-9d99-496a-95eb-de53dff2dcba", "tour_id": null, "version": 1, "guard_id": "151b1585-896e-4088-9e2a-676e16a8158e", "owner_id": null, "round_id": "aad1c97a-1dad-4a1b-8cac-8045bf56512a", "route_id": "df65c16d-72a5-45bf-8672-683946986895", "severity": 3, "tour_name": "", "route_name": "Route 7", "subject_id": "aad1c97a-1dad-4a1b-8cac-8045bf56512a", "taken_at_ms": null, "closed_at_ms": null, "due_round_id": null, "opened_at_ms": 1795964137902, "closing_reason": "", "happened_at_ms": 1795877738202, "made_good_at_ms": null}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'acc87dcd-1928-41a9-82c5-5e976264eb6f', '9', 'qr_codes', '01a227cd-eecf-7eda-ac39-cbf65d97b874', '1795964138063', '{"id": "01a227cd-eecf-7eda-ac39-cbf65d97b874", "code": "WP1FW4YZTB2P50V94TWTNH9BB7R6R002MCRRQ20Y2CT8GY2547X", "serial": 1, "issued_at": "2026-11-29T14:55:37.157224+00:00", "retired_at": null, "key_version": 1, "checkpoint_id": "7f09efe9-62b1-41b4-935c-d56295acf836"}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'af606d62-6979-4cf7-93ea-4a49b63619c6', '7', 'checkpoints', '7f09efe9-62b1-41b4-935c-d56295acf836', '1795964138049', '{"id": "7f09efe9-62b1-41b4-935c-d56295acf836", "name": "Checkpoint 5", "site_id": "03e1eaf0-9d99-496a-95eb-de53dff2dcba", "version": 1, "latitude": 18.5225, "activated": true, "longitude": 73.85, "created_at": "2026-11-29T14:55:37.094392+00:00", "deleted_at": null, "nfc_tag_id": null, "updated_at": "2026-11-29T14:55:37.094392+00:00", "instructions": "", "scan_methods": ["qr", "nfc", "screen", "typed"], "radius_metres": 30, "former_scan_methods": [], "scan_methods_since_ms": 0}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bd7bd1d9-40d9-46b3-a224-5a8a0abd41e2', '4', 'exceptions', '402ab8fd-81c5-4673-b00d-9a1a43e542ae', '1795964137926', '{"id": "402ab8fd-81c5-4673-b00d-9a1a43e542ae", "kind": "flagged", "status": "open", "outcome": null, "reasons": ["noPosition", "typedCode", "outOfOrder", "burst", "noCode", "sentLate"], "site_id": "03e1eaf0-9d99-496a-95eb-de53dff2dcba", "tour_id": null, "version": 1, "guard_id": "151b1585-896e-4088-9e2a-676e16a8158e", "owner_id": null, "round_id": "add5c756-7f6d-4525-b3c2-b964ccb19167", "route_id": "df65c16d-72a5-45bf-8672-683946986895", "severity": 3, "tour_name": "", "route_name": "Route 7", "subject_id": "add5c756-7f6d-4525-b3c2-b964ccb19167", "taken_at_ms": null, "closed_at_ms": null, "due_round_id": null, "opened_at_ms": 1795964137902, "closing_reason": "", "happened_at_ms": 1795877740632, "made_good_at_ms": null}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'c7d4c9af-2ac3-4893-9215-0081049f05c0', '6', 'sites', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1795964138031', '{"id": "03e1eaf0-9d99-496a-95eb-de53dff2dcba", "name": "Site 3", "version": 1, "latitude": 18.52, "activated": true, "longitude": 73.85, "time_zone": "Asia/Kolkata", "created_at": "2026-11-29T14:55:37.061665+00:00", "deleted_at": null, "updated_at": "2026-11-29T14:55:37.061665+00:00"}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'cd245e8a-bb81-4f84-8a04-c5dbf8a43b9a', '8', 'checkpoints', '728a82ff-ccd0-4237-b5fe-d0fb30b718bf', '1795964138049', '{"id": "728a82ff-ccd0-4237-b5fe-d0fb30b718bf", "name": "Checkpoint 6", "site_id": "03e1eaf0-9d99-496a-95eb-de53dff2dcba", "version": 1, "latitude": 18.523, "activated": true, "longitude": 73.85, "created_at": "2026-11-29T14:55:37.107777+00:00", "deleted_at": null, "nfc_tag_id": null, "updated_at": "2026-11-29T14:55:37.107777+00:00", "instructions": "", "scan_methods": ["qr", "nfc", "screen", "typed"], "radius_metres": 30, "former_scan_methods": [], "scan_methods_since_ms": 0}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'd50f38f6-6f46-4a74-b894-2e7366a68cce', '10', 'qr_codes', '01a227cd-eecf-7eda-ac39-cbf736e2d9c6', '1795964138063', '{"id": "01a227cd-eecf-7eda-ac39-cbf736e2d9c6", "code": "WP1EA585ZYCT113FDFYT3XK1DRRQW00237TW93QR8J3NJ7BJ95Q", "serial": 1, "issued_at": "2026-11-29T14:55:37.157224+00:00", "retired_at": null, "key_version": 1, "checkpoint_id": "728a82ff-ccd0-4237-b5fe-d0fb30b718bf"}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'f44da052-93d6-47d8-b78f-77663375f2e8', '5', 'users', 'a8b91ce4-4851-4c82-a884-be6c99672b1a', '1795964138024', '{"id": "a8b91ce4-4851-4c82-a884-be6c99672b1a", "role": "superAdmin", "activated": true}');

INSERT INTO round_arrivals (tenant_id, last_no)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '4');

INSERT INTO round_counts (tenant_id, guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed, checkpoints, planned_incompleted, planned_completed)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '0', '0', '4', '0', '1', '3', '8', '2', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '1', '1795824000000', '3', '0', '0', '3', '6', '0', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '1', '1795910400000', '1', '0', '1', '0', '2', '2', '0'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '2', '1795877100000', '3', '0', '0', '3', '6', '0', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', '2', '1795923900000', '1', '0', '1', '0', '2', '2', '0'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '0', '4', '0', '1', '3', '8', '2', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1795824000000', '3', '0', '0', '3', '6', '0', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1795910400000', '1', '0', '1', '0', '2', '2', '0'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '2', '1795877100000', '3', '0', '0', '3', '6', '0', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '2', '1795923900000', '1', '0', '1', '0', '2', '2', '0'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '0', '4', '0', '1', '3', '8', '2', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1795824000000', '3', '0', '0', '3', '6', '0', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1795910400000', '1', '0', '1', '0', '2', '2', '0'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '2', '1795877100000', '3', '0', '0', '3', '6', '0', '6'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '151b1585-896e-4088-9e2a-676e16a8158e', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '2', '1795923900000', '1', '0', '1', '0', '2', '2', '0');

INSERT INTO round_doubts (tenant_id, round_id, flag, scans, started_at_ms)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', 'burst', '1', '1795877738202'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', 'noCode', '2', '1795877738202'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', 'noPosition', '2', '1795877738202'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', 'outOfOrder', '1', '1795877738202'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', 'sentLate', '2', '1795877738202'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', 'typedCode', '2', '1795877738202'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'add5c756-7f6d-4525-b3c2-b964ccb19167', 'burst', '1', '1795877740632'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'add5c756-7f6d-4525-b3c2-b964ccb19167', 'noCode', '2', '1795877740632'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'add5c756-7f6d-4525-b3c2-b964ccb19167', 'noPosition', '2', '1795877740632'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'add5c756-7f6d-4525-b3c2-b964ccb19167', 'outOfOrder', '1', '1795877740632'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'add5c756-7f6d-4525-b3c2-b964ccb19167', 'sentLate', '2', '1795877740632'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'add5c756-7f6d-4525-b3c2-b964ccb19167', 'typedCode', '2', '1795877740632'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', 'burst', '1', '1795877739542'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', 'noCode', '2', '1795877739542'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', 'noPosition', '2', '1795877739542'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', 'sentLate', '2', '1795877739542'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', 'typedCode', '2', '1795877739542');

INSERT INTO round_sums (tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed, planned, scanned)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '0', '1795824000000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '0', '1795910400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '00000000-0000-0000-0000-000000000000', '1', '1791590400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '1795824000000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '0', '1795910400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '1', '1791590400000', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8}', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6}');

INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms, status_code, total_check_points, scanned_check_points, arrival_no, recorded_names_id)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aa2c6481-f3e3-4b1e-ab52-97f0758c83a0', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '1795924137692', '1795924138692', '1005', '2', '0', '4', NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '1795877738202', '1795877738202', '1010', '2', '2', '1', NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'add5c756-7f6d-4525-b3c2-b964ccb19167', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '1795877740632', '1795877740632', '1010', '2', '2', '3', NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', 'd4ab9079-43e5-4ede-9eba-0c873ae38407', '1795877739542', '1795877739542', '1010', '2', '2', '2', NULL);

INSERT INTO route_versions (tenant_id, id, route_id, site_id, name, is_fixed_order, checkpoints, created_at)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'd4ab9079-43e5-4ede-9eba-0c873ae38407', 'df65c16d-72a5-45bf-8672-683946986895', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'Route 7', 'true', '[{"name": "Checkpoint 5", "latitude": 18.5225, "longitude": 73.85, "checkpointId": "7f09efe9-62b1-41b4-935c-d56295acf836", "radiusMetres": 30}, {"name": "Checkpoint 6", "latitude": 18.523, "longitude": 73.85, "checkpointId": "728a82ff-ccd0-4237-b5fe-d0fb30b718bf", "radiusMetres": 30}]', '2026-11-29 14:55:37.130392+00');

INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms, latitude, longitude, accuracy_metres, distance_metres, clock_skew_ms, method, flags, body_hash, code, proof_key, proof_seq, proof_previous, proof_signature, claimed_checkpoint_id, dwell_ms, shown_step, phone_at_ms, proof_salt)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '159e0687-4fee-41ce-a66b-c3c33ae473f4', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', '728a82ff-ccd0-4237-b5fe-d0fb30b718bf', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', '1795877738202', '1795964137262', NULL, NULL, NULL, NULL, '-60', 'typed', '{noPosition,typedCode,noCode,sentLate}', E'\\xdae33527267487b6f20875cc17451936318c21c3643917b849a858907da929a5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '20296a3a-652e-45eb-bdcf-e2f887a94272', 'add5c756-7f6d-4525-b3c2-b964ccb19167', '728a82ff-ccd0-4237-b5fe-d0fb30b718bf', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', '1795877740632', '1795964137639', NULL, NULL, NULL, NULL, '-7', 'typed', '{noPosition,typedCode,noCode,sentLate}', E'\\xcd29703d46ebb0b7bfcd7fd361ab409527cff71135a0d8b37613ab3a3f546be6', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '5af18f08-1b2f-4bd8-9539-c11308b8451e', 'aad1c97a-1dad-4a1b-8cac-8045bf56512a', '7f09efe9-62b1-41b4-935c-d56295acf836', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', '1795877738202', '1795964137262', NULL, NULL, NULL, NULL, '-60', 'typed', '{noPosition,typedCode,noCode,sentLate}', E'\\x04a5d825996914e238479bb91661da315411d322da67ecbf6a3284e5699cf9fe', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '6a3d851c-9833-4110-9f1a-b30c150815ce', 'add5c756-7f6d-4525-b3c2-b964ccb19167', '7f09efe9-62b1-41b4-935c-d56295acf836', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', '1795877740632', '1795964137639', NULL, NULL, NULL, NULL, '-7', 'typed', '{noPosition,typedCode,noCode,sentLate}', E'\\x26d93c7d56cc9ab03531646768a65f2ac82560b029118d6793ebb14637cbb720', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'bc6a27a7-abe8-4dae-8682-99c09e01009f', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', '7f09efe9-62b1-41b4-935c-d56295acf836', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', '1795877739542', '1795964137580', NULL, NULL, NULL, NULL, '-38', 'typed', '{noPosition,typedCode,noCode,sentLate}', E'\\x1546561da5756a30ce7d3ec2b2d1930f42c4545673943ce730b44d7c57f76979', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'f8d247d0-39f2-4042-98dd-ff6ec29645f5', 'bf7f5d10-e2f2-4647-b96d-9876c75a354b', '728a82ff-ccd0-4237-b5fe-d0fb30b718bf', '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', '1795877739542', '1795964137580', NULL, NULL, NULL, NULL, '-38', 'typed', '{noPosition,typedCode,noCode,sentLate}', E'\\x972f9bd6f8f9171d965259488a3531d3644ae06ee1c36681d13b9cd0bbae5202', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO sessions (tenant_id, token_hash, user_id, guard_id, device_id, created_at, last_seen_at, expires_at, address, agent, confirmed_at, public_key, revoked_at, owes_signature)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', E'\\x59ed454322006a27643c1d72bfc7084ad6c78b7dbaa8b0f346e2e4a4540fb0d5', NULL, '151b1585-896e-4088-9e2a-676e16a8158e', '7d16f129-733a-4949-acd1-1f4def765884', '2026-11-29 14:55:37.20025+00', '2026-11-29 14:55:37.20025+00', '2026-11-29 15:55:37.193+00', '', '', NULL, NULL, NULL, 'false');

INSERT INTO sites (tenant_id, id, name, address, latitude, longitude, time_zone, contact_name, contact_phone, activated, created_at, updated_at, version, deleted_at, logo_file_id, former_until_ms, former)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', '03e1eaf0-9d99-496a-95eb-de53dff2dcba', 'Site 3', '', '18.52', '73.85', 'Asia/Kolkata', '', '', 'true', '2026-11-29 14:55:37.061665+00', '2026-11-29 14:55:37.061665+00', '1', NULL, NULL, NULL, NULL);

INSERT INTO tenants (tenant_id, slug, name, is_demo, created_at, exceptions_from_ms)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'tenant-1', 'Tenant 1', 'false', '2026-11-29 14:55:36.74079+00', '0');

INSERT INTO users (tenant_id, id, email, password_hash, role, activated, first_name, last_name, phone_number, country_code, profile_image, created_at, updated_at, language, invited_at, is_address_unproven, invitation_ends_at)
  OVERRIDING SYSTEM VALUE VALUES
  ('b1e5ba88-97b7-4b62-a778-75751db28025', 'a8b91ce4-4851-4c82-a884-be6c99672b1a', 'user2@example.com', '$argon2id$v=19$m=19456,t=2,p=1$JjR5rr+IVbvvYuSjRAaZZA$yFG9RKgNz2ETgjw+Xjr8TPlbVvVAmSWv19IQj04EzQQ', 'superAdmin', 'true', E'Tab	here, \\ ''quoted'' 
 line', 'Kale', '', '+91', '', '2026-11-29 14:55:36.959522+00', '2026-11-29 14:55:36.959522+00', NULL, NULL, 'false', NULL);

SELECT setval('log_pending_no_seq', 1000), setval('record_versions_no_seq', 1000);
