-- Made from the catalogue of a migrated database, and kept equal to it by a test. It was never run on Citus:
-- docs/scaling/citus.md says what stands in the way.
BEGIN;

-- Foreign keys that set a column to null are refused with tenant_id among their columns.
ALTER TABLE exceptions DROP CONSTRAINT exceptions_tenant_id_owner_id_fkey, ADD CONSTRAINT exceptions_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id);
ALTER TABLE files DROP CONSTRAINT files_tenant_id_owner_id_fkey, ADD CONSTRAINT files_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id);
ALTER TABLE incidents DROP CONSTRAINT incidents_tenant_id_assignee_id_fkey, ADD CONSTRAINT incidents_tenant_id_assignee_id_fkey FOREIGN KEY (tenant_id, assignee_id) REFERENCES users(tenant_id, id);
ALTER TABLE incidents DROP CONSTRAINT incidents_tenant_id_opened_by_fkey, ADD CONSTRAINT incidents_tenant_id_opened_by_fkey FOREIGN KEY (tenant_id, opened_by) REFERENCES users(tenant_id, id);
ALTER TABLE scheduled_reports DROP CONSTRAINT scheduled_reports_tenant_id_owner_id_fkey, ADD CONSTRAINT scheduled_reports_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id);

-- Triggers see one shard's rows, which are whole tenants'; without this Citus refuses tables that have any.
SET LOCAL citus.enable_unsafe_triggers TO on;

-- On every node.
SELECT create_reference_table('tenants');

-- By tenant, all of a tenant's rows on one node; tables after those that their foreign keys point at.
SELECT create_distributed_table('tenant_settings', 'tenant_id', colocate_with => 'none');
SELECT create_distributed_table('app_setting_revisions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('app_settings', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('archives', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('audit_entries', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('audit_names', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('code_keys', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('devices', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('due_counts', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('due_sums', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('duty_sessions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('exception_counts', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('field_events', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('guard_signs', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('guards', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('head_witnesses', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('log_heads', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('log_keys', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('log_leaves', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('log_nodes', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('log_notes', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('log_pending', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('log_salts', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('mail_consents', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('mail_messages', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('missed_checkpoints', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('missed_sums', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('names_versions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('note_keys', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('past_postings', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('published_heads', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('push_keys', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('record_versions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('retention_settings', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('round_arrivals', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('round_counts', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('round_sums', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('rounds', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('scans', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('sign_in_failures', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('sign_in_providers', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('spent_challenges', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('standing_rosters', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('standings', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('tenant_config', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('told_notices', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('trust_settings', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('users', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('archive_files', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('authenticators', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('device_guards', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('device_keys', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('files', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('guard_erasures', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('known_devices', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('list_preferences', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('mail_consent_links', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('notification_inboxes', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('notification_preferences', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('passkeys', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('password_codes', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('pending_sign_ins', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('provider_identities', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('recovery_codes', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('refused_events', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('round_doubts', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('sessions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('push_subscriptions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('sites', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('checkpoints', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('exceptions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('floor_plans', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('guard_sites', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('incidents', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('notifications', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('patrol_routes', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('post_order_versions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('record_imports', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('scheduled_reports', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('shifts', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('site_holidays', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('sos_calls', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('sub_admins', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('checkpoint_screens', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('exception_files', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('exception_history', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('floor_plan_checkpoints', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('incident_history', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('incident_photos', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('patrol_route_checkpoints', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('patrol_tours', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('qr_codes', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('question_versions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('record_import_rows', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('route_versions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('scheduled_report_events', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('scheduled_report_recipients', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('scheduled_report_runs', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('shift_guards', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('sos_history', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('sos_positions', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('due_rounds', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('scheduled_report_files', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('scheduled_report_links', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('tour_guards', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('due_round_history', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('late_arrivals', 'tenant_id', colocate_with => 'tenant_settings');
SELECT create_distributed_table('scheduled_report_downloads', 'tenant_id', colocate_with => 'tenant_settings');

-- Where they are: kysely_migration, kysely_migration_lock and the schema graphile_worker.
COMMIT;
