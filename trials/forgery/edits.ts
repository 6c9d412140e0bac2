// Edits by anyone who has the database's password: rules and triggers are off, and rows say afterwards what suits.
import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import { serverSecret } from '../../apps/server/src/platform/access/server-secret.ts';
import { actAsTenant } from '../../apps/server/src/lifecycle/erasures/erasures.queries.ts';
import { verifyAll } from '../../apps/server/src/lifecycle/verification/verification.service.ts';
import { makeDueRound } from '../../apps/server/src/testing/make-tour.ts';
import type { World } from './forger.ts';

export interface EditKind {
  readonly name: string;
  /** Statements on rows of the tenant, whose id stands for $tenant. */
  readonly statements: readonly string[];
}

const ofTenant = `tenant_id = '$tenant'`;
const oneScan = `(SELECT id FROM scans WHERE ${ofTenant} AND flags <> '{}' ORDER BY id LIMIT 1)`;
const oneRound = `(SELECT id FROM rounds WHERE ${ofTenant} ORDER BY id LIMIT 1)`;
const oneEntry = `(SELECT id FROM audit_entries WHERE ${ofTenant} ORDER BY id LIMIT 1)`;
const later = 'device_at_ms + 3600000';

export const editKinds: readonly EditKind[] = [
  {
    name: 'a flag taken off a scan',
    statements: [`UPDATE scans SET flags = '{}' WHERE ${ofTenant} AND id = ${oneScan}`],
  },
  {
    name: 'the time of a scan',
    statements: [`UPDATE scans SET device_at_ms = ${later} WHERE ${ofTenant} AND id = ${oneScan}`],
  },
  {
    name: 'the position of a scan',
    statements: [
      `UPDATE scans SET latitude = 18.5, distance_metres = 0 WHERE ${ofTenant} AND id = ${oneScan}`,
    ],
  },
  {
    name: 'the guard of a scan',
    statements: [`UPDATE scans SET guard_id = gen_random_uuid() WHERE ${ofTenant} AND id = ${oneScan}`],
  },
  { name: 'a scan deleted', statements: [`DELETE FROM scans WHERE ${ofTenant} AND id = ${oneScan}`] },
  {
    name: 'a scan put in',
    statements: [
      `INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms, clock_skew_ms, method, flags, body_hash)
        SELECT tenant_id, gen_random_uuid(), round_id, checkpoint_id, guard_id, device_id, ${later}, received_at_ms, 0, 'qr', '{}', body_hash
        FROM scans WHERE ${ofTenant} ORDER BY received_at_ms DESC LIMIT 1`,
    ],
  },
  {
    name: 'a round completed',
    statements: [`UPDATE rounds SET status_code = 1010 WHERE ${ofTenant} AND status_code <> 1010`],
  },
  {
    name: 'the start of a round',
    statements: [
      `UPDATE rounds SET started_at_ms = started_at_ms - 600000 WHERE ${ofTenant} AND id = ${oneRound}`,
    ],
  },
  {
    name: 'a start deleted',
    statements: [
      `DELETE FROM field_events WHERE ${ofTenant} AND kind = 'roundStarted' AND subject_id = ${oneRound}`,
    ],
  },
  {
    name: 'the plan of a route',
    statements: [`UPDATE route_versions SET checkpoints = '[]' WHERE ${ofTenant}`],
  },
  {
    name: 'the key of a phone',
    statements: [`UPDATE device_keys SET public_key = reverse(public_key) WHERE ${ofTenant}`],
  },
  { name: 'a key of a phone deleted', statements: [`DELETE FROM device_keys WHERE ${ofTenant}`] },
  {
    name: 'a leaf of the log deleted',
    statements: [`DELETE FROM log_leaves WHERE ${ofTenant} AND leaf_no = 3`],
  },
  {
    name: 'the last head deleted',
    statements: [
      `DELETE FROM log_heads WHERE ${ofTenant} AND size = (SELECT max(size) FROM log_heads WHERE ${ofTenant})`,
    ],
  },
  {
    name: 'the key of the log',
    statements: [`UPDATE log_keys SET public_key = reverse(public_key) WHERE ${ofTenant}`],
  },
  {
    name: 'an entry of the audit log deleted',
    statements: [`DELETE FROM audit_entries WHERE ${ofTenant} AND id = ${oneEntry}`],
  },
  {
    name: 'who did it, in an entry of the audit log',
    statements: [`UPDATE audit_entries SET actor_name = 'Another' WHERE ${ofTenant} AND id = ${oneEntry}`],
  },
  {
    name: 'a missed round excused',
    statements: [
      `UPDATE due_rounds SET status = 'excused', excuse = 'Flood', excused_by = 'Another', excused_at = now() WHERE ${ofTenant}`,
      `INSERT INTO due_round_history (tenant_id, due_round_id, status, at_ms) SELECT tenant_id, id, 'excused', due_at_ms FROM due_rounds WHERE ${ofTenant}`,
    ],
  },
  {
    name: 'a due round put off',
    statements: [`UPDATE due_rounds SET missed_at_ms = missed_at_ms + 86400000 WHERE ${ofTenant}`],
  },
  {
    name: 'a missed round deleted, with all that says it was missed',
    statements: ['due_rounds', 'due_round_history', 'exceptions', 'exception_history'].map(
      (table) => `DELETE FROM ${table} WHERE ${ofTenant}`,
    ),
  },
  {
    name: 'that a round was missed',
    statements: [`DELETE FROM due_round_history WHERE ${ofTenant} AND status = 'missed'`],
  },
  {
    name: 'the position of a checkpoint',
    statements: [`UPDATE checkpoints SET latitude = latitude + 0.01 WHERE ${ofTenant}`],
  },
  {
    name: 'a retired code made good again',
    statements: [
      `DELETE FROM qr_codes WHERE ${ofTenant} AND retired_at IS NULL`,
      `UPDATE qr_codes SET retired_at = NULL WHERE ${ofTenant}`,
    ],
  },
  {
    name: 'thresholds put in',
    statements: [
      `INSERT INTO trust_settings (tenant_id, version, since_ms, settings) VALUES ('$tenant', 1, 1, '{"radiusSlackMetres": 500}')`,
    ],
  },
  {
    name: 'a person deactivated',
    statements: [`UPDATE users SET activated = false WHERE ${ofTenant}`],
  },
  {
    name: 'an exception closed',
    statements: [
      `UPDATE exceptions SET status = 'closed', closed_at_ms = opened_at_ms, outcome = 'justified', closing_reason = 'Flood' WHERE ${ofTenant}`,
      `INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, text, details)
        SELECT tenant_id, gen_random_uuid(), id, opened_at_ms, 'closed', 'user', 'Flood', '{"outcome": "justified"}' FROM exceptions WHERE ${ofTenant}`,
    ],
  },
];

