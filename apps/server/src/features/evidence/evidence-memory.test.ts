// However much an evidence file holds, the server makes it a little at a time.
import { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { serverSecret } from '../../access/server-secret.ts';
import { sealLog } from '../../evidence/seal-log.queries.ts';
import { makeCheckpoint, makeGuard, makeRoute, makeSite, makeTenant } from '../../testing/factories.ts';
import { runCommand } from '../../testing/run-command.ts';
import { testDatabase } from '../../testing/test-database.ts';

const { owner, database, connection } = await testDatabase();
const rounds = 10_000;
const scansPerRound = 10;
let tenantId: string;

beforeAll(async () => {
  const tenant = await makeTenant(owner);
  tenantId = tenant.id;
  const siteId = await makeSite(owner, tenant);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const place = await makeCheckpoint(owner, tenant, siteId);
  const { versionId } = await makeRoute(owner, tenant, siteId, [place]);
  const db = database.forTenant(tenantId);
  const run = (text: string, ...values: unknown[]) => db.executeQuery(CompiledQuery.raw(text, values));
  await run(
    `INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms,
       status_code, total_check_points, scanned_check_points, arrival_no)
     SELECT $1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, $3::uuid, $4::uuid, 1700000000000 + n * 1000,
       1700000900000 + n * 1000, 1010, 1, 1, n FROM generate_series(1, $5::int) AS n`,
    tenantId,
    siteId,
    guard.id,
    versionId,
    rounds,
  );
  // As it happens: sealed a little at a time.
  for (let part = 0; part < 20; part += 1) {
    await run(
      `INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms,
         latitude, longitude, accuracy_metres, clock_skew_ms, method, code, body_hash)
       SELECT $1::uuid, gen_random_uuid(), r.id, $2::uuid, r.guard_id, r.device_id, r.started_at_ms, r.started_at_ms,
         18.5, 73.8, 6.1, 0, 'qr', 'a code at a wall', sha256(r.id::text::bytea)
       FROM rounds r CROSS JOIN generate_series(1, $3::int) WHERE r.tenant_id = $1::uuid AND r.arrival_no % 20 = $4::int`,
      tenantId,
      place.checkpointId,
      scansPerRound,
      part,
    );
    await sealLog(db, tenantId, [serverSecret('of a test')]);
  }
}, 300_000);

it('a file of 10,000 rounds and 100,000 scans is made within 64 MB', async () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=64' };
  const program = 'features/evidence/evidence-file-process.testing.ts';
  const told = await runCommand(program, [JSON.stringify(connection), tenantId], env);
  expect(told).toMatchObject({ code: 0, err: '' });
  const { bytes, lines, end } = JSON.parse(told.out);
  expect(JSON.parse(end)).toEqual({ end: { rounds, sealed: rounds * scansPerRound, open: 1 } });
  expect(lines).toBeGreaterThan(rounds * (scansPerRound + 1));
  expect(bytes).toBeGreaterThan(64_000_000);
}, 300_000);
