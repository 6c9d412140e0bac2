import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../apps/server/src/platform/db/database.ts';
import type { Fault } from '@watchpost/domain/evidence/faults';
import { checkFile } from '@watchpost/domain/evidence/file-lines';
import { serverSecret } from '../../apps/server/src/platform/access/server-secret.ts';
import { insertCompany } from '../../apps/server/src/demo/demo-company.queries.ts';
import { insertTenant } from '../../apps/server/src/demo/demo-tenant.queries.ts';
import { insertHistory } from '../../apps/server/src/demo/patrol-history.queries.ts';
import { makeEvidenceFile } from '../../apps/server/src/patrol/evidence/evidence-file.ts';
import type { LogSecrets } from '../../apps/server/src/patrol/evidence/log-keys.ts';
import { nativeSha256 } from '../../apps/server/src/patrol/evidence/native-sha256.ts';
import { verifyAll } from '../../apps/server/src/lifecycle/verification/verification.service.ts';
import { testDatabase } from '../../apps/server/src/testing/test-database.ts';
import {
  companyOf,
  historyOf,
  period,
  repetitionOf,
  type TenantShape,
  tenantShape,
} from '../dataset-shape.ts';
import { generate } from './generate.ts';
import { historyTables } from './history-tables.ts';
import { rollupSteps } from './rollups.ts';
import { sealHistory } from './seal-history.ts';
import { testSealing } from '../../apps/server/src/testing/test-sealing.ts';

const rounds = 2_000;
const seed = 3;
const tenantsOf = (modelled: number): TenantShape[] => [
  tenantShape('first', 1_400, 2, repetitionOf(rounds, modelled)),
  tenantShape('second', 600, 1, repetitionOf(rounds, modelled)),
];

const once = await testDatabase();
const repeated = await testDatabase();

async function rowsOf<Row>(db: Db, text: string): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text))).rows;
}

/** Every index, key, reference and trigger, by what it says. */
const definitions = (db: Db) =>
  rowsOf<{ said: string }>(
    db,
    `SELECT concat_ws(' ', 'index', indexname, indexdef) AS said FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1`,
  );

async function contentsOf(db: Db, table: string): Promise<string[]> {
  const text = `SELECT to_jsonb(t)::text AS row FROM ${table} AS t ORDER BY 1`;
  return (await rowsOf<{ row: string }>(db, text)).map(({ row }) => row);
}

/** The rows that triggers and the product's own functions keep of the same rounds, due rounds and scans. */
const rollups = await rowsOf<{ name: string }>(
  once.owner,
  `SELECT name FROM unnest('{${rollupSteps.flat().map(({ table }) => table)}}'::text[]) AS name
    WHERE to_regclass(name) IS NOT NULL`,
);
const stored = rollups.map(({ name }) => name);

const make = (connection: pg.ClientConfig, modelled: number) =>
  generate(connection, {
    tenants: tenantsOf(modelled),
    seed,
    hasScans: true,
    temporaryBytes: 1_000_000_000,
    log: () => {},
  });

/** Takes the rounds and due rounds away and stores them again, with all triggers at work. */
async function storeAgain(db: Db): Promise<void> {
  const statements = [
    `SET LOCAL session_replication_role = replica`,
    `CREATE TEMP TABLE stored_rounds ON COMMIT DROP AS SELECT * FROM rounds`,
    `CREATE TEMP TABLE stored_due ON COMMIT DROP AS SELECT * FROM due_rounds`,
    `ALTER TABLE stored_due DROP COLUMN outcome`,
    `TRUNCATE ${stored.join(', ')}, rounds, due_rounds CASCADE`,
    `SET LOCAL session_replication_role = origin`,
    `INSERT INTO rounds SELECT * FROM stored_rounds`,
    `INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms,
      missed_at_ms, guard_ids, status, round_id) SELECT tenant_id, id, tour_id, site_id, route_id, tour_name, route_name,
      due_at_ms, late_at_ms, missed_at_ms, guard_ids, status, round_id FROM stored_due`,
    `SELECT fill_round_doubts(tenant_id) FROM tenants`,
  ];
  await db.transaction().execute(async (transaction) => {
    for (const statement of statements) await transaction.executeQuery(CompiledQuery.raw(statement));
  });
}

