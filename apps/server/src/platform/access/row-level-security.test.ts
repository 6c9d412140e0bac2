// The tenant rule once more in the database: a query that forgets it returns nothing of others.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../db/database.ts';
import { makeWorld, type SampleWorld } from '../../testing/endpoint-samples.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let store: TestDatabase;
let a: SampleWorld;
let b: SampleWorld;
let tables: string[];

const run = async (db: Db, text: string, values: readonly unknown[] = []) =>
  (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows;

/** A row in every table that makeWorld leaves empty; $1 tenant, $2 site, $3 guard, $4 checkpoint, $5 round, $6 user, $7 a new id. */
const rows: Readonly<Record<string, string>> = {
  notification_preferences: `(tenant_id, user_id, kind, channel, is_on) VALUES ($1, $6, 'sosRaised', 'push', true)`,
  told_notices: `(tenant_id, kind, subject) VALUES ($1, 'roundLate', '')`,
  known_devices: `(tenant_id, user_id, device_hash) VALUES ($1, $6, '\\x00')`,
  push_keys: `(tenant_id, public_key, private_key) VALUES ($1, '', '')`,
  mail_messages: `(tenant_id, id, recipient, template, language, subject) VALUES ($1, $7, '', '', '', '')`,
  password_codes: `(tenant_id, id, email_hash, otp_mac, expires_at) VALUES ($1, $7, '\\x00', '\\x00', now())`,
  authenticators: '(tenant_id, user_id) VALUES ($1, $6)',
  recovery_codes: `(tenant_id, user_id, code_mac) VALUES ($1, $6, '\\x00')`,
  passkeys: `(tenant_id, id, user_id, credential_id, public_key, counter, rp_id, name, is_backed_up)
    VALUES ($1, $7, $6, '', '\\x00', 0, '', '', false)`,
  pending_sign_ins: `(tenant_id, token_hash, user_id, must_enrol, expires_at)
    VALUES ($1, '\\x00', $6, false, now())`,
  spent_challenges: `(tenant_id, challenge_hash, expires_at) VALUES ($1, '\\x00', now())`,
  sub_admins: '(tenant_id, user_id, site_id) VALUES ($1, $6, $2)',
  audit_entries: `(tenant_id, id, at_ms, actor_id, actor_name, action, subject_type, subject_id, subject_label, address, agent, request_id)
    VALUES ($1, $7, 1, $6, '', 'session.signedIn', 'user', '', '', '', '', '')`,
  audit_names: `(tenant_id, kind, id, name) VALUES ($1, 'actor', '', '')`,
  code_keys: `(tenant_id, version, key) VALUES ($1, 2, '\\x00')`,
  qr_codes: `(tenant_id, id, checkpoint_id, code) VALUES ($1, $7, $4, 'code')`,
  shifts: `(tenant_id, id, site_id, name, from_minute, to_minute, weekdays) VALUES ($1, $7, $2, 'Day', 480, 960, '{2}')`,
  shift_guards: '(tenant_id, shift_id, guard_id) SELECT $1, id, $3 FROM shifts WHERE tenant_id = $1',
  patrol_route_checkpoints:
    '(tenant_id, route_id, position, checkpoint_id) SELECT $1, id, 1, $4 FROM patrol_routes WHERE tenant_id = $1',
  site_holidays: `(tenant_id, site_id, day, name) VALUES ($1, $2, '2027-01-26', 'Holiday')`,
  patrol_tours: `(tenant_id, id, route_id, name) SELECT $1, $7, id, 'Tour' FROM patrol_routes WHERE tenant_id = $1 LIMIT 1`,
  tour_guards: '(tenant_id, tour_id, guard_id) SELECT $1, id, $3 FROM patrol_tours WHERE tenant_id = $1',
  due_rounds: `(tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms, missed_at_ms)
    SELECT $1, $7, id, $2, route_id, '', '', 1, 2, 3 FROM patrol_tours WHERE tenant_id = $1 LIMIT 1`,
  due_round_history: `(tenant_id, due_round_id, status, at_ms)
    SELECT $1, id, 'late', 2 FROM due_rounds WHERE tenant_id = $1`,
  late_arrivals: `(tenant_id, round_id, due_round_id, arrived_at_ms)
    SELECT $1, $5, id, 4 FROM due_rounds WHERE tenant_id = $1 LIMIT 1`,
  sos_history: `(tenant_id, sos_id, kind, id, at_ms, received_at_ms, actor_kind, actor_id, actor_name)
    SELECT $1, id, 'raised', $7, 1, 1, 'guard', $3, '' FROM sos_calls WHERE tenant_id = $1 LIMIT 1`,
  sos_positions: `(tenant_id, sos_id, id, at_ms, received_at_ms, latitude, longitude)
    SELECT $1, id, $7, 1, 1, 0, 0 FROM sos_calls WHERE tenant_id = $1 LIMIT 1`,
  guard_signs: '(tenant_id, guard_id, at_ms) VALUES ($1, $3, 1)',
  round_sums: `(tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed)
    VALUES ($1, $2, 1, 0, '{}', '{}', '{}')`,
  site_round_rollups: `(tenant_id, hours, from_ms, site_id, started, incompleted, completed, planned, scanned)
    VALUES ($1, 24, 0, $2, 1, 0, 0, 0, 0)`,
  site_due_rollups: `(tenant_id, hours, from_ms, site_id, on_time, done_late, incomplete, missed, excused, under_way)
    VALUES ($1, 24, 0, $2, 1, 0, 0, 0, 0, 0)`,
  guard_due_rollups: `(tenant_id, hours, from_ms, guard_id, site_id, on_time, done_late, incomplete, missed, excused, under_way)
    VALUES ($1, 24, 0, $3, $2, 1, 0, 0, 0, 0, 0)`,
  checkpoint_rollups:
    '(tenant_id, hours, from_ms, checkpoint_id, site_id, missed) VALUES ($1, 24, 0, $4, $2, 1)',
  scheduled_report_runs: `(tenant_id, id, report_id, kind, occasion, due_at_ms, from_ms, to_ms, time_zone)
    SELECT $1, $7, id, 'planned', 'x', 1, 1, 2, 'UTC' FROM scheduled_reports WHERE tenant_id = $1 LIMIT 1`,
  scheduled_report_events: `(tenant_id, report_id, subject_id, at_ms)
    SELECT $1, id, $7, 1 FROM scheduled_reports WHERE tenant_id = $1 LIMIT 1`,
  scheduled_report_files: `(tenant_id, id, run_id, attempt, name, media_type, storage_key)
    SELECT $1, $7, id, 1, '', '', '' FROM scheduled_report_runs WHERE tenant_id = $1`,
  scheduled_report_links: `(tenant_id, token_hash, run_id, email, message_id, expires_at)
    SELECT $1, '\\x00', id, '', $7, now() FROM scheduled_report_runs WHERE tenant_id = $1`,
  scheduled_report_downloads: `(tenant_id, id, run_id, file_id, email, address)
    SELECT $1, $7, run_id, id, '', '' FROM scheduled_report_files WHERE tenant_id = $1`,
  mail_consents: `(tenant_id, id, purpose, address_hash, state, language)
    VALUES ($1, $7, 'logHeads', '\\x00', 'invited', 'en')`,
  mail_consent_links: `(tenant_id, token_hash, consent_id)
    SELECT $1, '\\x00', id FROM mail_consents WHERE tenant_id = $1 LIMIT 1`,
  question_versions: `(tenant_id, id, checkpoint_id, no, questions, created_by_name) VALUES ($1, $7, $4, 1, '[]', '')`,
  post_order_versions: `(tenant_id, id, site_id, no, text, effective_from_ms, created_by_name)
    VALUES ($1, $7, $2, 99, '', 1, '')`,
  incidents: `(tenant_id, id, site_id, type, severity) VALUES ($1, $7, $2, 'Fire', 'high')`,
  incident_photos: `(tenant_id, id, incident_id, file_id)
    SELECT $1, $7, i.id, f.id FROM incidents i, files f WHERE i.tenant_id = $1 AND f.tenant_id = $1 LIMIT 1`,
  incident_history: `(tenant_id, id, incident_id, kind, actor_kind, actor_name)
    SELECT $1, $7, id, 'comment', 'user', '' FROM incidents WHERE tenant_id = $1 LIMIT 1`,
  exceptions: `(tenant_id, id, kind, subject_id, severity, reasons, site_id, happened_at_ms, opened_at_ms)
    VALUES ($1, $7, 'flagged', $5, 1, '{burst}', $2, 1, 1)`,
  exception_history: `(tenant_id, id, exception_id, at_ms, kind, actor_kind)
    SELECT $1, $7, id, 1, 'opened', 'system' FROM exceptions WHERE tenant_id = $1 LIMIT 1`,
  exception_files: `(tenant_id, file_id, exception_id, added_at_ms)
    SELECT $1, f.id, e.id, 1 FROM exceptions e, files f WHERE e.tenant_id = $1 AND f.tenant_id = $1 LIMIT 1`,
  tenant_config: `(tenant_id, config_key, config_value) VALUES ($1, 'mapZoom', '11')`,
  tenant_settings: '(tenant_id) VALUES ($1)',
  trust_settings: `(tenant_id, version, since_ms, settings) VALUES ($1, 1, 1, '{}')`,
  checkpoint_screens: `(tenant_id, id, checkpoint_id, serial, pairing_ends_at_ms, offered_at_ms)
    VALUES ($1, $7, $4, 1, 1, 1)`,
  round_doubts: `(tenant_id, round_id, flag, scans, started_at_ms) VALUES ($1, $5, 'burst', 1, 1)`,
  sign_in_providers: `(tenant_id, issuer, client_id, client_secret, scopes, label, is_on)
    VALUES ($1, '', '', '', '', '', false)`,
  provider_identities: `(tenant_id, issuer, subject, user_id) VALUES ($1, '', '', $6)`,
  list_preferences: `(tenant_id, user_id, area, preferences) VALUES ($1, $6, 'sites', '{}')`,
  record_imports: `(tenant_id, id, kind, user_id, origin, file_name, headings, row_count, mapping)
    VALUES ($1, $7, 'guard', $6, '{}', '', '{}', 0, '{}')`,
  record_import_rows: `(tenant_id, import_id, row_no, cells) SELECT $1, id, 2, '[]' FROM record_imports WHERE tenant_id = $1`,
  files: `(tenant_id, id, name, media_type, bytes, sha256) VALUES ($1, $7, 'a.png', 'image/png', 1, '\\x00')`,
  floor_plan_checkpoints:
    '(tenant_id, checkpoint_id, plan_id, x, y) SELECT $1, $4, id, 0.5, 0.5 FROM floor_plans WHERE tenant_id = $1 LIMIT 1',
  sessions: `(tenant_id, token_hash, user_id, expires_at) VALUES ($1, '\\x00', $6, now())`,
  push_subscriptions: `(tenant_id, id, user_id, token_hash, endpoint, p256dh, auth, language)
    VALUES ($1, $7, $6, '\\x00', 'https://push.example/1', '', '', 'en')`,
  sign_in_failures: `(tenant_id, subject, failures) VALUES ($1, 'account:x', 1)`,
  field_events: `(tenant_id, id, kind, guard_id, device_id, subject_id, device_at_ms, received_at_ms, body_hash)
    VALUES ($1, $7, 'roundStarted', $3, $7, $5, 1, 1, '\\x00')`,
  duty_sessions: '(tenant_id, id, guard_id) VALUES ($1, $7, $3)',
  device_keys: `(tenant_id, id, key, guard_id, device_id, public_key, enrolled_at_ms)
    VALUES ($1, $7, '\\x00', $3, $7, '', 1)`,
  refused_events: `(tenant_id, id, guard_id, device_id, code, body, received_at_ms, clock_skew_ms, proof_key, proof_seq,
      proof_previous, proof_signature)
    VALUES ($1, $7, $3, $7, 'notFound', '{}', 1, 1, '\\x00', 1, '\\x00', '\\x00')`,
  record_versions: `(tenant_id, source, record_key, row) VALUES ($1, 'incidents', '', '{}')`,
  guard_erasures: `(tenant_id, id, guard_id, at_ms, pseudonym, records, key, signature)
    VALUES ($1, $7, $3, 1, '', '[]', '\\x00', '\\x00')`,
  log_notes: `(tenant_id, at_ms, kind, details) VALUES ($1, 1, 'accepted', '{}')`,
  log_pending: `(tenant_id, source, ids) VALUES ($1, 'scans', ARRAY[$7])`,
  log_leaves: `(tenant_id, leaf_no, source, record_id, hash, marks) VALUES ($1, 0, 'scans', $7, '\\x00', '')`,
  log_nodes: `(tenant_id, level, node_no, hash) VALUES ($1, 1, 0, '\\x00')`,
  log_heads: `(tenant_id, size, root, at_ms, key, signature) VALUES ($1, 1, '\\x00', 1, '\\x00', '\\x00')`,
  log_keys: `(tenant_id, key, public_key, first_used_ms) VALUES ($1, '\\x00', '', 1)`,
  log_salts: `(tenant_id, salt, made_at_ms, key, signature) VALUES ($1, '\\x00', 1, '\\x00', '\\x00')`,
  published_heads: `(tenant_id, day, no, size, root, at_ms, key, signature, note)
    VALUES ($1, '2026-01-01', 1, 1, '\\x00', 1, '\\x00', '\\x00', '')`,
  head_witnesses: `(tenant_id, id, address, language) VALUES ($1, $7, '', 'en')`,
  note_keys: `(tenant_id, verifier_key, first_used_ms) VALUES ($1, '', 1)`,
  scans: `(tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms, clock_skew_ms, method, body_hash)
    VALUES ($1, $7, $5, $4, $3, $7, 1, 1, 0, 'qr', '\\x00')`,
  retention_settings: '(tenant_id, version, starts_at_ms) VALUES ($1, 1, 1)',
  archives: `(tenant_id, id, month_ms, until_ms, begun_at_ms, worker, lease_until_ms) VALUES ($1, $7, 1, 2, 1, $7, 1)`,
  archive_files: `(tenant_id, archive_id, no, kind, pieces, bytes, sha256, rounds) VALUES ($1, $7, 0, 'rows', 1, 1, '\\x00', 1)`,
  past_postings: '(tenant_id, guard_id, site_id) VALUES ($1, $3, $2)',
  recorded_names: '(tenant_id, id, guard_id) VALUES ($1, $7, $3)',
  imported_rounds: `(tenant_id, round_id, former_id, has_scans) VALUES ($1, $5, '', true)`,
  former_ids: `(tenant_id, record_id, former_id) VALUES ($1, $2, '')`,
  missed_checkpoints:
    '(tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms) VALUES ($1, $5, $4, $2, $3, 1)',
};

async function fill(world: SampleWorld): Promise<void> {
  const { tenant, siteId, guardId, checkpointId, roundId, superAdminId } = world;
  const values = [tenant.id, siteId, guardId, checkpointId, roundId, superAdminId, randomUUID()];
  for (const [table, row] of Object.entries(rows)) {
    // Written into the text, since PostgreSQL refuses parameters that a statement does not use.
    const text = row.replaceAll(/\$(\d)/g, (_all, number: string) => `'${values[Number(number) - 1]}'::uuid`);
    await run(store.owner, `INSERT INTO ${table} ${text}`);
  }
}

beforeAll(async () => {
  store = await testDatabase();
  a = await makeWorld(store.owner);
  b = await makeWorld(store.owner);
  await fill(a);
  await fill(b);
  const found = await run(
    store.owner,
    `SELECT table_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'tenant_id' AND table_name <> 'tenants' ORDER BY 1`,
  );
  tables = found.map((row) => String(row['table_name']));
});

describe('a query that forgets the tenant', () => {
  it('returns rows of the own tenant alone, of every table', async () => {
    expect(tables.length).toBeGreaterThan(20);
    for (const table of tables) {
      const all = await run(store.owner, `SELECT DISTINCT tenant_id FROM ${table}`);
      expect([table, all.length]).toEqual([table, 2]);
      for (const world of [a, b]) {
        const seen = await run(
          store.database.forTenant(world.tenant.id),
          `SELECT DISTINCT tenant_id FROM ${table}`,
        );
        expect([table, seen]).toEqual([table, [{ tenant_id: world.tenant.id }]]);
      }
    }
  });

  it('returns nothing where no tenant is set, also on a connection that served one before', async () => {
    for (const table of tables) {
      await run(store.database.forTenant(a.tenant.id), `SELECT 1 FROM ${table}`);
      expect([table, await run(store.database.shared, `SELECT 1 FROM ${table}`)]).toEqual([table, []]);
    }
  });

  it('changes and deletes nothing of another tenant', async () => {
    const db = store.database.forTenant(a.tenant.id);
    await run(db, `UPDATE sites SET name = 'Mine'`);
    const names = await run(store.owner, 'SELECT DISTINCT tenant_id FROM sites WHERE name = $1', ['Mine']);
    expect(names).toEqual([{ tenant_id: a.tenant.id }]);
    await run(db, 'DELETE FROM tenant_config');
    expect(await run(store.owner, 'SELECT DISTINCT tenant_id FROM tenant_config')).toEqual([
      { tenant_id: b.tenant.id },
    ]);
  });

  it('cannot put a row into another tenant, nor move one there', async () => {
    const db = store.database.forTenant(a.tenant.id);
    const insert = `INSERT INTO tenant_config (tenant_id, config_key, config_value) VALUES ($1, 'k', 'v')`;
    await expect(run(db, insert, [b.tenant.id])).rejects.toThrow('row-level security');
    await expect(run(db, 'UPDATE files SET tenant_id = $1', [b.tenant.id])).rejects.toThrow(
      'row-level security',
    );
  });
});

describe('the role that serves requests', () => {
  it('owns no table, is no superuser and cannot bypass the rule', async () => {
    const db = store.database.shared;
    const [role] = await run(
      db,
      'SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false });
    expect(await run(db, 'SELECT 1 FROM pg_class WHERE relowner = current_user::regrole')).toEqual([]);
    await expect(run(db, 'CREATE TABLE public.own (a int)')).rejects.toThrow('permission denied');
    await expect(run(db, 'TRUNCATE rounds')).rejects.toThrow('permission denied');
    await expect(run(db, `UPDATE tenants SET slug = 'x'`)).rejects.toThrow('permission denied');
  });

  it('[MNG-08] cannot delete an incident, nor change its photos and its history', async () => {
    const db = store.database.forTenant(a.tenant.id);
    for (const table of ['incidents', 'incident_photos', 'incident_history']) {
      await expect(run(db, `DELETE FROM ${table}`)).rejects.toThrow('permission denied');
    }
    for (const table of ['incident_photos', 'incident_history']) {
      await expect(run(db, `UPDATE ${table} SET tenant_id = tenant_id`)).rejects.toThrow('permission denied');
    }
  });

  it('cannot delete a call for help, nor change what was sent or became of it', async () => {
    const db = store.database.forTenant(a.tenant.id);
    for (const table of ['sos_calls', 'sos_history', 'sos_positions']) {
      await expect(run(db, `DELETE FROM ${table}`)).rejects.toThrow('permission denied');
      await expect(run(db, `UPDATE ${table} SET received_at_ms = 0`)).rejects.toThrow('permission denied');
    }
  });

  it('cannot change what was recorded in the field', async () => {
    const db = store.database.forTenant(a.tenant.id);
    for (const table of [
      'scans',
      'field_events',
      'route_versions',
      'question_versions',
      'post_order_versions',
    ]) {
      await expect(run(db, `DELETE FROM ${table}`)).rejects.toThrow('permission denied');
      await expect(run(db, `UPDATE ${table} SET tenant_id = tenant_id`)).rejects.toThrow('permission denied');
    }
  });

  it('cannot change the log, nor the keys that events are signed with', async () => {
    const db = store.database.forTenant(a.tenant.id);
    const unscoped = ['device_keys', 'record_versions', 'refused_events', 'published_heads', 'note_keys'];
    for (const table of ['log_leaves', 'log_nodes', 'log_heads', 'log_keys', 'log_salts', ...unscoped]) {
      await expect(run(db, `DELETE FROM ${table}`)).rejects.toThrow('permission denied');
      await expect(run(db, `UPDATE ${table} SET tenant_id = tenant_id`)).rejects.toThrow('permission denied');
    }
  });

  it('meets the rule on every table with a tenant', async () => {
    const open = await run(
      store.owner,
      `SELECT relname FROM pg_class WHERE relname = ANY($1::text[]) AND relkind IN ('r', 'p') AND NOT relrowsecurity`,
      [tables],
    );
    expect(open).toEqual([]);
  });
});
