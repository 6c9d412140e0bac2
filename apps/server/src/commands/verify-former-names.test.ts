// By which names rounds read as they were walked is sealed: an edit behind the product's back is named.
import { CompiledQuery } from 'kysely';
import { roundStatus } from '@watchpost/domain/round-status';
import { beforeAll, describe, expect, test } from 'vitest';
import { tamperingOf } from '../patrol/evidence/judged-world.testing.ts';
import {
  eraseWorld,
  makeSealedWorld,
  runAsOwner,
  runAsReplica,
  type SealedWorld,
} from '../patrol/evidence/sealed-world.testing.ts';
import { importedRoundId } from '../records/former-ids/source-ids.ts';
import { makeGuard, makeRound, makeSite } from '../testing/factories.ts';
import { testApp } from '../testing/test-app.ts';

const server = await testApp();
const tables = ['guards', 'sites', 'checkpoints', 'recorded_names', 'rounds', 'imported_rounds'];
const formerId = 'r-2019-1';
let world: SealedWorld;
let roundId: string;
let differences: Tampering['differences'];
let expectNamed: Tampering['expectNamed'];
type Tampering = Awaited<ReturnType<typeof tamperingOf>>;

const run = <Row>(text: string, ...values: unknown[]) => runAsOwner<Row>(server, text, values);

/** Two sets of names for one guard, of which an imported round bears the first. */
async function importRound(): Promise<string> {
  const { tenant, guardId, siteId, routeVersionId } = world;
  const id = importedRoundId(tenant.id, formerId);
  await run(
    `INSERT INTO recorded_names (tenant_id, id, guard_id, employee_id, first_name, last_name, site_name)
      SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'OLD' || n, 'A.', 'Kale', 'Old mill' FROM generate_series(1, 2) AS n`,
    tenant.id,
    guardId,
  );
  await makeRound(server.owner, tenant, {
    id,
    guard_id: guardId,
    site_id: siteId,
    route_version_id: routeVersionId,
    started_at_ms: Date.UTC(2019, 0, 1),
    status_code: roundStatus.incompleted,
    total_check_points: 2,
    scanned_check_points: 0,
  });
  await run(
    `UPDATE rounds SET recorded_names_id = (SELECT id FROM recorded_names WHERE employee_id = 'OLD1') WHERE id = $1::uuid`,
    id,
  );
  await run(
    'INSERT INTO imported_rounds (tenant_id, round_id, former_id, has_scans) VALUES ($1::uuid, $2::uuid, $3, false)',
    tenant.id,
    id,
    formerId,
  );
  return id;
}

beforeAll(async () => {
  world = await makeSealedWorld(server);
  const { tenant, guardId, siteId, checkpointId } = world;
  const db = server.database.forTenant(tenant.id);
  const rename = (text: string, id: string) => db.executeQuery(CompiledQuery.raw(text, [id]));
  await rename(`UPDATE guards SET first_name = 'Asha', last_name = 'Pawar' WHERE id = $1::uuid`, guardId);
  await rename(`UPDATE guards SET employee_id = 'EMP77' WHERE id = $1::uuid`, guardId);
  await rename(`UPDATE sites SET name = 'Harbour' WHERE id = $1::uuid`, siteId);
  await rename(`UPDATE checkpoints SET name = 'Quay', activated = false WHERE id = $1::uuid`, checkpointId);
  roundId = await importRound();
  await makeGuard(server.owner, tenant, { siteIds: [await makeSite(server.owner, tenant)] });
  await world.seal();
  ({ differences, expectNamed } = await tamperingOf(server, tables));
});

