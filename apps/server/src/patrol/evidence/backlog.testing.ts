// Many scans that wait to be sealed, as after an outage of the job: noted by the product's own triggers.
import { CompiledQuery } from 'kysely';
import { makeCheckpoint, makeGuard, makeRoute, makeSite, makeTenant } from '../../testing/factories.ts';
import type { TestDatabase } from '../../testing/test-database.ts';

export interface BacklogSize {
  readonly rounds: number;
  readonly scansPerRound: number;
}

/** A tenant of its own with so many ended rounds; all their scans are one statement's. Resolves with the tenant's id. */
export async function makeBacklog(
  { owner, database }: Pick<TestDatabase, 'owner' | 'database'>,
  { rounds, scansPerRound }: BacklogSize,
): Promise<string> {
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId] });
  const checkpoint = await makeCheckpoint(owner, tenant, siteId);
  const { versionId } = await makeRoute(owner, tenant, siteId, [checkpoint]);
  const db = database.forTenant(tenant.id);
  const run = (text: string, ...values: unknown[]) => db.executeQuery(CompiledQuery.raw(text, values));
  await run(
    `INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms,
       status_code, total_check_points, scanned_check_points, arrival_no)
     SELECT $1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, $3::uuid, $4::uuid, 1700000000000 + n * 1000,
       1700000900000 + n * 1000, 1010, 1, 1, n FROM generate_series(1, $5::int) AS n`,
    tenant.id,
    siteId,
    guard.id,
    versionId,
    rounds,
  );
  await run(
    `INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms,
       latitude, longitude, accuracy_metres, clock_skew_ms, method, code, body_hash)
     SELECT $1::uuid, gen_random_uuid(), r.id, $2::uuid, r.guard_id, r.device_id, r.started_at_ms, r.started_at_ms,
       18.5, 73.8, 6.1, 0, 'qr', 'a code at a wall', sha256(r.id::text::bytea)
     FROM rounds r CROSS JOIN generate_series(1, $3::int) WHERE r.tenant_id = $1::uuid`,
    tenant.id,
    checkpoint.checkpointId,
    scansPerRound,
  );
  return tenant.id;
}
