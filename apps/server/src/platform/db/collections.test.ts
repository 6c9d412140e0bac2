// Where each collection of the source's document database lives here, and a record of its history read back as it was.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant, { name: 'Riverside', time_zone: 'Asia/Kolkata' });
});

/** Collection -> its table, and how one record of it is kept. */
const collections: [collection: string, table: string, keep: () => Promise<unknown>][] = [
  ['userInfo', 'users', () => makeUser(server.owner, tenant)],
  ['subAdmin', 'sub_admins', () => makeUser(server.owner, tenant, { siteId })],
  ['subAdmin', 'sites', () => makeSite(server.owner, tenant)],
  ['guards', 'guards', () => makeGuard(server.owner, tenant, { secret_hash: null })],
  ['checkPoints', 'checkpoints', () => makeCheckpoint(server.owner, tenant, siteId)],
  [
    'qrCodes',
    'qr_codes',
    async () => {
      const { checkpointId } = await makeCheckpoint(server.owner, tenant, siteId);
      const row = { tenant_id: tenant.id, id: randomUUID(), checkpoint_id: checkpointId, code: randomUUID() };
      await server.owner.insertInto('qr_codes').values(row).execute();
    },
  ],
  [
    'shifts',
    'shifts',
    async () => {
      const row = {
        tenant_id: tenant.id,
        id: randomUUID(),
        site_id: siteId,
        name: 'Night',
        weekdays: [1, 7],
      };
      await server.owner
        .insertInto('shifts')
        .values({ ...row, from_minute: 1320, to_minute: 360 })
        .execute();
    },
  ],
  ['patrolRoutes', 'patrol_routes', () => makeRoute(server.owner, tenant, siteId, [])],
  [
    'patrolTours',
    'patrol_tours',
    async () => {
      const { routeId } = await makeRoute(server.owner, tenant, siteId, []);
      const row = {
        tenant_id: tenant.id,
        id: randomUUID(),
        route_id: routeId,
        shift_id: null,
        name: 'Hourly',
      };
      await server.owner.insertInto('patrol_tours').values(row).execute();
    },
  ],
  [
    'patrolIncidence',
    'incidents',
    async () => {
      const row = { tenant_id: tenant.id, id: randomUUID(), site_id: siteId, guard_id: null, type: 'Fire' };
      await server.owner
        .insertInto('incidents')
        .values({ ...row, severity: 'high', latitude: null, longitude: null })
        .execute();
    },
  ],
  [
    'appSettings',
    'app_settings',
    async () => {
      const row = { tenant_id: tenant.id, id: 'faqs', html: '<p>Questions</p>' };
      await server.owner.insertInto('app_settings').values(row).execute();
    },
  ],
];

describe('collections of the source', () => {
  it.each(collections)(
    '[DATA-01] %s is kept in %s, by tenant and under its rule',
    async (_collection, table, keep) => {
      const rows = async (from: TestApp['owner']) =>
        (await sql<{ rows: number }>`SELECT count(*) AS rows FROM ${sql.table(table)}`.execute(from)).rows[0]
          ?.rows ?? 0;
      const own = server.database.forTenant(tenant.id);
      const before = await rows(own);
      await keep();
      expect(await rows(own)).toBe(before + 1);
      expect(await rows(server.database.forTenant((await makeTenant(server.owner)).id))).toBe(0);
    },
  );

  it('[DATA-01] a scannedHistory record and its checkPoints are read back under the names of the source', async () => {
    const { owner } = server;
    const place = await makeCheckpoint(owner, tenant, siteId, {
      name: 'Gate',
      latitude: 18.5,
      longitude: 73.7,
    });
    const { versionId } = await makeRoute(owner, tenant, siteId, [place]);
    const guard = await makeGuard(owner, tenant, {
      first_name: 'Asha',
      last_name: 'Kale',
      secret_hash: null,
    });
    const startedAtMs = Date.UTC(2026, 3, 1, 9);
    const roundId = await makeRound(owner, tenant, {
      site_id: siteId,
      guard_id: guard.id,
      route_version_id: versionId,
      started_at_ms: startedAtMs,
      ended_at_ms: startedAtMs + 600_000,
      total_check_points: 1,
      scanned_check_points: 1,
    });
    await owner
      .insertInto('scans')
      .values({
        tenant_id: tenant.id,
        id: randomUUID(),
        round_id: roundId,
        checkpoint_id: place.checkpointId,
        guard_id: guard.id,
        device_id: randomUUID(),
        device_at_ms: startedAtMs + 60_000,
        received_at_ms: startedAtMs + 61_000,
        latitude: 18.5001,
        longitude: 73.7001,
        clock_skew_ms: 0,
        method: 'qr',
        body_hash: Buffer.alloc(32),
      })
      .execute();
    const caller = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
    const list = await caller('GET', '/secure/scanned-checkpoints', { query: { searchText: 'Asha Kale' } });
    expect(list.json().data).toEqual([
      {
        id: roundId,
        employeeId: guard.employeeId,
        scannedBy: 'Asha',
        scannedByLastName: 'Kale',
        scannedById: guard.id,
        totalCheckPoints: 1,
        scannedCheckPoints: 1,
        percentage: 100,
        scannedStartTime: startedAtMs,
        scannedEndTime: startedAtMs + 600_000,
        siteName: 'Riverside',
        subAdminId: siteId,
        siteTimeZone: 'Asia/Kolkata',
        status: 'Completed',
        statusCode: 1010,
        score: 100,
        doubts: [],
      },
    ]);
    const checkPoints = await caller('GET', `/secure/scanned-checkpoints/${roundId}/checkpoints`);
    expect(checkPoints.json()).toEqual({
      count: 1,
      data: [
        {
          id: place.checkpointId,
          checkPointName: 'Gate',
          scannedTime: startedAtMs + 60_000,
          checkPointLatitude: 18.5,
          checkPointLongitude: 73.7,
          scannedPointLatitude: 18.5001,
          scannedPointLongitude: 73.7001,
          checked: true,
          activated: true,
        },
      ],
    });
  });
});