describe('data generated in sets', () => {
  it('leaves every index, key, reference and trigger as it was', async () => {
    const before = await definitions(repeated.owner);
    await make(repeated.connection, 700);
    await make(once.connection, rounds);
    expect(await definitions(repeated.owner)).toEqual(before);
    expect(await definitions(once.owner)).toEqual(before);
  });

  it('has as many rounds as are wanted, by the model alone and repeated', async () => {
    for (const { owner } of [once, repeated]) {
      const [found] = await rowsOf<{ stored: number }>(owner, 'SELECT count(*) AS stored FROM rounds');
      expect(Math.abs((found?.stored ?? 0) - rounds)).toBeLessThan(rounds / 25);
    }
  });

  it('agrees with its rows wherever the product recounts', async () => {
    for (const { owner } of [once, repeated]) {
      for await (const verdict of verifyAll(owner)) expect(verdict.differences).toEqual([]);
    }
  });

  it('holds the rows that the product stores of the same history', async () => {
    const served = await testDatabase();
    for (const tenant of tenantsOf(rounds)) {
      const company = companyOf(seed, tenant);
      await insertTenant(served.owner, tenant.slug, company);
      await insertCompany(served.owner, company.id, company, 'none');
      await insertHistory(served.owner, company.id, historyOf(company, tenant), period.toMs);
    }
    for (const table of [
      ...historyTables,
      'round_arrivals',
      'guard_signs',
      'round_counts',
      'round_sums',
      'site_round_rollups',
      'missed_checkpoints',
    ]) {
      expect([table, ...(await contentsOf(once.owner, table))]).toEqual([
        table,
        ...(await contentsOf(served.owner, table)),
      ]);
    }
  });

  it('has the counters and sums that triggers make of the same rounds, due rounds and scans', async () => {
    const tables = [...stored, 'due_rounds'];
    const made = new Map<string, string[]>();
    for (const table of tables) made.set(table, await contentsOf(once.owner, table));
    await storeAgain(once.owner);
    for (const table of tables)
      expect([table, ...(await contentsOf(once.owner, table))]).toEqual([table, ...(made.get(table) ?? [])]);
    expect(made.get('guard_due_rollups')?.length).toBeGreaterThan(0);
  });

  it('proves each of its rounds by the plan that its start names, once its records are sealed', async () => {
    const secrets: LogSecrets = [serverSecret('of these tests')];
    const sealing = testSealing(secrets);
    const { owner, database } = repeated;
    const tenants = await rowsOf<{ id: string; rounds: string[] }>(
      owner,
      `SELECT tenant_id AS id, array_agg(id::text) AS rounds FROM rounds GROUP BY tenant_id`,
    );
    for (const { id: tenantId, rounds: ids } of tenants) {
      const own = database.forTenant(tenantId);
      await sealHistory({ tenantId, owner, own }, sealing, period.toMs);
      const about = { kind: 'report', asked: {} } as const;
      const scope = { db: own, tenantId, siteId: null };
      const { chunks } = await makeEvidenceFile(scope, { about, rounds: [ids] }, sealing);
      const isIgnored = ({ kind }: Fault) => kind === 'backdated' || kind === 'reordered';
      const verdict = await checkFile(chunks, { sha256: nativeSha256, isIgnored });
      expect(verdict).toMatchObject({ rounds: ids.length, outside: 0, faults: [] });
    }
    // What a log begins with, and what is done now, is dated by the database, which knows nothing of the years that are played.
    for await (const { differences } of verifyAll(owner, { secrets, anchors: [] }))
      expect(differences.filter((one) => !/^(?:record_versions|audit_entries) /.test(one))).toEqual([]);
  });
});