const tables = [
  'scans',
  'rounds',
  'field_events',
  'route_versions',
  'device_keys',
  'checkpoints',
  'qr_codes',
  'trust_settings',
  'users',
  'audit_entries',
  'due_rounds',
  'due_round_history',
  'exceptions',
  'exception_history',
  'log_leaves',
  'log_heads',
  'log_keys',
];

/** A round that no one walked, judged as the product judges it. */
export async function missRound({ owner, tenant, siteId }: World): Promise<void> {
  await owner.transaction().execute(async (db) => {
    await actAsTenant(db, tenant.id);
    const id = await makeDueRound(db, tenant, siteId);
    await sql`UPDATE due_rounds SET status = 'missed' WHERE tenant_id = ${tenant.id}::uuid AND id = ${id}::uuid`.execute(
      db,
    );
    await sql`INSERT INTO due_round_history (tenant_id, due_round_id, status, at_ms)
      SELECT tenant_id, id, 'missed', missed_at_ms FROM due_rounds
      WHERE tenant_id = ${tenant.id}::uuid AND id = ${id}::uuid`.execute(db);
  });
}

/** Keeps what edits change, so that it can be put back. */
export async function snapshotRows({ owner }: World): Promise<void> {
  for (const table of tables)
    await sql.raw(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`).execute(owner);
}

/** With triggers and rules asleep, as one transaction. */
async function runAsleep(db: Db, statements: readonly string[]): Promise<void> {
  const body = [`PERFORM set_config('session_replication_role', 'replica', true)`, ...statements].join('; ');
  await sql.raw(`DO $edit$ BEGIN ${body}; END $edit$`).execute(db);
}

async function putBack({ owner }: World): Promise<void> {
  const statements: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{
      names: string;
    }>`SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) AS names
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'`.execute(
      owner,
    );
    const names = rows[0]?.names ?? '';
    statements.push(
      `DELETE FROM ${table}`,
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM kept_${table}`,
    );
  }
  await runAsleep(owner, statements);
}

/** Makes the edit, asks what "npm run verify" asks, and takes the edit back. Resolves with the first difference; null for none. */
export async function differenceAfter(
  world: World,
  { statements }: EditKind,
  secret: string,
): Promise<string | null> {
  const own = statements.map((statement) => statement.replaceAll('$tenant', world.tenant.id));
  if (own.length > 0) await runAsleep(world.owner, own);
  let found: string | null = null;
  for await (const { differences } of verifyAll(world.owner, {
    secrets: [serverSecret(secret)],
    anchors: [],
  }))
    found ??= differences[0] ?? null;
  if (own.length > 0) await putBack(world);
  return found;
}
