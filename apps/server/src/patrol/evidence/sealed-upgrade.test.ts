// What becomes of a log and of what judged when the server is brought to a version that seals it.
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import { emptyDatabase } from '../../lifecycle/backup/backup.testing.ts';
import { migrate } from '../../platform/db/migrate.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { makeGuard, makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { sealAsBefore } from './sealed-before.testing.ts';
import { secrets } from './sealed-world.testing.ts';
import { sealLog } from './seal-log.queries.ts';

async function differencesOf(owner: Kysely<Tables>): Promise<readonly string[]> {
  for await (const found of verifyAll(owner, { secrets, anchors: [] })) return found.differences;
  throw new Error('no tenant');
}

/** With triggers asleep. */
const tamper = (owner: Kysely<Tables>, text: string) =>
  owner.transaction().execute(async (db) => {
    await sql`SELECT set_config('session_replication_role', 'replica', true)`.execute(db);
    await db.executeQuery(CompiledQuery.raw(text));
  });

/** What the product stored after the log had started, in tables that were not sealed yet. */
async function workOfBefore(owner: Kysely<Tables>, { id }: MadeTenant, siteId: string): Promise<void> {
  await sql`SELECT pg_sleep(0.01)`.execute(owner);
  await insertAuditEntry(owner, operatorOrigin(id), {
    action: 'password.reset',
    subject: { id: siteId, label: 'Of a day before the upgrade' },
  });
  const nowMs = Date.now();
  const dueAtMs = nowMs + 86_400_000;
  await tamper(
    owner,
    `WITH due AS (INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms,
          late_at_ms, missed_at_ms) VALUES ('${id}', gen_random_uuid(), gen_random_uuid(), '${siteId}', gen_random_uuid(),
          'Tour', 'Route', ${dueAtMs}, ${dueAtMs + 1}, ${dueAtMs + 2}) RETURNING tenant_id, id)
      INSERT INTO due_round_history (tenant_id, due_round_id, status, at_ms, known_at)
      SELECT tenant_id, id, 'due', ${nowMs}, now() FROM due`,
  );
}

test('[TRUTH-06] an upgrade is verified without a difference before its log is sealed, whatever was stored before it', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, '0074-late-arrivals');
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  await sealAsBefore(owner, tenant.id, secrets);
  await workOfBefore(owner, tenant, siteId);
  await migrate(owner);
  expect(await differencesOf(owner)).toEqual([]);
  const insertion = `INSERT INTO audit_entries (tenant_id, id, at_ms, actor_name, actor_role, action, subject_type, subject_id,
      subject_label, before, after, address, agent, request_id) SELECT tenant_id, gen_random_uuid(), at_ms + 3600000, actor_name,
      actor_role, action, subject_type, subject_id, subject_label, before, after, address, agent, request_id FROM audit_entries`;
  await tamper(owner, insertion);
  expect(await differencesOf(owner)).toEqual([
    expect.stringMatching(/^audit_entries \S+: inserted; it never went through the product$/),
  ]);
  await tamper(owner, 'DELETE FROM audit_entries WHERE at_ms > extract(epoch FROM now()) * 1000 + 1000000');
  await sealLog(owner, tenant.id, testSealing(secrets));
  expect(await differencesOf(owner)).toEqual([]);
});

test('[REP-12] an upgrade seals former names as they are, and names those that are altered at once or later', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, '0104-import-losses');
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const { id: guardId } = await makeGuard(owner, tenant, { siteIds: [siteId] });
  await sealAsBefore(owner, tenant.id, secrets);
  const run = (text: string, ...values: unknown[]) => owner.executeQuery(CompiledQuery.raw(text, values));
  await run(`UPDATE sites SET name = 'Harbour'`);
  await run(`UPDATE guards SET first_name = 'Asha'`);
  await run(
    `INSERT INTO recorded_names (tenant_id, id, guard_id, site_name) VALUES ($1::uuid, gen_random_uuid(), $2::uuid, 'Mill')`,
    tenant.id,
    guardId,
  );
  await migrate(owner);
  expect(await differencesOf(owner)).toEqual([]);
  const edits = [
    [
      `UPDATE sites SET former = NULL`,
      `sites ${siteId}: former was altered; the newest version of its former names says something else`,
    ],
    [
      `UPDATE guards SET former = jsonb_set(former, '{0,first_name}', '"B"')`,
      `guards ${guardId}: former was altered; the newest version of its former names says something else`,
    ],
  ] as const;
  const kept = await owner.selectFrom('guards').select('former').executeTakeFirstOrThrow();
  const keptSite = await owner.selectFrom('sites').select('former').executeTakeFirstOrThrow();
  for (const isSealed of [false, true]) {
    if (isSealed) await sealLog(owner, tenant.id, testSealing(secrets));
    for (const [edit, said] of edits) {
      expect(await differencesOf(owner)).toEqual([]);
      await tamper(owner, edit);
      expect(await differencesOf(owner)).toEqual([said]);
      await tamper(owner, `UPDATE guards SET former = '${JSON.stringify(kept.former)}'`);
      await tamper(owner, `UPDATE sites SET former = '${JSON.stringify(keptSite.former)}'`);
    }
  }
});

test('[TRUTH-06] an upgrade seals settings as they are, and raises no alarm over rows of before', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, '0070-rounds-changed-at-once');
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  await insertAuditEntry(owner, operatorOrigin(tenant.id), {
    action: 'password.reset',
    subject: { id: siteId, label: 'Of before' },
  });
  await sealAsBefore(owner, tenant.id, secrets);
  await migrate(owner);
  const differences = () => differencesOf(owner);
  expect(await differences()).toEqual([]);
  await sealLog(owner, tenant.id, testSealing(secrets));
  expect(await differences()).toEqual([]);
  const versions = await owner.selectFrom('record_versions').select(['source', 'record_key']).execute();
  expect(versions).toContainEqual({ source: 'sites', record_key: siteId });
  await tamper(owner, `UPDATE sites SET time_zone = 'UTC'`);
  expect(await differences()).toEqual([
    `sites ${siteId}: time_zone was altered; the newest version of it says something else`,
  ]);
});