describe('a former name', () => {
  const of = (table: string, what: string) =>
    new RegExp(
      `^${table} \\S+: ${what} altered; the newest version of its former names says something else$`,
    );

  test.each(['guards', 'sites', 'checkpoints'])(
    '[REP-12] [TRUTH-06] of %s is named where somebody altered it, or until when it was so',
    async (table) => {
      const name = table === 'guards' ? 'first_name' : 'name';
      await expectNamed(
        `UPDATE ${table} SET former = jsonb_set(former, '{0,${name}}', '"Another"') WHERE former IS NOT NULL`,
        of(table, 'former was'),
      );
      await expectNamed(
        `UPDATE ${table} SET former_until_ms[1] = former_until_ms[1] - 1 WHERE former IS NOT NULL`,
        of(table, 'former_until_ms was'),
      );
    },
  );

  test.each(['guards', 'sites', 'checkpoints'])(
    '[REP-12] [TRUTH-06] of %s is named where somebody deleted it, or put one in',
    async (table) => {
      await expectNamed(
        `UPDATE ${table} SET former = NULL, former_until_ms = NULL`,
        new RegExp(`^${table} \\S+: former names were deleted; a version of them was kept$`),
      );
      await expectNamed(
        `UPDATE ${table} SET former = former - 0, former_until_ms = former_until_ms[2:] WHERE former IS NOT NULL`,
        of(table, 'former was'),
      );
      await expectNamed(
        `UPDATE ${table} SET former_until_ms = '{4102444800000}', former = '[{"name": "Another", "first_name": "Another"}]'
          WHERE former IS NULL`,
        new RegExp(`^${table} \\S+: former names were inserted; they never went through the product$`),
      );
    },
  );
});

describe('a name that an imported round bears', () => {
  test.each(['employee_id', 'first_name', 'last_name', 'site_name'])(
    '[REP-12] [TRUTH-06] is named where somebody altered its %s',
    async (column) => {
      await expectNamed(
        `UPDATE recorded_names SET ${column} = 'Another' WHERE employee_id = 'OLD1'`,
        /^recorded_names \S+: names were altered; the newest version of it says something else$/,
      );
    },
  );

  test('[REP-12] [TRUTH-06] is named where somebody deleted it or put one in', async () => {
    await expectNamed(
      `DELETE FROM recorded_names WHERE employee_id = 'OLD2'`,
      /^recorded_names \S+: removed; a version of it was kept$/,
    );
    await expectNamed(
      `INSERT INTO recorded_names (tenant_id, id, guard_id, employee_id) SELECT tenant_id, gen_random_uuid(), guard_id, 'NEW'
        FROM recorded_names LIMIT 1`,
      /^recorded_names \S+: inserted; it never went through the product$/,
    );
  });

  test('[REP-12] [TRUTH-06] is named where a round was given another one, or none', async () => {
    const altered = new RegExp(`^rounds ${roundId}: recorded_names_id was altered; the version of it`);
    await expectNamed(
      `UPDATE rounds SET recorded_names_id = (SELECT id FROM recorded_names WHERE employee_id = 'OLD2')
        WHERE recorded_names_id IS NOT NULL`,
      altered,
    );
    await expectNamed(`UPDATE rounds SET recorded_names_id = NULL`, altered);
  });

  test('[REP-12] [TRUTH-06] is named where somebody says of a round that it was imported', async () => {
    await expectNamed(
      `INSERT INTO imported_rounds (tenant_id, round_id, former_id, has_scans)
        SELECT tenant_id, gen_random_uuid(), 'another', false FROM imported_rounds`,
      /^imported_rounds \S+: inserted; it never went through the product$/,
    );
  });
});

test('[REP-12] an erasure takes former names away, and no version tells them', async () => {
  await eraseWorld(server, world);
  expect(await differences()).toEqual([]);
  const [left] = await run<{ versions: string; names: number; former: number }>(
    `SELECT string_agg(row::text, '') AS versions, (SELECT count(*)::int FROM guards WHERE former IS NOT NULL) AS former,
      (SELECT count(first_name)::int FROM recorded_names) AS names FROM record_versions`,
  );
  expect(left).toMatchObject({ names: 0, former: 0 });
  expect(left?.versions).not.toMatch(/Asha|Kale|OLD1/);
  await runAsReplica(server, `UPDATE recorded_names SET first_name = 'Asha', last_name = 'Kale'`);
  expect((await differences()).join('\n')).toMatch(/^recorded_names \S+: names were altered/m);
});
